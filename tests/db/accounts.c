/* Accounts, tokens, devices and failed sign-ins in the database. */
#include "play_cases.h"
#include "store_rows.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t minute_us = INT64_C(60) * 1000000;

static enum store_err give(struct store *store, const struct store_token *token,
                           struct store_token_terms terms)
{
    return store->tokens->insert(store, token, &terms);
}

CASES_THAT_OPEN(accounts);

CASE(a_token_is_issued_only_on_its_terms)
{
    struct world world;
    struct store *store = rows_open_ada(&world);
    const uint8_t first[32] = {1};
    struct play_id id;

    if (!store)
        return;
    struct store_token one = rows_token(1, ""), two = rows_token(2, "bot"),
                       three = rows_token(3, "bot"),
                       four = rows_token(4, "bot"),
                       stranger = rows_token(5, ""),
                       boss = rows_token(6, "boss");

    cr_expect_eq(give(store, &one,
                      (struct store_token_terms){.password = "$scrypt$other",
                                                 .most = 9}),
                 STORE_NOT_FOUND);
    cr_expect_eq(give(store, &two,
                      (struct store_token_terms){.asker = first, .most = 9}),
                 STORE_NOT_FOUND);
    cr_expect_eq(give(store, &one,
                      (struct store_token_terms){.password = "$scrypt$secret",
                                                 .most = 9}),
                 STORE_OK);
    cr_expect_eq(give(store, &two,
                      (struct store_token_terms){.asker = first, .most = 2}),
                 STORE_OK);
    cr_expect_eq(give(store, &three,
                      (struct store_token_terms){.asker = first, .most = 2}),
                 STORE_OK);
    cr_expect_eq(give(store, &four,
                      (struct store_token_terms){.asker = first, .most = 2}),
                 STORE_STALE);
    stranger.account = rows_id(7);
    cr_expect_eq(give(store, &stranger, (struct store_token_terms){.most = 9}),
                 STORE_NOT_FOUND);
    boss.scopes = SCOPE_ADMIN;
    cr_expect_eq(give(store, &boss, (struct store_token_terms){.most = 9}),
                 STORE_NOT_FOUND);
    cr_expect_eq(
        store->operators->act(
            store,
            &(struct store_operator_command){
                .action = {.what = OPERATOR_GRANT_ADMIN, .by = "", .why = ""},
                .name = "ada",
                .now_us = t0 + 9},
            &id),
        STORE_OK);
    cr_expect_eq(give(store, &boss, (struct store_token_terms){.most = 9}),
                 STORE_OK);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM tokens"), 4);
    world_close(&world);
}

CASE(a_child_does_not_outlive_its_parent)
{
    struct world world;
    struct store *store = rows_open_ada(&world);
    const struct store_token_terms terms = {.asker = (const uint8_t[32]){1},
                                            .most = 9};

    if (!store)
        return;
    struct store_token one = rows_token(1, ""), two = rows_token(2, "bot"),
                       stranger = rows_token(3, "bot"),
                       late = rows_token(4, "bot"),
                       clerk = rows_token(5, "clerk"), out;

    give(store, &one, (struct store_token_terms){.most = 9});
    two.scopes = stranger.scopes = late.scopes = SCOPE_MATCH_READ;
    two.has_parent = stranger.has_parent = late.has_parent = true;
    clerk.has_parent = true;
    two.parent = late.parent = clerk.parent = one.id;
    late.expires_us = one.expires_us + 1;
    cr_expect_eq(give(store, &two, terms), STORE_OK);
    cr_expect_eq(give(store, &late, terms), STORE_NOT_FOUND);
    cr_expect_eq(give(store, &stranger, terms), STORE_NOT_FOUND,
                 "the asker is not its parent");
    cr_expect_eq(give(store, &clerk, terms), STORE_REFUSED,
                 "a child makes no others");
    cr_expect_eq(store->tokens->find(store, two.hash, &out), STORE_OK);
    cr_expect(out.has_parent);
    cr_expect_eq(memcmp(&out.parent, &one.id, sizeof one.id), 0);
    cr_expect_eq(store->tokens->revoke(store, one.hash, t0 + 9), STORE_OK);
    cr_expect_eq(store->tokens->find(store, two.hash, &out), STORE_NOT_FOUND);
    world_close(&world);
}

