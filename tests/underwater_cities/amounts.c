/* What moves cost and give: "pays" and "gives" of each legal move are what the
 * stock and the track show when it is played, and what its steps say. */
#include "rules/underwater_cities/words/amounts.h"
#include "positions.h"
#include "rules/kit/members.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/game.h"
#include "rules/underwater_cities/words/words.h"
#include "rules_match.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { EACH = 3 }; /* every third combination of options is played */

/* "pays" and "gives" of a document. */
static struct move_amounts read_amounts(const struct members *m)
{
    static const char *const words[AMOUNTS] = {
        "credit",    "kelp",   "steelplast", "science",
        "biomatter", "points", "card",       "federation"};
    struct move_amounts amounts = {.pays = {0}};

    for (unsigned i = 0; i < m->count; i++) {
        const struct member *list = &m->member[i];
        int *out = NULL;

        if (list->kind == MEMBER_OBJECT && strcmp(list->key, "pays") == 0)
            out = amounts.pays;
        if (list->kind == MEMBER_OBJECT && strcmp(list->key, "gives") == 0)
            out = amounts.gives;
        for (unsigned k = i + 1; out && k < list->end; k++)
            for (int r = 0; r < AMOUNTS; r++)
                if (strcmp(m->member[k].key, words[r]) == 0)
                    out[r] = (int)m->member[k].number;
    }
    return amounts;
}

/* The steps of the move as documents: pay and gain of the seat, until the turn
 * of the next one begins. */
static struct move_amounts sum_steps(const struct uwc_state *s, int seat,
                                     struct move move)
{
    static struct journal journal;
    struct move_amounts sum = {.pays = {0}};
    struct uwc_state copy = *s;

    journal_begin(&journal, s->seats);
    game_play_recorded(&underwater_cities, &copy, seat, move, 0, &journal);
    for (size_t i = 0; i < journal.count; i++) {
        const struct journal_step *step = &journal.step[i];

        if (step->type == JOURNAL_TURN || step->type == JOURNAL_TILES_BACK)
            break;
        if (step->seat == seat && step->type == JOURNAL_PAY)
            sum.pays[step->what] += step->n;
        if (step->seat == seat && step->type == JOURNAL_GAIN)
            sum.gives[step->what] += step->n;
    }
    return sum;
}

static int marker_steps(const struct seat *before, const struct seat *after)
{
    return before->space - after->space;
}

/* A move of a turn that the turn survives: the stock changes by what it gives
 * and pays, and so do points, hand and marker. */
static void check_change(const struct uwc_state *s, int seat, struct move move,
                         const struct move_amounts *amounts)
{
    const struct seat *before = &s->seat[seat], *after;
    struct uwc_state copy = *s;
    char name[RULES_NOTATION_MAX];

    uwc_format(s, seat, move, name);
    uwc_play(&copy, seat, move);
    after = &copy.seat[seat];
    for (int r = 0; r < RESOURCES; r++)
        cr_assert_eq(after->stock[r] - before->stock[r],
                     amounts->gives[r] - amounts->pays[r], "%s: resource %d",
                     name, r);
    cr_assert_eq(after->points - before->points, amounts->gives[POINT], "%s",
                 name);
    cr_assert_leq(marker_steps(before, after),
                  amounts->gives[AMOUNT_FEDERATION], "%s", name);
}

static void check_move(const struct uwc_state *s, int seat, struct move move)
{
    const struct move_amounts none = {.pays = {0}};
    struct move_amounts amounts, sum;
    struct members members;
    char name[RULES_NOTATION_MAX];

    members_begin(&members, NULL);
    uwc_describe(s, seat, move, &members.sink);
    amounts = read_amounts(&members);
    uwc_format(s, seat, move, name);
    if (s->phase != PHASE_TURN) {
        cr_assert(memcmp(&amounts, &none, sizeof none) == 0, "%s", name);
        return;
    }
    sum = sum_steps(s, seat, move);
    for (int r = 0; r <= POINT; r++) {
        cr_assert_eq(amounts.pays[r], sum.pays[r], "%s pays %d", name, r);
        cr_assert_eq(amounts.gives[r], sum.gives[r], "%s gives %d", name, r);
    }
    if (move_verb(move) == MOVE_END)
        cr_assert_eq(amounts.gives[CARD], 1 + s->draws, "%s", name);
    else
        check_change(s, seat, move, &amounts);
}

static void check_all(const struct uwc_state *s)
{
    static struct move moves[RULES_MOVES_MAX];

    for (int seat = 0; seat < s->seats; seat++) {
        const size_t count = uwc_moves(s, seat, moves, RULES_MOVES_MAX);

        for (size_t i = 0; i < count; i++)
            check_move(s, seat, moves[i]);
    }
}

Test(amounts, moves_say_what_they_cost_and_give)
{
    static struct test_match m;

    for (int seats = 1; seats <= RULES_SEATS_MAX; seats++) {
        struct settings settings;
        int number = -1;

        while (test_settings_allowed(&underwater_cities, (uint8_t)seats,
                                     &number, &settings)) {
            if (number % EACH)
                continue;
            cr_assert_eq(test_match_start(&m, &underwater_cities, &settings,
                                          (uint64_t)(100 + number)),
                         RULES_OK);
            do
                check_all((const void *)m.state);
            while (test_match_step_hungry(&m));
        }
    }
}

/* Ruling 53: biomatter replaces kelp and steelplast; a discount comes first. */
Test(amounts, a_sentence_says_what_is_really_paid)
{
    struct uwc_state s = position_plain();

    s.seat[0].stock[CREDIT] = s.seat[0].stock[KELP] = 9;
    s.seat[0].stock[STEELPLAST] = s.seat[0].stock[BIOMATTER] = 9;
    position_give(&s, 0, 44); /* red: no match with a green slot */
    position_play(&s, 0, "place green3 44");
    cr_expect_str_eq(position_says(&s, 0, "build city 6"),
                     "Build a nonsymbiotic city on city site 6, for 1 credit, "
                     "1 kelp and 2 steelplast.");
    cr_expect_str_eq(
        position_says(&s, 0, "build city 6 biomatter 1 kelp 1 steelplast"),
        "Build a nonsymbiotic city on city site 6, for 1 credit, 1 "
        "steelplast and 2 biomatter.");
    position_claim(&s, 0, 6); /* cities cost 1 steelplast less */
    cr_expect_str_eq(position_says(&s, 0, "build city 6"),
                     "Build a nonsymbiotic city on city site 6, for 1 credit, "
                     "1 kelp and 1 steelplast.");
}
