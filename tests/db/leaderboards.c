/* Boards and lists by index say what a plain look through everything says. */
#include "db_ladder.h"
#include "depth.h"

#include "db/db.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A database with such a ladder and one store on it. */
static struct store *open_ladder(struct world *world, int matches)
{
    static struct db_config config;

    if (!world_open_store(world))
        return NULL;
    ladder_fill(world, matches);
    world_db_defaults(&config);
    config.conninfo = world->conninfo;
    return db_store_new(&config);
}

static void close_ladder(struct world *world, struct store *store)
{
    store->free(store);
    world_close(world);
}

/* ---- counts ---- */

/* Numbers of which board_counts says something else than the boards. */
static const char miscounted[] =
    "SELECT count(*) FROM (SELECT game, seat_count, pool, season, value,"
    "  players FROM board_counts WHERE players <> 0) c FULL JOIN"
    " (SELECT game, seat_count, pool, season, shown AS value,"
    "   count(*) AS players FROM ratings WHERE is_listed GROUP BY 1, 2, 3, 4, 5"
    "  UNION ALL SELECT game, 1, pool, season, points, count(*)"
    "   FROM high_scores GROUP BY 1, 2, 3, 4, 5) b"
    " USING (game, seat_count, pool, season, value)"
    " WHERE c.players IS DISTINCT FROM b.players";

/* The same of list_counts. */
static const char mislisted[] =
    "SELECT count(*) FROM (SELECT game, seat_count, pool, season, value,"
    "  players FROM list_counts WHERE players <> 0) c FULL JOIN"
    " (SELECT game, seat_count, pool, season, list_value AS value,"
    "   count(*) AS players FROM ratings WHERE list_value IS NOT NULL"
    "   GROUP BY 1, 2, 3, 4, 5) b"
    " USING (game, seat_count, pool, season, value)"
    " WHERE c.players IS DISTINCT FROM b.players";

Test(leaderboards, every_change_of_a_board_is_counted, .init = deep_only)
{
    static const char *const changes[] = {
        "UPDATE ratings SET list_value = NULL WHERE pool = 0 AND season = 8",
        "UPDATE ratings SET sigma = sigma / 2 WHERE season = 8",
        "UPDATE ratings SET shown = shown + 7 WHERE season = 8",
        "UPDATE ratings SET is_listed = NOT is_listed WHERE season > 6",
        "UPDATE ratings SET season = 5, is_listed = true"
        " WHERE season = 6 AND pool = 2 AND NOT EXISTS (SELECT FROM ratings o"
        "  WHERE o.season = 5 AND (o.account_id, o.game, o.seat_count, o.pool)"
        "  = (ratings.account_id, ratings.game, ratings.seat_count, 2))",
        "INSERT INTO ratings SELECT account_id, game, seat_count, pool, season,"
        " mu, sigma, 1234, matches, wins, played_at, true FROM ratings"
        " WHERE season = 8"
        " ON CONFLICT (account_id, game, seat_count, pool, season)"
        " DO UPDATE SET shown = excluded.shown, is_listed = true",
        "UPDATE high_scores SET points = points / 2",
        "DELETE FROM ratings WHERE pool = 0",
        "DELETE FROM high_scores WHERE season = 3",
        "TRUNCATE ratings",
        "TRUNCATE high_scores",
    };
    struct world world;
    struct store *store = open_ladder(&world, 1000);

    if (!store)
        return;
    cr_expect_eq(world_number(&world, miscounted), 0);
    cr_expect_eq(world_number(&world, mislisted), 0);
    cr_expect_gt(world_number(&world, "SELECT count(*) FROM board_counts"), 99);
    cr_expect_gt(world_number(&world, "SELECT count(*) FROM list_counts"), 9);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        cr_assert(world_sql(&world, changes[i]));
        cr_expect_eq(world_number(&world, miscounted), 0, "%s", changes[i]);
        cr_expect_eq(world_number(&world, mislisted), 0, "%s", changes[i]);
    }
    close_ladder(&world, store);
}

/* ---- places on lists ---- */

/* Wait until a node has begun the first season. */
static void await_season(struct world *world)
{
    for (int i = 0;
         i < 12000 && world_number(world, "SELECT count(*) FROM seasons") < 1;
         i++)
        world_sleep_ms(5);
}

