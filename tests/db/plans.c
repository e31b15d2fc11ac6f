/* How the database executes what leaderboards, profiles and lists ask: the
 * plans of the statements that the store runs, on a ladder that was played for
 * two years.  They are in this test's output.
 *
 * The statements are in plans_*.c. */
#include "plans.h"

#include "db_ladder.h"
#include "depth.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    TIMES = 7,        /* after five the planner may make one plan for all */
    WASTED_MAX = 250, /* rows of a node that are read and thrown away */
    PAGES_MAX = 900,  /* pages that are looked at: 8 KiB each */
};

/* ---- plans ---- */

/* The number behind a word of a line, or 0. */
static long number_behind(const char *line, const char *word)
{
    const char *at = strstr(line, word);

    return at ? strtol(at + strlen(word), NULL, 10) : 0;
}

/* One line of a plan of a statement. */
static void judge_line(const char *name, const char *line)
{
    static const char scan[] = "Seq Scan on ";
    long wasted = number_behind(line, "Rows Removed by Filter: ") +
                  number_behind(line, "Rows Removed by Join Filter: ");

    /* Of these there are few. */
    if (strstr(line, scan) && !strstr(line, "Seq Scan on seasons") &&
        !strstr(line, "Seq Scan on pg_database") &&
        !strstr(line, "Seq Scan on migrations") &&
        !strstr(line, "Seq Scan on shared"))
        cr_expect_fail("%s: %s", name, line);
    cr_expect_leq(wasted, WASTED_MAX, "%s: %s", name, line);
    cr_expect_leq(number_behind(line, "Buffers: shared hit="), PAGES_MAX,
                  "%s: %s", name, line);
}

/* What plans are asked for. */
struct telling {
    const char *name;
    bool is_told;
};

static void look_at(void *ctx, const char *line, bool is_first)
{
    const struct telling *telling = ctx;

    judge_line(telling->name, line);
    if (telling->is_told && !is_first)
        fputs(line, stdout);
}

static void explain(struct explain *plans, struct asked *it,
                    const struct plan_statement *statement)
{
    const char *name = statement->name;

    for (int i = 1; i <= TIMES; i++) {
        struct telling telling = {name, i == TIMES};

        it->found = 0;
        cr_assert_eq(statement->ask(it), STORE_OK, "%s", name);
        if (i == TIMES)
            printf("\n-- %s: %u rows\n", name, it->found);
        cr_expect_gt(it->found, 0, "%s", name);
        cr_expect_gt(explain_plans(plans, look_at, &telling), 0, "%s", name);
    }
}

/* ---- the ladder ---- */

/* The account on the middle of a board, in its order. */
#define MIDDLE(table, value)                                                   \
    "SELECT substr(a.name, 6)::integer FROM " table                            \
    " JOIN accounts a ON a.id = account_id"                                    \
    " WHERE game = 'underwater-cities' AND pool = 0 AND season = 8"            \
    " AND " value " <= (SELECT percentile_disc(0.5) WITHIN GROUP"              \
    "  (ORDER BY " value ") FROM " table " WHERE game = 'underwater-cities'"   \
    "  AND pool = 0 AND season = 8)"

static void choose(struct world *world, struct asked *it)
{
    int64_t middle = world_number(
        world, MIDDLE("ratings", "list_value") " AND list_value IS NOT NULL"
                                               " AND seat_count = 2 ORDER BY "
                                               "list_value DESC LIMIT 1");
    int64_t alone = world_number(
        world, MIDDLE("high_scores", "points") " ORDER BY points DESC LIMIT 1");

    cr_assert(middle >= 0 && alone >= 0);
    snprintf(it->middle, sizeof it->middle, "fill-%d", (int)middle);
    snprintf(it->middle_alone, sizeof it->middle_alone, "fill-%d", (int)alone);
    cr_assert_eq(it->store->accounts->find(it->store, "fill-2", &it->busy),
                 STORE_OK);
    cr_assert_eq(it->store->accounts->find(it->store, "fill-79", &it->rare),
                 STORE_OK);
    cr_assert_eq(it->store->accounts->find(it->store, "look-1", &it->host),
                 STORE_OK);
    cr_assert_eq(it->store->accounts->find(it->store, "look-2", &it->many),
                 STORE_OK);
    cr_assert_eq(it->store->accounts->find(it->store, "look-3", &it->vain),
                 STORE_OK);
    it->long_ago_us =
        world_number(world, "SELECT (extract(epoch FROM now() -"
                            " interval '300 days') * 1000000)::bigint");
    it->deep.value = 1300;
    it->deep_alone.value = 75;
    it->deep_alone.at_us = it->busy.created_us;
}

