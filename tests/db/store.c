/* Every operation of the store, against a real PostgreSQL. */
#include "depth.h"
#include "play_world.h"

#include "db/store.h"

#include <criterion/criterion.h>

#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int64_t t0 = INT64_C(1790000000) * 1000000 + 123456;

/* A database with one store and no node on it. */
static struct store *open_store(struct world *world)
{
    if (!world_open(world))
        return NULL;
    play_drain(world->node[0]);
    return world->store[0];
}

static struct play_id id_of(uint8_t n)
{
    struct play_id id;

    memset(id.bytes, n, sizeof id.bytes);
    return id;
}

static struct store_account account_of(uint8_t n, const char *name)
{
    struct store_account account = {
        .id = id_of(n), .password = "$scrypt$secret", .created_us = t0};

    snprintf(account.name, sizeof account.name, "%s", name);
    return account;
}

/* An open match of two seats; account 1 has the first. */
static struct store_match match_of(uint8_t n)
{
    struct store_match row = {
        .match =
            {.key = id_of(n),
             .rules_version = 3,
             .deck = "numbers",
             .deck_version = 2,
             .status = MATCH_OPEN,
             .settings = {.seats = 2},
             .seats = {{.kind = SEAT_HUMAN, .name = "ada", .account = id_of(1)},
                       {.kind = SEAT_OPEN}},
             .created_us = t0 + n},
        .game_id = "template",
        .options = "hand=4\nwinner=0\n",
        .has_creator = true,
        .creator = id_of(1),
        .secret = {7, 7, 7},
        .moved_us = t0 + n,
    };

    return row;
}

static void fill(struct store *store)
{
    const struct store_account ada = account_of(1, "ada");
    const struct store_account bob = account_of(2, "bob");
    const struct store_match row = match_of(9);

    cr_assert_eq(store->accounts->insert(store, &ada), STORE_OK);
    cr_assert_eq(store->accounts->insert(store, &bob), STORE_OK);
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
}

