/* Time for decisions, and saying that an opponent's is up. */
#include "depth.h"
#include "play_world.h"

#include "play/match/clock.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SEATS_MAX = 3, TURN_SECONDS = 60 };
static const int64_t second_us = 1000000;
static const char *const seats[] = {"me", "open", "open"};
static const char *const names[] = {"ada", "bob", "cyd"};

/* ---- the rule alone ---- */

/* Three persons, and a bot on seat 3, with a minute for each decision. */
static struct match minutes(seat_set to_act)
{
    struct match match = {.status = MATCH_RUNNING,
                          .settings = {.seats = 4},
                          .seats = {{.kind = SEAT_HUMAN},
                                    {.kind = SEAT_HUMAN},
                                    {.kind = SEAT_HUMAN},
                                    {.kind = SEAT_BOT}},
                          .clock = {.turn_seconds = TURN_SECONDS},
                          .to_act = to_act};

    return match;
}

/* The match after an event of a seat. */
static struct match follow(const struct match *before, enum event_kind kind,
                           int seat, seat_set to_act, unsigned seal,
                           int64_t now_s)
{
    const struct match_event event = {.kind = kind, .seat = seat};
    struct match after = *before;

    after.to_act = to_act;
    clock_follow(before, &after, &event, seal, now_s * second_us);
    return after;
}

static int64_t deadline_s(const struct match *match, int seat)
{
    return match_deadline(match, seat) / second_us;
}

Test(clock, time_runs_for_people_who_are_to_act)
{
    const struct match open = minutes(0);
    const struct match now = follow(&open, EVENT_START, -1, 1 | 4 | 8, 0, 100);

    cr_expect_eq(deadline_s(&now, 0), 160);
    cr_expect_eq(deadline_s(&now, 1), 0);
    cr_expect_eq(deadline_s(&now, 2), 160);
    cr_expect_eq(deadline_s(&now, 3), 0, "a bot's time never runs");
}

Test(clock, a_decision_gives_new_time_only_to_its_own_seat)
{
    const struct match open = minutes(0);
    const struct match begun = follow(&open, EVENT_START, -1, 3, 0, 100);
    const struct match now = follow(&begun, EVENT_MOVE, 0, 3, 0, 130);
    const struct match voted = follow(&now, EVENT_VOTE, 1, 3, 0, 150);

    cr_expect_eq(deadline_s(&now, 0), 190);
    cr_expect_eq(deadline_s(&now, 1), 160);
    cr_expect_eq(deadline_s(&voted, 0), 190);
    cr_expect_eq(deadline_s(&voted, 1), 160);
}

Test(clock, a_decision_taken_back_has_its_old_deadline)
{
    const struct match open = minutes(0);
    const struct match begun = follow(&open, EVENT_START, -1, 3, 0, 100);
    const struct match chosen = follow(&begun, EVENT_MOVE, 0, 2, 0, 130);
    const struct match now = follow(&chosen, EVENT_UNDO, 0, 3, 0, 140);

    cr_expect_eq(deadline_s(&chosen, 0), 0);
    cr_expect_eq(deadline_s(&now, 0), 160);
}

Test(clock, undos_and_moves_gain_no_time_until_one_is_irreversible)
{
    const struct match open = minutes(0);
    struct match now = follow(&open, EVENT_START, -1, 1, 0, 100);

    now = follow(&now, EVENT_MOVE, 0, 1, 0, 110);
    for (int64_t s = 120; s < 160; s += 10) {
        now = follow(&now, EVENT_UNDO, 0, 1, 0, s);
        now = follow(&now, EVENT_MOVE, 0, 1, 0, s + 5);
        cr_expect_eq(deadline_s(&now, 0), 170);
    }
    now = follow(&now, EVENT_MOVE, 0, 1, IRREVERSIBLE_REVEAL, 161);
    cr_expect_eq(deadline_s(&now, 0), 221);
    now = follow(&now, EVENT_MOVE, 0, 1, 0, 170);
    cr_expect_eq(deadline_s(&now, 0), 230);
}