/* Attacks on all names, and devices and sessions of everybody. */
static void fill_sign_in(struct world *world)
{
    cr_assert(world_sql(
        world,
        "INSERT INTO password_failures SELECT name, '10.0.' || n || '.5', 1,"
        " now(), NULL FROM accounts, generate_series(0, 9) n;"
        "INSERT INTO devices SELECT id, CASE n WHEN 0"
        " THEN decode(repeat('00', 32), 'hex') ELSE sha256(n::text::bytea) END,"
        " now() - interval '9 days', now() FROM accounts,"
        " generate_series(0, 9) n WHERE kind <> 2;"
        "INSERT INTO tokens (id, account_id, hash, scopes, created_at,"
        " expires_at) SELECT gen_random_uuid(), id,"
        " sha256((name || n)::bytea), 1, now(), now() + interval '9 days'"
        " FROM accounts, generate_series(0, 9) n WHERE kind <> 2;"
        "INSERT INTO former_names SELECT sha256(n::text::bytea)"
        " FROM generate_series(1, 20000) n;"
        "ANALYZE password_failures, devices, tokens, former_names"));
}

/* Snapshots, many of them, of the matches that are not packed, one of which is
 * what is asked for. */
static void add_snapshots(struct world *world, struct asked *it)
{
    cr_assert(world_sql(world,
                        "INSERT INTO snapshots (match_id, seq, build,"
                        " state_hash, body) SELECT match_id, seq, 'that', 1,"
                        " '\\x00' FROM events WHERE kind = 3 AND seq % 2 = 0;"
                        " ANALYZE snapshots"));
    for (int half = 0; half < 2; half++) {
        char sql[256];

        snprintf(sql, sizeof sql,
                 "SELECT ('x' || substr(replace(match_id::text, '-', ''), %d,"
                 " 16))::bit(64)::bigint FROM snapshots ORDER BY match_id"
                 " LIMIT 1",
                 1 + 16 * half);
        const uint64_t bits = (uint64_t)world_number(world, sql);

        for (int i = 0; i < 8; i++)
            it->unpacked.bytes[8 * half + i] = (uint8_t)(bits >> (56 - 8 * i));
    }
}

/* Moves; one account with a seat in very many running matches; bots that play
 * alone; and matches that were aborted. */
static void fill_matches(struct world *world)
{
    cr_assert(world_sql(
        world,
        "INSERT INTO events (match_id, seq, kind, seat, created_at, state_hash,"
        " move) SELECT id, s, 3, s % 2, finished_at, 1, 'choose ' || s"
        " FROM (SELECT id, finished_at FROM matches WHERE status = 2"
        "  ORDER BY finished_at LIMIT 1000) m, generate_series(1, 40) s;"
        " ANALYZE events"));
    cr_assert(world_sql(
        world,
        "INSERT INTO account_matches (match_id, account_id)"
        " SELECT id, md5('look 2')::uuid FROM matches WHERE is_private"
        " AND status = 0 ORDER BY created_at LIMIT 15000"
        " ON CONFLICT DO NOTHING;"
        "INSERT INTO seats (match_id, seat, kind, account_id)"
        " SELECT match_id, 3, 1, account_id FROM account_matches"
        " WHERE account_id = md5('look 2')::uuid ON CONFLICT DO NOTHING;"
        " ANALYZE seats;"
        "INSERT INTO matches (id, created_at, started_at, moved_at, creator_id,"
        " rules_version, deck_version, seq, status, seat_count, to_act,"
        " bot_seats, is_private, game, deck, options, secret)"
        " SELECT md5('bots ' || n)::uuid, now(), now(), now(),"
        " md5('look ' || n)::uuid, 1, 1, 1, 1, 2, 1, 3, false,"
        " 'underwater-cities', 'fathom-1', '', decode(repeat('5a', 32), 'hex')"
        " FROM generate_series(1, 500) n;"
        "INSERT INTO matches (id, created_at, finished_at, moved_at,"
        " rules_version, deck_version, seq, status, seat_count, to_act,"
        " bot_seats, is_private, game, deck, options, secret)"
        " SELECT md5('aborted ' || n)::uuid, now(), now(), now(), 1, 1, 1, 3,"
        " 2, 0, 0, false, 'underwater-cities', 'fathom-1', '',"
        " decode(repeat('5a', 32), 'hex') FROM generate_series(1, 1000) n;"
        " ANALYZE account_matches; ANALYZE matches"));
    /* as autovacuum does: then an index is enough to count its rows */
    cr_assert(world_sql(world, "VACUUM account_matches"));
}

