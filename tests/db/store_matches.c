/* The store: inserting and finding matches, and updating them. */
#include "play_cases.h"
#include "store_rows.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

CASES_THAT_OPEN(store_matches);

CASE(a_match_is_read_as_it_was_inserted)
{
    struct world world;
    struct store *store = rows_open(&world);
    static struct store_match out;
    const struct play_id id = rows_id(9), none = rows_id(8);

    if (!store)
        return;
    rows_insert(store);
    cr_expect_eq(store->matches->find(store, &none, &out), STORE_NOT_FOUND);
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(out.match.rules_version, 3);
    cr_expect_eq(out.match.deck_version, 2);
    cr_expect_str_eq(out.match.deck, "numbers");
    cr_expect_str_eq(out.game_id, "template");
    cr_expect_str_eq(out.options, "hand=4\nwinner=0\n");
    cr_expect_eq(out.match.settings.seats, 2);
    cr_expect_eq(out.match.seats[0].kind, SEAT_HUMAN);
    cr_expect_str_eq(out.match.seats[0].name, "ada");
    cr_expect_eq(out.match.seats[0].account.bytes[15], 1);
    cr_expect_eq(out.match.seats[1].kind, SEAT_OPEN);
    cr_expect_eq(out.secret[2], 7);
    cr_expect_eq(out.match.created_us, t0 + 9);
    cr_expect_eq(out.match.started_us, 0);
    cr_expect_eq(out.state_size, 0);
    cr_expect_not(out.match.has_result);
    world_close(&world);
}

CASE(an_update_is_written_completely_and_only_at_its_seq)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64] = {1, 2, 3};
    static struct store_match out;
    const struct play_id id = rows_id(9);
    struct store_update update = rows_update(0, state);
    struct match_event *events;
    size_t count;

    if (!store)
        return;
    rows_insert(store);
    update.event_count = 2;
    update.events[1] = (struct match_event){
        .seq = 2, .kind = EVENT_START, .seat = -1, .at_us = t0 + 100};
    cr_expect_eq(rows_write(store, &update), STORE_OK);
    cr_expect_eq(rows_write(store, &update), STORE_STALE);
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(out.match.seq, 2);
    cr_expect_eq(out.match.to_act, 2);
    cr_expect_eq(out.match.started_us, t0 + 100);
    cr_expect_eq(out.state_size, 64);
    cr_expect_eq(memcmp(out.state, state, 64), 0);
    cr_expect_str_eq(out.build, "this");
    cr_assert_eq(store->events->list(store, &id, 0, 10, &events, &count),
                 STORE_OK);
    cr_assert_eq(count, 2);
    cr_expect_eq(events[1].kind, EVENT_START);
    cr_expect_str_eq(events->move, "choose 5");
    cr_expect_eq(events->at_us, t0 + 100);
    cr_expect_eq(events->state_hash, UINT64_C(0xfedcba9876543210));
    free(events);
    world_close(&world);
}

CASE(a_move_drops_the_state_which_follows_from_the_events)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64] = {1, 2, 3};
    static struct store_match out;
    const struct play_id id = rows_id(9);
    struct store_update start = rows_update(0, state);
    struct store_update move = rows_update(2, state);

    if (!store)
        return;
    rows_insert(store);
    start.event_count = 2;
    start.events[1] = (struct match_event){
        .seq = 2, .kind = EVENT_START, .seat = -1, .at_us = t0 + 100};
    cr_assert_eq(rows_write(store, &start), STORE_OK);
    cr_assert_eq(rows_write(store, &move), STORE_OK);
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(out.match.seq, 3);
    cr_expect_eq(out.match.status, MATCH_RUNNING);
    cr_expect_eq(out.match.started_us, t0 + 100);
    cr_expect_eq(out.state_size, 0);
    cr_expect_str_eq(out.build, "");
    world_close(&world);
}

