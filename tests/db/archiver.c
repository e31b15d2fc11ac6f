/* Packing old matches in the database: how packed matches are read, which
 * matches are packed, and that concurrent packing loses nothing. */
#include "play_cases.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS = 60 };

static const int64_t day_us = INT64_C(86400) * 1000000;

/* Matches that ended `days` ago, a second after each other, with EVENTS events:
 * two come in, they begin, move, take back, vote, one gives up, the end. */
static void add_matches(struct world *world, int first, int last, int days)
{
    char sql[3000];

    snprintf(
        sql, sizeof sql,
        "INSERT INTO matches (id, created_at, started_at, finished_at,"
        " moved_at, rules_version, deck_version, seq, status, seat_count,"
        " to_act, bot_seats, is_private, game, deck, options, secret, build,"
        " state, reason, ranks, totals, breakdown, outcome, goals)"
        " SELECT md5('m' || n)::uuid, t - interval '1 hour',"
        " t - interval '1 hour', t, t, 1, 1, 60, 2, 2, 0, 0, false,"
        " 'template', 'numbers', '', decode(repeat('5a', 32), 'hex'), 'that',"
        " '\\x0102', 1, '{1,2}', '{9,8}', '', 0, ''"
        " FROM (SELECT n, now() - interval '%d days' + n * interval '1 second'"
        "  AS t FROM generate_series(%d, %d) n) m;"
        "INSERT INTO events (match_id, seq, kind, seat, created_at,"
        " state_hash, move, player, to_seq)"
        " SELECT md5('m' || n)::uuid, s, k,"
        " CASE WHEN k IN (2, 5) THEN -1 ELSE s %% 2 END,"
        " now() - interval '%d days' + s * interval '1.234567 seconds',"
        " ('x' || md5(n || ' ' || s))::bit(64)::bigint,"
        " CASE WHEN k = 3 THEN 'choose ' || (n * s) %% 97 END,"
        " CASE WHEN k = 0 THEN 'player-' || s END,"
        " CASE WHEN k = 7 THEN s - 2 - s %% 5 END"
        " FROM generate_series(%d, %d) n, generate_series(1, %d) s,"
        " LATERAL (SELECT CASE WHEN s < 3 THEN 0 WHEN s = 3 THEN 2"
        "  WHEN s = 59 THEN 4 WHEN s = 60 THEN 5 WHEN s = 30 THEN 1"
        "  WHEN s %% 10 = 7 THEN 7 WHEN s %% 17 = 0 THEN 8 ELSE 3 END AS k) e",
        days, first, last, days, first, last, EVENTS);
    cr_assert(world_sql(world, sql));
}

/* A database with a store and no node on it; its archives are not new. */
static struct store *open_store(struct world *world)
{
    if (!world_open_store(world))
        return NULL;
    cr_assert(world_sql(world, "UPDATE migrations SET applied_at ="
                               " applied_at - interval '2 days'"));
    return world->store[0];
}

static struct play_id id_of(struct world *world, int n)
{
    char sql[96];
    struct play_id id;

    for (int half = 0; half < 2; half++) {
        snprintf(sql, sizeof sql,
                 "SELECT ('x' || substr(md5('m%d'), %d, 16))::bit(64)::bigint",
                 n, 1 + 16 * half);
        uint64_t bits = (uint64_t)world_number(world, sql);

        for (int i = 0; i < 8; i++)
            id.bytes[8 * half + i] = (uint8_t)(bits >> (56 - 8 * i));
    }
    return id;
}

static int64_t now_us(void)
{
    struct play_config config;

    play_config_defaults(&config);
    return config.wall_us(NULL);
}

/* Pack all matches that ended this many days ago.  Returns their number. */
static int pack(struct store *store, int days, enum store_err end)
{
    struct store_archive_place place = {0};
    const struct store_archiving next = {
        .after = &place,
        .before_us = now_us() - days * day_us,
        .now_us = now_us(),
    };
    int count = 0;
    enum store_err err = store->archive->pack_next(store, &next);

    for (; err == STORE_OK; err = store->archive->pack_next(store, &next))
        count++;
    cr_expect_eq(err, end);
    return count;
}

static int unpack(struct store *store)
{
    struct play_id place = {0};
    int count = 0;

    while (store->archive->unpack_next(store, &place) == STORE_OK)
        count++;
    return count;
}

/* A number that is another when any row of events is. */
static int64_t rows_of_events(struct world *world)
{
    return world_number(world, "SELECT ('x' || md5(string_agg(e::text, E'\\n'"
                               " ORDER BY match_id, seq)))::bit(64)::bigint"
                               " FROM events e");
}

/* ---- reading ---- */

static void expect_same_events(struct store *store, const struct play_id *id,
                               uint32_t after, uint32_t limit,
                               const struct match_event *all)
{
    struct match_event *events;
    size_t count, due = after < EVENTS ? EVENTS - after : 0;

    if (due > limit)
        due = limit;
    cr_assert_eq(store->events->list(store, id, after, limit, &events, &count),
                 STORE_OK);
    cr_assert_eq(count, due, "after %u, %u of them", after, limit);
    cr_assert(count == 0 ||
                  memcmp(events, all + after, count * sizeof *events) == 0,
              "after %u, %u of them", after, limit);
    free(events);
}

