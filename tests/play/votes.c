/* Votes to abort a running match. */
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <stdlib.h>
#include <string.h>

enum { SEATS_MAX = 3 };
static const char *const seats[] = {"me", "open", "open"};
static const char *const names[] = {"ada", "bob", "cyd"};

/* Accounts at the template, each on the seat of its number, under way. */
struct table {
    struct world world;
    struct play *play;
    struct player players[SEATS_MAX];
    char id[PLAY_ID_SIZE];
};

static bool table_open(struct table *table, int count)
{
    struct match match;

    memset(table, 0, sizeof *table);
    if (!world_open(&table->world))
        return false;
    table->play = table->world.node[0];
    for (int i = 0; i < count; i++)
        table->players[i] = world_player(table->play, names[i]);
    match = world_match(table->play, &table->players[0], "template", seats,
                        (size_t)count);
    memcpy(table->id, match.id, sizeof table->id);
    for (int i = 1; i < count; i++)
        cr_assert_eq(
            world_join(table->play, &table->players[i], table->id, i).err,
            PLAY_OK);
    return true;
}

static struct match read_match(const struct table *table)
{
    struct match match;

    cr_assert_eq(match_get(table->play, table->id, &match), PLAY_OK);
    return match;
}

static struct reply vote_as(struct play *play, const struct player *player,
                            const char *id, bool abort)
{
    const struct match_request request = {.action = MATCH_VOTE,
                                          .match = id,
                                          .player = player,
                                          .seat = MATCH_OWN_SEAT,
                                          .wants_abort = abort,
                                          .expected_seq = MATCH_ANY_SEQ,
                                          .render = world_render};

    return world_act(play, &request);
}

static struct reply vote(struct table *table, int seat, bool abort)
{
    return vote_as(table->play, &table->players[seat], table->id, abort);
}

static struct reply resign(struct table *table, int seat)
{
    const struct match_request request = {.action = MATCH_RESIGN,
                                          .match = table->id,
                                          .player = &table->players[seat],
                                          .seat = MATCH_OWN_SEAT,
                                          .expected_seq = MATCH_ANY_SEQ};

    return world_act(table->play, &request);
}

/* The first legal move of a seat, as if decided at seq. */
static struct reply choose(struct table *table, int seat, int64_t seq)
{
    static struct match_position position;
    char move[RULES_NOTATION_MAX];

    match_read(table->play, &table->players[seat], table->id, MATCH_OWN_SEAT, 0,
               &position);
    cr_assert(world_legal(&position, seat, 0, move));
    return world_move(table->play, &table->players[seat], table->id, move, seq);
}

