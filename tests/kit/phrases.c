/* Phrases: what templates become, and members that are kept. */
#include "rules/kit/phrases.h"
#include "rules/game.h"
#include "rules/kit/templates.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

/* Ascending by key, each row in both languages. */
static const struct phrase_template english[] = {
    {"and", " and "},
    {"card", "{n:title} ({n})"},
    {"card.none", "a card"},
    {"cards", "{cards:card}."},
    {"drawn", "draws {n:resource.card}."},
    {"free", "{pays?for}"},
    {"for", "for {pays:resource}."},
    {"from", "{from:place}."},
    {"list", "{order}."},
    {"pays", "pays {what:resource}."},
    {"place.hand", "the hand of {seat}"},
    {"player", "seat {n}"},
    {"resource.card", "{n} cards"},
    {"resource.card.one", "1 card"},
    {"resource.credit", "{n} credits"},
    {"resource.credit.one", "1 credit"},
    {"resource.kelp", "{n} kelp"},
    {"shows", "shows {card:card}."},
    {"turn", "{seat:player} has its turn."},
    {"turns", "{seats:player}."},
    {"where", "site {site:site}."},
    {"site.7", "seven"},
};

static const char *title(const char *family, int64_t n)
{
    return strcmp(family, "title") == 0 && n == 12 ? "Kelp Exchange" : NULL;
}

static struct phrase_template sorted[32];
static struct templates read_templates;
static struct phrases phrases = {.title = title, .read = &read_templates};

static void setup(void)
{
    phrases.count = sizeof english / sizeof *english;
    memcpy(sorted, english, sizeof english);
    for (size_t i = 1; i < phrases.count; i++)
        for (size_t k = i;
             k > 0 && strcmp(sorted[k - 1].key, sorted[k].key) > 0; k--) {
            const struct phrase_template t = sorted[k];

            sorted[k] = sorted[k - 1];
            sorted[k - 1] = t;
        }
    for (int l = 0; l < LANGUAGES; l++)
        phrases.templates[l] = sorted;
}

TestSuite(phrases, .init = setup);

static struct members members;

static struct sink *begin(void)
{
    members_begin(&members, NULL);
    return &members.sink;
}

static const char *text(const char *key)
{
    static char out[PHRASE_TEXT_MAX];

    phrases_fill(&phrases, &members, key, LANGUAGE_EN, out);
    return out;
}

Test(phrases, a_number_is_counted)
{
    struct sink *sink = begin();

    sink_number(sink, "n", 1);
    cr_expect_str_eq(text("drawn"), "Draws 1 card.");
    sink = begin();
    sink_number(sink, "n", 3);
    cr_expect_str_eq(text("drawn"), "Draws 3 cards.");
}

Test(phrases, a_word_is_counted_by_n)
{
    struct sink *sink = begin();

    sink_string(sink, "what", "credit");
    sink_number(sink, "n", 1);
    cr_expect_str_eq(text("pays"), "Pays 1 credit.");
    sink = begin();
    sink_string(sink, "what", "kelp");
    sink_number(sink, "n", 1);
    cr_expect_str_eq(text("pays"), "Pays 1 kelp.");
    sink = begin();
    sink_string(sink, "what", "gold");
    cr_expect_str_eq(text("pays"), "Pays gold.", "it stands for itself");
}

Test(phrases, a_number_has_a_title_or_a_phrase_of_its_own)
{
    struct sink *sink = begin();

    sink_number(sink, "card", 12);
    cr_expect_str_eq(text("shows"), "Shows Kelp Exchange (12).");
    sink = begin();
    sink_number(sink, "site", 7);
    cr_expect_str_eq(text("where"), "Site seven.");
    sink = begin();
    sink_number(sink, "site", 8);
    cr_expect_str_eq(text("where"), "Site 8.");
}

Test(phrases, what_is_missing_or_null_has_a_phrase)
{
    begin();
    cr_expect_str_eq(text("shows"), "Shows a card.");
    sink_null(begin(), "card");
    cr_expect_str_eq(text("shows"), "Shows a card.");
}