CASE(clocks_and_votes_are_read_without_deadlines_if_there_is_no_clock)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    static struct store_match out;
    struct store_match timed = rows_match(10);
    struct store_update with = rows_update(0, state), without = with;
    const int64_t due[RULES_SEATS_MAX] = {t0 + 500, 0, t0 + 700, t0 + 800};
    struct store_update *effects[] = {&with, &without};

    if (!store)
        return;
    rows_insert(store);
    timed.match.clock.turn_seconds = 60;
    timed.match.settings.seats = 3;
    timed.match.seats[0].kind = SEAT_OPEN;
    timed.match.deadline_us[1] = t0 + 5;
    cr_assert_eq(store->matches->insert(store, &timed, NULL, 0), STORE_OK);
    cr_assert_eq(store->matches->find(store, &timed.match.key, &out), STORE_OK);
    cr_expect_eq(out.match.clock.turn_seconds, 60);
    cr_expect_eq(
        memcmp(out.match.deadline_us, timed.match.deadline_us, sizeof due), 0);
    with.match = timed.match.key;
    with.has_clock = true;
    with.took_back = 4;
    with.abort_votes = 3;
    memcpy(with.deadline_us, due, sizeof due);
    memcpy(without.deadline_us, due, sizeof due);
    cr_assert_eq(store->updates->write(store, effects, 2, t0), STORE_OK);
    cr_assert_eq(store->matches->find(store, &with.match, &out), STORE_OK);
    cr_expect_eq(out.match.took_back, 4);
    cr_expect_eq(out.match.abort_votes, 3);
    cr_expect_eq(memcmp(out.match.deadline_us, due, 3 * sizeof *due), 0);
    cr_expect_eq(out.match.deadline_us[3], 0, "there are three seats");
    cr_assert_eq(store->matches->find(store, &without.match, &out), STORE_OK);
    cr_expect_eq(out.match.clock.turn_seconds, 0);
    cr_expect_eq(out.match.deadline_us[0], 0);
    world_close(&world);
}

CASE(an_update_moves_its_match_among_the_changes)
{
    static const char when[] = "SELECT changed_xid::text::bigint FROM matches";
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    struct store_update update = rows_update(0, state);
    int64_t made, written;

    if (!store)
        return;
    rows_insert(store);
    made = world_number(&world, when);
    cr_assert_eq(rows_write(store, &update), STORE_OK);
    written = world_number(&world, when);
    cr_expect_gt(written, made);
    cr_expect_eq(rows_write(store, &update), STORE_STALE);
    cr_expect_eq(world_number(&world, when), written);
    world_close(&world);
}

CASE(a_stale_update_does_not_fail_its_batch)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    struct store_match more = rows_match(10);
    struct store_update a = rows_update(0, state), b = rows_update(4, state),
                        c = rows_update(0, state);
    struct store_update *effects[] = {&b, &a, &c};

    if (!store)
        return;
    rows_insert(store);
    more.match.seats[0].kind = SEAT_OPEN;
    cr_assert_eq(store->matches->insert(store, &more, NULL, 0), STORE_OK);
    c.match = rows_id(10);
    cr_assert_eq(store->updates->write(store, effects, 3, t0), STORE_OK);
    cr_expect_eq(a.outcome, STORE_OK);
    cr_expect_eq(b.outcome, STORE_STALE);
    cr_expect_eq(c.outcome, STORE_OK);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM events"), 2);
    world_close(&world);
}

CASE(seats_events_and_result_of_an_update_are_one_transaction)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    static struct store_match out;
    const struct play_id id = rows_id(9);
    const struct match_result result = {
        .reason = MATCH_RESIGNED,
        .items = 2,
        .total = {12, -3},
        .rank = {1, 2},
        .item = {{"cities", {10, -5}}, {"tiles", {2, 2}}}};
    struct store_update update = rows_update(0, state);

    if (!store)
        return;
    rows_insert(store);
    update.seat_changed = 1;
    update.seat = (struct match_seat){
        .kind = SEAT_HUMAN, .name = "bob", .account = rows_id(1)};
    update.status = MATCH_FINISHED;
    update.to_act = 0;
    update.result = &result;
    update.seat_count = 2;
    update.event_count = 2;
    update.events[1] = (struct match_event){
        .seq = 2, .kind = EVENT_FINISH, .seat = -1, .at_us = t0 + 101};
    /* Ada cannot sit twice: nothing at all is written. */
    cr_expect_eq(rows_write(store, &update), STORE_STALE);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM events"), 0);
    update.seat.account = rows_id(2);
    cr_expect_eq(rows_write(store, &update), STORE_OK);
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(out.match.seq, 2);
    cr_expect_str_eq(out.match.seats[1].name, "bob");
    cr_assert(out.match.has_result);
    cr_expect_eq(out.match.result.reason, MATCH_RESIGNED);
    cr_expect_eq(out.match.result.total[1], -3);
    cr_expect_eq(out.match.result.rank[1], 2);
    cr_expect_eq(out.match.result.items, 2);
    cr_expect_str_eq(out.match.result.item[1].name, "tiles");
    cr_expect_eq(out.match.result.item[0].points[1], -5);
    cr_expect_eq(out.match.finished_us, t0 + 100);
    world_close(&world);
}