static void verify(struct table *table)
{
    uint32_t bad_seq = 1;

    cr_assert_eq(match_verify(table->play, table->id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0, "seq %u does not replay", bad_seq);
    cr_expect_eq(
        world_number(&table->world, "SELECT count(*) - max(seq) FROM events"),
        0);
}

CASES_THAT_OPEN(votes);

CASE(when_all_want_it_the_match_ends_without_a_result)
{
    static struct table table;
    struct match match;
    struct reply reply;

    if (!table_open(&table, 2))
        return;
    reply = vote(&table, 0, true);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect_eq(reply.seq, 3);
    cr_expect_eq(reply.status, MATCH_RUNNING);
    cr_expect_eq(read_match(&table).abort_votes, 1);
    reply = vote(&table, 1, true);
    cr_expect_eq(reply.err, PLAY_OK);
    cr_expect_eq(reply.seq, 5, "the vote, and the end");
    match = read_match(&table);
    cr_expect_eq(match.status, MATCH_ABORTED);
    cr_expect_not(match.has_result);
    cr_expect_eq(match.to_act, 0);
    cr_expect_neq(match.finished_us, 0);
    cr_expect_eq(vote(&table, 1, false).err, PLAY_FINISHED);
    cr_expect_eq(resign(&table, 0).err, PLAY_FINISHED);
    verify(&table);
    world_close(&table.world);
}

CASE(an_aborted_match_is_the_same_at_another_node)
{
    static struct table table;
    struct match match;

    if (!table_open(&table, 2))
        return;
    choose(&table, 0, MATCH_ANY_SEQ);
    vote(&table, 0, true);
    vote(&table, 1, true);
    table.play = world_add_node(&table.world, NULL);
    match = read_match(&table);
    cr_expect_eq(match.status, MATCH_ABORTED);
    cr_expect_eq(match.abort_votes, 3);
    cr_expect_eq(match.seq, 6);
    verify(&table);
    world_close(&table.world);
}

CASE(can_be_withdrawn_and_are_not_cast_twice)
{
    static struct table table;

    if (!table_open(&table, 2))
        return;
    cr_expect_eq(vote(&table, 0, false).err, PLAY_VOTE_UNCHANGED);
    cr_expect_eq(vote(&table, 0, true).err, PLAY_OK);
    cr_expect_eq(vote(&table, 0, true).err, PLAY_VOTE_UNCHANGED);
    cr_expect_eq(vote(&table, 0, false).err, PLAY_OK);
    cr_expect_eq(read_match(&table).abort_votes, 0);
    cr_expect_eq(vote(&table, 1, true).err, PLAY_OK);
    cr_expect_eq(read_match(&table).status, MATCH_RUNNING);
    verify(&table);
    world_close(&table.world);
}

CASE(are_for_players_of_a_running_match)
{
    static struct table table;
    struct player eve;
    struct match open;

    if (!table_open(&table, 2))
        return;
    eve = world_player(table.play, "eve");
    cr_expect_eq(vote_as(table.play, &eve, table.id, true).err,
                 PLAY_NOT_SEATED);
    open = world_match(table.play, &eve, "template", seats, 2);
    cr_expect_eq(vote_as(table.play, &eve, open.id, true).err,
                 PLAY_NOT_STARTED);
    world_close(&table.world);
}

CASE(alone_or_with_bots_a_vote_aborts_at_once)
{
    static const char *const with_bot[] = {"me", "bot:random"};
    static const char *const alone[] = {"me"};
    struct world world;
    struct play *play;
    struct player ada;
    struct match match;

    if (!world_open(&world))
        return;
    play = world.node[0];
    ada = world_player(play, "ada");
    match = world_match(play, &ada, "template", with_bot, 2);
    cr_expect_eq(vote_as(play, &ada, match.id, true).status, MATCH_ABORTED);
    match = world_match(play, &ada, "underwater-cities", alone, 1);
    cr_expect_eq(vote_as(play, &ada, match.id, true).status, MATCH_ABORTED);
    world_close(&world);
}

/* ---- votes are not decisions ---- */

CASE(make_nobodys_expected_seq_stale)
{
    static struct table table;

    if (!table_open(&table, 3))
        return;
    cr_assert_eq(vote(&table, 1, true).err, PLAY_OK);
    cr_assert_eq(vote(&table, 0, true).err, PLAY_OK);
    cr_expect_eq(choose(&table, 0, 3).err, PLAY_OK, "my own and another's");
    cr_expect_eq(choose(&table, 1, 3).err, PLAY_OK);
    verify(&table);
    world_close(&table.world);
}

CASE(do_not_keep_a_bot_from_its_decisions)
{
    static const char *const with_bot[] = {"me", "open", "bot:random"};
    static struct table table;
    static struct match_position position;
    struct match match;
    uint32_t bad_seq = 1;
    bool wants = false;

    if (!table_open(&table, 2))
        return;
    match = world_match(table.play, &table.players[0], "template", with_bot, 3);
    memcpy(table.id, match.id, sizeof table.id);
    world_join(table.play, &table.players[1], table.id, 1);
    for (int tries = 0; tries < 3000; tries++) {
        match_read(table.play, NULL, table.id, MATCH_OWN_SEAT, 0, &position);
        if (position.match.status != MATCH_RUNNING)
            break;
        wants = !wants;
        enum play_err err = vote(&table, 1, wants).err;

        if (err == PLAY_FINISHED) /* by the bot, just now */
            break;
        cr_expect_eq(err, PLAY_OK, "%s", play_err_word(err));
        for (int seat = 0; seat < 2; seat++)
            if (position.to_act >> seat & 1)
                choose(&table, seat, MATCH_ANY_SEQ);
        if (!(position.to_act & 3))
            world_sleep_ms(1); /* the bot's thread has it */
    }
    cr_expect_eq(read_match(&table).status, MATCH_FINISHED);
    cr_assert_eq(match_verify(table.play, table.id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0, "seq %u does not replay", bad_seq);
    world_close(&table.world);
}

CASE(do_not_end_the_undo_window)
{
    static struct table table;
    static struct match_position position;

    if (!table_open(&table, 2))
        return;
    cr_assert_eq(choose(&table, 0, MATCH_ANY_SEQ).err, PLAY_OK);
    vote(&table, 1, true);
    match_read(table.play, &table.players[0], table.id, MATCH_OWN_SEAT, 0,
               &position);
    cr_expect(position.undo.allowed);
    cr_expect_eq(position.undo.step_seq, 2);
    cr_expect_eq(world_undo(table.play, &table.players[0], table.id, 2, 3).err,
                 PLAY_OK);
    match_read(table.play, &table.players[0], table.id, MATCH_OWN_SEAT, 0,
               &position);
    cr_expect_eq(position.to_act, 3);
    cr_expect_eq(position.match.abort_votes, 2, "it takes back no vote");
    verify(&table);
    world_close(&table.world);
}

DEEP_CASE(at_one_node_keep_the_undo_window_of_another)
{
    static struct table table;
    struct play *first, *second;
    uint32_t seq;

    if (!table_open(&table, 2))
        return;
    first = table.play;
    second = world_add_node(&table.world, NULL);
    cr_assert_eq(choose(&table, 0, MATCH_ANY_SEQ).err, PLAY_OK);
    seq = vote_as(second, &table.players[1], table.id, true).seq;
    cr_expect_eq(seq, 4);
    seq = vote_as(second, &table.players[1], table.id, false).seq;
    cr_expect_eq(world_undo(first, &table.players[0], table.id, 2, seq).err,
                 PLAY_OK);
    verify(&table);
    world_close(&table.world);
}

CASE(earlier_positions_are_readable_across_votes)
{
    static struct table table;
    static struct match_position then, now;

    if (!table_open(&table, 3))
        return;
    choose(&table, 0, MATCH_ANY_SEQ);
    match_read(table.play, NULL, table.id, MATCH_OWN_SEAT, 0, &then);
    vote(&table, 0, true);
    vote(&table, 0, false);
    choose(&table, 1, MATCH_ANY_SEQ);
    cr_assert_eq(
        match_read_at(table.play, NULL, table.id, MATCH_OWN_SEAT, 6, &now),
        PLAY_OK);
    cr_expect_eq(memcmp(then.state, now.state, sizeof now.state), 0);
    world_close(&table.world);
}

CASE(are_not_withdrawn_when_the_log_is_too_long)
{
    static struct table table;
    struct play_config config;

    if (!table_open(&table, 2))
        return;
    world_config(&table.world, &config);
    config.undo_log_max = 4;
    table.play = world_add_node(&table.world, &config);
    cr_expect_eq(vote(&table, 0, true).err, PLAY_OK);
    cr_expect_eq(vote(&table, 0, false).err, PLAY_OK);
    cr_expect_eq(vote(&table, 0, true).err, PLAY_OK);
    cr_expect_eq(vote(&table, 0, false).err, PLAY_VOTE_UNCHANGED);
    cr_expect_eq(vote(&table, 1, true).status, MATCH_ABORTED);
    world_close(&table.world);
}

/* ---- those who have left ---- */

CASE(of_the_remaining_seats_are_enough)
{
    static struct table table;

    if (!table_open(&table, 3))
        return;
    cr_expect_eq(resign(&table, 2).status, MATCH_RUNNING);
    cr_expect_eq(vote(&table, 2, true).err, PLAY_NOT_SEATED);
    vote(&table, 0, true);
    cr_expect_eq(vote(&table, 1, true).status, MATCH_ABORTED);
    verify(&table);
    world_close(&table.world);
}

DEEP_CASE(count_again_when_somebody_leaves)
{
    static struct table table;
    struct match match;

    if (!table_open(&table, 3))
        return;
    vote(&table, 2, true);
    cr_expect_eq(resign(&table, 2).status, MATCH_RUNNING);
    cr_expect_eq(read_match(&table).abort_votes, 0,
                 "who has left wants nothing");
    world_close(&table.world);
    if (!table_open(&table, 3))
        return;
    vote(&table, 0, true);
    vote(&table, 1, true);
    cr_expect_eq(resign(&table, 2).status, MATCH_ABORTED);
    match = read_match(&table);
    cr_expect_not(match.has_result);
    verify(&table);
    world_close(&table.world);
}
