/* The schema: applied once, documented, and strict about what it takes. */
#include "depth.h"
#include "play_world.h"

#include "db/schema/migrate.h"
#include "db/schema/migrations.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>

#include <pthread.h>
#include <stdio.h>
#include <string.h>

Test(migrations, applying_them_twice_changes_nothing)
{
    struct world world;
    char why[256];
    int applied = -1;

    if (!world_open_empty(&world))
        return;
    cr_assert(db_migrate(world.conninfo, &applied, why, sizeof why), "%s", why);
    cr_expect_eq(applied, db_migrations_known());
    cr_assert(db_migrate(world.conninfo, &applied, why, sizeof why), "%s", why);
    cr_expect_eq(applied, 0);
    world_close(&world);
}

struct migrator {
    const char *conninfo;
    int applied;
    bool is_done;
};

static void *migrate(void *arg)
{
    struct migrator *migrator = arg;
    char why[256];

    migrator->is_done =
        db_migrate(migrator->conninfo, &migrator->applied, why, sizeof why);
    return NULL;
}

Test(migrations, nodes_that_start_at_once_apply_them_once)
{
    enum { NODES = 5 };
    struct world world;
    struct migrator migrators[NODES];
    pthread_t threads[NODES];
    int applied = 0;

    if (!world_open_empty(&world))
        return;
    for (int i = 0; i < NODES; i++) {
        migrators[i] = (struct migrator){world.conninfo, 0, false};
        cr_assert_eq(pthread_create(&threads[i], NULL, migrate, &migrators[i]),
                     0);
    }
    for (int i = 0; i < NODES; i++) {
        pthread_join(threads[i], NULL);
        cr_expect(migrators[i].is_done);
        applied += migrators[i].applied;
    }
    cr_expect_eq(applied, db_migrations_known());
    world_close(&world);
}

Test(migrations, a_missing_database_is_reported)
{
    char why[256] = "";
    int applied;

    cr_expect_not(
        db_migrate("host=/nonexistent dbname=none", &applied, why, sizeof why));
    cr_expect_not_null(strstr(why, "/nonexistent"), "%s", why);
}

/* Or everybody who plays would wait behind it. */
Test(migrations, do_not_wait_long_for_a_locked_table, .init = deep_only)
{
    struct world world;
    char why[256] = "";
    int applied;

    if (!world_open_empty(&world))
        return;
    cr_assert(db_migrate(world.conninfo, &applied, why, sizeof why), "%s", why);
    PGconn *dump = PQconnectdb(world.conninfo);

    PQclear(PQexec(dump, "BEGIN"));
    PQclear(PQexec(dump, "LOCK TABLE migrations IN ACCESS EXCLUSIVE MODE"));
    cr_expect_not(db_migrate(world.conninfo, &applied, why, sizeof why));
    cr_expect_not_null(strstr(why, "lock timeout"), "%s", why);
    PQclear(PQexec(dump, "COMMIT"));
    PQfinish(dump);
    cr_expect(db_migrate(world.conninfo, &applied, why, sizeof why), "%s", why);
    world_close(&world);
}

/* ---- indexes that are built while others write ---- */

/* The first migration of which each statement runs by itself. */
static const struct migration *first_concurrent(void)
{
    const struct migration *migration = migrations;

    while (migration->name && !migration->is_concurrent)
        migration++;
    return migration->name ? migration : NULL;
}

/* As the version before that migration left the database. */
static void migrate_up_to(struct world *world,
                          const struct migration *migration)
{
    char sql[256];

    cr_assert(world_sql(world,
                        "CREATE TABLE migrations (number integer PRIMARY KEY,"
                        " name text NOT NULL,"
                        " applied_at timestamptz NOT NULL DEFAULT now())"));
    for (const struct migration *m = migrations; m != migration; m++) {
        cr_assert(world_sql(world, m->sql), "%s", m->name);
        snprintf(sql, sizeof sql, "INSERT INTO migrations VALUES (%d, '%s')",
                 m->number, m->name);
        cr_assert(world_sql(world, sql));
    }
}