CASE(an_end_of_a_match_that_has_moved_on_writes_nothing)
{
    static const char events[] = "SELECT count(*) FROM events";
    static const char queued[] = "SELECT count(*) FROM ladder_matches";
    static const char other[] =
        "INSERT INTO events (match_id, seq, kind, seat, created_at, state_hash)"
        " SELECT id, 6, 3, 0, now(), 0 FROM matches RETURNING 1";
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    const struct match_result result = {.total = {12, 3}, .rank = {1, 2}};
    struct store_update late = rows_update(4, state);

    if (!store)
        return;
    rows_insert(store);
    late.status = MATCH_FINISHED;
    late.to_act = 0;
    late.result = &result;
    late.seat_count = 2;
    late.counts = true;
    late.event_count = 2;
    late.events[1] = (struct match_event){
        .seq = 6, .kind = EVENT_FINISH, .seat = -1, .at_us = t0 + 101};
    /* Another node was faster.  On a new connection: nothing is prepared. */
    cr_assert_eq(world_number(&world, other), 1);
    cr_expect_eq(rows_write(store, &late), STORE_STALE);
    cr_expect_eq(world_number(&world, "WITH d AS (DELETE FROM events RETURNING"
                                      " 1) SELECT count(*) FROM d"),
                 1);
    cr_expect_eq(rows_write(store, &late), STORE_STALE);
    cr_expect_eq(world_number(&world, events), 0);
    cr_expect_eq(world_number(&world, queued), 0);

    struct store_update end = late;

    end.seq = 0;
    end.events[0].seq = 1;
    end.events[1].seq = 2;
    cr_expect_eq(rows_write(store, &end), STORE_OK);
    cr_expect_eq(world_number(&world, events), 2);
    cr_expect_eq(world_number(&world, queued), 1);
    /* Its second event exists already. */
    cr_expect_eq(rows_write(store, &end), STORE_STALE);
    cr_expect_eq(world_number(&world, events), 2);
    cr_expect_eq(world_number(&world, queued), 1);
    world_close(&world);
}

/* How many matches wait for a bot since before_us, the first in *out. */
static size_t bots_due(struct store *store, int64_t now_us, int64_t before_us,
                       int64_t watched_us, struct play_id *out)
{
    const struct store_bots_query query = {now_us, before_us, watched_us};
    struct play_id due[4];
    size_t count;

    cr_assert_eq(store->matches->bots_due(store, &query, due, 4, &count),
                 STORE_OK);
    if (count > 0)
        *out = due[0];
    return count;
}

CASE(matches_of_waiting_bots_are_claimed_by_one_node_at_a_time)
{
    struct world world;
    struct store *store = rows_open(&world);
    struct store_match row = rows_match(11);
    struct play_id out;

    if (!store)
        return;
    rows_insert(store);
    row.match.status = MATCH_RUNNING;
    row.match.started_us = row.match.created_us;
    row.match.seats[1] = (struct match_seat){
        .kind = SEAT_BOT, .name = "greedy", .bot = "greedy"};
    row.match.to_act = 2;
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    cr_expect_eq(bots_due(store, t0 + 50, t0, t0, &out), 0, "too fresh");
    cr_expect_eq(bots_due(store, t0 + 50, t0 + 40, t0, &out), 1);
    cr_expect_eq(out.bytes[0], 11);
    cr_expect_eq(bots_due(store, t0 + 51, t0 + 41, t0, &out), 0, "claimed");
    cr_expect_eq(bots_due(store, t0 + 99, t0 + 60, t0, &out), 1,
                 "claimed again when nothing came of it");
    world_close(&world);
}

CASE(a_match_of_bots_alone_waits_for_a_bot_while_it_is_watched)
{
    struct world world;
    struct store *store = rows_open(&world);
    struct store_match row = rows_match(11);
    struct play_id out;

    if (!store)
        return;
    rows_insert(store);
    row.match.status = MATCH_RUNNING;
    row.match.started_us = row.match.created_us;
    for (int seat = 0; seat < row.match.settings.seats; seat++)
        row.match.seats[seat] = (struct match_seat){
            .kind = SEAT_BOT, .name = "greedy", .bot = "greedy"};
    row.match.to_act = 2;
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    cr_expect_eq(bots_due(store, t0 + 50, t0 + 40, t0, &out), 0);
    cr_assert_eq(store->matches->mark_watched(store, &row.match.key, t0 + 45),
                 STORE_OK);
    cr_expect_eq(bots_due(store, t0 + 50, t0 + 40, t0 + 45, &out), 0,
                 "that was too long ago");
    cr_expect_eq(bots_due(store, t0 + 50, t0 + 40, t0 + 44, &out), 1);
    world_close(&world);
}
