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

static enum store_err write_since(struct store *store,
                                  struct store_update *update, int64_t since_us)
{
    enum store_err err = store->updates->write(store, &update, 1, since_us);

    return err ? err : update->outcome;
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

static int64_t keys_with_rows(struct world *world)
{
    return world_number(world, "SELECT count(*) FROM idempotency_keys");
}

/* A move, whose response follows from the event log. */
Test(store, the_key_of_a_move_is_stored_as_a_hash)
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
    update.reply = "{}";
    update.reply_is_replayable = true;
    for (uint8_t i = 0; i < 32; i++)
        update.body_hash[i] = 0xf0 + i;
    cr_expect_eq(rows_write(store, &update), STORE_OK);
    cr_expect_eq(keys_with_rows(&world), 0);
    cr_assert_eq(store->idempotency_keys->find(store, &id, &ada, "k", t0, &key),
                 STORE_OK);
    cr_expect_eq(key.hash_size, 8);
    cr_expect_arr_eq(key.body_hash, update.body_hash, 8);
    cr_expect_eq(key.seq, 1);
    cr_expect_eq(key.seat, 0);
    cr_expect_null(key.reply);
    cr_expect_eq(store->idempotency_keys->find(store, &id, &bob, "k", t0, &key),
                 STORE_NOT_FOUND);
    cr_expect_eq(store->idempotency_keys->find(store, &id, &ada, "l", t0, &key),
                 STORE_NOT_FOUND);
    cr_expect_eq(
        store->idempotency_keys->find(store, &id, &ada, "k", t0 + 101, &key),
        STORE_NOT_FOUND);
    /* A key can be used again after a day. */
    update.seq = 1;
    update.events[0].seq = 2;
    cr_expect_eq(write_since(store, &update, t0 + 101), STORE_OK);
    cr_assert_eq(store->idempotency_keys->find(store, &id, &ada, "k", t0, &key),
                 STORE_OK);
    cr_expect_eq(key.seq, 2, "the last of two");
    world_close(&world);
}

/* The number of keys of a match that are listed, or -1. */
static int listed(struct store *store, uint32_t after, uint32_t last,
                  int64_t since_us)
{
    const struct play_id id = rows_id(9), ada = rows_id(1);
    const uint32_t tag = store_key_tag(store_key_hash(&ada, "k"));
    const struct store_tag_query query = {&id, after, last, since_us};
    uint32_t *tags;
    size_t count;

    if (store->idempotency_keys->list_tags(store, &query, &tags, &count))
        return -1;
    for (size_t i = 0; i < count; i++)
        cr_expect_eq(tags[i], tag);
    free(tags);
    return (int)count;
}

/* Those of moves, and of changes with a row of their own. */
Test(store, the_keys_of_all_changes_are_listed)
{
    struct world world;
    struct store *store = rows_open(&world);
    static uint8_t state[64];
    struct store_update update = rows_update(0, state);

    if (!store)
        return;
    rows_insert(store);
    cr_expect_not(store->idempotency_keys->are_listed(store, t0),
                  "not known before the first write");
    cr_expect_eq(rows_write(store, &update), STORE_OK);
    cr_expect(store->idempotency_keys->are_listed(store, t0));
    cr_expect_eq(listed(store, 0, 1, t0), 0, "it has no key");
    update.key = "k";
    update.account = rows_id(1);
    update.reply = "{}";
    for (uint32_t seq = 1; seq < 3; seq++) {
        update.seq = seq;
        update.events[0].seq = seq + 1;
        update.reply_is_replayable = seq == 1;
        cr_expect_eq(write_since(store, &update, t0 + 101), STORE_OK);
    }
    cr_expect_eq(keys_with_rows(&world), 1);
    cr_expect_eq(listed(store, 0, 3, t0), 2);
    cr_expect_eq(listed(store, 0, 2, t0), 1);
    cr_expect_eq(listed(store, 2, 3, t0), 1);
    cr_expect_eq(listed(store, 3, 3, t0), 0);
    cr_expect_eq(listed(store, 0, 3, t0 + 101), 0, "they are too old");
    world_close(&world);
}

/* What the store writes with the key of a move. */
struct written {
    bool has_row, has_reply; /* of idempotency_keys */
    bool has_hash;           /* a row of key_hashes */
    bool is_listed;
};