CASE(a_password_change_requires_the_hash_that_was_checked)
{
    struct world world;
    struct store *store = rows_open_ada(&world);
    const uint8_t asker[32] = {1};
    const struct play_id keep[] = {rows_id(3)};
    struct store_new_password change = {.account = rows_id(1),
                                        .before = "$scrypt$other",
                                        .after = "$argon2id$second",
                                        .asker = asker,
                                        .keep = keep,
                                        .keep_count = 1,
                                        .now_us = t0 + 9};
    struct store_token out;

    if (!store)
        return;
    struct store_token one = rows_token(1, ""), two = rows_token(2, ""),
                       three = rows_token(3, "bot"),
                       four = rows_token(4, "bot");

    give(store, &one, (struct store_token_terms){.most = 9});
    give(store, &two, (struct store_token_terms){.most = 9});
    give(store, &three, (struct store_token_terms){.most = 9});
    give(store, &four, (struct store_token_terms){.most = 9});
    cr_expect_eq(store->accounts->change_password(store, &change), STORE_STALE);
    cr_expect_eq(store->tokens->find(store, two.hash, &out), STORE_OK);
    change.before = "$scrypt$secret";
    cr_expect_eq(store->accounts->change_password(store, &change), STORE_OK);
    cr_expect_eq(store->tokens->find(store, one.hash, &out), STORE_OK);
    cr_expect_eq(store->tokens->find(store, two.hash, &out), STORE_NOT_FOUND);
    cr_expect_eq(store->tokens->find(store, four.hash, &out), STORE_NOT_FOUND);
    cr_expect_eq(store->tokens->find(store, three.hash, &out), STORE_OK);
    cr_expect_str_eq(out.label, "bot");
    world_close(&world);
}

CASE(only_the_first_request_replaces_a_hash)
{
    struct world world;
    struct store *store = rows_open_ada(&world);
    const struct play_id ada = rows_id(1);
    struct store_account out;

    if (!store)
        return;
    cr_expect_eq(store->accounts->replace_hash(store, &ada, "$scrypt$other",
                                               "$argon2id$second"),
                 STORE_STALE);
    cr_expect_eq(store->accounts->replace_hash(store, &ada, "$scrypt$secret",
                                               "$argon2id$second"),
                 STORE_OK);
    cr_expect_eq(store->accounts->replace_hash(store, &ada, "$scrypt$secret",
                                               "$argon2id$third"),
                 STORE_STALE);
    store->accounts->find(store, "ada", &out);
    cr_expect_str_eq(out.password, "$argon2id$second");
    world_close(&world);
}

CASE(devices_are_known_by_account_and_time)
{
    struct world world;
    struct store *store = rows_open_ada(&world);
    const uint8_t first[32] = {1}, second[32] = {2};

    if (!store)
        return;
    for (uint8_t n = 1; n <= 5; n++) {
        struct store_token session = rows_token(n, "");
        const uint8_t device[32] = {n < 4 ? 1 : n};

        give(store, &session,
             (struct store_token_terms){
                 .most = 9, .device = device, .devices_most = 2});
    }
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM devices"), 2);
    cr_expect_eq(store->devices->find(store, "ada", first, t0 + 3), STORE_OK);
    cr_expect_eq(store->devices->find(store, "ada", first, t0 + 4),
                 STORE_NOT_FOUND);
    cr_expect_eq(store->devices->find(store, "bob", first, t0),
                 STORE_NOT_FOUND);
    cr_expect_eq(store->devices->find(store, "ada", second, t0),
                 STORE_NOT_FOUND);
    cr_expect_eq(store->devices->purge(store, t0 + 4), STORE_OK);
    cr_expect_eq(store->devices->find(store, "ada", first, t0),
                 STORE_NOT_FOUND);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM devices"), 1);
    world_close(&world);
}

