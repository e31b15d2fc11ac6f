/* Storing snapshots of matches, and reading the logs that begin after them. */
#include "play_world.h"

#include <criterion/criterion.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 100 };

static const struct play_id match = {{9}};

/* A running match whose events have their seq as the hash. */
static struct store *open_store(struct world *world)
{
    char sql[2000];

    if (!world_open_store(world))
        return NULL;
    snprintf(
        sql, sizeof sql,
        "INSERT INTO matches (id, created_at, started_at, moved_at,"
        " rules_version, deck_version, seq, status, seat_count, to_act,"
        " bot_seats, is_private, game, deck, options, secret, build, state)"
        " VALUES ('09000000-0000-0000-0000-000000000000', now(), now(), now(),"
        " 1, 1, %d, 1, 2, 1, 0, false, 'template', 'numbers', '',"
        " decode(repeat('5a', 32), 'hex'), 'that', '\\x0102');"
        "INSERT INTO events (match_id, seq, kind, seat, created_at, state_hash,"
        " move) SELECT m.id, s, CASE WHEN s = 1 THEN 2 ELSE 3 END,"
        " CASE WHEN s = 1 THEN -1 ELSE 0 END, now(), s,"
        " CASE WHEN s > 1 THEN 'choose ' || s END"
        " FROM matches m, generate_series(1, %d) s",
        EVENTS, EVENTS);
    cr_assert(world_sql(world, sql));
    return world->store[0];
}

static enum store_err put(struct store *store, const char *build, uint32_t seq,
                          uint64_t hash, const char *body)
{
    const struct store_snapshot one = {
        .match = match,
        .seq = seq,
        .state_hash = hash,
        .body = (uint8_t *)(uintptr_t)body,
        .size = strlen(body),
    };

    return store->snapshots->write(store, build, &one, 1);
}

static void expect_log(struct store *store, const char *build, uint32_t from,
                       uint32_t to, uint32_t begun, const char *body)
{
    const struct store_log_query query = {&match, build, from, to};
    struct store_log log;

    cr_assert_eq(store->events->find_log(store, &query, &log), STORE_OK);
    cr_expect_eq(log.snapshot.seq, begun, "from %u", from);
    cr_expect_eq(log.snapshot.size, strlen(body));
    cr_expect_eq(log.snapshot.state_hash, begun);
    if (begun > 0)
        cr_expect_eq(memcmp(log.snapshot.body, body, strlen(body)), 0);
    else
        cr_expect_null(log.snapshot.body);
    cr_assert_eq(log.count, to - begun);
    for (size_t i = 0; i < log.count; i++)
        cr_expect_eq(log.events[i].seq, begun + 1 + i);
    free(log.snapshot.body);
    free(log.events);
}

Test(snapshots, a_log_begins_after_the_newest_one_of_the_build)
{
    struct world world;
    struct store *store = open_store(&world);

    if (!store)
        return;
    expect_log(store, "this", 100, 100, 0, "");
    cr_expect_eq(put(store, "this", 20, 20, "twenty"), STORE_OK);
    cr_expect_eq(put(store, "this", 40, 40, "forty"), STORE_OK);
    cr_expect_eq(put(store, "that", 60, 60, "sixty"), STORE_OK);
    expect_log(store, "this", 100, 100, 40, "forty");
    expect_log(store, "this", 40, 40, 40, "forty");
    expect_log(store, "this", 39, 100, 20, "twenty");
    expect_log(store, "this", 19, 50, 0, "");
    expect_log(store, "this", 0, 100, 0, "");
    expect_log(store, "that", 70, 71, 60, "sixty");
    expect_log(store, "other", 100, 100, 0, "");
    world_close(&world);
}

Test(snapshots, one_whose_event_has_another_hash_is_not_used)
{
    struct world world;
    struct store *store = open_store(&world);

    if (!store)
        return;
    cr_expect_eq(put(store, "this", 20, 20, "twenty"), STORE_OK);
    cr_assert(world_sql(&world, "UPDATE events SET state_hash = 7"
                                " WHERE seq = 20"));
    expect_log(store, "this", 30, 30, 0, "");
    world_close(&world);
}

Test(snapshots, only_those_of_existing_events_are_written)
{
    struct world world;
    struct store *store = open_store(&world);

    if (!store)
        return;
    cr_expect_eq(put(store, "this", 20, 21, "another state"), STORE_OK);
    cr_expect_eq(put(store, "this", 101, 101, "no event"), STORE_OK);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM snapshots"), 0);
    world_close(&world);
}

Test(snapshots, an_existing_one_is_replaced_only_when_it_differs)
{
    struct world world;
    struct store *store = open_store(&world);
    int64_t row;

    if (!store)
        return;
    cr_expect_eq(put(store, "this", 20, 20, "twenty"), STORE_OK);
    row = world_number(&world, "SELECT xmin::text::bigint FROM snapshots");
    cr_expect_eq(put(store, "this", 20, 20, "twenty"), STORE_OK);
    cr_expect_eq(
        world_number(&world, "SELECT xmin::text::bigint FROM snapshots"), row);
    cr_expect_eq(put(store, "this", 20, 20, "twenty!"), STORE_OK);
    expect_log(store, "this", 20, 20, 20, "twenty!");
    cr_expect_eq(put(store, "that", 20, 20, "vingt"), STORE_OK);
    expect_log(store, "this", 20, 20, 0, "");
    expect_log(store, "that", 20, 20, 20, "vingt");
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM snapshots"), 1);
    world_close(&world);
}

Test(snapshots, at_most_store_snapshots_max_are_written_at_once)
{
    struct store_snapshot list[STORE_SNAPSHOTS_MAX + 1];
    struct world world;
    struct store *store = open_store(&world);
    uint8_t body[4000] = {1, 0, 2};

    if (!store)
        return;
    for (uint32_t i = 0; i <= STORE_SNAPSHOTS_MAX; i++)
        list[i] = (struct store_snapshot){.match = match,
                                          .seq = i + 1,
                                          .state_hash = i + 1,
                                          .body = body,
                                          .size = sizeof body};
    cr_expect_eq(
        store->snapshots->write(store, "this", list, STORE_SNAPSHOTS_MAX + 1),
        STORE_REFUSED);
    cr_expect_eq(store->snapshots->write(store, "this", list, 0), STORE_OK);
    cr_expect_eq(
        store->snapshots->write(store, "this", list, STORE_SNAPSHOTS_MAX),
        STORE_OK);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM snapshots"
                                      " WHERE octet_length(body) = 4000"),
                 STORE_SNAPSHOTS_MAX);
    world_close(&world);
}