/* A store of a database that got this migration this many hours ago, and all
 * others days ago.  NULL: the tests have no database. */
static struct store *open_after(struct world *world, const char *migration,
                                int hours, int days_old)
{
    struct store *store = rows_open(world);
    char sql[256];

    if (!store)
        return NULL;
    rows_insert(store);
    snprintf(sql, sizeof sql,
             "UPDATE migrations SET applied_at = now() - CASE name WHEN"
             " '%s' THEN interval '%d hours' ELSE interval '%d days'"
             " END",
             migration, hours, days_old);
    cr_assert(world_sql(world, sql));
    return store;
}

static const int64_t day_us = INT64_C(86400) * 1000000;

/* A move with a key, which happens now. */
static struct store_update move_with_key(struct world *world,
                                         const uint8_t *state)
{
    struct store_update update = rows_update(0, state);

    update.at_us = world_number(
        world, "SELECT (extract(epoch FROM now()) * 1000000)::bigint");
    update.events[0].at_us = update.at_us;
    update.key = "k";
    update.account = rows_id(1);
    update.reply = "{}";
    update.reply_is_replayable = true;
    return update;
}

/* What it writes this many hours after a database of that age got this
 * migration. */
static struct written write_after(const char *migration, int hours,
                                  int days_old)
{
    static uint8_t state[64];
    const struct play_id id = rows_id(9), ada = rows_id(1);
    struct world world;
    struct store *store = open_after(&world, migration, hours, days_old);
    struct store_update update;
    struct store_key key;

    if (!store)
        return (struct written){.is_listed = false};
    update = move_with_key(&world, state);
    cr_expect_eq(write_since(store, &update, update.at_us - day_us), STORE_OK);
    cr_assert_eq(store->idempotency_keys->find(store, &id, &ada, "k", t0, &key),
                 STORE_OK);
    const struct written written = {
        .has_row = keys_with_rows(&world) == 1,
        .has_reply = key.reply != NULL,
        .has_hash = world_number(&world, "SELECT count(*) FROM key_hashes"),
        .is_listed =
            store->idempotency_keys->are_listed(store, update.at_us - day_us),
    };

    free(key.reply);
    cr_expect_eq(listed(store, 0, 1, t0), 1);
    world_close(&world);
    return written;
}

Test(store, for_a_day_after_the_upgrade_older_nodes_find_all_replies,
     .init = deep_only)
{
    if (!getenv("FATHOM_TEST_DATABASE"))
        return;
    cr_expect(write_after("short-keys", 23, 30).has_reply);
    cr_expect_not(write_after("short-keys", 25, 30).has_reply);
    cr_expect_not(write_after("short-keys", 0, 0).has_reply,
                  "a new database has no older nodes");
}

/* For a day nodes of the version before may run, and their keys count for
 * another day. */
Test(store, for_two_days_after_the_upgrade_keys_are_in_all_tables,
     .init = deep_only)
{
    struct written written;

    if (!getenv("FATHOM_TEST_DATABASE"))
        return;
    written = write_after("event-keys", 47, 30);
    cr_expect(written.has_row && written.has_hash && !written.is_listed);
    written = write_after("event-keys", 49, 30);
    cr_expect(!written.has_row && !written.has_hash && written.is_listed);
    written = write_after("event-keys", 0, 0);
    cr_expect(!written.has_row && !written.has_hash && written.is_listed,
              "a new database has no older nodes");
}

/* As if an older node had written it: in this table only. */
static bool blocks(const char *table)
{
    static uint8_t state[64];
    struct world world;
    struct store *store = open_after(&world, "event-keys", 1, 30);
    struct store_update update;
    enum store_err err;
    char sql[128];

    if (!store)
        return true;
    update = move_with_key(&world, state);
    cr_expect_eq(write_since(store, &update, update.at_us - day_us), STORE_OK);
    snprintf(sql, sizeof sql,
             "DELETE FROM %s; UPDATE events SET key_hash = NULL", table);
    cr_assert(world_sql(&world, sql));
    update.seq = 1;
    update.events[0].seq = 2;
    err = write_since(store, &update, update.at_us - day_us);
    world_close(&world);
    return err == STORE_STALE;
}

Test(store, keys_of_older_nodes_block_a_change)
{
    cr_expect(blocks("key_hashes"));
    cr_expect(blocks("idempotency_keys"));
}
