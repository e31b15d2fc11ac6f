/* The store: accounts, failed sign-ins and tokens. */
#include "play_cases.h"
#include "store_rows.h"

#include <criterion/criterion.h>
#include <string.h>

/* ---- accounts ---- */

CASES_THAT_OPEN(store_accounts);

CASE(an_account_is_read_as_it_was_inserted)
{
    struct world world;
    struct store *store = rows_open(&world);
    struct store_account ada = rows_account(1, "ada"), out;

    if (!store)
        return;
    cr_expect_eq(store->accounts->find(store, "ada", &out), STORE_NOT_FOUND);
    cr_expect_eq(store->accounts->insert(store, &ada), STORE_OK);
    cr_expect_eq(store->accounts->find(store, "ada", &out), STORE_OK);
    cr_expect_eq(memcmp(&out.id, &ada.id, sizeof out.id), 0);
    cr_expect_str_eq(out.password, "$scrypt$secret");
    cr_expect_eq(out.created_us, t0);
    ada.id = rows_id(5);
    cr_expect_eq(store->accounts->insert(store, &ada), STORE_CONFLICT);
    world_close(&world);
}

CASE(failures_are_counted_lock_at_the_limit_and_are_cleared)
{
    struct world world;
    struct store *store = rows_open(&world);
    const struct store_failure failure = {"ada", "192.0.2.7", t0, 3, t0 + 500};
    struct store_failure_record out;

    if (!store)
        return;
    cr_expect_eq(store->login_failures->find(store, "ada", "192.0.2.7", &out),
                 STORE_OK);
    cr_expect_eq(out.pair.count, 0);
    store->login_failures->add(store, &failure);
    store->login_failures->add(store, &failure);
    store->login_failures->find(store, "ada", "192.0.2.7", &out);
    cr_expect_eq(out.pair.count, 2);
    cr_expect_eq(out.pair.failed_us, t0);
    cr_expect_eq(out.pair.locked_until_us, 0);
    store->login_failures->add(store, &failure);
    store->login_failures->find(store, "ada", "192.0.2.7", &out);
    cr_expect_eq(out.pair.count, 0);
    cr_expect_eq(out.pair.locked_until_us, t0 + 500);
    store->login_failures->find(store, "ada", "192.0.2.8", &out);
    cr_expect_eq(out.pair.locked_until_us, 0);
    store->login_failures->clear(store, "ada", "192.0.2.7");
    store->login_failures->find(store, "ada", "192.0.2.7", &out);
    cr_expect_eq(out.pair.locked_until_us, 0);
    world_close(&world);
}

CASE(a_name_and_a_network_are_also_counted_separately)
{
    struct world world;
    struct store *store = rows_open(&world);
    const struct store_failure failures[] = {
        {"ada", "192.0.2.7", t0, 9, t0},
        {"ada", STORE_ALL, t0 + 1, 9, t0},
        {STORE_ALL, "192.0.2.7", t0 + 2, 9, t0},
        {"bob", STORE_ALL, t0 + 3, 9, t0},
        {STORE_ALL, "192.0.2.8", t0 + 4, 9, t0},
    };
    struct store_failure_record out;

    if (!store)
        return;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++)
        cr_expect_eq(store->login_failures->add(store, &failures[i]), STORE_OK);
    store->login_failures->find(store, "ada", "192.0.2.7", &out);
    cr_expect_eq(out.pair.failed_us, t0);
    cr_expect_eq(out.name.failed_us, t0 + 1);
    cr_expect_eq(out.source.failed_us, t0 + 2);
    store->login_failures->find(store, "ada", STORE_ALL, &out);
    cr_expect_eq(out.name.failed_us, t0 + 1);
    cr_expect_eq(out.pair.failed_us, 0);
    cr_expect_eq(store->login_failures->purge(store, t0 + 4), STORE_OK);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM password_failures"),
                 1);
    world_close(&world);
}

/* ---- tokens ---- */

static const struct store_token_terms any_terms = {.most = 10};

CASE(a_token_is_found_by_its_hash_until_it_is_revoked)
{
    struct world world;
    struct store *store = rows_open(&world);
    struct store_token out, token = {.id = rows_id(4),
                                     .hash = {1, 2, 3},
                                     .scopes = SCOPE_SESSION,
                                     .created_us = t0,
                                     .expires_us = t0 + 10,
                                     .account = rows_id(1)};

    if (!store)
        return;
    rows_insert(store);
    cr_expect_eq(store->tokens->insert(store, &token, &any_terms), STORE_OK);
    cr_expect_eq(store->tokens->insert(store, &token, &any_terms),
                 STORE_CONFLICT);
    cr_expect_eq(store->tokens->find(store, token.hash, &out), STORE_OK);
    cr_expect_str_eq(out.account_name, "ada");
    cr_expect_eq(out.scopes, SCOPE_SESSION);
    cr_expect_eq(out.expires_us, t0 + 10);
    cr_expect_eq(store->tokens->revoke(store, token.hash, t0 + 5), STORE_OK);
    cr_expect_eq(store->tokens->find(store, token.hash, &out), STORE_NOT_FOUND);
    world_close(&world);
}

CASE(tokens_that_ended_long_ago_are_deleted)
{
    struct world world;
    struct store *store = rows_open(&world);
    struct store_token token = {
        .scopes = SCOPE_SESSION, .created_us = t0, .account = rows_id(1)};

    if (!store)
        return;
    rows_insert(store);
    for (uint8_t n = 1; n <= 4; n++) {
        token.id = rows_id(n);
        token.hash[0] = n;
        token.expires_us = t0 + 100 * n;
        cr_assert_eq(store->tokens->insert(store, &token, &any_terms),
                     STORE_OK);
    }
    token.hash[0] = 3;
    store->tokens->revoke(store, token.hash, t0 + 50);
    cr_expect_eq(store->tokens->purge(store, t0 + 150), STORE_OK);
    cr_expect_eq(world_number(&world, "SELECT sum(scopes) / max(scopes)"
                                      " FROM tokens"),
                 2); /* the second and the fourth */
    token.hash[0] = 2;
    cr_expect_eq(store->tokens->find(store, token.hash, &token), STORE_OK);
    world_close(&world);
}
