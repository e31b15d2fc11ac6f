/* What operators do, in the database: all of it or nothing, and who did it. */
#include "play_cases.h"
#include "store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

/* A database with the account ada, number 1, and a token of it; NULL: the test
 * is skipped. */
static struct store *begin(struct world *world)
{
    const struct store_token token = rows_token(2, "");
    struct store *store = rows_open_ada(world);

    if (!store)
        return NULL;
    cr_assert_eq(store->tokens->insert(store, &token,
                                       &(struct store_token_terms){.most = 9}),
                 STORE_OK);
    return store;
}

static enum store_err act(struct store *store, enum operator_what what,
                          const char *name, const char *password)
{
    const struct store_operator_command deed = {
        .action = {.what = what, .by = "carla", .why = "a test"},
        .name = name,
        .password = password,
        .now_us = t0 + 9,
    };
    struct play_id id;

    return store->operators->act(store, &deed, &id);
}

static long live_tokens(struct world *world)
{
    return world_number(world,
                        "SELECT count(*) FROM tokens WHERE revoked_at IS NULL");
}

CASES_THAT_OPEN(operators);

CASE(a_banned_account_gets_no_token)
{
    struct world world;
    struct store *store = begin(&world);
    struct store_account row;
    const struct store_token token = {.id = rows_id(3),
                                      .hash = {3},
                                      .scopes = SCOPE_SESSION,
                                      .created_us = t0,
                                      .expires_us = t0 + 1000000000,
                                      .account = rows_id(1)};

    if (!store)
        return;
    cr_assert_eq(act(store, OPERATOR_BAN, "ada", NULL), STORE_OK);
    cr_expect_eq(live_tokens(&world), 0);
    cr_expect_eq(store->tokens->insert(store, &token,
                                       &(struct store_token_terms){.most = 9}),
                 STORE_NOT_FOUND);
    cr_assert_eq(store->accounts->find(store, "ada", &row), STORE_OK);
    cr_expect(row.is_banned);
    cr_assert_eq(act(store, OPERATOR_UNBAN, "ada", NULL), STORE_OK);
    cr_expect_eq(store->tokens->insert(store, &token,
                                       &(struct store_token_terms){.most = 9}),
                 STORE_OK);
    world_close(&world);
}

CASE(a_reset_replaces_any_hash)
{
    struct world world;
    struct store *store = begin(&world);
    struct store_account row;

    if (!store)
        return;
    cr_expect_eq(act(store, OPERATOR_RESET_PASSWORD, "ada", "$argon2id$next"),
                 STORE_OK);
    cr_assert_eq(store->accounts->find(store, "ada", &row), STORE_OK);
    cr_expect_str_eq(row.password, "$argon2id$next");
    cr_expect_eq(live_tokens(&world), 0);
    world_close(&world);
}

CASE(an_action_that_cannot_be_recorded_is_not_done)
{
    struct world world;
    struct store *store = begin(&world);

    if (!store)
        return;
    cr_assert(world_sql(&world, "ALTER TABLE operator_actions"
                                " ADD CHECK (action <> 'end-sessions')"));
    cr_expect_neq(act(store, OPERATOR_END_SESSIONS, "ada", NULL), STORE_OK);
    cr_expect_eq(live_tokens(&world), 1);
    cr_expect_eq(act(store, OPERATOR_BAN, "nobody", NULL), STORE_NOT_FOUND);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM operator_actions"),
                 0);
    world_close(&world);
}

CASE(every_action_is_recorded_with_operator_target_and_reason)
{
    struct world world;
    struct store *store = begin(&world);
    struct store_operator_command deed = {
        .action = {.what = OPERATOR_ABORT_MATCH, .by = "carla", .why = "spam"},
        .id = rows_id(7),
        .now_us = t0 + 10,
    };
    struct play_id none;

    if (!store)
        return;
    cr_expect_eq(act(store, OPERATOR_GRANT_ADMIN, "ada", NULL), STORE_OK);
    cr_expect_eq(store->operators->act(store, &deed, &none), STORE_OK);
    cr_expect_eq(
        world_number(&world,
                     "SELECT count(*) FROM operator_actions WHERE"
                     " (action = 'grant-admin' AND match_id IS NULL"
                     "  AND account_id = (SELECT id FROM accounts"
                     "   WHERE name = 'ada') AND reason = 'a test'"
                     "  OR action = 'abort-match' AND account_id IS NULL"
                     "  AND match_id::text LIKE '07%' AND reason = 'spam')"
                     " AND said_by = 'carla' AND db_role = session_user"),
        2);
    world_close(&world);
}