/* Matches that one account has begun and aborted, half of them private. */
static void fill_aborted(struct world *world)
{
    cr_assert(world_sql(
        world,
        "INSERT INTO matches (id, created_at, moved_at, finished_at,"
        " creator_id, rules_version, deck_version, seq, status, seat_count,"
        " to_act, bot_seats, is_private, game, deck, options, secret)"
        " SELECT md5('vain ' || n)::uuid, now() - n * interval '1 s', now(),"
        " now(), md5('look 3')::uuid, 1, 1, 1, 3, 2, 0, 0, n % 2 = 0,"
        " 'seastead', 'fathom-1', '', decode(repeat('5a', 32), 'hex')"
        " FROM generate_series(1, 20000) n;"
        "INSERT INTO seats (match_id, seat, kind, account_id)"
        " SELECT md5('vain ' || n)::uuid, 0, 1, md5('look 3')::uuid"
        " FROM generate_series(1, 20000) n;"
        " ANALYZE matches; ANALYZE seats"));
}

/* Challenges that are over, blocks, and queue entries. */
static void fill_matchmaking(struct world *world)
{
    cr_assert(world_sql(
        world,
        "INSERT INTO challenges (id, creator_id, game, options, rated,"
        " is_private, clock_policy, status, created_at, expires_at, ended_at)"
        " SELECT md5('challenge ' || n)::uuid, md5('look ' || 1 + n % "
        "4000)::uuid,"
        " 'template', '', false, false, 0, 2 + n % 3,"
        " now() - n * interval '1 s', now() + interval '1 day', now()"
        " FROM generate_series(1, 20000) n;"
        "INSERT INTO challenge_players (challenge_id, account_id, place,"
        " answer, ended_xid) SELECT md5('challenge ' || n)::uuid,"
        " md5('look ' || 1 + (n + p) % 4000)::uuid, p, 1 - p,"
        " pg_current_xact_id() FROM generate_series(1, 20000) n,"
        " generate_series(0, 1) p WHERE EXISTS (SELECT FROM accounts"
        "  WHERE id = md5('look ' || 1 + (n + p) % 4000)::uuid);"
        "INSERT INTO blocks SELECT a.id, b.id, now() FROM accounts a"
        " JOIN (SELECT id FROM accounts ORDER BY id LIMIT 10) b"
        " ON b.id <> a.id;"
        "INSERT INTO queue_tickets (account_id, game, id, seats, options,"
        " takes_bots, status, joined_at, expires_at)"
        " SELECT id, 'template', id, 2, '', false, 0, now(), now()"
        " FROM accounts WHERE name LIKE 'look-%';"
        " ANALYZE challenges; ANALYZE challenge_players; ANALYZE blocks;"
        " ANALYZE queue_tickets"));
}

static void fill(struct world *world, struct asked *it)
{
    world_remove_node(world, 0); /* it would look after its matches */
    ladder_fill(world, 6000);
    fill_matches(world);
    fill_aborted(world);
    fill_matchmaking(world);
    choose(world, it);
    fill_sign_in(world);
    /* Enough of them that a full scan would not be best. */
    for (int i = 0; i < 600; i++)
        cr_assert_eq(plans_pack(it), STORE_OK);
    cr_assert(world_sql(world, "ANALYZE archives"));
    add_snapshots(world, it);
}

Test(plans, no_statement_scans_a_big_table, .init = deep_only, .timeout = 600)
{
    static const struct plan_statement *const lists[] = {
        board_statements, match_statements, feed_statements};
    static struct explain plans;
    struct asked it = {0};
    struct world world;

    if (!world_open_store(&world))
        return;
    if (explain_begin(&plans, &world, "")) {
        it.store = plans.store;
        fill(&world, &it);
        explain_skip(&plans);
        for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
            for (size_t n = 0; lists[i][n].name; n++)
                explain(&plans, &it, &lists[i][n]);
        explain_end(&plans);
    }
    world_close(&world);
}
