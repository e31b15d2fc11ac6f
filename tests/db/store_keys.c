/* The store: idempotency keys of matches and updates. */
#include "depth.h"
#include "store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A match by Ada under a key; what came of it. */
static enum store_err make_with_key(struct store *store, uint8_t n,
                                    const char *key, int64_t since_us)
{
    const struct store_creation_key creation = {
        .key = key, .body_hash = {n}, .reply = "made", .since_us = since_us};
    struct store_match row = rows_match(n);

    row.match.seats[0].kind = SEAT_OPEN;
    row.creation = &creation;
    return store->matches->insert(store, &row, NULL, 0);
}

Test(store, a_match_is_created_with_its_key_or_not_at_all)
{
    struct world world;
    struct store *store = rows_open(&world);
    const struct play_id ada = rows_id(1), bob = rows_id(2),
                         first = rows_id(20), third = rows_id(22);
    struct store_created_match made;

    if (!store)
        return;
    rows_insert(store);
    cr_expect_eq(
        store->idempotency_keys->find_match(store, &ada, "key", t0, &made),
        STORE_NOT_FOUND);
    cr_assert_eq(make_with_key(store, 20, "key", t0), STORE_OK);
    cr_assert_eq(make_with_key(store, 21, "key", t0), STORE_CONFLICT);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM matches"), 2);
    cr_assert_eq(
        store->idempotency_keys->find_match(store, &ada, "key", t0, &made),
        STORE_OK);
    cr_expect_eq(memcmp(&made.match, &first, sizeof first), 0);
    cr_expect_eq(made.body_hash[0], 20);
    cr_expect_str_eq(made.reply, "made");
    free(made.reply);
    cr_expect_eq(
        store->idempotency_keys->find_match(store, &bob, "key", t0, &made),
        STORE_NOT_FOUND);
    /* An old one does not count, and the next takes its place. */
    cr_expect_eq(
        store->idempotency_keys->find_match(store, &ada, "key", t0 + 20, &made),
        STORE_NOT_FOUND);
    cr_assert_eq(make_with_key(store, 22, "key", t0 + 20), STORE_OK);
    cr_assert_eq(
        store->idempotency_keys->find_match(store, &ada, "key", t0, &made),
        STORE_OK);
    cr_expect_eq(memcmp(&made.match, &third, sizeof third), 0);
    free(made.reply);
    store->idempotency_keys->purge(store, t0 + 23);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM creation_keys"), 0);
    world_close(&world);
}

Test(store, a_key_is_written_with_its_update_and_blocks_the_next)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    const struct play_id id = rows_id(9), ada = rows_id(1), bob = rows_id(2);
    struct store_update update = rows_update(0, state);
    struct store_key key;

    if (!store)
        return;
    rows_insert(store);
    update.key = "k";
    update.account = ada;
    update.body_hash[3] = 9;
    update.reply = "{\"a\":1}";
    cr_expect_eq(store->idempotency_keys->find(store, &id, &ada, "k", t0, &key),
                 STORE_NOT_FOUND);
    cr_expect_eq(rows_write(store, &update), STORE_OK);
    cr_assert_eq(store->idempotency_keys->find(store, &id, &ada, "k", t0, &key),
                 STORE_OK);
    cr_expect_eq(key.body_hash[3], 9);
    cr_expect_eq(key.seq, 1);
    cr_expect_str_eq(key.reply, "{\"a\":1}");
    free(key.reply);
    cr_expect_eq(store->idempotency_keys->find(store, &id, &bob, "k", t0, &key),
                 STORE_NOT_FOUND);
    cr_expect_eq(
        store->idempotency_keys->find(store, &id, &ada, "k", t0 + 101, &key),
        STORE_NOT_FOUND);
    update.seq = 1;
    update.events[0].seq = 2;
    cr_expect_eq(rows_write(store, &update), STORE_STALE);
    cr_expect_eq(store->idempotency_keys->purge(store, t0 + 101), STORE_OK);
    cr_expect_eq(rows_write(store, &update), STORE_OK);
    world_close(&world);
}

/* Return whether a reply that follows from the event log is stored, this many
 * hours after a database of that age was upgraded to omit it. */
static bool is_reply_kept(int hours, int days_old)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    const struct play_id id = rows_id(9), ada = rows_id(1);
    struct store_update update = rows_update(0, state);
    struct store_key key;
    char sql[256];

    if (!store)
        return false;
    rows_insert(store);
    snprintf(sql, sizeof sql,
             "UPDATE migrations SET applied_at = now() - CASE name WHEN"
             " 'short-keys' THEN interval '%d hours' ELSE interval '%d days'"
             " END",
             hours, days_old);
    cr_assert(world_sql(&world, sql));
    update.at_us = world_number(
        &world, "SELECT (extract(epoch FROM now()) * 1000000)::bigint");
    update.key = "k";
    update.account = ada;
    update.reply = "{}";
    update.reply_is_replayable = true;
    cr_expect_eq(rows_write(store, &update), STORE_OK);
    cr_assert_eq(store->idempotency_keys->find(store, &id, &ada, "k", t0, &key),
                 STORE_OK);
    bool is_kept = key.reply;

    free(key.reply);
    world_close(&world);
    return is_kept;
}

Test(store, for_a_day_after_the_upgrade_older_nodes_find_all_replies,
     .init = deep_only)
{
    if (!getenv("FATHOM_TEST_DATABASE"))
        return;
    cr_expect(is_reply_kept(23, 30));
    cr_expect_not(is_reply_kept(25, 30));
    cr_expect_not(is_reply_kept(0, 0), "a new database has no older nodes");
}
