/* The store: notifications between nodes, and the tables of operations. */
#include "store_rows.h"

#include <criterion/criterion.h>
#include <stdatomic.h>

/* ---- notifications ---- */

struct heard {
    _Atomic int matches, tokens, listens, accounts;
    _Atomic unsigned seq;
};

static void hear_match(void *ctx, const struct play_id *id, uint32_t seq)
{
    struct heard *heard = ctx;

    (void)id;
    atomic_store(&heard->seq, seq);
    atomic_fetch_add(&heard->matches, 1);
}

static void hear_token(void *ctx, const uint8_t hash[32])
{
    struct heard *heard = ctx;

    (void)hash;
    atomic_fetch_add(&heard->tokens, 1);
}

static void is_listening(void *ctx, bool hlistener)
{
    struct heard *heard = ctx;

    if (hlistener)
        atomic_fetch_add(&heard->listens, 1);
}

static void hear_account(void *ctx, uint16_t tag)
{
    struct heard *heard = ctx;

    cr_expect_eq(tag, 0xfedc);
    atomic_fetch_add(&heard->accounts, 1);
}

static bool comes(_Atomic int *number, int least)
{
    for (int i = 0; i < 10000 && atomic_load(number) < least; i++)
        world_sleep_ms(3);
    return atomic_load(number) >= least;
}

Test(store,
     other_nodes_are_notified_of_updates_and_listen_again_after_a_disconnect)
{
    struct world world;
    struct store *store = rows_open(&world), *other;
    static struct heard heard, own;
    static uint8_t state[64];
    struct store_update update = rows_update(0, state);
    const struct store_listener listener = {.match = hear_match,
                                            .token = hear_token,
                                            .is_listening = is_listening,
                                            .account = hear_account,
                                            .ctx = &heard};
    const struct store_listener own_listener = {.match = hear_match,
                                                .token = hear_token,
                                                .is_listening = is_listening,
                                                .account = hear_account,
                                                .ctx = &own};

    if (!store)
        return;
    rows_insert(store);
    other = world_add_store(&world);
    cr_assert_eq(other->notifications->listen(other, &listener), STORE_OK);
    cr_assert_eq(store->notifications->listen(store, &own_listener), STORE_OK);
    cr_expect(comes(&heard.listens, 1));
    cr_expect(comes(&own.listens, 1));
    update.tags[0] = 0xfedc;
    update.tag_count = 1;
    cr_expect_eq(rows_write(store, &update), STORE_OK);
    cr_expect(comes(&heard.matches, 1));
    cr_expect(comes(&heard.accounts, 1));
    cr_expect_eq(atomic_load(&heard.seq), 1);
    cr_expect_eq(atomic_load(&own.matches),
                 0); /* nodes ignore their own updates */
    world_sql(&world, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                      " WHERE datname = current_database()"
                      " AND usename = current_user"
                      " AND pid <> pg_backend_pid()");
    cr_expect(comes(&heard.listens, 2));
    other->notifications->stop(other);
    store->notifications->stop(store);
    world_close(&world);
}

/* ---- tables of operations ---- */

Test(store, a_missing_operation_is_found_with_the_name_of_its_table)
{
    struct store store = {.free = NULL};
    struct store_tokens tokens = db_tokens;
    struct store_health health = db_health;

#define TABLE(name) store.name = &db_##name;
    STORE_AREAS(TABLE)
#undef TABLE
    cr_expect_null(db_store_incomplete(&store));
    store.tokens = &tokens;
    cr_expect_null(db_store_incomplete(&store));
    tokens.purge = NULL;
    cr_expect_str_eq(db_store_incomplete(&store), "tokens");
    store.tokens = &db_tokens;
    store.health = &health;
    health.ping = NULL;
    cr_expect_str_eq(db_store_incomplete(&store), "health");
}
