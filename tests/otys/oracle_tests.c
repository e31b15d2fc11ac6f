/* Engine and oracle agree in random matches of every number of seats and
 * every combination of options: over 10,000 decisions, with FATHOM_DEPTH=deep
 * 30,000, or the number in FATHOM_STEPS. */
#include "depth.h"
#include "oracle.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern const struct game otys_game;

enum { PARTS = 8, LEAVES = 400 /* decisions for each seat that leaves */ };

static const char *const verbs[] = {"key", "propel",  "recall", "sell",
                                    "buy", "improve", "oxygen"};

static struct document components_document, view_document[2],
    prompt_document[2], words_document;
static const struct node *components;
static char note[200];

static long steps(void)
{
    const char *wanted = getenv("FATHOM_STEPS");

    if (wanted)
        return strtol(wanted, NULL, 10) / PARTS;
    return (by_depth(10000, 30000)) / PARTS;
}

/* One of all combinations of options, with 2, 3 or 4 seats. */
static void start(struct test_match *match, uint64_t seed)
{
    struct settings settings;
    int number = -1;

    for (uint64_t i = 0; i <= seed / 3; i++)
        if (!test_settings_allowed(&otys_game, 2 + (int)(seed % 3), &number,
                                   &settings)) {
            number = -1;
            i--;
        }
    cr_assert_eq(test_match_start(match, &otys_game, &settings, seed),
                 RULES_OK);
}

/* The documents of the state, in one of two places. */
static struct oracle_scene show(const struct test_match *match, int place)
{
    const seat_set seats = otys_game.to_act(match->state);
    struct oracle_scene scene = {
        .components = components,
        .seat = seats ? __builtin_ctz(seats) : -1,
        .view = document_begin(&view_document[place]),
        .prompt = document_begin(&prompt_document[place]),
    };

    cr_assert_leq(__builtin_popcount(seats), 1);
    otys_game.view(match->state, RULES_OMNISCIENT, &view_document[place].sink);
    if (seats)
        otys_game.prompt(match->state, scene.seat, RULES_OMNISCIENT,
                         &prompt_document[place].sink);
    return scene;
}

static struct oracle_move split(const char *text)
{
    struct oracle_move move = {.count = 0};
    char words[RULES_NOTATION_MAX], *rest = words;

    snprintf(words, sizeof words, "%s", text);
    for (char *word = strtok_r(rest, " ", &rest);
         word && move.count < ORACLE_WORDS; word = strtok_r(rest, " ", &rest))
        snprintf(move.word[move.count++], sizeof *move.word, "%s", word);
    return move;
}

/* ---- legal moves ---- */

static bool is_in(const struct oracle_list *list, const char *text)
{
    for (size_t i = 0; i < list->count; i++)
        if (!strcmp(list->text[i], text))
            return true;
    return false;
}

/* The moves with a verb that the engine lists. */
static void list_theirs(const struct test_match *match, int seat,
                        const char *verb, struct oracle_list *out)
{
    static struct move moves[RULES_MOVES_MAX];
    const size_t count =
        otys_game.moves(match->state, seat, moves, RULES_MOVES_MAX);

    out->count = 0;
    for (size_t i = 0; i < count; i++) {
        char text[RULES_NOTATION_MAX];

        otys_game.format(match->state, seat, moves[i], text);
        if (!strcmp(split(text).word[0], verb)) {
            cr_assert_lt(out->count, ORACLE_MOVES);
            memcpy(out->text[out->count++], text, sizeof text);
        }
    }
}

static void expect_moves(const struct oracle_table *table,
                         const struct oracle_scene *scene,
                         const struct test_match *match)
{
    for (size_t v = 0; v < sizeof verbs / sizeof *verbs; v++) {
        struct oracle_list ours, theirs;
        const bool is_decided = oracle_moves(table, scene, verbs[v], &ours);

        list_theirs(match, scene->seat, verbs[v], &theirs);
        if (!is_decided && theirs.count == 0)
            continue;
        for (size_t i = 0; i < theirs.count; i++)
            cr_assert(is_in(&ours, theirs.text[i]), "%s: '%s' is not allowed",
                      note, theirs.text[i]);
        for (size_t i = 0; i < ours.count; i++)
            cr_assert(is_in(&theirs, ours.text[i]), "%s: '%s' is missing", note,
                      ours.text[i]);
    }
}

/* ---- credits and points ---- */