/* The database and the ladder compute the same lower bound. */
Test(leaderboards, the_database_computes_the_lower_bound_of_the_ladder)
{
    struct world world;

    if (!world_open(&world))
        return;
    await_season(&world);
    for (int i = 0; i < 60; i++) {
        const struct rating rating = {25 + (i - 30) * 0.377, 0.7 + i * 0.0577};
        char sql[320];

        snprintf(sql, sizeof sql,
                 "SELECT ladder_list_value(true, %d, %.17g, 20, 9, 9, s)"
                 " FROM seasons s WHERE number = 1",
                 rating_shown(rating.mu), rating.sigma);
        cr_expect_eq(world_number(&world, sql), rating_lower_bound(rating),
                     "%s", sql);
    }
    cr_expect_eq(world_number(&world,
                              "SELECT count(ladder_list_value(true, 1500,"
                              " 4.167, 20, 9, 9, s)) FROM seasons s"),
                 0, "provisional");
    world_close(&world);
}

/* A node of the version before writes ratings like this. */
static const char former_write[] =
    "INSERT INTO ratings AS r (account_id, game, seat_count, pool, season, mu,"
    " sigma, shown, matches, wins, played_at, is_listed) SELECT id,"
    " 'template', 2, 0, 1, 25, 2, %d, 12, 5, now(), true FROM accounts"
    " WHERE name = 'ada' ON CONFLICT (account_id, game, seat_count, pool,"
    " season) DO UPDATE SET mu = excluded.mu, sigma = excluded.sigma,"
    " shown = excluded.shown, matches = excluded.matches,"
    " wins = excluded.wins, played_at = excluded.played_at,"
    " is_listed = excluded.is_listed";

Test(leaderboards, a_node_of_the_version_before_keeps_the_lists)
{
    struct world world;
    char sql[640];

    if (!world_open(&world))
        return;
    world_player(world.node[0], "ada");
    await_season(&world);
    world_remove_node(&world, 0);
    cr_assert(world_sql(&world, "UPDATE seasons SET list_opponents = 0,"
                                " list_queue_opponents = 0"));
    for (int shown = 1500; shown < 1520; shown += 10) {
        snprintf(sql, sizeof sql, former_write, shown);
        cr_assert(world_sql(&world, sql));
        cr_expect_eq(world_number(&world, "SELECT list_value FROM ratings"),
                     shown - 160);
        cr_expect_eq(world_number(&world, mislisted), 0);
    }
    /* It deletes the account. */
    cr_assert(world_sql(&world, "UPDATE ratings SET is_listed = false"));
    cr_expect_eq(world_number(&world, "SELECT count(list_value) FROM ratings"),
                 0);
    /* It begins a season and creates a match. */
    cr_assert(world_sql(&world,
                        "INSERT INTO seasons (number, began_at, ends_at,"
                        " list_matches) VALUES (9, now(), now() +"
                        " interval '1 day', 10)"));
    cr_expect_eq(world_number(&world, "SELECT list_opponents FROM seasons"
                                      " WHERE number = 9 AND list_by = 2"),
                 5);
    world_close(&world);
}

/* ---- pages ---- */

/* The rows of a board that were read, in order. */
struct walk {
    size_t count, on_page;
    struct store_leaderboard_place last;
    int64_t last_rank, total;
    int32_t last_value;
    int wrong; /* out of order, or of a rank that does not fit */
};

static void look(void *ctx, const struct store_standing *row)
{
    struct walk *walk = ctx;
    const struct standing *it = &row->standing;

    walk->count++;
    walk->on_page++;
    if (it->list_value == walk->last_value)
        walk->wrong += it->rank != walk->last_rank;
    else
        walk->wrong += it->list_value > walk->last_value ||
                       it->rank != (int64_t)walk->count;
    walk->last_value = it->list_value;
    walk->last_rank = it->rank;
    walk->last = (struct store_leaderboard_place){
        .value = it->list_value, .at_us = it->at_us, .account = it->account};
}

static void walk_board(struct store *store, int seats, int32_t season,
                       unsigned limit, struct walk *walk)
{
    struct store_leaderboard_query query = {.game = "underwater-cities",
                                            .seats = seats,
                                            .pool = POOL_ALL,
                                            .season = season,
                                            .limit = limit};

    *walk = (struct walk){.last_value = INT32_MAX};
    do {
        const struct store_leaderboard_place from = walk->last;

        walk->on_page = 0;
        query.from = walk->count ? &from : NULL;
        cr_assert_eq(
            store->leaderboards->read(store, &query, &walk->total, look, walk),
            STORE_OK);
    } while (walk->on_page == limit);
}

