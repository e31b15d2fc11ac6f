/* Accounts and tokens in the database: on which terms, and what is left. */
#include "db/pg/pg.h"
#include "play_world.h"

#include <criterion/criterion.h>

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t t0 = INT64_C(1700000000000000);
static const int64_t minute_us = INT64_C(60) * 1000000;

static struct play_id id_of(uint8_t n)
{
    struct play_id id = {{0}};

    id.bytes[0] = n;
    return id;
}

/* A database with the account ada, number 1; NULL: the test is skipped. */
static struct store *begin(struct world *world)
{
    struct store_account ada = {
        .id = id_of(1), .password = "$scrypt$first", .created_us = t0};
    struct store *store;

    if (!world_open(world))
        return NULL;
    play_drain(world->node[0]);
    store = world->store[0];
    snprintf(ada.name, sizeof ada.name, "ada");
    cr_assert_eq(store->accounts->insert(store, &ada), STORE_OK);
    return store;
}

static struct store_token token_of(uint8_t n, const char *label)
{
    struct store_token token = {.id = id_of(n),
                                .hash = {n},
                                .scopes = SCOPE_SESSION,
                                .created_us = t0 + n,
                                .expires_us = t0 + 100 * minute_us,
                                .account = id_of(1)};

    snprintf(token.label, sizeof token.label, "%s", label);
    return token;
}

static enum store_err give(struct store *store, const struct store_token *token,
                           struct store_token_terms terms)
{
    return store->tokens->insert(store, token, &terms);
}