/* A transaction that has written a match, and is still open. */
static PGconn *open_writer(struct world *world)
{
    PGconn *pg = PQconnectdb(world->conninfo);
    PGresult *done;

    PQclear(PQexec(pg, "BEGIN"));
    done = PQexec(pg,
                  "INSERT INTO matches (id, created_at, moved_at,"
                  " rules_version, deck_version, seq, status, seat_count,"
                  " to_act, bot_seats, is_private, game, deck, options, secret)"
                  " VALUES (gen_random_uuid(), now(), now(), 1, 1, 0, 0, 2, 0,"
                  " 0, false, 'template', 'numbers', '',"
                  " decode(repeat('00', 32), 'hex'))");
    cr_assert_eq(PQresultStatus(done), PGRES_COMMAND_OK, "%s",
                 PQerrorMessage(pg));
    PQclear(done);
    return pg;
}

static const char building[] =
    "SELECT count(*) FROM pg_stat_activity WHERE state = 'active'"
    " AND datname = current_database() AND wait_event_type = 'Lock'"
    " AND query LIKE '%CREATE INDEX CONCURRENTLY%'"
    " AND pid <> pg_backend_pid()";

static void wait_for_building(struct world *world)
{
    int tries = 0;

    while (world_number(world, building) == 0 && tries++ < 600)
        world_sleep_ms(50);
    cr_assert_lt(tries, 600, "no index is being built");
}

Test(migrations, players_continue_to_write_while_indexes_are_built,
     .timeout = 120)
{
    struct world world;
    struct migrator migrator = {world.conninfo, 0, false};
    pthread_t thread;

    if (!first_concurrent() || !world_open_empty(&world))
        return;
    migrate_up_to(&world, first_concurrent());
    PGconn *slow = open_writer(&world);

    cr_assert_eq(pthread_create(&thread, NULL, migrate, &migrator), 0);
    wait_for_building(&world);
    PGconn *other = open_writer(&world);

    PQclear(PQexec(other, "COMMIT"));
    PQfinish(other);
    cr_expect_eq(world_number(&world, building), 1, "it waits for the first");
    PQclear(PQexec(slow, "COMMIT"));
    PQfinish(slow);
    pthread_join(thread, NULL);
    cr_expect(migrator.is_done);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM matches"), 2);
    world_close(&world);
}

Test(migrations, an_incomplete_index_is_built_again, .timeout = 120)
{
    struct world world;
    struct migrator migrator = {world.conninfo, 0, false};
    pthread_t thread;

    if (!first_concurrent() || !world_open_empty(&world))
        return;
    migrate_up_to(&world, first_concurrent());
    PGconn *slow = open_writer(&world);

    cr_assert_eq(pthread_create(&thread, NULL, migrate, &migrator), 0);
    wait_for_building(&world);
    cr_assert(world_sql(&world, "SELECT pg_terminate_backend(pid)"
                                " FROM pg_stat_activity WHERE query LIKE"
                                " '%CREATE INDEX CONCURRENTLY%'"
                                " AND datname = current_database()"
                                " AND pid <> pg_backend_pid()"));
    pthread_join(thread, NULL);
    cr_expect_not(migrator.is_done);
    PQclear(PQexec(slow, "COMMIT"));
    PQfinish(slow);
    static const char halves[] =
        "SELECT count(*) FROM pg_index WHERE NOT indisvalid";

    cr_expect_eq(world_number(&world, halves), 1);
    migrate(&migrator);
    cr_expect(migrator.is_done);
    cr_expect_eq(world_number(&world, halves), 0);
    world_close(&world);
}

Test(migrations, every_table_and_column_has_a_comment, .init = world_setup,
     .fini = world_teardown)
{
    cr_expect_eq(
        world_number(
            &test_world,
            "SELECT count(*) FROM pg_class c LEFT JOIN pg_attribute a"
            " ON a.attrelid = c.oid AND a.attnum >= 0 AND NOT attisdropped"
            " WHERE c.relnamespace = 'public'::regnamespace"
            " AND c.relkind = 'r' AND (obj_description(c.oid) IS NULL"
            "  OR col_description(c.oid, a.attnum) IS NULL)"),
        0);
    cr_expect_eq(world_number(&test_world,
                              "SELECT count(*) FROM pg_class WHERE"
                              " relnamespace = 'public'::regnamespace"
                              " AND relkind = 'r'"),
                 41);
}

