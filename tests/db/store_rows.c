/* Rows that tests of the store write and read. */
#include "store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

struct store *rows_open(struct world *world)
{
    if (!world_open_store(world))
        return NULL;
    return world->store[0];
}

struct play_id rows_id(uint8_t n)
{
    struct play_id id;

    memset(id.bytes, n, sizeof id.bytes);
    return id;
}

struct store_account rows_account(uint8_t n, const char *name)
{
    struct store_account account = {
        .id = rows_id(n), .password = "$scrypt$secret", .created_us = t0};

    snprintf(account.name, sizeof account.name, "%s", name);
    return account;
}

struct store_token rows_token(uint8_t n, const char *label)
{
    struct store_token token = {.id = rows_id(n),
                                .hash = {n},
                                .scopes = SCOPE_SESSION,
                                .created_us = t0 + n,
                                .expires_us = t0 + INT64_C(6000000000),
                                .account = rows_id(1)};

    snprintf(token.label, sizeof token.label, "%s", label);
    return token;
}

struct store_match rows_match(uint8_t n)
{
    struct store_match row = {
        .match = {.key = rows_id(n),
                  .rules_version = 3,
                  .deck = "numbers",
                  .deck_version = 2,
                  .status = MATCH_OPEN,
                  .settings = {.seats = 2},
                  .seats = {{.kind = SEAT_HUMAN,
                             .name = "ada",
                             .account = rows_id(1)},
                            {.kind = SEAT_OPEN}},
                  .created_us = t0 + n},
        .game_id = "template",
        .options = "hand=4\nwinner=0\n",
        .has_creator = true,
        .creator = rows_id(1),
        .secret = {7, 7, 7},
        .moved_us = t0 + n,
    };

    return row;
}

struct store *rows_open_ada(struct world *world)
{
    const struct store_account ada = rows_account(1, "ada");
    struct store *store = rows_open(world);

    if (store)
        cr_assert_eq(store->accounts->insert(store, &ada), STORE_OK);
    return store;
}

void rows_insert(struct store *store)
{
    const struct store_account ada = rows_account(1, "ada");
    const struct store_account bob = rows_account(2, "bob");
    const struct store_match row = rows_match(9);

    cr_assert_eq(store->accounts->insert(store, &ada), STORE_OK);
    cr_assert_eq(store->accounts->insert(store, &bob), STORE_OK);
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
}

struct store_update rows_update(uint32_t seq, const uint8_t *state)
{
    return (struct store_update){
        .match = rows_id(9),
        .seq = seq,
        .status = MATCH_RUNNING,
        .to_act = 2,
        .at_us = t0 + 100 + seq,
        .build = "this",
        .state = state,
        .state_size = 64,
        .events = {{.seq = seq + 1,
                    .kind = EVENT_MOVE,
                    .move = "choose 5",
                    .at_us = t0 + 100 + seq,
                    .state_hash = UINT64_C(0xfedcba9876543210)}},
        .event_count = 1,
        .seat_changed = -1,
    };
}

enum store_err rows_write(struct store *store, struct store_update *update)
{
    struct store_update *effects[] = {update};
    enum store_err err = store->updates->write(store, effects, 1, t0 - 1000);

    return err ? err : update->outcome;
}