CASES_THAT_OPEN(archiver);

CASE(every_part_of_a_log_is_read_as_before)
{
    static const uint32_t limits[] = {1, 2, 7, 30, EVENTS, 1000};
    struct world world;
    struct store *store = open_store(&world);
    struct match_event *all;
    struct play_id id;
    size_t count;

    if (!store)
        return;
    add_matches(&world, 1, 3, 100);
    id = id_of(&world, 2);
    cr_assert_eq(store->events->list(store, &id, 0, 1000, &all, &count),
                 STORE_OK);
    cr_assert_eq(count, EVENTS);
    cr_assert_eq(pack(store, 90, STORE_NOT_FOUND), 3);
    for (uint32_t after = 0; after < EVENTS + 3; after++)
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
            expect_same_events(store, &id, after, limits[i], all);
    free(all);
    world_close(&world);
}

CASE(events_with_names_or_departures_stay_rows)
{
    struct world world;
    struct store *store = open_store(&world);

    if (!store)
        return;
    add_matches(&world, 1, 5, 100);
    cr_assert_eq(pack(store, 90, STORE_NOT_FOUND), 5);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM events"), 4 * 5);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM events"
                                      " WHERE kind NOT IN (0, 1, 4, 10)"),
                 0);
    cr_expect_eq(world_number(&world, "SELECT sum(events) FROM archives"),
                 (EVENTS - 4) * 5);
    cr_expect_eq(world_number(&world,
                              "SELECT count(*) FROM archives a JOIN matches m"
                              " ON m.id = a.match_id WHERE first_seq = 3 AND"
                              " last_seq = 60 AND format = 1 AND state IS NULL"
                              " AND build IS NULL AND archived_at > now() -"
                              " interval '1 minute' AND seq = 60"),
                 5);
    world_close(&world);
}

CASE(unpacked_rows_equal_the_original_ones)
{
    struct world world;
    struct store *store = open_store(&world);
    int64_t before;

    if (!store)
        return;
    add_matches(&world, 1, 5, 100);
    before = rows_of_events(&world);
    cr_assert_eq(pack(store, 90, STORE_NOT_FOUND), 5);
    cr_assert_neq(rows_of_events(&world), before);
    cr_expect_eq(unpack(store), 5);
    cr_expect_eq(rows_of_events(&world), before);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM archives"), 0);
    cr_expect_eq(pack(store, 90, STORE_NOT_FOUND), 5, "and all again");
    world_close(&world);
}

/* ---- which ---- */

CASE(only_old_settled_matches_are_packed)
{
    struct world world;
    struct store *store = open_store(&world);

    if (!store)
        return;
    add_matches(&world, 1, 2, 100);
    add_matches(&world, 3, 4, 89);
    cr_assert(world_sql(
        &world,
        "INSERT INTO ladder_matches (match_id, game, seat_count, rated,"
        " finished_at) SELECT id, game, seat_count, false, finished_at"
        " FROM matches WHERE id IN (md5('m1')::uuid, md5('m3')::uuid)"));
    cr_expect_eq(pack(store, 90, STORE_NOT_FOUND), 1, "m1 is not settled");
    cr_assert(world_sql(
        &world,
        "INSERT INTO seasons (number, began_at, ends_at) VALUES (1, now(),"
        " now() + interval '1 day') ON CONFLICT DO NOTHING;"
        " UPDATE ladder_matches SET number = 1,"
        " season = 1 WHERE match_id = md5('m1')::uuid"));
    cr_expect_eq(pack(store, 90, STORE_NOT_FOUND), 1, "now it is");
    cr_expect_eq(pack(store, 90, STORE_NOT_FOUND), 0, "once is enough");
    cr_expect_eq(pack(store, 80, STORE_NOT_FOUND), 1, "m4; m3 is not settled");
    cr_assert(world_sql(&world,
                        "UPDATE matches SET status = 1, finished_at = NULL,"
                        " reason = NULL, outcome = NULL, goals = NULL,"
                        " ranks = NULL, totals = NULL, breakdown = NULL"
                        " WHERE id = md5('m3')::uuid;"
                        " DELETE FROM ladder_matches"));
    cr_expect_eq(pack(store, 0, STORE_NOT_FOUND), 0, "m3 goes on");
    world_close(&world);
}

CASE(a_match_without_a_move_is_skipped_and_reads_as_before)
{
    struct world world;
    struct store *store = open_store(&world);
    struct match_event *events;
    struct play_id id;
    size_t count;

    if (!store)
        return;
    add_matches(&world, 1, 1, 100);
    cr_assert(world_sql(&world, "DELETE FROM events WHERE seq > 2"));
    id = id_of(&world, 1);
    cr_expect_eq(pack(store, 90, STORE_NOT_FOUND), 1);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM archives"), 0);
    cr_assert_eq(store->events->list(store, &id, 0, 9, &events, &count),
                 STORE_OK);
    cr_expect_eq(count, 2);
    free(events);
    cr_expect_eq(pack(store, 90, STORE_NOT_FOUND), 0);
    world_close(&world);
}