/* Rows that are right, to be made wrong one column at a time. */
static const char right_rows[] =
    "INSERT INTO accounts VALUES ('00000000-0000-0000-0000-000000000001',"
    " 'ada', '$scrypt$x', now());"
    "INSERT INTO matches (id, created_at, started_at, moved_at, rules_version,"
    " deck_version, seq, status, seat_count, to_act, bot_seats, is_private,"
    " game, deck, options, secret) VALUES"
    " ('00000000-0000-0000-0000-000000000002', now(), now(), now(), 1, 1, 5,"
    " 1, 2, 1, 0, false, 'template', 'numbers', '',"
    " decode(repeat('00', 32), 'hex'));"
    "INSERT INTO events VALUES ('00000000-0000-0000-0000-000000000002', 1, 3,"
    " 0, now(), 0, 'take', NULL);"
    "INSERT INTO seats VALUES ('00000000-0000-0000-0000-000000000002', 0, 1,"
    " '00000000-0000-0000-0000-000000000001', NULL);"
    "INSERT INTO seats VALUES ('00000000-0000-0000-0000-000000000002', 1, 0,"
    " NULL, NULL)";

/* Finished and running matches as the first version left them. */
static const char old_rows[] =
    "INSERT INTO accounts VALUES ('00000000-0000-0000-0000-000000000001',"
    " 'ada', '$scrypt$x', now());"
    "INSERT INTO matches (id, created_at, started_at, finished_at, moved_at,"
    " rules_version, deck_version, seq, status, seat_count, to_act, bot_seats,"
    " is_private, game, deck, options, secret, reason, ranks, totals,"
    " breakdown) SELECT ('00000000-0000-0000-0000-00000000000' || n)::uuid,"
    " now(), now(), CASE n WHEN 2 THEN now() END, now(), 1, 1, 5, 4 - n, 2,"
    " CASE n WHEN 3 THEN 1 ELSE 0 END, 0, false, 'template', 'numbers', '',"
    " decode(repeat('00', 32), 'hex'), CASE n WHEN 2 THEN 0 END,"
    " CASE n WHEN 2 THEN '{1,2}'::smallint[] END,"
    " CASE n WHEN 2 THEN '{9,8}'::smallint[] END,"
    " CASE n WHEN 2 THEN 'points 9 8' END FROM generate_series(2, 3) n;"
    "INSERT INTO seats VALUES ('00000000-0000-0000-0000-000000000003', 0, 1,"
    " '00000000-0000-0000-0000-000000000001', NULL);"
    "INSERT INTO events VALUES ('00000000-0000-0000-0000-000000000003', 1, 3,"
    " 0, now(), 0, 'take', NULL);"
    "UPDATE matches SET creator_id = '00000000-0000-0000-0000-000000000001'";

Test(migrations, matches_of_the_first_version_are_kept)
{
    struct world world;
    char why[256];
    int applied = -1;

    if (!world_open_empty(&world))
        return;
    cr_assert(world_sql(&world, migrations[0].sql));
    cr_assert(world_sql(&world, old_rows));
    cr_assert(world_sql(&world,
                        "CREATE TABLE migrations (number integer PRIMARY KEY,"
                        " name text NOT NULL,"
                        " applied_at timestamptz NOT NULL DEFAULT now());"
                        "INSERT INTO migrations VALUES (1, 'start')"));
    cr_assert(db_migrate(world.conninfo, &applied, why, sizeof why), "%s", why);
    cr_expect_eq(applied, db_migrations_known() - 1);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM matches WHERE"
                                      " NOT sandbox AND coalesce(outcome, 0)"
                                      " = 0 AND (outcome IS NULL) ="
                                      " (status = 1)"),
                 2);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM events"
                                      " WHERE to_seq IS NULL"),
                 1);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM account_matches"),
                 2, "its creator and its players are notified of it");
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM account_matches"
                                      " WHERE ended_xid IS NULL"),
                 1);
    world_close(&world);
}

/* As version 0.3 left them, and two networks that it had locked. */
static const char rows_of_15[] =
    "INSERT INTO accounts (id, name, password, created_at) VALUES"
    " ('00000000-0000-0000-0000-000000000001', 'ada', '$scrypt$x', now());"
    "INSERT INTO tokens (id, account_id, hash, scopes, created_at, expires_at,"
    " label) VALUES ('00000000-0000-0000-0000-000000000002',"
    " '00000000-0000-0000-0000-000000000001', sha256('a'), 11, now(),"
    " now() + interval '1 day', NULL),"
    " ('00000000-0000-0000-0000-000000000003',"
    " '00000000-0000-0000-0000-000000000001', sha256('b'), 31, now(),"
    " now() + interval '1 day', 'boss');"
    "INSERT INTO sign_in_failures VALUES"
    " ('ada', 0, now(), now() + interval '300 s');"
    "INSERT INTO address_failures VALUES"
    " ('192.0.2.7', 0, now(), now() + interval '300 s'),"
    " ('2001:db8:0:1::/64', 7, now(), NULL)";