Test(phrases, elements_are_joined)
{
    struct sink *sink = begin();

    sink_array(sink, "order");
    sink_number(sink, NULL, 2);
    sink_number(sink, NULL, 0);
    sink_number(sink, NULL, 1);
    sink_close(sink);
    cr_expect_str_eq(text("list"), "2, 0 and 1.");
    sink_array(sink, "cards");
    sink_number(sink, NULL, 12);
    sink_number(sink, NULL, 12);
    sink_close(sink);
    cr_expect_str_eq(text("cards"), "Kelp Exchange (12) and Kelp Exchange "
                                    "(12).");
}

Test(phrases, numbers_by_name_are_joined)
{
    struct sink *sink = begin();

    sink_object(sink, "pays");
    sink_number(sink, "credit", 1);
    sink_number(sink, "kelp", 2);
    sink_close(sink);
    cr_expect_str_eq(text("free"), "For 1 credit and 2 kelp.");
    sink = begin();
    sink_object(sink, "pays");
    sink_close(sink);
    cr_expect_str_eq(text("free"), "", "nothing is paid");
}

Test(phrases, an_object_that_begins_with_a_word_has_names_of_its_own)
{
    struct sink *sink = begin();

    sink_number(sink, "seat", 0);
    sink_object(sink, "from");
    sink_string(sink, "place", "hand");
    sink_number(sink, "seat", 3);
    sink_close(sink);
    cr_expect_str_eq(text("from"), "The hand of 3.");
}

static const char *turn_of(int seat, const char *const *names)
{
    struct sink *sink = begin();

    sink->names = names;
    sink_number(sink, "seat", seat);
    return text("turn");
}

Test(phrases, a_seat_has_the_name_of_its_player)
{
    static const char *const names[RULES_SEATS_MAX] = {"ada", NULL, "bea"};
    struct sink *sink;

    cr_expect_str_eq(turn_of(0, names), "ada has its turn.");
    cr_expect_str_eq(turn_of(1, names), "Seat 1 has its turn.");
    cr_expect_str_eq(turn_of(9, names), "Seat 9 has its turn.");
    cr_expect_str_eq(turn_of(0, NULL), "Seat 0 has its turn.");
    sink = begin();
    sink->names = names;
    sink_array(sink, "seats");
    sink_number(sink, NULL, 2);
    sink_number(sink, NULL, 0);
    sink_close(sink);
    cr_expect_str_eq(text("turns"), "bea and ada.");
}

Test(phrases, what_does_not_fit_is_passed_on_and_not_kept)
{
    static char out[1 << 16];
    struct sink_text to;
    struct sink *sink = &members.sink;

    sink_text_init(&to, out, sizeof out);
    members_begin(&members, &to.sink);
    sink_array(sink, "order");
    for (int i = 0; i < 2 * MEMBERS_MAX; i++)
        sink_number(sink, NULL, i);
    sink_close(sink);
    sink_number(sink, "n", 1);
    cr_expect_eq(members.count, MEMBERS_MAX);
    cr_expect_not_null(strstr(out, "order.319 319\nn 1\n"));
    for (int i = 0; i < 2 * MEMBERS_DEPTH; i++)
        sink_object(sink, "deep");
    for (int i = 0; i < 2 * MEMBERS_DEPTH; i++)
        sink_close(sink);
    cr_expect_eq(members.depth, 0);
    cr_expect_eq(members.lost_depth, 0);
    (void)text("list");
}

Test(phrases, a_long_text_is_cut)
{
    static char name[MEMBERS_TEXTS + 2];
    struct sink *sink = begin();

    memset(name, 'x', sizeof name - 1);
    sink_string(sink, "what", name);
    cr_expect_str_eq(text("pays"), "Pays .", "too long to be kept");
    name[MEMBERS_TEXTS / 2] = '\0';
    sink = begin();
    sink_string(sink, "what", name);
    cr_expect_eq(strlen(text("pays")), PHRASE_TEXT_MAX - 1);
}

/* ---- what is read of templates ---- */