Test(clock, a_new_turn_begins_with_full_time_after_undos)
{
    const struct match open = minutes(0);
    struct match now = follow(&open, EVENT_START, -1, 1, 0, 100);

    now = follow(&now, EVENT_MOVE, 0, 1, 0, 110);
    now = follow(&now, EVENT_UNDO, 0, 1, 0, 120);
    now = follow(&now, EVENT_MOVE, 0, 2, 0, 130);
    now = follow(&now, EVENT_MOVE, 1, 1, IRREVERSIBLE_REVEAL, 140);
    cr_expect_eq(deadline_s(&now, 0), 200);
    now = follow(&now, EVENT_MOVE, 0, 1, 0, 150);
    cr_expect_eq(deadline_s(&now, 0), 210);
}

Test(clock, no_time_runs_when_the_match_is_over_or_has_no_clock)
{
    const struct match open = minutes(0);
    struct match now = follow(&open, EVENT_START, -1, 3, 0, 100), over = now;
    const struct match_event resign = {.kind = EVENT_RESIGN, .seat = 0};

    over.status = MATCH_FINISHED;
    over.to_act = 0;
    clock_follow(&now, &over, &resign, 0, 110 * second_us);
    for (int seat = 0; seat < 4; seat++)
        cr_expect_eq(over.deadline_us[seat], 0);
    now = minutes(0);
    now.clock.turn_seconds = 0;
    now = follow(&now, EVENT_START, -1, 3, 0, 100);
    cr_expect_eq(deadline_s(&now, 0), 0);
}

/* ---- at a table ---- */

/* Accounts at a table with a clock, each on the seat of its number. */
struct table {
    struct world world;
    struct play *play;
    struct player players[SEATS_MAX];
    char id[PLAY_ID_SIZE];
};

static struct match read_match(const struct table *table)
{
    struct match match;

    cr_assert_eq(match_get(table->play, table->id, &match), PLAY_OK);
    return match;
}

/* false: skipped.  The match waits for all but Ada. */
static bool table_set(struct table *table, int count, uint32_t turn_seconds)
{
    const struct match_spec spec = {.game = "template",
                                    .seats = seats,
                                    .seat_count = (size_t)count,
                                    .clock = {.turn_seconds = turn_seconds}};
    struct match match;

    memset(table, 0, sizeof *table);
    if (!world_open(&table->world))
        return false;
    table->play = table->world.node[0];
    for (int i = 0; i < count; i++)
        table->players[i] = world_player(table->play, names[i]);
    cr_assert_eq(
        match_create(table->play, &table->players[0], &spec, &match, NULL),
        PLAY_OK);
    memcpy(table->id, match.id, sizeof table->id);
    return true;
}

static bool table_open(struct table *table, int count)
{
    if (!table_set(table, count, TURN_SECONDS))
        return false;
    for (int i = 1; i < count; i++)
        cr_assert_eq(
            world_join(table->play, &table->players[i], table->id, i).err,
            PLAY_OK);
    return true;
}

static void pass(struct table *table, int64_t seconds)
{
    table->world.wall_offset_us += seconds * second_us;
}

static struct match_request claim_of(struct table *table, int by, int seat)
{
    return (struct match_request){.action = MATCH_CLAIM,
                                  .match = table->id,
                                  .player = &table->players[by],
                                  .seat = seat,
                                  .expected_seq = MATCH_ANY_SEQ,
                                  .render = world_render};
}

static struct reply claim(struct table *table, int by, int seat)
{
    const struct match_request request = claim_of(table, by, seat);

    return world_act(table->play, &request);
}

static struct reply choose(struct table *table, int seat)
{
    static struct match_position position;
    char move[RULES_NOTATION_MAX];

    match_read(table->play, &table->players[seat], table->id, MATCH_OWN_SEAT, 0,
               &position);
    cr_assert(world_legal(&position, seat, 0, move));
    return world_move(table->play, &table->players[seat], table->id, move,
                      MATCH_ANY_SEQ);
}

static void verify(struct table *table)
{
    uint32_t bad_seq = 1;

    cr_assert_eq(match_verify(table->play, table->id, &bad_seq), PLAY_OK);
    cr_expect_eq(bad_seq, 0, "seq %u does not replay", bad_seq);
}

