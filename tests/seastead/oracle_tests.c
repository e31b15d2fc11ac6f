/* Engine and oracle agree in positions of every kind: 10,000, with
 * FATHOM_DEPTH=deep 30,000, or the number in FATHOM_POSITIONS. */
#include "depth.h"
#include "oracle.h"
#include "rules/seastead/engine/decide.h"
#include "rules/seastead/engine/stack.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 8, MOVES = 700 };

static struct document components_document, view_document;
static const struct node *components;

static long positions(void)
{
    const char *wanted = getenv("FATHOM_POSITIONS");

    if (wanted)
        return strtol(wanted, NULL, 10) / PARTS;
    return (by_depth(10000, 30000)) / PARTS;
}

/* A match of one of the combinations of options, one after the other. */
static void start(struct test_match *match, uint64_t seed)
{
    struct settings settings;
    int seats = 1 + (seed % 4 > 0), number = -1;

    for (uint64_t i = 0; i <= seed % 7; i++)
        if (!test_settings_allowed(&seastead_game, seats, &number, &settings))
            number = -1;
    if (number < 0)
        game_defaults(&seastead_game, (uint8_t)seats, &settings);
    test_match_start(match, &seastead_game, &settings, seed);
}

/* ---- scoring ---- */

static void expect_score(const struct state *s, unsigned long seed)
{
    const struct node *view = oracle_view(&view_document, s);
    struct scores ours, theirs;

    oracle_score(components, view, &ours);
    memset(&theirs, 0, sizeof theirs);
    seastead_game.score(s, &theirs);
    cr_assert_eq(theirs.items, ours.items);
    for (int seat = 0; seat < s->seats; seat++) {
        for (int i = 0; i < ours.items; i++)
            cr_assert_eq(theirs.item[i].points[seat], ours.item[i].points[seat],
                         "seed %lu, seat %d, %s: %d, by the rules %d", seed,
                         seat, theirs.item[i].name, theirs.item[i].points[seat],
                         ours.item[i].points[seat]);
        cr_assert_eq(theirs.total[seat], ours.total[seat], "seed %lu", seed);
        cr_assert_eq(theirs.rank[seat], ours.rank[seat],
                     "seed %lu, the rank of seat %d", seed, seat);
    }
    cr_assert_eq(theirs.outcome, ours.outcome, "seed %lu", seed);
    cr_assert_eq(theirs.goals, ours.goals, "seed %lu", seed);
    cr_assert(!ours.goals || (theirs.goal[0].needed == ours.goal[0].needed &&
                              theirs.goal[0].reached == ours.goal[0].reached),
              "seed %lu: the Boss has %d", seed, theirs.goal[0].needed);
}

/* ---- ships ---- */

static bool is_listed(const char listed[][RULES_NOTATION_MAX], size_t count,
                      const char *text)
{
    for (size_t i = 0; i < count; i++)
        if (!strcmp(listed[i], text))
            return true;
    return false;
}

/* The moves of the seat are those that the rules allow. */
static void expect_moves(const struct state *s, int seat,
                         const char wanted[][RULES_NOTATION_MAX], size_t count,
                         unsigned long seed)
{
    static struct move moves[RULES_MOVES_MAX];
    static char listed[RULES_MOVES_MAX][RULES_NOTATION_MAX];
    const size_t n = seastead_game.moves(s, seat, moves, RULES_MOVES_MAX);

    for (size_t i = 0; i < n; i++) {
        seastead_game.format(s, seat, moves[i], listed[i]);
        cr_assert(is_listed(wanted, count, listed[i]),
                  "seed %lu: '%s' is not allowed", seed, listed[i]);
    }
    for (size_t i = 0; i < count; i++)
        cr_assert(
            is_listed((const char(*)[RULES_NOTATION_MAX])listed, n, wanted[i]),
            "seed %lu: '%s' is missing", seed, wanted[i]);
}

static char wanted[MOVES][RULES_NOTATION_MAX];

static size_t list_places(const struct places *places)
{
    size_t n = 0;

    for (int f = 0; f < 4; f++)
        for (int spot = 0; spot < 6; spot++)
            if (places->at[f][spot])
                snprintf(wanted[n++], sizeof *wanted, "ship %d%c", f + 1,
                         'a' + spot);
    return n;
}

static size_t list_sailing(const struct places *from, const struct places *to)
{
    size_t n = 0;

    snprintf(wanted[n++], sizeof *wanted, "pass");
    for (int i = 0; i < 24; i++)
        for (int k = 0; k < 24; k++)
            if (from->at[i / 6][i % 6] && to->at[k / 6][k % 6])
                snprintf(wanted[n++], sizeof *wanted, "sail %d%c %d%c",
                         i / 6 + 1, 'a' + i % 6, k / 6 + 1, 'a' + k % 6);
    return n;
}

