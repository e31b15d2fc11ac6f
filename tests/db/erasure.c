/* Deleting an account in the database: no seat may be left. */
#include "play_cases.h"
#include "store_rows.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A match that ada created and has a seat in; its seat 1 is open. */
static void add_match(struct store *store, uint8_t n)
{
    const struct store_match row = rows_match(n);

    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
}

static enum store_err erase(struct store *store, const char *name,
                            uint32_t spared)
{
    struct store_account_deletion erasure = {
        .account = rows_id(1), .now_us = t0 + 5, .spared = spared};
    struct play_id *matches = NULL;
    size_t count = 0;
    enum store_err err;

    snprintf(erasure.name, sizeof erasure.name, "%s", name);
    err = store->accounts->erase(store, &erasure, &matches, &count);
    cr_expect(err || count == 2);
    free(matches);
    return err;
}

CASES_THAT_OPEN(erasure);

CASE(an_account_with_a_seat_is_not_erased)
{
    struct world world;
    struct store *store = rows_open_ada(&world);
    const struct play_id ada = rows_id(1);
    struct store_held_seat holds[4];
    struct store_account out;
    struct store_token token = rows_token(1, "");
    size_t count;

    if (!store)
        return;
    add_match(store, 9);
    add_match(store, 8);
    store->tokens->insert(store, &token,
                          &(struct store_token_terms){.most = 9});
    cr_expect_eq(
        store->accounts->list_seats(store, &ada, NULL, holds, 1, &count),
        STORE_OK);
    cr_assert_eq(count, 1);
    cr_expect_eq(holds[0].match.bytes[0], 8);
    cr_expect(holds[0].is_open);
    cr_expect_eq(
        store->accounts->list_seats(store, &ada, &holds[0], holds, 4, &count),
        STORE_OK);
    cr_assert_eq(count, 1);
    cr_expect_eq(holds[0].match.bytes[0], 9);
    cr_expect_eq(erase(store, "gone-a", 1), STORE_STALE);
    cr_expect_eq(store->accounts->find(store, "ada", &out), STORE_OK);
    cr_expect_eq(store->tokens->find(store, token.hash, &token), STORE_OK);
    cr_expect_eq(erase(store, "ada", 2), STORE_OK); /* its own name is free */
    cr_expect_eq(store->accounts->find(store, "ada", &out), STORE_NOT_FOUND);
    cr_expect_eq(erase(store, "gone-a", 2), STORE_NOT_FOUND);
    world_close(&world);
}

CASE(an_account_that_left_a_running_match_holds_no_seat)
{
    static const char *const left[] = {
        "UPDATE matches SET status = 1, started_at = created_at",
        "INSERT INTO events (match_id, seq, kind, seat, created_at,"
        " state_hash) SELECT id, 1, 4, 1, created_at, 0 FROM matches",
        "INSERT INTO events (match_id, seq, kind, seat, created_at,"
        " state_hash) SELECT id, 2, 4, 0, created_at, 0 FROM matches",
    };
    struct world world;
    struct store *store = rows_open_ada(&world);
    const struct play_id ada = rows_id(1);
    struct store_held_seat hold;
    size_t count;

    if (!store)
        return;
    add_match(store, 9);
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        cr_assert(world_sql(&world, left[i]));
        cr_expect_eq(
            store->accounts->list_seats(store, &ada, NULL, &hold, 1, &count),
            STORE_OK);
        cr_expect_eq(count, i < 2 ? 1 : 0, "%zu", i);
        cr_expect(i > 1 || !hold.is_open);
    }
    world_close(&world);
}

static void *erase_now(void *arg)
{
    static enum store_err err;

    err = erase(arg, "gone-a", 0);
    return &err;
}

CASE(a_join_during_the_erasure_is_noticed)
{
    struct world world;
    struct store *store = rows_open_ada(&world);
    struct db_config config;
    pthread_t thread;
    void *err;

    if (!store)
        return;
    add_match(store, 9);
    world_sql(&world, "UPDATE seats SET kind = 0, account_id = NULL");
    world_db_defaults(&config);
    config.conninfo = world.conninfo;
    struct pg *pg = pg_open(&config);

    cr_assert_not_null(pg);
    /* As db_account_hold does before a seat is taken. */
    cr_assert_eq(pg_script(pg, "BEGIN; SELECT FROM accounts FOR KEY SHARE"),
                 STORE_OK);
    cr_assert_eq(pthread_create(&thread, NULL, erase_now, store), 0);
    cr_assert_eq(
        pg_script(pg,
                  "UPDATE seats SET kind = 1, account_id ="
                  " (SELECT id FROM accounts WHERE kind = 0) WHERE seat = 1;"
                  " COMMIT"),
        STORE_OK);
    pthread_join(thread, &err);
    cr_expect_eq(*(enum store_err *)err, STORE_STALE);
    pg_close(pg);
    world_close(&world);
}