Test(clocks, time_runs_from_the_start_on_every_node)
{
    static struct table table;
    struct match match, there;
    int64_t from, to;

    if (!table_set(&table, 2, TURN_SECONDS))
        return;
    match = read_match(&table);
    cr_expect_eq(match.clock.turn_seconds, TURN_SECONDS);
    cr_expect_eq(match_deadline(&match, 0), 0);
    from = play_now_us(table.play);
    world_join(table.play, &table.players[1], table.id, 1);
    to = play_now_us(table.play);
    match = read_match(&table);
    for (int seat = 0; seat < 2; seat++) {
        int64_t start_us = match_deadline(&match, seat) - 60 * second_us;

        cr_expect(start_us >= from && start_us <= to);
    }
    match_get(world_add_node(&table.world, NULL), table.id, &there);
    cr_expect_eq(there.clock.turn_seconds, TURN_SECONDS);
    cr_expect_eq(
        memcmp(there.deadline_us, match.deadline_us, sizeof there.deadline_us),
        0);
    world_close(&table.world);
}

Test(clocks, a_choice_taken_back_on_another_node_keeps_its_deadline)
{
    static struct table table;
    int64_t first, again;
    struct match match;

    if (!table_open(&table, 2))
        return;
    match = read_match(&table);
    first = match_deadline(&match, 0);
    pass(&table, 10);
    cr_assert_eq(choose(&table, 0).err, PLAY_OK);
    match = read_match(&table);
    cr_expect_eq(match_deadline(&match, 0), 0);
    pass(&table, 10);
    table.play = world_add_node(&table.world, NULL);
    cr_assert_eq(
        world_undo(table.play, &table.players[0], table.id, 2, MATCH_ANY_SEQ)
            .err,
        PLAY_OK);
    match = read_match(&table);
    again = match_deadline(&match, 0);
    cr_expect_eq(again, first);
    verify(&table);
    world_close(&table.world);
}

/* ---- claims ---- */

Test(claims, are_refused_before_the_deadline_and_make_the_seat_leave_after_it)
{
    static struct table table;
    static struct record record;
    struct match match;
    struct reply reply;

    if (!table_open(&table, 2))
        return;
    pass(&table, TURN_SECONDS - 5);
    cr_expect_eq(claim(&table, 1, 0).err, PLAY_TIME_NOT_UP);
    pass(&table, 6);
    reply = claim(&table, 1, 0);
    cr_assert_eq(reply.err, PLAY_OK);
    cr_expect_str_eq(reply.text, "seq 5 seat 1");
    match = read_match(&table);
    cr_expect_eq(match.status, MATCH_FINISHED);
    cr_expect_eq(match.result.reason, MATCH_TIMED_OUT);
    cr_expect_eq(match.result.rank[0], 1);
    cr_expect_eq(match.result.rank[1], 1, "both were late");
    cr_expect_eq(claim(&table, 1, 0).err, PLAY_FINISHED);
    verify(&table);
    cr_assert_eq(match_record(table.play, table.id, &record), PLAY_OK);
    cr_assert_eq(record.count, 2);
    for (size_t i = 0; i < record.count; i++) {
        cr_expect_eq(record.entries[i].kind, ENTRY_LEAVE);
        cr_expect_eq(record.entries[i].seat, i);
    }
    match_record_clear(&record);
    world_close(&table.world);
}

Test(claims, are_made_by_players_against_opponents_whose_time_runs)
{
    static struct table table;
    struct player eve;
    struct match_request by_eve;

    if (!table_set(&table, 2, TURN_SECONDS))
        return;
    eve = world_player(table.play, "eve");
    cr_expect_eq(claim(&table, 0, 1).err, PLAY_NOT_STARTED);
    world_join(table.play, &table.players[1], table.id, 1);
    cr_assert_eq(choose(&table, 1).err, PLAY_OK);
    pass(&table, TURN_SECONDS + 1);
    by_eve = claim_of(&table, 1, 0);
    by_eve.player = &eve;
    cr_expect_eq(world_act(table.play, &by_eve).err, PLAY_NOT_SEATED);
    cr_expect_eq(claim(&table, 0, 0).err, PLAY_OWN_SEAT);
    cr_expect_eq(claim(&table, 0, 2).err, PLAY_NOT_FOUND);
    cr_expect_eq(claim(&table, 0, 1).err, PLAY_TIME_NOT_UP, "it owes nothing");
    cr_expect_eq(read_match(&table).seq, 3);
    world_close(&table.world);
}