Test(leaderboards, pages_rank_every_player_once, .init = deep_only)
{
    struct world world;
    struct store *store = open_ladder(&world, 2000);
    struct walk walk;
    char sql[256];

    if (!store)
        return;
    cr_assert(world_sql(&world, "UPDATE seasons SET list_by = 1"));
    cr_assert(world_sql(&world, "UPDATE ratings SET is_listed = true,"
                                " shown = shown / 25, final_rank = NULL"));
    for (int seats = 1; seats <= 3; seats++) {
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM %s WHERE game = 'underwater-cities'"
                 " AND pool = 2 AND season = 8 %s%.0d",
                 seats == 1 ? "high_scores" : "ratings",
                 seats == 1 ? "" : "AND seat_count = ", seats == 1 ? 0 : seats);
        for (unsigned limit = 1; limit <= 100; limit += 33) {
            walk_board(store, seats, 8, limit, &walk);
            cr_expect_eq(walk.wrong, 0, "%d seats by %u", seats, limit);
            cr_expect_eq((int64_t)walk.count, world_number(&world, sql));
            cr_expect_eq(walk.total, (int64_t)walk.count);
        }
        cr_expect_gt(walk.count, 10);
    }
    close_ladder(&world, store);
}

/* ---- lists of matches ---- */

struct list {
    size_t count, on_page;
    struct store_filter filter;
    bool is_in_order;
};

static void list_one(void *ctx, const struct store_match *row)
{
    struct list *list = ctx;

    list->is_in_order =
        list->is_in_order &&
        (!list->count || row->match.created_us < list->filter.cursor_us ||
         (row->match.created_us == list->filter.cursor_us &&
          memcmp(&row->match.key, &list->filter.cursor_id,
                 sizeof row->match.key) < 0));
    list->filter.has_cursor = true;
    list->filter.cursor_us = row->match.created_us;
    list->filter.cursor_id = row->match.key;
    list->count++;
    list->on_page++;
}

/* All pages of what is asked for, beside a plain count. */
static void expect_list(struct world *world, struct store *store,
                        struct store_filter filter, const char *condition)
{
    struct list list = {.filter = filter, .is_in_order = true};
    struct store_list_stop stop;
    bool has_more = true;
    char sql[640];

    list.filter.limit = 97;
    while (has_more) {
        const struct store_filter page = list.filter;

        list.on_page = 0;
        cr_assert_eq(store->matches->list(store, &page, list_one, &list, &stop),
                     STORE_OK);
        has_more = list.on_page == page.limit || stop.is_early;
        if (stop.is_early && list.on_page < page.limit) {
            list.filter.has_cursor = true;
            list.filter.cursor_us = stop.place_us;
            list.filter.cursor_id = stop.match;
        }
    }
    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM matches m WHERE (NOT is_private %s) AND %s",
             filter.has_asker
                 ? "OR EXISTS (SELECT FROM seats s JOIN accounts a ON a.id ="
                   " account_id WHERE match_id = m.id AND name = 'fill-3')"
                 : "",
             condition);
    cr_expect_eq((int64_t)list.count, world_number(world, sql), "%s", sql);
    cr_expect(list.is_in_order, "%s", sql);
}

Test(leaderboards, every_way_to_list_matches_finds_all_of_them,
     .init = deep_only)
{
    static const char of_player[] =
        " AND EXISTS (SELECT FROM seats s JOIN accounts a ON a.id ="
        " s.account_id WHERE s.match_id = m.id AND a.name = 'fill-2')";
    struct world world;
    struct store *store = open_ladder(&world, 800);
    struct store_account asker;

    if (!store)
        return;
    cr_assert(world_sql(&world, "UPDATE matches SET status = 3, reason = NULL,"
                                " ranks = NULL, totals = NULL, breakdown ="
                                " NULL, outcome = NULL, goals = NULL"
                                " WHERE status = 2 AND seat_count = 4"));
    cr_assert_eq(store->accounts->find(store, "fill-3", &asker), STORE_OK);
    /* Every combination of the four. */
    for (int bits = 0; bits < 16; bits++)
        for (int status = 0; status < (bits & 1 ? 4 : 1); status++) {
            struct store_filter filter = {
                .statuses = bits & 1 ? 1U << status : 0,
                .game = bits & 2 ? "template" : NULL,
                .player = bits & 4 ? "fill-2" : NULL,
                .has_asker = bits & 8,
                .asker = asker.id,
            };
            char condition[400], by_status[40] = "true";

            if (filter.statuses)
                snprintf(by_status, sizeof by_status, "status = %d", status);
            snprintf(condition, sizeof condition, "%s%s%s", by_status,
                     filter.game ? " AND game = 'template'" : "",
                     filter.player ? of_player : "");
            expect_list(&world, store, filter, condition);
        }
    close_ladder(&world, store);
}
