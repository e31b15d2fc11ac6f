/* The texts of the cards.  The golden file has every card's data, and its words
 * in each language; FATHOM_GOLDEN=write renews it. */
#include "card_dump.h"
#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/words/card_text.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GOLDEN_MAX = 128 * 1024 };

static const char golden[] = "tests/golden/cards.txt";

static void text_in(enum language language, int card, char out[CARD_TEXT_MAX])
{
    const size_t length = card_text(card, language, out, CARD_TEXT_MAX);

    cr_assert_eq(length, strlen(out), "card %d", card);
}

static void text_of(int card, char out[CARD_TEXT_MAX])
{
    text_in(LANGUAGE_EN, card, out);
}

static void expect_sentences(enum language language)
{
    char text[CARD_TEXT_MAX];

    for (int n = 1; n < CARD_COUNT; n++) {
        text_in(language, n, text);
        cr_assert_gt(strlen(text), 10, "card %d", n);
        cr_expect(isupper((unsigned char)text[0]), "card %d: %s", n, text);
        cr_expect_eq(text[strlen(text) - 1], '.', "card %d: %s", n, text);
        cr_expect_null(strstr(text, "  "), "card %d: %s", n, text);
        cr_expect_null(strstr(text, ".."), "card %d: %s", n, text);
        cr_expect_null(strchr(text, '_'), "card %d: %s", n, text);
        cr_expect_null(strpbrk(text, "{}"), "card %d: %s", n, text);
    }
}

Test(card_texts, every_card_has_whole_sentences_in_each_language)
{
    for (enum language l = LANGUAGE_EN; l < LANGUAGES; l++)
        expect_sentences(l);
}

/* The numbers of a text, in their order. */
static void numbers_of(const char *text, char out[CARD_TEXT_MAX])
{
    for (; *text; text++)
        if (isdigit((unsigned char)*text))
            *out++ = *text;
    *out = '\0';
}

static int ascending(const void *a, const void *b)
{
    return *(const char *)a - *(const char *)b;
}

/* A text of another language has at least the numbers of the English one. */
Test(card_texts, each_language_has_the_same_numbers)
{
    char text[CARD_TEXT_MAX], numbers[2][CARD_TEXT_MAX];

    for (int n = 1; n < CARD_COUNT; n++) {
        const char *other = numbers[1];

        for (int l = 0; l < 2; l++) {
            text_in(l ? LANGUAGE_DE : LANGUAGE_EN, n, text);
            numbers_of(text, numbers[l]);
            qsort(numbers[l], strlen(numbers[l]), 1, ascending);
        }
        for (const char *c = numbers[0]; *c; c++) {
            other = strchr(other, *c);
            cr_assert_not_null(other, "card %d: %s", n, text);
            other++;
        }
    }
}

Test(card_texts, no_word_of_one_language_is_in_another)
{
    static const char *const words[] = {" the ", "kelp", "gain ", " farm",
                                        "slot",  "card", "-or-",  " for "};
    char text[CARD_TEXT_MAX];

    for (int n = 1; n < CARD_COUNT; n++)
        for (size_t w = 0; w < sizeof words / sizeof *words; w++) {
            text_in(LANGUAGE_DE, n, text);
            cr_expect_null(strstr(text, words[w]), "card %d: %s", n, text);
        }
}

Test(card_texts, no_text_is_cut)
{
    char text[2 * CARD_TEXT_MAX];

    for (enum language l = LANGUAGE_EN; l < LANGUAGES; l++)
        for (int n = 1; n < CARD_COUNT; n++)
            cr_expect_lt(card_text(n, l, text, sizeof text), CARD_TEXT_MAX,
                         "card %d", n);
}

Test(card_texts, a_text_is_cut_at_the_room_it_has)
{
    char whole[CARD_TEXT_MAX];
    char room[CARD_TEXT_MAX];

    for (int n = 1; n < CARD_COUNT; n++) {
        text_of(n, whole);
        for (size_t cap = 1; cap <= strlen(whole) + 1; cap++) {
            memset(room, '#', sizeof room);
            cr_assert_eq(card_text(n, LANGUAGE_EN, room, cap), cap - 1,
                         "card %d", n);
            cr_assert_eq(strlen(room), cap - 1, "card %d", n);
            cr_assert_eq(room[cap], '#', "card %d wrote too far", n);
        }
    }
    cr_expect_eq(card_text(1, LANGUAGE_EN, room, 0), 0);
}

