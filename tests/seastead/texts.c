/* The words of the content: every effect, card, decree and tile has a sentence
 * in each language, and its name there. */
#include "rules/kit/phrases.h"
#include "rules/seastead/words/words.h"
#include "rules_document.h"
#include "rules_effects.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

extern const struct game seastead_game;

static char out[PHRASE_TEXT_MAX];

/* The template of a key, filled in from nothing; empty if it is missing. */
static const char *text_of(const char *family, int n, enum language language)
{
    struct members members;
    char key[40];

    snprintf(key, sizeof key, "%s%d", family, n);
    members_begin(&members, NULL);
    phrases_fill(&words_texts, &members, key, language, out);
    return out;
}

static bool is_sentence(const char *text)
{
    const size_t length = strlen(text);

    return length > 1 && text[length - 1] == '.' && !strstr(text, "  ");
}

static void expect_sentences(const char *family, int count)
{
    for (int n = 1; n <= count; n++) {
        char english[PHRASE_TEXT_MAX];

        snprintf(english, sizeof english, "%s",
                 text_of(family, n, LANGUAGE_EN));
        cr_expect(is_sentence(english), "%s%d: '%s'", family, n, english);
        cr_expect(is_sentence(text_of(family, n, LANGUAGE_DE)), "%s%d: '%s'",
                  family, n, out);
        cr_expect_str_neq(english, out, "%s%d is in English", family, n);
    }
}

Test(texts, effects_cards_and_decrees_have_sentences_in_each_language)
{
    expect_sentences("text.effect-", EFFECTS);
    expect_sentences("text.card-", SPECIALISTS);
    expect_sentences("text.decree-", DECREES);
}

/* Reports take the names from the content, clients from the templates. */
Test(texts, the_names_of_the_content_are_those_of_the_templates)
{
    for (int n = 1; n <= SPECIALISTS; n++) {
        cr_expect_str_eq(text_of("person.", n, LANGUAGE_EN),
                         specialists[n].title);
        cr_expect_neq(*text_of("person.", n, LANGUAGE_DE), 0);
    }
    for (int n = 1; n <= DECREES; n++) {
        char named[PHRASE_TEXT_MAX];

        cr_expect_str_eq(text_of("decree-title.", n, LANGUAGE_EN),
                         decrees[n].title);
        for (int language = 0; language < LANGUAGES; language++) {
            snprintf(named, sizeof named, "%s",
                     text_of("decree.", n, (enum language)language));
            cr_expect_not_null(strstr(named, text_of("decree-title.", n,
                                                     (enum language)language)),
                               "%s, %s", named, out);
        }
    }
}

Test(texts, titles_of_components_are_in_the_language_of_the_request)
{
    static struct document document;
    const struct node *root = document_begin(&document);

    document.sink.language = LANGUAGE_DE;
    words_components(&document.sink);
    for (int n = 1; n <= SPECIALISTS; n++)
        cr_expect_str_eq(
            node_word(node_numbered(node_member(root, "cards"), n), "title"),
            text_of("person.", n, LANGUAGE_DE));
    for (int n = 1; n <= DECREES; n++)
        cr_expect_str_eq(
            node_word(node_numbered(node_member(root, "decrees"), n), "title"),
            text_of("decree-title.", n, LANGUAGE_DE));
}

/* ---- tiles ---- */

/* Find the text of tile 10 in the components. */
struct finder {
    struct sink sink;
    bool is_dock; /* within the object of a tile, of this number */
    int64_t number;
    char text[PHRASE_TEXT_MAX];
};

static void see_number(struct sink *sink, struct sink_key key, int64_t value)
{
    struct finder *finder = (struct finder *)sink;

    if (key.word && !strcmp(key.word, "number"))
        finder->number = value;
}

static void see_truth(struct sink *sink, struct sink_key key, bool value)
{
    (void)sink, (void)key, (void)value;
}

static void see_text(struct sink *sink, struct sink_key key, const char *value,
                     size_t length)
{
    struct finder *finder = (struct finder *)sink;

    (void)length;
    if (key.word && !strcmp(key.word, "phrase"))
        finder->is_dock = !strcmp(value, "text.dock");
    if (key.word && !strcmp(key.word, "text") && finder->is_dock &&
        finder->number == 10)
        snprintf(finder->text, sizeof finder->text, "%s", value);
}

static void see_null(struct sink *sink, struct sink_key key)
{
    (void)sink, (void)key;
}

static void see_open(struct sink *sink, struct sink_key key,
                     enum sink_shape shape)
{
    (void)sink, (void)key, (void)shape;
}

static void see_close(struct sink *sink)
{
    (void)sink;
}

Test(texts, a_tile_says_what_it_counts)
{
    static const char *const expected[LANGUAGES] = {
        [LANGUAGE_EN] = "1 point for each artifact of the owner, at most 3. "
                        "Front left: academy 2. Back right: shipyard 3.",
        [LANGUAGE_DE] = "1 Punkt für jedes Stück Artefakt des Besitzers, "
                        "höchstens 3. Vorn links: Akademie 2. Hinten rechts: "
                        "Werft 3.",
    };

    for (int language = 0; language < LANGUAGES; language++) {
        struct finder finder = {.sink = {.number = see_number,
                                         .truth = see_truth,
                                         .text = see_text,
                                         .null = see_null,
                                         .open = see_open,
                                         .close = see_close,
                                         .language = (enum language)language}};

        words_components(&finder.sink);
        cr_expect_str_eq(finder.text, expected[language], "%s", finder.text);
    }
}

static int compare_numbers(const struct node *components, const char *what)
{
    const struct node *array = node_member(components, what);
    int count = 0;

    cr_assert_gt(array->number, 0);
    for (int i = 0; i < array->number; i++)
        count += effects_expect_numbers(node_at(array, i));
    return count;
}

Test(texts, the_effects_as_data_have_the_numbers_of_their_texts)
{
    static struct document document;
    const struct node *components = document_begin(&document);

    seastead_game.components(&document.sink);
    cr_expect_gt(compare_numbers(components, "effects"), 9);
    cr_expect_gt(compare_numbers(components, "cards"), 9);
    cr_expect_gt(compare_numbers(components, "decrees"), 9);
}