/* A plain effect on match 9: it runs, and seat 0 has moved. */
static struct store_update effect_of(uint32_t seq, const uint8_t *state)
{
    return (struct store_update){
        .match = id_of(9),
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

static enum store_err write_one(struct store *store,
                                struct store_update *effect)
{
    struct store_update *effects[] = {effect};
    enum store_err err = store->updates->write(store, effects, 1, t0 - 1000);

    return err ? err : effect->outcome;
}

/* ---- accounts ---- */

Test(store, an_account_is_read_as_it_was_inserted)
{
    struct world world;
    struct store *store = open_store(&world);
    struct store_account ada = account_of(1, "ada"), out;

    if (!store)
        return;
    cr_expect_eq(store->accounts->find(store, "ada", &out), STORE_NOT_FOUND);
    cr_expect_eq(store->accounts->insert(store, &ada), STORE_OK);
    cr_expect_eq(store->accounts->find(store, "ada", &out), STORE_OK);
    cr_expect_eq(memcmp(&out.id, &ada.id, sizeof out.id), 0);
    cr_expect_str_eq(out.password, "$scrypt$secret");
    cr_expect_eq(out.created_us, t0);
    ada.id = id_of(5);
    cr_expect_eq(store->accounts->insert(store, &ada), STORE_CONFLICT);
    world_close(&world);
}

Test(store, failures_are_counted_lock_at_the_limit_and_are_cleared)
{
    struct world world;
    struct store *store = open_store(&world);
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

Test(store, a_name_and_a_network_are_also_counted_separately)
{
    struct world world;
    struct store *store = open_store(&world);
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

Test(store, a_token_is_found_by_its_hash_until_it_is_revoked)
{
    struct world world;
    struct store *store = open_store(&world);
    struct store_token out, token = {.id = id_of(4),
                                     .hash = {1, 2, 3},
                                     .scopes = SCOPE_SESSION,
                                     .created_us = t0,
                                     .expires_us = t0 + 10,
                                     .account = id_of(1)};

    if (!store)
        return;
    fill(store);
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

Test(store, tokens_that_ended_long_ago_are_deleted)
{
    struct world world;
    struct store *store = open_store(&world);
    struct store_token token = {
        .scopes = SCOPE_SESSION, .created_us = t0, .account = id_of(1)};

    if (!store)
        return;
    fill(store);
    for (uint8_t n = 1; n <= 4; n++) {
        token.id = id_of(n);
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

/* ---- matches ---- */

Test(store, a_match_is_read_as_it_was_inserted)
{
    struct world world;
    struct store *store = open_store(&world);
    static struct store_match out;
    const struct play_id id = id_of(9), none = id_of(8);

    if (!store)
        return;
    fill(store);
    cr_expect_eq(store->matches->find(store, &none, &out), STORE_NOT_FOUND);
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(out.match.rules_version, 3);
    cr_expect_eq(out.match.deck_version, 2);
    cr_expect_str_eq(out.match.deck, "numbers");
    cr_expect_str_eq(out.game_id, "template");
    cr_expect_str_eq(out.options, "hand=4\nwinner=0\n");
    cr_expect_eq(out.match.settings.seats, 2);
    cr_expect_eq(out.match.seats[0].kind, SEAT_HUMAN);
    cr_expect_str_eq(out.match.seats[0].name, "ada");
    cr_expect_eq(out.match.seats[0].account.bytes[15], 1);
    cr_expect_eq(out.match.seats[1].kind, SEAT_OPEN);
    cr_expect_eq(out.secret[2], 7);
    cr_expect_eq(out.match.created_us, t0 + 9);
    cr_expect_eq(out.match.started_us, 0);
    cr_expect_eq(out.state_size, 0);
    cr_expect_not(out.match.has_result);
    world_close(&world);
}

Test(store, an_update_is_written_completely_and_only_at_its_seq)
{
    struct world world;
    struct store *store = open_store(&world);
    static uint8_t state[64] = {1, 2, 3};
    static struct store_match out;
    const struct play_id id = id_of(9);
    struct store_update effect = effect_of(0, state);
    struct match_event *events;
    size_t count;

    if (!store)
        return;
    fill(store);
    cr_expect_eq(write_one(store, &effect), STORE_OK);
    cr_expect_eq(write_one(store, &effect), STORE_STALE);
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(out.match.seq, 1);
    cr_expect_eq(out.match.to_act, 2);
    cr_expect_eq(out.match.started_us, t0 + 100);
    cr_expect_eq(out.state_size, 64);
    cr_expect_eq(memcmp(out.state, state, 64), 0);
    cr_expect_str_eq(out.build, "this");
    cr_assert_eq(store->events->list(store, &id, 0, 10, &events, &count),
                 STORE_OK);
    cr_assert_eq(count, 1);
    cr_expect_str_eq(events->move, "choose 5");
    cr_expect_eq(events->at_us, t0 + 100);
    cr_expect_eq(events->state_hash, UINT64_C(0xfedcba9876543210));
    free(events);
    world_close(&world);
}

Test(store, clocks_and_votes_are_read_without_deadlines_if_there_is_no_clock)
{
    struct world world;
    struct store *store = open_store(&world);
    static uint8_t state[64];
    static struct store_match out;
    struct store_match timed = match_of(10);
    struct store_update with = effect_of(0, state), without = with;
    const int64_t due[RULES_SEATS_MAX] = {t0 + 500, 0, t0 + 700, t0 + 800};
    struct store_update *effects[] = {&with, &without};

    if (!store)
        return;
    fill(store);
    timed.match.clock.turn_seconds = 60;
    timed.match.settings.seats = 3;
    timed.match.seats[0].kind = SEAT_OPEN;
    timed.match.deadline_us[1] = t0 + 5;
    cr_assert_eq(store->matches->insert(store, &timed, NULL, 0), STORE_OK);
    cr_assert_eq(store->matches->find(store, &timed.match.key, &out), STORE_OK);
    cr_expect_eq(out.match.clock.turn_seconds, 60);
    cr_expect_eq(
        memcmp(out.match.deadline_us, timed.match.deadline_us, sizeof due), 0);
    with.match = timed.match.key;
    with.took_back = 4;
    with.abort_votes = 3;
    memcpy(with.deadline_us, due, sizeof due);
    memcpy(without.deadline_us, due, sizeof due);
    cr_assert_eq(store->updates->write(store, effects, 2, t0), STORE_OK);
    cr_assert_eq(store->matches->find(store, &with.match, &out), STORE_OK);
    cr_expect_eq(out.match.took_back, 4);
    cr_expect_eq(out.match.abort_votes, 3);
    cr_expect_eq(memcmp(out.match.deadline_us, due, 3 * sizeof *due), 0);
    cr_expect_eq(out.match.deadline_us[3], 0, "there are three seats");
    cr_assert_eq(store->matches->find(store, &without.match, &out), STORE_OK);
    cr_expect_eq(out.match.clock.turn_seconds, 0);
    cr_expect_eq(out.match.deadline_us[0], 0);
    world_close(&world);
}

/* A match by Ada under a key; what came of it. */
static enum store_err make_with_key(struct store *store, uint8_t n,
                                    const char *key, int64_t since_us)
{
    const struct store_creation_key creation = {
        .key = key, .body_hash = {n}, .reply = "made", .since_us = since_us};
    struct store_match row = match_of(n);

    row.match.seats[0].kind = SEAT_OPEN;
    row.creation = &creation;
    return store->matches->insert(store, &row, NULL, 0);
}

Test(store, a_match_is_created_with_its_key_or_not_at_all)
{
    struct world world;
    struct store *store = open_store(&world);
    const struct play_id ada = id_of(1), bob = id_of(2), first = id_of(20),
                         third = id_of(22);
    struct store_created_match made;

    if (!store)
        return;
    fill(store);
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

Test(store, an_update_moves_its_match_among_the_changes)
{
    static const char when[] = "SELECT changed_xid::text::bigint FROM matches";
    struct world world;
    struct store *store = open_store(&world);
    static uint8_t state[64];
    struct store_update effect = effect_of(0, state);
    int64_t made, written;

    if (!store)
        return;
    fill(store);
    made = world_number(&world, when);
    cr_assert_eq(write_one(store, &effect), STORE_OK);
    written = world_number(&world, when);
    cr_expect_gt(written, made);
    cr_expect_eq(write_one(store, &effect), STORE_STALE);
    cr_expect_eq(world_number(&world, when), written);
    world_close(&world);
}

Test(store, a_stale_update_does_not_fail_its_batch)
{
    struct world world;
    struct store *store = open_store(&world);
    static uint8_t state[64];
    struct store_match more = match_of(10);
    struct store_update a = effect_of(0, state), b = effect_of(4, state),
                        c = effect_of(0, state);
    struct store_update *effects[] = {&b, &a, &c};

    if (!store)
        return;
    fill(store);
    more.match.seats[0].kind = SEAT_OPEN;
    cr_assert_eq(store->matches->insert(store, &more, NULL, 0), STORE_OK);
    c.match = id_of(10);
    cr_assert_eq(store->updates->write(store, effects, 3, t0), STORE_OK);
    cr_expect_eq(a.outcome, STORE_OK);
    cr_expect_eq(b.outcome, STORE_STALE);
    cr_expect_eq(c.outcome, STORE_OK);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM events"), 2);
    world_close(&world);
}

Test(store, a_key_is_written_with_its_update_and_blocks_the_next)
{
    struct world world;
    struct store *store = open_store(&world);
    static uint8_t state[64];
    const struct play_id id = id_of(9), ada = id_of(1), bob = id_of(2);
    struct store_update effect = effect_of(0, state);
    struct store_key key;

    if (!store)
        return;
    fill(store);
    effect.key = "k";
    effect.account = ada;
    effect.body_hash[3] = 9;
    effect.reply = "{\"a\":1}";
    cr_expect_eq(store->idempotency_keys->find(store, &id, &ada, "k", t0, &key),
                 STORE_NOT_FOUND);
    cr_expect_eq(write_one(store, &effect), STORE_OK);
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
    effect.seq = 1;
    effect.events[0].seq = 2;
    cr_expect_eq(write_one(store, &effect), STORE_STALE);
    cr_expect_eq(store->idempotency_keys->purge(store, t0 + 101), STORE_OK);
    cr_expect_eq(write_one(store, &effect), STORE_OK);
    world_close(&world);
}

/* Return whether a reply that follows from the event log is stored, this many
 * hours after a database of that age was upgraded to omit it. */
static bool is_reply_kept(int hours, int days_old)
{
    struct world world;
    struct store *store = open_store(&world);
    static uint8_t state[64];
    const struct play_id id = id_of(9), ada = id_of(1);
    struct store_update effect = effect_of(0, state);
    struct store_key key;
    char sql[256];

    if (!store)
        return false;
    fill(store);
    snprintf(sql, sizeof sql,
             "UPDATE migrations SET applied_at = now() - CASE name WHEN"
             " 'short-keys' THEN interval '%d hours' ELSE interval '%d days'"
             " END",
             hours, days_old);
    cr_assert(world_sql(&world, sql));
    effect.at_us = world_number(
        &world, "SELECT (extract(epoch FROM now()) * 1000000)::bigint");
    effect.key = "k";
    effect.account = ada;
    effect.reply = "{}";
    effect.reply_is_replayable = true;
    cr_expect_eq(write_one(store, &effect), STORE_OK);
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

Test(store, seats_events_and_result_of_an_update_are_one_transaction)
{
    struct world world;
    struct store *store = open_store(&world);
    static uint8_t state[64];
    static struct store_match out;
    const struct play_id id = id_of(9);
    const struct match_result result = {
        .reason = MATCH_RESIGNED,
        .items = 2,
        .total = {12, -3},
        .rank = {1, 2},
        .item = {{"cities", {10, -5}}, {"tiles", {2, 2}}}};
    struct store_update effect = effect_of(0, state);

    if (!store)
        return;
    fill(store);
    effect.seat_changed = 1;
    effect.seat = (struct match_seat){
        .kind = SEAT_HUMAN, .name = "bob", .account = id_of(1)};
    effect.status = MATCH_FINISHED;
    effect.to_act = 0;
    effect.result = &result;
    effect.seat_count = 2;
    effect.event_count = 2;
    effect.events[1] = (struct match_event){
        .seq = 2, .kind = EVENT_FINISH, .seat = -1, .at_us = t0 + 101};
    /* Ada cannot sit twice: nothing at all is written. */
    cr_expect_eq(write_one(store, &effect), STORE_STALE);
    cr_expect_eq(world_number(&world, "SELECT count(*) FROM events"), 0);
    effect.seat.account = id_of(2);
    cr_expect_eq(write_one(store, &effect), STORE_OK);
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(out.match.seq, 2);
    cr_expect_str_eq(out.match.seats[1].name, "bob");
    cr_assert(out.match.has_result);
    cr_expect_eq(out.match.result.reason, MATCH_RESIGNED);
    cr_expect_eq(out.match.result.total[1], -3);
    cr_expect_eq(out.match.result.rank[1], 2);
    cr_expect_eq(out.match.result.items, 2);
    cr_expect_str_eq(out.match.result.item[1].name, "tiles");
    cr_expect_eq(out.match.result.item[0].points[1], -5);
    cr_expect_eq(out.match.finished_us, t0 + 100);
    world_close(&world);
}

/* How many matches wait for a bot since before_us, the first in *out. */
static size_t bots_due(struct store *store, int64_t now_us, int64_t before_us,
                       int64_t watched_us, struct play_id *out)
{
    const struct store_bots_query query = {now_us, before_us, watched_us};
    struct play_id due[4];
    size_t count;

    cr_assert_eq(store->matches->bots_due(store, &query, due, 4, &count),
                 STORE_OK);
    if (count > 0)
        *out = due[0];
    return count;
}

Test(store, matches_of_waiting_bots_are_claimed_by_one_node_at_a_time)
{
    struct world world;
    struct store *store = open_store(&world);
    struct store_match row = match_of(11);
    struct play_id out;

    if (!store)
        return;
    fill(store);
    row.match.status = MATCH_RUNNING;
    row.match.started_us = row.match.created_us;
    row.match.seats[1] = (struct match_seat){
        .kind = SEAT_BOT, .name = "greedy", .bot = "greedy"};
    row.match.to_act = 2;
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    cr_expect_eq(bots_due(store, t0 + 50, t0, t0, &out), 0, "too fresh");
    cr_expect_eq(bots_due(store, t0 + 50, t0 + 40, t0, &out), 1);
    cr_expect_eq(out.bytes[0], 11);
    cr_expect_eq(bots_due(store, t0 + 51, t0 + 41, t0, &out), 0, "claimed");
    cr_expect_eq(bots_due(store, t0 + 99, t0 + 60, t0, &out), 1,
                 "claimed again when nothing came of it");
    world_close(&world);
}

Test(store, a_match_of_bots_alone_waits_for_a_bot_while_it_is_watched)
{
    struct world world;
    struct store *store = open_store(&world);
    struct store_match row = match_of(11);
    struct play_id out;

    if (!store)
        return;
    fill(store);
    row.match.status = MATCH_RUNNING;
    row.match.started_us = row.match.created_us;
    for (int seat = 0; seat < row.match.settings.seats; seat++)
        row.match.seats[seat] = (struct match_seat){
            .kind = SEAT_BOT, .name = "greedy", .bot = "greedy"};
    row.match.to_act = 2;
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    cr_expect_eq(bots_due(store, t0 + 50, t0 + 40, t0, &out), 0);
    cr_assert_eq(store->matches->mark_watched(store, &row.match.key, t0 + 45),
                 STORE_OK);
    cr_expect_eq(bots_due(store, t0 + 50, t0 + 40, t0 + 45, &out), 0,
                 "that was too long ago");
    cr_expect_eq(bots_due(store, t0 + 50, t0 + 40, t0 + 44, &out), 1);
    world_close(&world);
}

/* ---- undo, sandboxes, playing alone ---- */

Test(store, an_undo_is_an_event_with_the_seq_it_goes_back_to)
{
    struct world world;
    struct store *store = open_store(&world);
    static uint8_t state[64];
    const struct play_id id = id_of(9);
    struct store_update effect = effect_of(0, state);
    struct match_event *events;
    size_t count;

    if (!store)
        return;
    fill(store);
    cr_assert_eq(write_one(store, &effect), STORE_OK);
    effect = effect_of(1, state);
    effect.events[0].kind = EVENT_UNDO;
    effect.events[0].move[0] = '\0';
    effect.events[0].to_seq = 0;
    cr_assert_eq(write_one(store, &effect), STORE_OK);
    effect = effect_of(2, state);
    cr_assert_eq(write_one(store, &effect), STORE_OK);
    effect = effect_of(3, state);
    effect.events[0].kind = EVENT_UNDO;
    effect.events[0].move[0] = '\0';
    effect.events[0].to_seq = 2;
    cr_assert_eq(write_one(store, &effect), STORE_OK);
    cr_assert_eq(store->events->list(store, &id, 0, 9, &events, &count),
                 STORE_OK);
    cr_assert_eq(count, 4);
    cr_expect_eq(events[1].kind, EVENT_UNDO);
    cr_expect_eq(events[1].to_seq, 0);
    cr_expect_eq(events[2].to_seq, 0);
    cr_expect_eq(events[3].to_seq, 2);
    free(events);
    world_close(&world);
}

Test(store, the_outcome_of_a_match_of_one_seat_is_read)
{
    struct world world;
    struct store *store = open_store(&world);
    static uint8_t state[64];
    static struct store_match out;
    const struct play_id id = id_of(9);
    const struct match_result result = {
        .outcome = OUTCOME_LOST,
        .goals = 2,
        .total = {88},
        .rank = {1},
        .goal = {{"connected-cities", 7, 7}, {"points", 88, 100}}};
    struct store_update effect = effect_of(0, state);

    if (!store)
        return;
    fill(store);
    effect.status = MATCH_FINISHED;
    effect.to_act = 0;
    effect.result = &result;
    effect.seat_count = 2;
    cr_assert_eq(write_one(store, &effect), STORE_OK);
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(out.match.result.outcome, OUTCOME_LOST);
    cr_assert_eq(out.match.result.goals, 2);
    cr_expect_str_eq(out.match.result.goal[0].name, "connected-cities");
    cr_expect_eq(out.match.result.goal[0].reached, 7);
    cr_expect_str_eq(out.match.result.goal[1].name, "points");
    cr_expect_eq(out.match.result.goal[1].reached, 88);
    cr_expect_eq(out.match.result.goal[1].needed, 100);
    cr_expect_eq(out.match.result.items, 0);
    world_close(&world);
}

/* ---- results, as this version and the one before store them ---- */

static const struct match_result two_items = {
    .items = 2,
    .goals = 1,
    .total = {12, -3},
    .rank = {1, 2},
    .item = {{"cities", {10, -5}}, {"tiles", {2, 2}}},
    .goal = {{"points", 88, 100}}};

static struct store *open_ended(struct world *world)
{
    struct store *store = open_store(world);
    static uint8_t state[64];
    struct store_update effect = effect_of(0, state);

    if (!store)
        return NULL;
    fill(store);
    effect.status = MATCH_FINISHED;
    effect.to_act = 0;
    effect.result = &two_items;
    effect.seat_count = 2;
    cr_assert_eq(write_one(store, &effect), STORE_OK);
    return store;
}

static void expect_two_items(struct store *store)
{
    static struct store_match out;
    const struct play_id id = id_of(9);

    out.match.result.items = 7;
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_eq(
        memcmp(&out.match.result, &two_items,
               offsetof(struct match_result, goal) + sizeof two_items.goal),
        0);
}

Test(store, results_are_arrays_and_for_older_nodes_text)
{
    struct world world;
    struct store *store = open_ended(&world);

    if (!store)
        return;
    cr_expect_eq(
        world_number(&world, "SELECT count(*) FROM matches"
                             " WHERE item_names = '{cities,tiles}'"
                             " AND item_points = '{{10,-5},{2,2}}'"
                             " AND goal_names = '{points}'"
                             " AND goal_points = '{{88,100}}'"
                             " AND goals = E'points 88 100\\n'"
                             " AND breakdown = E'cities 10 -5\\ntiles 2 2\\n'"),
        1);
    world_sql(&world, "UPDATE matches SET breakdown = '', goals = ''");
    expect_two_items(store);
    world_close(&world);
}

Test(store, results_that_an_older_node_stored_as_text_are_read)
{
    struct world world;
    struct store *store = open_ended(&world);

    if (!store)
        return;
    cr_assert(world_sql(&world, "UPDATE matches SET item_names = NULL,"
                                " item_points = NULL, goal_names = NULL,"
                                " goal_points = NULL"));
    expect_two_items(store);
    world_close(&world);
}

/* ---- options, as this version and the one before store them ---- */

/* Store a match with two options, change its row, and read it. */
static void expect_options(const char *change, const char *expected)
{
    static struct store_match row, out;
    struct world world;
    struct store *store = open_store(&world);
    const struct play_id id = id_of(10);

    if (!store)
        return;
    fill(store);
    row = match_of(10);
    snprintf(row.options, sizeof row.options, "winner=1\nhand=4\n");
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    cr_expect_eq(world_number(&world,
                              "SELECT count(*) FROM matches WHERE"
                              " option_values = '{\"hand\": 4, \"winner\": 1}'"
                              " AND options = E'winner=1\\nhand=4\\n'"),
                 1);
    cr_assert(world_sql(&world, change));
    cr_assert_eq(store->matches->find(store, &id, &out), STORE_OK);
    cr_expect_str_eq(out.options, expected);
    world_close(&world);
}

Test(store, options_are_an_object_and_for_older_nodes_text)
{
    expect_options("UPDATE matches SET options = ''", "hand=4\nwinner=1\n");
}

Test(store, options_that_an_older_node_stored_as_text_are_read)
{
    expect_options("UPDATE matches SET option_values = NULL",
                   "winner=1\nhand=4\n");
}

Test(store, only_in_a_sandbox_an_account_holds_two_seats)
{
    struct world world;
    struct store *store = open_store(&world);
    static struct store_match row, out;
    char *position = NULL;

    if (!store)
        return;
    fill(store);
    row = match_of(12);
    row.match.seats[1] = row.match.seats[0];
    cr_expect_eq(store->matches->insert(store, &row, NULL, 0), STORE_CONFLICT);
    row.match.sandbox = true;
    row.position = "seats 2\nname \"x\"\n";
    cr_assert_eq(store->matches->insert(store, &row, NULL, 0), STORE_OK);
    cr_assert_eq(store->matches->find(store, &row.match.key, &out), STORE_OK);
    cr_expect(out.match.sandbox);
    cr_expect_str_eq(out.match.seats[1].name, "ada");
    cr_expect_null(out.position);
    cr_assert_eq(
        store->matches->find_position(store, &row.match.key, &position),
        STORE_OK);
    cr_expect_str_eq(position, row.position);
    free(position);
    row.match.key = id_of(9);
    cr_expect_eq(
        store->matches->find_position(store, &row.match.key, &position),
        STORE_NOT_FOUND);
    cr_expect_null(position);
    world_close(&world);
}

/* ---- news ---- */

struct news {
    _Atomic int matches, tokens, hearings, accounts;
    _Atomic unsigned seq;
};

static void hear_match(void *ctx, const struct play_id *id, uint32_t seq)
{
    struct news *news = ctx;

    (void)id;
    atomic_store(&news->seq, seq);
    atomic_fetch_add(&news->matches, 1);
}

static void hear_token(void *ctx, const uint8_t hash[32])
{
    struct news *news = ctx;

    (void)hash;
    atomic_fetch_add(&news->tokens, 1);
}

static void is_listening(void *ctx, bool hears)
{
    struct news *news = ctx;

    if (hears)
        atomic_fetch_add(&news->hearings, 1);
}

static void hear_account(void *ctx, uint16_t tag)
{
    struct news *news = ctx;

    cr_expect_eq(tag, 0xfedc);
    atomic_fetch_add(&news->accounts, 1);
}

static bool comes(_Atomic int *number, int least)
{
    for (int i = 0; i < 1000 && atomic_load(number) < least; i++)
        world_sleep_ms(3);
    return atomic_load(number) >= least;
}

Test(store,
     other_nodes_are_notified_of_updates_and_listen_again_after_a_disconnect)
{
    struct world world;
    struct store *store = open_store(&world), *other;
    static struct news news, own;
    static uint8_t state[64];
    struct store_update effect = effect_of(0, state);
    const struct store_listener ears = {.match = hear_match,
                                        .token = hear_token,
                                        .is_listening = is_listening,
                                        .account = hear_account,
                                        .ctx = &news};
    const struct store_listener own_ears = {.match = hear_match,
                                            .token = hear_token,
                                            .is_listening = is_listening,
                                            .account = hear_account,
                                            .ctx = &own};

    if (!store)
        return;
    fill(store);
    play_drain(world_add_node(&world, NULL));
    other = world.store[1];
    cr_assert_eq(other->notifications->listen(other, &ears), STORE_OK);
    cr_assert_eq(store->notifications->listen(store, &own_ears), STORE_OK);
    cr_expect(comes(&news.hearings, 1));
    cr_expect(comes(&own.hearings, 1));
    effect.tags[0] = 0xfedc;
    effect.tag_count = 1;
    cr_expect_eq(write_one(store, &effect), STORE_OK);
    cr_expect(comes(&news.matches, 1));
    cr_expect(comes(&news.accounts, 1));
    cr_expect_eq(atomic_load(&news.seq), 1);
    cr_expect_eq(atomic_load(&own.matches),
                 0); /* nodes ignore their own updates */
    world_sql(&world, "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                      " WHERE datname = current_database()"
                      " AND usename = current_user"
                      " AND pid <> pg_backend_pid()");
    cr_expect(comes(&news.hearings, 2));
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