/* What version 0.3 does. */
static const char *const old_statements[] = {
    "INSERT INTO sign_in_failures AS f (name, failures, failed_at,"
    " locked_until) VALUES ('bob', 1, now(), NULL) ON CONFLICT (name)"
    " DO UPDATE SET failures = f.failures + 1",
    "INSERT INTO address_failures AS f (address, failures, failed_at,"
    " locked_until) VALUES ('192.0.2.8', 1, now(), NULL)"
    " ON CONFLICT (address) DO UPDATE SET failures = f.failures + 1",
    "INSERT INTO accounts (id, name, password, created_at, kind) VALUES"
    " ('00000000-0000-0000-0000-000000000005', 'bob', '$scrypt$y', now(), 0)",
    "INSERT INTO tokens (id, account_id, hash, scopes, created_at, expires_at,"
    " label) VALUES ('00000000-0000-0000-0000-000000000004',"
    " '00000000-0000-0000-0000-000000000001', sha256('c'), 8, now(),"
    " now() + interval '1 day', 'clerk')",
    "UPDATE accounts SET password = '$scrypt$z' WHERE name = 'ada'",
};

/* A database at the migration before this one. */
static void open_before(struct world *world, int number)
{
    char sql[256];

    cr_assert(world_sql(world,
                        "CREATE TABLE migrations (number integer PRIMARY KEY,"
                        " name text NOT NULL,"
                        " applied_at timestamptz NOT NULL DEFAULT now())"));
    for (int i = 0; migrations[i].number < number; i++) {
        cr_assert(world_sql(world, migrations[i].sql));
        snprintf(sql, sizeof sql,
                 "INSERT INTO migrations VALUES (%d, '%s',"
                 " now() - interval '90 days')",
                 migrations[i].number, migrations[i].name);
        cr_assert(world_sql(world, sql));
    }
}

Test(migrations, accounts_and_tokens_of_version_0_3_remain_valid)
{
    struct world world;
    struct store_token token;
    struct store_failure_record record;
    int64_t since_us, now_us;
    char why[256];
    int applied;

    if (!world_open_empty(&world))
        return;
    open_before(&world, 17);
    cr_assert(world_sql(&world, rows_of_15));
    cr_assert(db_migrate(world.conninfo, &applied, why, sizeof why), "%s", why);
    struct store *store = world_add_store(&world);

    /* Networks that were locked still are; names are not. */
    store->login_failures->find(store, "ada", "192.0.2.7", &record);
    cr_expect_gt(record.source.locked_until_us, 0);
    cr_expect_eq(record.name.locked_until_us, 0);
    store->login_failures->find(store, "ada", "2001:db8:0:1::/64", &record);
    cr_expect_eq(record.source.count, 7);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM tokens"
                                      " WHERE parent_id IS NULL"),
                 2);
    cr_expect_eq(
        store->tokens->find(
            store,
            (const uint8_t[32]){0xca, 0x97, 0x81, 0x12, 0xca, 0x1b, 0xbd, 0xca,
                                0xfa, 0xc2, 0x31, 0xb3, 0x9a, 0x23, 0xdc, 0x4d,
                                0xa7, 0x86, 0xef, 0xf8, 0x14, 0x7c, 0x4e, 0x72,
                                0xb9, 0x80, 0x77, 0x85, 0xaf, 0xee, 0x48, 0xbb},
            &token),
        STORE_OK);
    cr_expect_not(token.has_parent);
    for (size_t i = 0; i < sizeof old_statements / sizeof *old_statements; i++)
        cr_expect(world_sql(&world, old_statements[i]), "%zu", i);
    cr_assert_eq(store->accounts->argon2_since(store, &since_us), STORE_OK);
    now_us = world_number(&world, "SELECT (extract(epoch FROM now()) * 1000000)"
                                  "::bigint");
    cr_expect_gt(since_us, now_us + INT64_C(23) * 3600 * 1000000);
    cr_expect_lt(since_us, now_us + INT64_C(25) * 3600 * 1000000);
    world_close(&world);
}

Test(migrations, a_new_database_uses_argon2id_at_once, .init = world_setup,
     .fini = world_teardown)
{
    int64_t since_us = 1;

    cr_expect_eq(test_world.store[0]->accounts->argon2_since(
                     test_world.store[0], &since_us),
                 STORE_OK);
    cr_expect_eq(since_us, 0);
}

