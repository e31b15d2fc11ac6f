/* What a refused move costs: judging it, and no list of moves. */
#include "play/match/apply_moves.h"
#include "play/match/cache.h"
#include "play/match/command.h"

#include "play_world.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>

static atomic_uint lists, judged, explained;
static const struct game *real;

static size_t counted_moves(const void *state, int seat, struct move *out,
                            size_t cap)
{
    lists++;
    return real->moves(state, seat, out, cap);
}

static enum rules_err counted_apply(void *state, int seat, struct move move)
{
    judged++;
    return real->apply(state, seat, move);
}

static void counted_explain(const void *state, int seat, struct move move,
                            struct sink *sink)
{
    explained++;
    real->explain(state, seat, move, sink);
}

/* A running match whose game counts what it is asked. */
static bool begin(struct world *world, struct game *counted,
                  struct store_match *row)
{
    static const char *const open[] = {"me", "open"};
    struct player ada, bob;
    struct match match;

    if (!world_open(world))
        return false;
    lists = judged = explained = 0;
    ada = world_player(world->node[0], "ada");
    bob = world_player(world->node[0], "bob");
    match = world_match(world->node[0], &ada, "template", open, 2);
    world_join(world->node[0], &bob, match.id, 1);
    cr_assert_eq(row_read(world->node[0], match.id, 0, row), PLAY_OK);
    real = row->match.game;
    *counted = *real;
    counted->moves = counted_moves;
    counted->apply = counted_apply;
    counted->explain = counted_explain;
    row->match.game = counted;
    return true;
}

static enum play_err try_move(struct world *world,
                              const struct store_match *row, const char *text,
                              struct attempt *attempt)
{
    _Alignas(16) uint8_t after[RULES_STATE_MAX];

    memcpy(after, row->state, row->state_size);
    return row_try(world->node[0], row, 0, text, after, attempt);
}

Test(refusals, an_invalid_text_costs_neither_a_list_nor_a_check)
{
    static struct world world;
    static struct store_match row;
    struct game counted;
    struct attempt attempt = {0};

    if (!begin(&world, &counted, &row))
        return;
    cr_expect_eq(try_move(&world, &row, "zzz", &attempt), PLAY_BAD_MOVE);
    cr_expect_eq(try_move(&world, &row, NULL, &attempt), PLAY_BAD_MOVE);
    cr_expect_eq(lists, 0);
    cr_expect_eq(judged, 0);
    cr_expect_eq(explained, 0);
    world_close(&world);
}

Test(refusals, an_illegal_move_costs_one_check_and_its_explanation)
{
    static struct world world;
    static struct store_match row;
    struct game counted;
    struct attempt attempt = {0};
    struct move yours[RULES_MOVES_MAX];
    char text[RULES_NOTATION_MAX];

    if (!begin(&world, &counted, &row))
        return;
    cr_assert_gt(real->moves(row.state, 1, yours, RULES_MOVES_MAX), 0);
    real->format(row.state, 1, yours[0], text);
    cr_expect_eq(try_move(&world, &row, text, &attempt), PLAY_ILLEGAL_MOVE);
    cr_expect_str_eq(attempt.refusal.rule, "not-in-hand");
    cr_expect_eq(lists, 0);
    cr_expect_eq(judged, 1);
    cr_expect_eq(explained, 1);
    world_close(&world);
}

/* ---- the words of a reason ---- */

Test(refusals, the_reason_is_in_the_language_of_the_request)
{
    static struct world world;
    static struct store_match row;
    struct game counted;
    struct attempt attempt = {.language = LANGUAGE_DE};

    struct move yours[RULES_MOVES_MAX];
    char text[RULES_NOTATION_MAX];

    if (!begin(&world, &counted, &row))
        return;
    cr_assert_gt(real->moves(row.state, 1, yours, RULES_MOVES_MAX), 0);
    real->format(row.state, 1, yours[0], text);
    cr_expect_eq(try_move(&world, &row, text, &attempt), PLAY_ILLEGAL_MOVE);
    cr_expect_str_eq(attempt.refusal.reason,
                     "Nur eine Karte auf deiner Hand kann gewählt werden.");
    world_close(&world);
}