static int member(const struct oracle_scene *scene, int seat, const char *key)
{
    return node_number(node_at(node_member(scene->view, "players"), seat), key);
}

static int store_points(const struct oracle_scene *scene, int seat)
{
    const struct node *player =
        node_at(node_member(scene->view, "players"), seat);

    return node_number(node_member(player, "points"), "store");
}

/* ---- a step ---- */

/* The price that the words of a move have; 0: none. */
static int price_in_words(const void *before, const struct entry *entry)
{
    const struct node *words = document_begin(&words_document), *parts;

    otys_game.describe(before, entry->seat, entry->move, &words_document.sink);
    parts = node_member(words, "parts");
    return node_has(parts, "price") ? node_number(parts, "price") : 0;
}

/* A decision at random, and its notation. */
static bool step(struct test_match *match, struct oracle_move *move, int *price)
{
    uint8_t before[RULES_STATE_MAX];
    const struct entry *entry;
    char text[RULES_NOTATION_MAX];
    const size_t length = strlen(note);

    memcpy(before, match->state, sizeof before);
    if (!test_match_step_random(match))
        return false;
    entry = &match->entries[match->record.count - 1];
    otys_game.format(before, entry->seat, entry->move, text);
    snprintf(note + length, sizeof note - length, " '%s'", text);
    *move = split(text);
    *price = price_in_words(before, entry);
    return true;
}

/* Play a decision, and compare.  False when the match is over. */
static bool expect_step(struct oracle_table *table, struct test_match *match)
{
    const struct oracle_scene before = show(match, 0);
    struct oracle_scene after;
    struct oracle_move move;
    int credits, points, price;
    bool is_trade;

    snprintf(note, sizeof note, "seed %lu, %s, decision %zu",
             (unsigned long)match->seed,
             before.seat < 0 ? "over" : node_word(before.prompt, "kind"),
             match->record.count);
    if (before.seat < 0)
        return false;
    expect_moves(table, &before, match);
    if (!step(match, &move, &price))
        return false;
    after = show(match, 1);
    is_trade = oracle_trade(table, &before, &move, &credits, &points);
    oracle_play(table, &before, &move);
    oracle_follow(table, &after, note);
    oracle_expect(table, after.view, note);
    cr_assert_eq(price, is_trade ? abs(credits) + points : 0,
                 "%s: its words have the price %d", note, price);
    if (!is_trade)
        return true;
    cr_assert_eq(member(&after, before.seat, "credits"),
                 member(&before, before.seat, "credits") + credits,
                 "%s: by the rules %d credits", note, credits);
    cr_assert_eq(store_points(&after, before.seat),
                 store_points(&before, before.seat) + points,
                 "%s: by the rules %d points", note, points);
    return true;
}

/* With more than two seats, one may leave at any time. */
static void leave(struct oracle_table *table, struct test_match *match)
{
    const int seat = (int)random_below(&match->chooser, (uint32_t)table->seats);
    struct oracle_scene after;

    if (table->player[seat].left || table->seats == 2)
        return;
    test_match_step(match,
                    (struct entry){.kind = ENTRY_LEAVE, .seat = (uint8_t)seat});
    after = show(match, 1);
    snprintf(note, sizeof note, "seed %lu: seat %d leaves at decision %zu",
             (unsigned long)match->seed, seat, match->record.count);
    if (otys_game.to_act(match->state) == 0)
        return;
    oracle_leave(table, seat, &after);
    oracle_follow(table, &after, note);
    oracle_expect(table, after.view, note);
}

static long play(struct test_match *match)
{
    static struct oracle_table table;
    const struct oracle_scene begin = show(match, 0);
    long count = 0;

    oracle_expect_setup(begin.view);
    oracle_read(&table, begin.view);
    while (expect_step(&table, match)) {
        count++;
        if (random_below(&match->chooser, LEAVES) == 0)
            leave(&table, match);
    }
    return count;
}

ParameterizedTestParameters(oracle, agrees_in_random_matches)
{
    static int parts[PARTS];

    for (int i = 0; i < PARTS; i++)
        parts[i] = i;
    return cr_make_param_array(int, parts, PARTS);
}

ParameterizedTest(int *part, oracle, agrees_in_random_matches, .timeout = 3600)
{
    static struct test_match match;
    long left = steps();

    components = document_begin(&components_document);
    otys_game.components(&components_document.sink);
    for (uint64_t seed = (uint64_t)*part; left > 0; seed += PARTS) {
        start(&match, seed);
        left -= play(&match);
    }
}
