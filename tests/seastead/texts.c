/* The words of the content: every effect, card, decree and tile has a sentence
 * in each language, and its name there. */
#include "rules/kit/phrases.h"
#include "rules/seastead/engine/stack.h"
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
                        "Next location counterclockwise: academy 2. Second "
                        "location clockwise: shipyard 3.",
        [LANGUAGE_DE] = "1 Punkt für jedes Stück Artefakt des Besitzers, "
                        "höchstens 3. Nächster Ort gegen den Uhrzeigersinn: "
                        "Akademie 2. Übernächster Ort im Uhrzeigersinn: Werft "
                        "3.",
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

/* ---- moves and decisions ---- */

/* A first turn in which the seat decides this. */
static struct state deciding(struct frame frame)
{
    struct settings settings;
    struct state s;

    game_defaults(&seastead_game, 2, &settings);
    cr_assert_eq(seastead_game.start(&s, &settings, (const uint8_t[32]){1}),
                 RULES_OK);
    s.stack[0] = frame;
    s.depth = 1;
    return s;
}

static void expect_move(const struct state *s, struct move move,
                        const char *const text[LANGUAGES])
{
    static struct document document;

    for (int language = 0; language < LANGUAGES; language++) {
        const struct node *root = document_begin(&document);

        document.sink.language = (enum language)language;
        words_describe(s, 0, move, &document.sink);
        cr_expect_str_eq(node_word(root, "text"), text[language]);
    }
}

Test(texts, a_tile_is_chosen_by_the_locations_that_it_means)
{
    static const char *const text[LANGUAGES] = {
        [LANGUAGE_EN] = "Attach dock tile 2 at 2c: 1 point for each kelp at "
                        "the end, at most 3; 2b academy 1, 2d academy 2, 2a "
                        "shipyard 2 and 2e shipyard 1.",
        [LANGUAGE_DE] = "Lege Dock-Plättchen 2 auf 2c an: bei der Wertung 1 "
                        "Punkt für jedes Stück Seetang, höchstens 3; 2b "
                        "Akademie 1, 2d Akademie 2, 2a Werft 2 und 2e Werft 1.",
    };
    const struct state s =
        deciding((struct frame){.kind = FRAME_DOCK, .a = SPOTS + 2});

    expect_move(&s, move_make(MOVE_DOCK, 2, 0, 0), text);
}

Test(texts, a_row_bonus_says_how_many_tokens_it_gives)
{
    static const char *const text[LANGUAGES] = {
        [LANGUAGE_EN] = "Take 3 cleanup tokens (5 fish, dock tile 7).",
        [LANGUAGE_DE] = "Nimm 3 Säuberungsmarker (5 Fische, Dock-Plättchen 7).",
    };
    struct state s = deciding((struct frame){.kind = FRAME_COLLECT});

    s.seat[0].stock[FISH] = 5;
    expect_move(&s, move_make(MOVE_COLLECT, 7, 0, 0), text);
}

Test(texts, a_dive_card_is_taken_by_halves)
{
    static const char *const
        one[LANGUAGES] =
            {
                [LANGUAGE_EN] =
                    "Take the resources of your half of the face-up dive "
                    "card.",
                [LANGUAGE_DE] = "Nimm die Ressourcen deiner Hälfte der offenen "
                                "Tauchkarte.",
            },
        *const both[LANGUAGES] = {
            [LANGUAGE_EN] =
                "Take the resources of both halves of the face-up dive "
                "card.",
            [LANGUAGE_DE] = "Nimm die Ressourcen beider Hälften der offenen "
                            "Tauchkarte.",
        };
    struct state s = deciding((struct frame){.kind = FRAME_GATHER});

    expect_move(&s, move_make(MOVE_GATHER, 0, 0, 0), one);
    s.stack[0].n = 1;
    expect_move(&s, move_make(MOVE_GATHER, 0, 0, 0), both);
}

/* BT6. */
Test(texts, a_decision_says_no_more_than_the_supply_has)
{
    static struct document document;
    const struct node *root = document_begin(&document);
    struct state s = deciding((struct frame){.kind = FRAME_PAIR, .n = 1});

    for (int r = 0; r < RESOURCES; r++)
        s.seat[1].stock[r] = RESOURCES_EACH - (r == FISH);
    s.seat[0] = (struct seat){.ships = SHIPS_EACH};
    words_prompt(&s, 0, 0, &document.sink);
    cr_expect_str_eq(node_word(root, "text"), "Take 1 resource.");
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