Test(phrases, equal_keys_of_two_games_and_languages_are_apart)
{
    static const struct phrase_template reef[] = {
        {"pays", "pays {what:resource}."}, {"resource.credit", "a pearl"}};
    static const struct phrase_template riff[] = {
        {"pays", "zahlt {what:resource}."}, {"resource.credit", "Perle"}};
    static struct templates read;
    static const struct phrases other = {
        .templates = {[LANGUAGE_EN] = reef, [LANGUAGE_DE] = riff},
        .count = sizeof reef / sizeof *reef,
        .read = &read};
    char out[PHRASE_TEXT_MAX];

    sink_string(begin(), "what", "credit");
    sink_number(&members.sink, "n", 1);
    for (int times = 0; times < 2; times++) {
        cr_expect_str_eq(text("pays"), "Pays 1 credit.");
        phrases_fill(&other, &members, "pays", LANGUAGE_EN, out);
        cr_expect_str_eq(out, "Pays a pearl.");
        phrases_fill(&other, &members, "pays", LANGUAGE_DE, out);
        cr_expect_str_eq(out, "Zahlt Perle.");
    }
}

/* As many templates as a game may have: families "a", "b" and so on with the
 * same numbers, whose text is their key, and for each a template "choose.a". */
enum {
    FAMILIES = 26,
    EACH = TEMPLATES_MAX / FAMILIES - 1,
    MANY = FAMILIES * EACH,
    KEY_SIZE = 16
};
static struct {
    char key[MANY][KEY_SIZE];
    char choose[FAMILIES][2][KEY_SIZE]; /* key and text */
    struct phrase_template template[MANY + FAMILIES];
    struct templates read;
    struct phrases phrases;
} many;

static struct phrase_template choose_from(int family)
{
    char *key = many.choose[family][0], *template = many.choose[family][1];

    snprintf(key, KEY_SIZE, "choose.%c", 'a' + family);
    snprintf(template, KEY_SIZE, "{v:%c}", 'a' + family);
    return (struct phrase_template){key, template};
}

static void make_many(void)
{
    struct phrase_template *next = many.template;

    for (int i = 0; i < MANY; i++) {
        snprintf(many.key[i], KEY_SIZE, "%c.%02d", 'a' + i / EACH, i % EACH);
        *next++ = (struct phrase_template){many.key[i], many.key[i]};
        if (many.key[i][0] == 'c' && i % EACH == EACH - 1)
            for (int family = 0; family < FAMILIES; family++)
                *next++ = choose_from(family);
    }
    many.phrases.count = MANY + FAMILIES;
    many.phrases.read = &many.read;
    for (int l = 0; l < LANGUAGES; l++)
        many.phrases.templates[l] = many.template;
}

/* Choose each of many.  NULL if each is right, or else one that is not. */
static void *choose_each(void *context)
{
    static _Thread_local struct members own;
    static _Thread_local char out[PHRASE_TEXT_MAX];

    (void)context;
    for (int i = 0; i < MANY; i++) {
        members_begin(&own, NULL);
        sink_string(&own.sink, "v", many.key[i] + 2);
        phrases_fill_part(&many.phrases, &own, many.choose[i / EACH][0],
                          LANGUAGE_EN, out);
        if (strcmp(out, many.key[i]) != 0)
            return many.key[i];
    }
    return NULL;
}

Test(phrases, each_of_many_templates_is_found)
{
    make_many();
    cr_expect_null(choose_each(NULL));
}

Test(phrases, a_family_may_begin_as_another)
{
    static const struct phrase_template all[] = {
        {"a", "{v:p}, {v:p-q}, {v:p.q}"},
        {"p-q.x", "second"},
        {"p.q.x", "third"},
        {"p.x", "first"}};
    static struct templates read;
    static const struct phrases prefixes = {
        .templates = {all, all}, .count = 4, .read = &read};
    char out[PHRASE_TEXT_MAX];

    sink_string(begin(), "v", "x");
    phrases_fill_part(&prefixes, &members, "a", LANGUAGE_EN, out);
    cr_expect_str_eq(out, "first, second, third");
}

Test(phrases, threads_that_make_the_first_text_read_templates_once)
{
    pthread_t threads[8];

    make_many();
    for (int i = 0; i < 8; i++)
        cr_assert_eq(pthread_create(&threads[i], NULL, choose_each, NULL), 0);
    for (int i = 0; i < 8; i++) {
        void *wrong;

        cr_assert_eq(pthread_join(threads[i], &wrong), 0);
        cr_expect_null(wrong);
    }
}