CASE(stream_tickets_in_use_are_deleted_together_with_their_token)
{
    struct world world;
    struct store *store = rows_open_ada(&world);
    struct store_token session = rows_token(1, "");
    const uint8_t used[32] = {1}, unused[32] = {2};
    uint8_t token[32];

    if (!store)
        return;
    give(store, &session, (struct store_token_terms){.most = 9});
    store->stream_tickets->insert(store, used, session.hash, t0 + 1);
    store->stream_tickets->insert(store, unused, session.hash, t0 + 1);
    cr_expect_eq(store->stream_tickets->redeem(store, used, "/a", t0, token),
                 STORE_OK);
    cr_expect_eq(store->stream_tickets->purge(store, t0 + 2), STORE_OK);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM stream_tickets"),
                 1);
    cr_expect_eq(
        store->stream_tickets->redeem(store, used, "/a", t0 + 2, token),
        STORE_OK);
    store->tokens->revoke(store, session.hash, t0 + 3);
    store->tokens->purge(store, t0 + 4);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM stream_tickets"),
                 0);
    world_close(&world);
}

CASE(uses_are_recorded_in_batches_and_not_too_often)
{
    struct world world;
    struct store *store = rows_open_ada(&world);
    const uint8_t hashes[3][32] = {{1}, {2}, {77}};
    struct store_token out;

    if (!store)
        return;
    struct store_token one = rows_token(1, ""), two = rows_token(2, "");

    give(store, &one, (struct store_token_terms){.most = 9});
    give(store, &two, (struct store_token_terms){.most = 9});
    cr_expect_eq(store->tokens->touch(store, hashes, 3, t0 + minute_us,
                                      t0 - 9 * minute_us),
                 STORE_OK);
    store->tokens->find(store, two.hash, &out);
    cr_expect_eq(out.last_used_us, t0 + minute_us);
    cr_expect_eq(store->tokens->touch(store, hashes, 1, t0 + 2 * minute_us,
                                      t0 - 8 * minute_us),
                 STORE_OK);
    store->tokens->find(store, one.hash, &out);
    cr_expect_eq(out.last_used_us, t0 + minute_us);
    cr_expect_eq(store->tokens->touch(store, hashes, 1, t0 + 12 * minute_us,
                                      t0 + 2 * minute_us),
                 STORE_OK);
    store->tokens->find(store, one.hash, &out);
    cr_expect_eq(out.last_used_us, t0 + 12 * minute_us);
    cr_expect_eq(store->tokens->touch(store, hashes, 0, t0, t0), STORE_OK);
    world_close(&world);
}

/* One more failure of a network at this minute; its record then. */
static struct store_failures fail(struct store *store, int minute)
{
    const struct store_failure failure = {STORE_ALL, "2001:db8:0:1::/64",
                                          t0 + minute * minute_us, 9,
                                          t0 + (minute + 1) * minute_us};
    struct store_failure_record out = {0};

    cr_expect_eq(store->login_failures->add(store, &failure), STORE_OK);
    store->login_failures->find(store, "ada", "2001:db8:0:1::/64", &out);
    return out.source;
}

CASE(each_minute_removes_a_failure)
{
    struct world world;
    struct store *store = rows_open_ada(&world);

    if (!store)
        return;
    for (uint32_t i = 1; i <= 4; i++)
        cr_expect_eq(fail(store, 0).count, i);
    /* Three minutes forgive three. */
    cr_expect_eq(fail(store, 3).count, 2);
    /* A node whose clock is behind counts one, too. */
    cr_expect_eq(fail(store, -3).count, 3);
    for (int i = 0; i < 5; i++)
        cr_expect_eq(fail(store, 3).locked_until_us, 0);
    struct store_failures last = fail(store, 3);

    cr_expect_eq(last.count, 0);
    cr_expect_eq(last.locked_until_us, t0 + 4 * minute_us);
    world_close(&world);
}