Test(card_texts, cards_that_do_different_things_read_differently)
{
    char one[2][CARD_TEXT_MAX];
    char data[2][CARD_DUMP_MAX];

    for (int a = 1; a < CARD_COUNT; a++)
        for (int b = a + 1; b < CARD_COUNT; b++) {
            text_of(a, one[0]);
            text_of(b, one[1]);
            card_dump(cards[a], data[0]);
            card_dump(cards[b], data[1]);
            if (cards[a]->type == cards[b]->type &&
                strcmp(data[0], data[1]) != 0)
                cr_expect_str_neq(one[0], one[1], "cards %d and %d", a, b);
        }
}

/* Some texts in full, so that a change of wording is seen by its reader. */
static const struct {
    int card;
    const char *text;
} samples[] = {
    {14, "Whenever you choose a coloured slot that does not match your card, "
         "gain 1 steelplast."},
    {36, "In each Production, 1 connected laboratory may give 1 steelplast and "
         "1 kelp instead of its 1 science."},
    {86, "Gain 1 steelplast for every 2 connected desalination plants."},
    {124, "Pay 1 credit to use up to 2 of your action cards."},
    {185, "At the end of the game, you may pay 15 credits for 13 points, "
          "once."},
    {ASSISTANT, "Gain 1 steelplast or 1 credit."},
};

Test(card_texts, texts_say_what_the_effects_do)
{
    char text[CARD_TEXT_MAX];

    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
        text_of(samples[i].card, text);
        cr_expect_str_eq(text, samples[i].text);
    }
}

Test(card_texts, an_inner_list_reads_on_its_own)
{
    const struct effect *const list =
        EFFECTS(CHOOSE(OPTION(GAIN(SCIENCE, 2)),
                       OPTION(UPGRADE(STRUCTURES), UPGRADE(STRUCTURES))),
                ADVANCE(2));
    char text[CARD_TEXT_MAX];

    effects_text(list, list + effect_list_length(list), LANGUAGE_EN, text,
                 sizeof text);

    cr_expect_str_eq(text,
                     "Choose: gain 2 science; or upgrade up to 2 structures "
                     "for 1 science each. Advance 2 steps on the Federation "
                     "track.");
}

/* All cards, four lines each. */
static size_t write_all(char *out, size_t cap)
{
    size_t at = 0;

    for (int n = 1; n < CARD_COUNT; n++) {
        const struct card *c = cards[n];
        char text[LANGUAGES][CARD_TEXT_MAX];
        char data[CARD_DUMP_MAX];

        for (enum language l = LANGUAGE_EN; l < LANGUAGES; l++)
            text_in(l, n, text[l]);
        card_dump(c, data);
        at += (size_t)snprintf(out + at, cap - at,
                               "%d %s [%s %s, era %d, price %d, %s]\n  %s\n"
                               "  %s\n  %s\n",
                               n, c->name, colour_words[c->colour],
                               card_type_words[c->type], c->era, c->credits,
                               origin_words[c->origin], text[LANGUAGE_EN],
                               text[LANGUAGE_DE], data);
        cr_assert_lt(at, cap);
    }
    return at;
}

Test(card_texts, the_cards_are_as_the_golden_file_has_them)
{
    static char now[GOLDEN_MAX];
    static char kept[GOLDEN_MAX];
    const char *mode = getenv("FATHOM_GOLDEN");
    const bool is_write = mode && strcmp(mode, "write") == 0;
    const size_t length = write_all(now, sizeof now);
    FILE *file = fopen(golden, is_write ? "w" : "r");
    size_t count;

    cr_assert_not_null(file, "%s cannot be opened", golden);
    if (is_write)
        count = fwrite(now, 1, length, file);
    else
        count = fread(kept, 1, sizeof kept, file);
    fclose(file);

    cr_assert_eq(count, length, "FATHOM_GOLDEN=write renews %s", golden);
    if (!is_write)
        cr_expect_eq(memcmp(now, kept, length), 0,
                     "FATHOM_GOLDEN=write renews %s", golden);
}