/* If a ship is to be placed or moved, the right moves are listed.  Returns
 * whether there was such a decision. */
static bool expect_ship_moves(const struct state *s, unsigned long seed)
{
    const struct node *view = oracle_view(&view_document, s);
    const struct node *pending = node_member(view, "pending");
    const struct node *last = pending->last;
    struct places from, to;
    int seat;

    if (!last)
        return false;
    seat = node_number(last, "seat");
    if (!strcmp(node_word(last, "kind"), "ship")) {
        to = oracle_ship_places(components, view);
        expect_moves(s, seat, (const char(*)[RULES_NOTATION_MAX])wanted,
                     list_places(&to), seed);
        return true;
    }
    if (strcmp(node_word(last, "kind"), "sail") != 0)
        return false;
    from = oracle_sailing(view, seat,
                          node_number(last, "a") | node_number(last, "b") << 8 |
                              node_number(last, "c") << 16);
    to = oracle_free(view);
    expect_moves(s, seat, (const char(*)[RULES_NOTATION_MAX])wanted,
                 list_sailing(&from, &to), seed);
    return true;
}

static int count_places(const struct places *places)
{
    int count = 0;

    for (int i = 0; i < 24; i++)
        count += places->at[i / 6][i % 6];
    return count;
}

/* A new ship of the seat on the move: placed, or without a free location
 * returned to the box for a cleanup token (rules 1.5.2). */
static void expect_placement(const struct state *scattered, unsigned long seed)
{
    const struct node *view = oracle_view(&view_document, scattered);
    const struct places places = oracle_ship_places(components, view);
    const int count = count_places(&places);
    struct state s = *scattered;
    const int seat = s.turn;

    if (!s.seat[seat].ships || s.seat[seat].left)
        return;
    push_plain(&s, FRAME_SHIP, seat);
    advance(&s);
    cr_assert_eq(s.seat[seat].cleanup,
                 scattered->seat[seat].cleanup + (count ? 0 : 1),
                 "seed %lu: %d free locations", seed, count);
    cr_assert_eq(s.seat[seat].ships,
                 scattered->seat[seat].ships - (count ? 0 : 1),
                 "seed %lu: %d free locations", seed, count);
    if (count)
        cr_assert(expect_ship_moves(&s, seed), "seed %lu: nothing asked", seed);
}

/* Moving own ships, as after the last shipyard. */
static void expect_sailing(const struct state *scattered, unsigned long seed)
{
    struct state s = *scattered;

    if (s.seat[s.turn].left)
        return;
    push(&s, (struct frame){.kind = FRAME_SAIL,
                            .seat = s.turn,
                            .n = SHIPS_EACH,
                            .a = (uint8_t)seed,
                            .b = (uint8_t)(seed >> 8)});
    if (has_option(&s))
        expect_ship_moves(&s, seed);
}

/* ---- positions ---- */

ParameterizedTestParameters(oracle, agrees_in_scattered_positions)
{
    static int parts[PARTS];

    for (int i = 0; i < PARTS; i++)
        parts[i] = i;
    return cr_make_param_array(int, parts, PARTS);
}

ParameterizedTest(int *part, oracle, agrees_in_scattered_positions,
                  .timeout = 3600)
{
    static struct test_match match;
    const long count = positions();
    struct random random;
    uint8_t key[32] = {(uint8_t)(1 + *part)};
    struct state s;

    components = oracle_components(&components_document);
    random_init(&random, key, 1);
    for (long i = 0; i < count; i++) {
        const unsigned long seed = (unsigned long)(*part + PARTS * i);

        if (i % 50 == 0)
            start(&match, seed);
        memcpy(&s, match.state, sizeof s);
        oracle_scatter(&s, &random);
        expect_score(&s, seed);
        expect_placement(&s, seed);
        expect_sailing(&s, seed);
    }
}

/* In play, decisions about ships come by themselves. */
Test(oracle, agrees_in_played_matches, .timeout = 1200)
{
    static struct test_match match;
    const int matches = by_depth(40, 300);
    int ships = 0;

    components = oracle_components(&components_document);
    for (int seed = 0; seed < matches; seed++) {
        start(&match, (uint64_t)seed);
        do {
            const struct state *s = (const void *)match.state;

            expect_score(s, (unsigned long)seed);
            ships += expect_ship_moves(s, (unsigned long)seed);
        } while (seed % 2 ? test_match_step_hungry(&match)
                          : test_match_step_random(&match));
    }
    cr_expect_gt(ships, matches, "ships are placed in most matches");
}