Test(claims, three_seats_continue_after_one_ran_out_of_time)
{
    static struct table table;
    struct match match;

    if (!table_open(&table, 3))
        return;
    cr_assert_eq(choose(&table, 0).err, PLAY_OK);
    cr_assert_eq(choose(&table, 2).err, PLAY_OK);
    pass(&table, TURN_SECONDS + 1);
    cr_assert_eq(claim(&table, 0, 1).err, PLAY_OK);
    match = read_match(&table);
    cr_expect_eq(match.status, MATCH_RUNNING);
    cr_expect_eq(match.to_act & 2, 0);
    cr_expect_eq(claim(&table, 1, 2).err, PLAY_NOT_SEATED,
                 "who has left claims nothing");
    cr_expect_eq(claim(&table, 0, 1).err, PLAY_TIME_NOT_UP);
    if (match.to_act & 1)
        cr_assert_eq(choose(&table, 0).err, PLAY_OK);
    pass(&table, TURN_SECONDS + 1);
    cr_expect_eq(claim(&table, 0, 2).err, PLAY_OK);
    match = read_match(&table);
    cr_expect_eq(match.status, MATCH_FINISHED);
    cr_expect_eq(match.result.rank[0], 1);
    verify(&table);
    world_close(&table.world);
}

Test(claims, a_repeated_key_repeats_the_reply_to_the_claim, .init = deep_only)
{
    static struct table table;
    struct match_request request;
    struct reply first, again;

    if (!table_open(&table, 2))
        return;
    pass(&table, TURN_SECONDS + 1);
    request = claim_of(&table, 1, 0);
    request.key = "claim-1";
    first = world_act(table.play, &request);
    again = world_act(world_add_node(&table.world, NULL), &request);
    cr_assert_eq(first.err, PLAY_OK);
    cr_expect_eq(again.err, PLAY_OK);
    cr_expect(again.replayed);
    cr_expect_str_eq(again.text, first.text);
    cr_expect_eq(
        world_number(&table.world, "SELECT seat FROM idempotency_keys"), 1);
    world_close(&table.world);
}

/* ---- claims against moves, at two nodes ---- */

struct racer {
    struct table *table;
    struct play *play;
    bool moves; /* else claims */
    pthread_barrier_t *start;
    struct reply reply;
    char move[RULES_NOTATION_MAX];
};

static void *race(void *arg)
{
    struct racer *racer = arg;
    const struct match_request claims = claim_of(racer->table, 1, 0);

    pthread_barrier_wait(racer->start);
    racer->reply =
        racer->moves ? world_move(racer->play, &racer->table->players[0],
                                  racer->table->id, racer->move, MATCH_ANY_SEQ)
                     : world_act(racer->play, &claims);
    return NULL;
}

Test(claims, either_the_move_or_the_claim_succeeds)
{
    enum { RACERS = 6 };
    static struct table table;
    static struct match_position position;
    struct racer racers[RACERS];
    pthread_t threads[RACERS];
    pthread_barrier_t start;
    unsigned moved = 0, claimed = 0;
    struct match match;

    if (!table_open(&table, 2))
        return;
    world_add_node(&table.world, NULL);
    match_read(table.play, &table.players[0], table.id, MATCH_OWN_SEAT, 0,
               &position);
    pass(&table, TURN_SECONDS + 1);
    pthread_barrier_init(&start, NULL, RACERS);
    for (int i = 0; i < RACERS; i++) {
        racers[i] = (struct racer){.table = &table,
                                   .play = table.world.node[i % 2],
                                   .moves = i < RACERS / 2,
                                   .start = &start};
        world_legal(&position, 0, 0, racers[i].move);
        cr_assert_eq(pthread_create(&threads[i], NULL, race, &racers[i]), 0);
    }
    for (int i = 0; i < RACERS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
    for (int i = 0; i < RACERS; i++) {
        moved += racers[i].moves && !racers[i].reply.err;
        claimed += !racers[i].moves && !racers[i].reply.err;
    }
    cr_expect_eq(moved + claimed, 1, "%u moves and %u claims", moved, claimed);
    table.play = table.world.node[1];
    match_read(table.play, NULL, table.id, MATCH_OWN_SEAT, 3, &position);
    match = read_match(&table);
    cr_expect_eq(match.status, claimed ? MATCH_FINISHED : MATCH_RUNNING);
    verify(&table);
    world_close(&table.world);
}
