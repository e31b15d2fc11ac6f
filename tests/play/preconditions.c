/* Requests that were made on an older state: which are refused, and how much is
 * replayed and listed to decide it. */
#include "play/match/command.h"
#include "play/match/precondition.h"

#include "play_cases.h"
#include "play_log.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- counting the lists of moves that are made ---- */

static const struct game *counted_game;
static unsigned lists;

static size_t count_moves(const void *state, int seat, struct move *out,
                          size_t cap)
{
    lists++;
    return counted_game->moves(state, seat, out, cap);
}

/* What becomes of a seat's request on the state at expected_seq. */
static enum play_err ask(struct logged *it, enum match_action action, int seat,
                         int64_t expected_seq)
{
    struct store_match *row = logged_row(it, it->play);
    struct command *command = calloc(1, sizeof *command);
    struct game game = *row->match.game;
    enum play_err err;

    counted_game = row->match.game;
    lists = 0;
    game.moves = count_moves;
    row->match.game = &game;
    command->action = action;
    command->seat = seat;
    command->expected_seq = expected_seq;
    err = precondition_check(it->play, row, command);
    free(command);
    free(row);
    return err;
}

/* A seat chooses something. */
static void choose(struct logged *it, int seat)
{
    static struct match_position position;
    char move[RULES_NOTATION_MAX];
    struct reply reply;

    cr_assert_eq(match_read(it->play, &it->players[seat], it->id,
                            MATCH_OWN_SEAT, it->seq, &position),
                 PLAY_OK);
    cr_assert(world_legal(&position, seat, 3, move));
    reply =
        world_move(it->play, &it->players[seat], it->id, move, MATCH_ANY_SEQ);
    cr_assert_eq(reply.err, PLAY_OK, "%s", play_err_word(reply.err));
    it->seq = reply.seq;
}

static void vote(struct logged *it, int times)
{
    for (int i = 0; i < times; i++) {
        const struct match_request request = {.action = MATCH_VOTE,
                                              .match = it->id,
                                              .player = &it->players[1],
                                              .seat = MATCH_OWN_SEAT,
                                              .wants_abort = i % 2 == 0,
                                              .expected_seq = MATCH_ANY_SEQ};
        const struct reply reply = world_act(it->play, &request);

        cr_assert_eq(reply.err, PLAY_OK, "%s", play_err_word(reply.err));
        it->seq = reply.seq;
    }
}

/* ---- what is stale ---- */

CASES_THAT_OPEN(preconditions);

CASE(hold_for_seats_that_choose_at_the_same_time)
{
    static struct logged it;
    uint32_t begun;

    if (!logged_open(&it, "template", 4))
        return;
    begun = it.seq;
    for (int seat = 1; seat < 4; seat++)
        choose(&it, seat);
    cr_expect_eq(ask(&it, MATCH_MOVE, 0, begun), PLAY_OK);
    cr_expect_leq(lists, 2);
    world_close(&it.world);
}

CASE(undos_are_found_without_listing_moves)
{
    static struct logged it;
    uint32_t chosen;

    if (!logged_open(&it, "template", 3))
        return;
    choose(&it, 0);
    chosen = it.seq;
    choose(&it, 1);
    cr_expect_eq(ask(&it, MATCH_UNDO, 0, chosen), PLAY_OK);
    choose(&it, 2); /* the cards are turned up */
    cr_expect_eq(ask(&it, MATCH_UNDO, 0, chosen), PLAY_STALE);
    cr_expect_eq(lists, 0);
    world_close(&it.world);
}

CASE(fail_without_a_replay_if_the_seat_has_acted_since)
{
    static struct logged it;
    uint32_t begun;
    uint64_t replayed;

    if (!logged_open(&it, "template", 2))
        return;
    begun = it.seq;
    choose(&it, 0);
    replayed = logged_replayed(it.play);
    cr_expect_eq(ask(&it, MATCH_MOVE, 0, begun), PLAY_STALE);
    cr_expect_eq(ask(&it, MATCH_MOVE, 0, 1), PLAY_STALE);
    cr_expect_eq(lists, 0);
    cr_expect_eq(logged_replayed(it.play), replayed);
    world_close(&it.world);
}

CASE(fail_without_listing_moves_if_the_seats_turn_came)
{
    static struct logged it;
    struct store_match *row;
    uint32_t turned_up;
    int winner;

    if (!logged_open(&it, "template", 2))
        return;
    choose(&it, 0);
    choose(&it, 1);
    turned_up = it.seq;
    row = logged_row(&it, it.play);
    winner = __builtin_ctz(row->match.to_act);
    free(row);
    choose(&it, winner);
    /* Now the other chooses again. */
    cr_expect_eq(ask(&it, MATCH_MOVE, 1 - winner, turned_up), PLAY_STALE);
    cr_expect_eq(lists, 0);
    world_close(&it.world);
}

CASE(fail_more_than_1024_events_behind)
{
    static struct logged it;
    uint32_t begun;
    uint64_t replayed;

    if (!logged_open(&it, "template", 3))
        return;
    begun = it.seq;
    vote(&it, 1024);
    cr_expect_eq(ask(&it, MATCH_MOVE, 0, begun), PLAY_OK);
    cr_expect_leq(lists, 2);
    vote(&it, 1);
    replayed = logged_replayed(it.play);
    cr_expect_eq(ask(&it, MATCH_MOVE, 0, begun), PLAY_STALE);
    cr_expect_eq(lists, 0);
    cr_expect_eq(logged_replayed(it.play), replayed);
    world_close(&it.world);
}

CASE(fail_behind_more_than_16_decisions)
{
    static struct logged it;
    uint32_t begun;

    if (!logged_open(&it, "template", 3))
        return;
    begun = it.seq;
    choose(&it, 1);
    for (int i = 0; i < 16; i++) {
        struct reply reply = world_undo(it.play, &it.players[1], it.id,
                                        it.seq - 1, MATCH_ANY_SEQ);

        cr_assert_eq(reply.err, PLAY_OK);
        it.seq = reply.seq;
        choose(&it, 1);
        cr_expect_eq(ask(&it, MATCH_MOVE, 0, begun),
                     it.seq - begun <= 16 ? PLAY_OK : PLAY_STALE);
        cr_expect_leq(lists, it.seq - begun <= 16 ? 2 : 0);
    }
    world_close(&it.world);
}