Test(accounts, a_token_is_issued_only_on_its_terms)
{
    struct world world;
    struct store *store = begin(&world);
    const uint8_t first[32] = {1};
    struct play_id id;

    if (!store)
        return;
    struct store_token one = token_of(1, ""), two = token_of(2, "bot"),
                       three = token_of(3, "bot"), four = token_of(4, "bot"),
                       stranger = token_of(5, ""), boss = token_of(6, "boss");

    cr_expect_eq(give(store, &one,
                      (struct store_token_terms){.password = "$scrypt$other",
                                                 .most = 9}),
                 STORE_NOT_FOUND);
    cr_expect_eq(give(store, &two,
                      (struct store_token_terms){.asker = first, .most = 9}),
                 STORE_NOT_FOUND);
    cr_expect_eq(give(store, &one,
                      (struct store_token_terms){.password = "$scrypt$first",
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
    stranger.account = id_of(7);
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

Test(accounts, a_child_does_not_outlive_its_parent)
{
    struct world world;
    struct store *store = begin(&world);
    const struct store_token_terms terms = {.asker = (const uint8_t[32]){1},
                                            .most = 9};

    if (!store)
        return;
    struct store_token one = token_of(1, ""), two = token_of(2, "bot"),
                       stranger = token_of(3, "bot"), late = token_of(4, "bot"),
                       clerk = token_of(5, "clerk"), out;

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

Test(accounts, a_password_change_requires_the_hash_that_was_checked)
{
    struct world world;
    struct store *store = begin(&world);
    const uint8_t asker[32] = {1};
    const struct play_id keep[] = {id_of(3)};
    struct store_new_password change = {.account = id_of(1),
                                        .before = "$scrypt$other",
                                        .after = "$argon2id$second",
                                        .asker = asker,
                                        .keep = keep,
                                        .keep_count = 1,
                                        .now_us = t0 + 9};
    struct store_token out;

    if (!store)
        return;
    struct store_token one = token_of(1, ""), two = token_of(2, ""),
                       three = token_of(3, "bot"), four = token_of(4, "bot");

    give(store, &one, (struct store_token_terms){.most = 9});
    give(store, &two, (struct store_token_terms){.most = 9});
    give(store, &three, (struct store_token_terms){.most = 9});
    give(store, &four, (struct store_token_terms){.most = 9});
    cr_expect_eq(store->accounts->change_password(store, &change), STORE_STALE);
    cr_expect_eq(store->tokens->find(store, two.hash, &out), STORE_OK);
    change.before = "$scrypt$first";
    cr_expect_eq(store->accounts->change_password(store, &change), STORE_OK);
    cr_expect_eq(store->tokens->find(store, one.hash, &out), STORE_OK);
    cr_expect_eq(store->tokens->find(store, two.hash, &out), STORE_NOT_FOUND);
    cr_expect_eq(store->tokens->find(store, four.hash, &out), STORE_NOT_FOUND);
    cr_expect_eq(store->tokens->find(store, three.hash, &out), STORE_OK);
    cr_expect_str_eq(out.label, "bot");
    world_close(&world);
}

Test(accounts, only_the_first_request_replaces_a_hash)
{
    struct world world;
    struct store *store = begin(&world);
    const struct play_id ada = id_of(1);
    struct store_account out;

    if (!store)
        return;
    cr_expect_eq(store->accounts->replace_hash(store, &ada, "$scrypt$other",
                                               "$argon2id$second"),
                 STORE_STALE);
    cr_expect_eq(store->accounts->replace_hash(store, &ada, "$scrypt$first",
                                               "$argon2id$second"),
                 STORE_OK);
    cr_expect_eq(store->accounts->replace_hash(store, &ada, "$scrypt$first",
                                               "$argon2id$third"),
                 STORE_STALE);
    store->accounts->find(store, "ada", &out);
    cr_expect_str_eq(out.password, "$argon2id$second");
    world_close(&world);
}

Test(accounts, devices_are_known_by_account_and_time)
{
    struct world world;
    struct store *store = begin(&world);
    const uint8_t first[32] = {1}, second[32] = {2};

    if (!store)
        return;
    for (uint8_t n = 1; n <= 5; n++) {
        struct store_token session = token_of(n, "");
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

Test(accounts, uses_are_recorded_in_batches_and_not_too_often)
{
    struct world world;
    struct store *store = begin(&world);
    const uint8_t hashes[3][32] = {{1}, {2}, {77}};
    struct store_token out;

    if (!store)
        return;
    struct store_token one = token_of(1, ""), two = token_of(2, "");

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

Test(accounts, each_minute_removes_a_failure)
{
    struct world world;
    struct store *store = begin(&world);

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

/* ---- going ---- */

/* An open match that ada created and has a seat in; its seat 1 is open. */
static void add_match(struct store *store, uint8_t n)
{
    static struct store_match row;

    row = (struct store_match){
        .match =
            {.key = id_of(n),
             .rules_version = 1,
             .deck = "deck",
             .deck_version = 1,
             .status = MATCH_OPEN,
             .settings = {.seats = 2},
             .seats = {{.kind = SEAT_HUMAN, .name = "ada", .account = id_of(1)},
                       {.kind = SEAT_OPEN}},
             .created_us = t0},
        .game_id = "template",
        .has_creator = true,
        .creator = id_of(1),
        .moved_us = t0,
    };
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
}

static enum store_err erase(struct store *store, const char *name,
                            uint32_t spared)
{
    struct store_account_deletion erasure = {
        .account = id_of(1), .now_us = t0 + 5, .spared = spared};
    struct play_id *matches = NULL;
    size_t count = 0;
    enum store_err err;

    snprintf(erasure.name, sizeof erasure.name, "%s", name);
    err = store->accounts->erase(store, &erasure, &matches, &count);
    cr_expect(err || count == 2);
    free(matches);
    return err;
}

Test(accounts, an_account_with_a_seat_is_not_erased)
{
    struct world world;
    struct store *store = begin(&world);
    const struct play_id ada = id_of(1);
    struct store_held_seat holds[4];
    struct store_account out;
    struct store_token token = token_of(1, "");
    size_t count;

    if (!store)
        return;
    add_match(store, 9);
    add_match(store, 8);
    give(store, &token, (struct store_token_terms){.most = 9});
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

Test(accounts, an_account_that_left_a_running_match_holds_no_seat)
{
    static const char *const left[] = {
        "UPDATE matches SET status = 1, started_at = created_at",
        "INSERT INTO events (match_id, seq, kind, seat, created_at,"
        " state_hash) SELECT id, 1, 4, 1, created_at, 0 FROM matches",
        "INSERT INTO events (match_id, seq, kind, seat, created_at,"
        " state_hash) SELECT id, 2, 4, 0, created_at, 0 FROM matches",
    };
    struct world world;
    struct store *store = begin(&world);
    const struct play_id ada = id_of(1);
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

Test(accounts, a_join_during_the_erasure_is_noticed)
{
    struct world world;
    struct store *store = begin(&world);
    struct db_config config;
    pthread_t thread;
    void *err;

    if (!store)
        return;
    add_match(store, 9);
    world_sql(&world, "UPDATE seats SET kind = 0, account_id = NULL");
    db_config_defaults(&config);
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