CASE(for_a_day_after_the_upgrade_older_nodes_can_read_all)
{
    struct world world;
    struct store *store = open_store(&world);
    struct store_archive_place place = {0};
    const struct store_archiving next = {.after = &place,
                                         .before_us = now_us(),
                                         .now_us = now_us(),
                                         .at_once = true};

    if (!store)
        return;
    add_matches(&world, 1, 2, 100);
    cr_assert(world_sql(&world, "UPDATE migrations SET applied_at = now() -"
                                " interval '23 hours'"));
    cr_expect_eq(pack(store, 90, STORE_NOT_FOUND), 0);
    cr_expect_eq(store->archive->pack_next(store, &next), STORE_OK,
                 "without older nodes there is no waiting time");
    cr_assert(world_sql(&world, "UPDATE migrations SET applied_at = now() -"
                                " interval '25 hours'"));
    cr_expect_eq(pack(store, 90, STORE_NOT_FOUND), 1);
    world_close(&world);
}

/* ---- what goes wrong ---- */

CASE(a_match_that_cannot_be_packed_does_not_block_others)
{
    struct world world;
    struct store *store = open_store(&world);
    struct store_archive_place place = {0};
    const struct store_archiving next = {
        .after = &place, .before_us = now_us(), .now_us = now_us()};
    int64_t before;

    if (!store)
        return;
    add_matches(&world, 1, 2, 100);
    cr_assert(world_sql(&world, "UPDATE events SET move = repeat('\u00e9', 79)"
                                " WHERE seq = 5 AND match_id ="
                                " md5('m1')::uuid"));
    before = world_number(&world, "SELECT count(*) FROM events");
    cr_expect_eq(store->archive->pack_next(store, &next), STORE_REFUSED);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM events"), before);
    cr_expect_eq(store->archive->pack_next(store, &next), STORE_OK);
    cr_expect_eq(store->archive->pack_next(store, &next), STORE_NOT_FOUND);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM archives"), 1);
    world_close(&world);
}

CASE(only_corrupt_archives_are_refused)
{
    struct world world;
    struct store *store = open_store(&world);
    struct match_event *events;
    struct play_id rotten, well;
    size_t count;

    if (!store)
        return;
    add_matches(&world, 1, 2, 100);
    rotten = id_of(&world, 1);
    well = id_of(&world, 2);
    cr_assert_eq(pack(store, 90, STORE_NOT_FOUND), 2);
    cr_assert(world_sql(&world,
                        "UPDATE archives SET packed = set_byte(packed, 50,"
                        " get_byte(packed, 50) # 1)"
                        " WHERE match_id = md5('m1')::uuid"));
    cr_expect_eq(store->events->list(store, &rotten, 0, 99, &events, &count),
                 STORE_REFUSED);
    cr_expect_null(events);
    cr_assert_eq(store->events->list(store, &well, 0, 99, &events, &count),
                 STORE_OK);
    cr_expect_eq(count, EVENTS);
    free(events);
    /* Events before it can still be read. */
    cr_assert_eq(store->events->list(store, &rotten, 0, 2, &events, &count),
                 STORE_OK);
    cr_expect_eq(count, 2);
    free(events);
    world_close(&world);
}

struct packer {
    struct store *store;
    int packed, taken;
    enum store_err end;
};

static void *pack_all(void *arg)
{
    struct packer *packer = arg;
    struct store_archive_place place = {0};
    const struct store_archiving next = {
        .after = &place, .before_us = now_us(), .now_us = now_us()};

    for (;;) {
        packer->end = packer->store->archive->pack_next(packer->store, &next);
        if (packer->end && packer->end != STORE_CONFLICT)
            return NULL;
        packer->packed += !packer->end;
        packer->taken += packer->end == STORE_CONFLICT;
    }
}

DEEP_CASE(concurrent_archivers_pack_each_match_once)
{
    enum { MATCHES = 150, NODES = 3 };
    struct world world;
    struct store *store = open_store(&world);
    struct packer packers[NODES];
    pthread_t threads[NODES];
    int packed = 0;
    int64_t before;

    if (!store)
        return;
    add_matches(&world, 1, MATCHES, 100);
    before = rows_of_events(&world);
    for (int i = 1; i < NODES; i++)
        world_add_store(&world);
    for (int i = 0; i < NODES; i++) {
        packers[i] = (struct packer){.store = world.store[i]};
        pthread_create(&threads[i], NULL, pack_all, &packers[i]);
    }
    for (int i = 0; i < NODES; i++) {
        pthread_join(threads[i], NULL);
        cr_expect_eq(packers[i].end, STORE_NOT_FOUND);
        packed += packers[i].packed;
    }
    cr_expect_eq(packed, MATCHES);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM archives"),
                 MATCHES);
    cr_expect_eq(unpack(store), MATCHES);
    cr_expect_eq(rows_of_events(&world), before);
    world_close(&world);
}