Test(migrations, constraints_refuse_inconsistent_rows, .init = world_setup,
     .fini = world_teardown)
{
    static const char *const wrong[] = {
        "UPDATE accounts SET name = 'Ada'",
        "UPDATE accounts SET name = 'ab'",
        "UPDATE accounts SET password = 'plain text'",
        "INSERT INTO positions VALUES"
        " ('00000000-0000-0000-0000-000000000002', '')",
        "INSERT INTO events SELECT * FROM events",
        "UPDATE seats SET seat = 4 WHERE seat = 1",
        "UPDATE seats SET kind = 1 WHERE seat = 1",
        "UPDATE seats SET bot = 'greedy'",
        "UPDATE seats SET kind = 1,"
        " account_id = '00000000-0000-0000-0000-000000000001' WHERE seat = 1",
        "DELETE FROM accounts",
        "INSERT INTO tokens VALUES ('00000000-0000-0000-0000-000000000003',"
        " '00000000-0000-0000-0000-000000000001', '\\x00', 1, now(),"
        " now() + interval '1 day', NULL)",
        "INSERT INTO password_failures VALUES ('ada', '*', -1, now(), NULL)",
        "INSERT INTO password_failures VALUES ('Ada', '*', 1, now(), NULL)",
        "INSERT INTO password_failures VALUES ('ada', '', 1, now(), NULL)",
        "INSERT INTO devices VALUES ('00000000-0000-0000-0000-000000000001',"
        " decode(repeat('00', 32), 'hex'), now(), now() - interval '1 s')",
        "INSERT INTO tokens VALUES ('00000000-0000-0000-0000-000000000003',"
        " '00000000-0000-0000-0000-000000000001',"
        " decode(repeat('00', 32), 'hex'), 8, now(), now() + interval '1 day',"
        " NULL, 'a', NULL, '00000000-0000-0000-0000-000000000004')",
    };

    cr_assert(world_sql(&test_world, right_rows));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect(world_refuses(&test_world, wrong[i]), "%s", wrong[i]);
}

/* After the statement, in its transaction. */
static bool is_reported(const char *statement)
{
    char sql[640];

    snprintf(sql, sizeof sql,
             "BEGIN; %s; SELECT 1 / count(*) FROM inconsistent_rows; ROLLBACK",
             statement);
    return world_sql(&test_world, sql);
}

Test(migrations, the_rows_of_a_move_are_reported_if_they_are_inconsistent,
     .init = world_setup, .fini = world_teardown)
{
    static const char *const wrong[] = {
        "UPDATE matches SET seq = -1",
        "UPDATE matches SET status = 4",
        "UPDATE matches SET status = 2",
        "UPDATE matches SET to_act = 4",
        "UPDATE matches SET status = 0",
        "UPDATE matches SET finished_at = now()",
        "UPDATE matches SET finished_at = created_at - interval '1 s'",
        "UPDATE matches SET secret = '\\x00'",
        "UPDATE matches SET state = '\\x00'",
        "UPDATE matches SET reason = 0",
        "UPDATE matches SET game = 'No Such Game'",
        "UPDATE events SET seq = 0",
        "UPDATE events SET kind = 7",
        "UPDATE events SET kind = 8",
        "UPDATE events SET to_seq = 0",
        "UPDATE events SET kind = 7, move = NULL, to_seq = 0",
        "UPDATE matches SET outcome = 0, goals = ''",
        "UPDATE events SET move = NULL",
        "UPDATE events SET seat = -1",
        "UPDATE events SET player = 'ada'",
        "UPDATE matches SET abort_reason = 4",
    };
    static const char wrong_key[] =
        "INSERT INTO idempotency_keys VALUES"
        " ('00000000-0000-0000-0000-000000000002',"
        " '00000000-0000-0000-0000-000000000001', '',"
        " decode(repeat('00', 32), 'hex'), now(), 1, 0, '')";

    cr_assert(world_sql(&test_world, right_rows));
    cr_expect_not(is_reported("UPDATE matches SET to_act = 3"));
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        cr_expect(is_reported(wrong[i]), "%s", wrong[i]);
    cr_expect(is_reported(wrong_key));
}

Test(migrations, events_are_deleted_with_their_match, .init = world_setup,
     .fini = world_teardown)
{
    cr_assert(world_sql(&test_world, right_rows));
    cr_expect(world_sql(&test_world, "DELETE FROM matches"));
    cr_expect_eq(world_number(&test_world, "SELECT count(*) FROM events"), 0);
}
