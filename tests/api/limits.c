/* Rate limits: who is slowed down, who is not, and how answers tell of it. */
#include "api/http/rate_limit.h"
#include "depth.h"

#include "raw.h"
#include "service.h"
#include "table.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define SECOND INT64_C(1000000000)

/* ---- buckets ---- */

static const struct limit_policy ten_in_ten[LIMIT_COUNT] = {
    [LIMIT_ADDRESS] = {10, 10}, [LIMIT_TOKEN] = {10, 10}};

static struct limit_level take_of(struct rate_limits *limits, enum limit limit,
                                  const char *key, int64_t now_ns)
{
    return rate_limit_take(
        limits, limit, rate_limit_key(limits, limit, key, strlen(key)), now_ns);
}

static struct limit_level take(struct rate_limits *limits, const char *key,
                               int64_t now_ns)
{
    return take_of(limits, LIMIT_ADDRESS, key, now_ns);
}

static struct limit_level reserve(struct rate_limits *limits, const char *key,
                                  uint32_t units, int64_t now_ns)
{
    return rate_limit_reserve(
        limits, LIMIT_ADDRESS,
        rate_limit_key(limits, LIMIT_ADDRESS, key, strlen(key)), units, now_ns);
}

static struct limit_level charge(struct rate_limits *limits, const char *key,
                                 uint32_t reserved, uint32_t units,
                                 int64_t now_ns)
{
    return rate_limit_charge(
        limits, LIMIT_ADDRESS,
        rate_limit_key(limits, LIMIT_ADDRESS, key, strlen(key)), reserved,
        units, now_ns);
}

Test(buckets, a_bucket_gives_its_quota_at_once_and_fills_evenly)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;

    for (uint32_t left = 10; left-- > 0;) {
        struct limit_level level = take(limits, "ada", now);

        cr_expect(level.applies && !level.is_refused);
        cr_expect_eq(level.left, left);
        cr_expect_eq(level.full_s, 10 - left);
    }
    struct limit_level empty = take(limits, "ada", now);

    cr_expect(empty.is_refused);
    cr_expect_eq(empty.retry_s, 1);
    cr_expect(!take(limits, "bea", now).is_refused, "bea has her own");
    cr_expect(take(limits, "ada", now + SECOND / 2).is_refused);
    cr_expect(!take(limits, "ada", now + SECOND).is_refused);
    cr_expect(take(limits, "ada", now + SECOND).is_refused);
    cr_expect_eq(take(limits, "ada", now + 100 * SECOND).left, 9);
    rate_limit_free(limits);
}

Test(buckets, a_policy_without_quota_does_not_apply)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    struct limit_level level = take_of(limits, LIMIT_MATCH, "m", 1000 * SECOND);

    cr_expect(!level.applies && !level.is_refused);
    rate_limit_free(limits);
}

Test(buckets, a_flood_of_keys_neither_grows_the_table_nor_empties_a_bucket)
{
    enum { FLOOD = 1000000 };
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;
    struct rate_limit_counts counts;
    char key[32];

    for (int i = 0; i < 10; i++)
        take(limits, "ada", now);
    for (int i = 0; i < FLOOD; i++) {
        snprintf(key, sizeof key, "made up %d", i);
        take(limits, key, now);
    }
    rate_limit_count(limits, now, &counts);
    cr_expect_leq(counts.buckets, LIMIT_BUCKETS);
    cr_expect_gt(counts.buckets, LIMIT_BUCKETS / 2);
    cr_expect(take(limits, "ada", now).is_refused, "forgotten in the flood");
    rate_limit_count(limits, now + 11 * SECOND, &counts);
    cr_expect_eq(counts.buckets, 0);
    cr_expect_eq(counts.refused[LIMIT_ADDRESS], 1);
    cr_expect_eq(counts.refused[LIMIT_TOKEN], 0);
    rate_limit_free(limits);
}

/* ---- charges ---- */

Test(charges, what_a_request_cost_is_charged_although_the_bucket_has_less)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;

    cr_expect_eq(charge(limits, "ada", 0, 4, now).left, 6);
    struct limit_level level = charge(limits, "ada", 0, 9, now);

    cr_expect(level.is_refused, "in debt");
    cr_expect_eq(level.left, 0);
    cr_expect_eq(level.full_s, 13);
    level = take(limits, "ada", now);
    cr_expect(level.is_refused);
    cr_expect_eq(level.retry_s, 4, "3 of debt and 1 to take");
    cr_expect(take(limits, "ada", now + 3 * SECOND).is_refused);
    cr_expect(!take(limits, "ada", now + 4 * SECOND).is_refused);
    cr_expect_eq(take(limits, "bea", now).left, 9, "bea has her own");
    rate_limit_free(limits);
}

Test(charges, a_debt_is_one_quota_at_most)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;

    for (int i = 0; i < 50; i++)
        charge(limits, "ada", 0, UINT32_MAX, now);
    cr_expect_eq(take(limits, "ada", now).retry_s, 11);
    cr_expect(!take(limits, "ada", now + 11 * SECOND).is_refused);
    rate_limit_free(limits);
}

Test(charges, what_is_reserved_lets_in_no_more_than_a_quota_pays_for)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;
    int let_in = 0;

    for (int i = 0; i < 100; i++)
        let_in += !reserve(limits, "ada", 3, now).is_refused;
    cr_expect_eq(let_in, 3);
    cr_expect_eq(reserve(limits, "ada", 3, now).retry_s, 2);
    cr_expect(!take(limits, "ada", now).is_refused, "one unit is left");
    rate_limit_free(limits);
}

Test(charges, a_full_bucket_has_whatever_is_asked_for)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;

    cr_expect(!reserve(limits, "ada", 500, now).is_refused);
    cr_expect(reserve(limits, "ada", 500, now).is_refused);
    cr_expect_eq(charge(limits, "ada", 500, 0, now).left, 10);
    rate_limit_free(limits);
}

Test(charges, what_was_reserved_is_given_back_for_what_it_cost)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;

    reserve(limits, "ada", 6, now);
    cr_expect_eq(charge(limits, "ada", 6, 2, now).left, 8);
    reserve(limits, "ada", 6, now);
    cr_expect_eq(charge(limits, "ada", 6, 7, now).left, 1);
    /* Meanwhile it has refilled: nothing is given back twice. */
    reserve(limits, "bea", 6, now);
    cr_expect_eq(charge(limits, "bea", 6, 1, now + 60 * SECOND).left, 9);
    rate_limit_free(limits);
}

static struct limit_level look(struct rate_limits *limits, uint64_t key,
                               int64_t now_ns)
{
    const uint64_t keys[LIMIT_COUNT] = {[LIMIT_ADDRESS] = key};
    struct limit_level levels[LIMIT_COUNT] = {
        [LIMIT_ADDRESS] = {.applies = true}};

    rate_limit_charge_all(limits, keys, 0, 0, now_ns, levels);
    cr_expect(!levels[LIMIT_TOKEN].applies);
    return levels[LIMIT_ADDRESS];
}

Test(charges, debts_are_counted_as_refusals_of_those_that_waited)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;
    uint64_t key = rate_limit_key(limits, LIMIT_ADDRESS, "ada", 3);
    struct rate_limit_counts counts;

    charge(limits, "ada", 0, 10, now);
    cr_expect(!look(limits, key, now).is_refused, "empty is no debt");
    charge(limits, "ada", 0, 1, now);
    cr_expect(look(limits, key, now).is_refused);
    cr_expect_eq(look(limits, key, now + 2 * SECOND).left, 1);
    rate_limit_note_refused(limits, LIMIT_ADDRESS);
    rate_limit_count(limits, now, &counts);
    cr_expect_eq(counts.refused[LIMIT_ADDRESS], 1);
    rate_limit_free(limits);
}

/* ---- buckets of several nodes ---- */

/* As ten_in_ten, but tokens have more; and a secret that others have. */
static struct rate_limits *shared_limits(void)
{
    static const struct limit_policy policies[LIMIT_COUNT] = {
        [LIMIT_ADDRESS] = {10, 10}, [LIMIT_TOKEN] = {320, 10}};
    static const uint8_t secret[RATE_USAGE_SECRET_SIZE] = {"sixteen letters"};
    struct rate_limits *limits = rate_limit_new(policies);

    rate_limit_share(limits, secret);
    return limits;
}

/* What one node has to tell, told to the other; how many buckets. */
static size_t tell(struct rate_limits *from, struct rate_limits *to,
                   int64_t now_ns)
{
    struct rate_usage list[RATE_USAGE_MAX];
    size_t count = rate_limit_collect(from, list, RATE_USAGE_MAX);

    for (size_t i = 0; i < count; i++)
        rate_limit_hear(to, &list[i], now_ns);
    return count;
}

static void take_often(struct rate_limits *limits, enum limit limit,
                       const char *key, int times, int64_t now_ns)
{
    for (int i = 0; i < times; i++)
        take_of(limits, limit, key, now_ns);
}

Test(shares, what_was_taken_at_one_node_is_gone_at_the_other)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(here, LIMIT_ADDRESS, "ada", 7, now);
    cr_expect_eq(tell(here, there, now), 1);
    cr_expect_eq(tell(here, there, now), 0, "told twice");
    cr_expect_eq(take(there, "ada", now).left, 2);
    cr_expect_eq(take(there, "bea", now).left, 9, "bea has her own");
    cr_expect_eq(tell(there, here, now), 2);
    cr_expect_eq(take(here, "ada", now).left, 1);
    cr_expect_eq(take(there, "ada", now + 5 * SECOND).left, 6);
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, cost_is_told_and_reservations_are_not)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    reserve(here, "ada", 9, now);
    cr_expect_eq(tell(here, there, now), 0);
    charge(here, "ada", 9, 4, now);
    cr_expect_eq(tell(here, there, now), 1);
    cr_expect_eq(take(there, "ada", now).left, 5);
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, what_was_refused_is_not_told)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(here, LIMIT_ADDRESS, "ada", 10, now);
    tell(here, there, now);
    take_often(here, LIMIT_ADDRESS, "ada", 1000, now);
    cr_expect_eq(tell(here, there, now), 0);
    cr_expect(!take(there, "ada", now + SECOND).is_refused);
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, what_was_taken_too_much_is_owed_up_to_one_quota)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(here, LIMIT_ADDRESS, "ada", 10, now);
    take_often(there, LIMIT_ADDRESS, "ada", 6, now);
    tell(here, there, now);
    struct limit_level level = take(there, "ada", now);

    cr_expect(level.is_refused);
    cr_expect_eq(level.left, 0);
    cr_expect_eq(level.full_s, 16);
    cr_expect_eq(level.retry_s, 7);
    for (int i = 0; i < 5; i++) {
        take_often(here, LIMIT_ADDRESS, "ada", 10, now + i * 10 * SECOND);
        tell(here, there, now);
    }
    cr_expect_eq(take(there, "ada", now).retry_s, 11);
    cr_expect(!take(there, "ada", now + 11 * SECOND).is_refused);
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, a_little_is_told_once_it_is_a_32nd_of_the_quota)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(here, LIMIT_TOKEN, "ada", 9, now);
    cr_expect_eq(tell(here, there, now), 0);
    take_often(here, LIMIT_TOKEN, "ada", 1, now + SECOND);
    cr_expect_eq(tell(here, there, now), 1);
    cr_expect_eq(take_of(there, LIMIT_TOKEN, "ada", now).left, 309);
    take_often(here, LIMIT_TOKEN, "ada", 9, now + 2 * SECOND);
    take_often(here, LIMIT_TOKEN, "ada", 1, now + 30 * SECOND);
    cr_expect_eq(tell(here, there, now), 0, "that was long ago");
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, a_flood_is_told_in_portions_and_who_takes_most_comes_first)
{
    enum { FLOOD = 5000 };
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;
    size_t told = 0, n;
    char key[32];

    for (int i = 0; i < FLOOD; i++) {
        snprintf(key, sizeof key, "made up %d", i);
        take(here, key, now);
    }
    take_often(here, LIMIT_ADDRESS, "ada", 10, now);
    cr_expect_eq(tell(here, there, now), RATE_USAGE_MAX);
    cr_expect(take(there, "ada", now).is_refused, "ada was not among them");
    while ((n = tell(here, there, now)) > 0) {
        cr_assert_leq(n, RATE_USAGE_MAX);
        told += n;
    }
    cr_expect_eq(told + RATE_USAGE_MAX, FLOOD + 1);
    for (int i = 0; i < FLOOD; i++) {
        snprintf(key, sizeof key, "made up %d", i);
        cr_assert_eq(take(there, key, now).left, 8);
    }
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, who_has_no_secret_yet_tells_and_hears_nothing)
{
    struct rate_limits *alone = rate_limit_new(ten_in_ten),
                       *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(alone, LIMIT_ADDRESS, "ada", 10, now);
    take_often(there, LIMIT_ADDRESS, "ada", 10, now);
    cr_expect_eq(tell(alone, there, now), 0);
    cr_expect_eq(tell(there, alone, now), 1);
    cr_expect(take(alone, "ada", now).is_refused);
    cr_expect(!take(alone, "bea", now).is_refused);
    rate_limit_free(alone);
    rate_limit_free(there);
}

Test(shares, a_node_that_has_no_such_limit_or_does_not_know_it_lets_it_be)
{
    struct rate_limits *here = shared_limits();
    const struct rate_usage none = {.limit = LIMIT_MATCH, .key = 7, .count = 5},
                            newer = {.limit = 15,
                                     .key = 7,
                                     .count = UINT32_MAX},
                            huge = {.limit = LIMIT_ADDRESS,
                                    .count = UINT32_MAX};
    struct rate_limit_counts counts;

    rate_limit_hear(here, &none, SECOND);
    rate_limit_hear(here, &newer, SECOND);
    rate_limit_count(here, SECOND, &counts);
    cr_expect_eq(counts.buckets, 0);
    rate_limit_hear(here, &huge, SECOND);
    rate_limit_count(here, 22 * SECOND, &counts);
    cr_expect_eq(counts.buckets, 0);
    rate_limit_free(here);
}

/* ---- over HTTP ---- */

/* Ask until a limit says no, at most so often; how often it did not. */
static int ask_until_refused(struct client *client, const char *path, int most)
{
    for (int i = 0; i < most; i++) {
        struct answer answer = client_send(client, "GET", path, NULL);
        long status = answer.status;

        answer_clear(&answer);
        if (status == 429)
            return i;
    }
    return most;
}

static void expect_refused_by(struct answer *answer, const char *policy)
{
    char retry[16];

    answer_header(answer, "Retry-After", retry, sizeof retry);
    cr_expect_eq(answer->status, 429, "%s", answer->body);
    cr_expect_str_eq(answer_problem(answer), "rate-limited");
    cr_expect_str_eq(answer_text(answer, "policy"), policy);
    cr_expect_geq(strtol(retry, NULL, 10), 1);
}

/* Units that are left, as the answer tells. */
static long left_of(struct answer *answer, const char *policy)
{
    char header[256], begin[32];

    answer_header(answer, "RateLimit", header, sizeof header);
    snprintf(begin, sizeof begin, "\"%s\";r=", policy);
    const char *at = strstr(header, begin);

    cr_expect(at, "%s", header);
    return at ? strtol(at + strlen(begin), NULL, 10) : -1;
}

Test(limits, every_answer_tells_what_is_left)
{
    /* A minute until one more fits: it is not waited for here. */
    static const char *const settings[] = {"--rate-address=1000/60000",
                                           "--rate-token=500/30000", NULL};
    static const struct {
        const char *method, *path, *body;
        long status, most; /* units at most: a worker's time depends */
    } asked[] = {
        {"GET", "/v1/games", NULL, 200, 1},
        {"OPTIONS", "/v1/games", NULL, 204, 1},
        {"GET", "/v1/nothing", NULL, 404, 1},
        {"PUT", "/v1/games", NULL, 405, 1},
        {"GET", "/v1/me", NULL, 401, 100},
        {"POST", "/v1/accounts", "{", 400, 100},
    };
    struct service service;
    char header[256];
    long left = 1000;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++) {
        struct answer answer =
            client_send(&nobody, asked[i].method, asked[i].path, asked[i].body);
        long cost = left - left_of(&answer, "address");

        cr_expect_eq(answer.status, asked[i].status);
        cr_expect(cost >= 1 && cost <= asked[i].most, "%s %s costs %ld",
                  asked[i].method, asked[i].path, cost);
        left -= cost;
        answer_header(&answer, "RateLimit-Policy", header, sizeof header);
        cr_expect(strstr(header, "\"address\";q=1000;w=60000;qu=\"cost\""),
                  "%s", header);
        answer_clear(&answer);
    }
    client_with(&nobody, "Authorization: Bearer made-up");
    struct answer known = client_get(&nobody, "/v1/games");

    cr_expect_eq(left_of(&known, "token"), 499);
    answer_clear(&known);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, without_limits_answers_tell_of_none)
{
    struct service service;
    char header[64];

    service_begin(&service, NULL);
    struct client nobody = client_open(&service);
    struct answer answer = client_get(&nobody, "/v1/config");

    answer_header(&answer, "RateLimit", header, sizeof header);
    cr_expect_str_eq(header, "");
    cr_expect_eq(json_array_size(json_object_get(answer.json, "rate_limits")),
                 0);
    answer_clear(&answer);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, the_configuration_lists_them)
{
    static const char *const settings[] = {"--rate-address=100/60",
                                           "--rate-sign-in=7/30", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);
    struct answer answer = client_get(&nobody, "/v1/config");
    json_t *list = json_object_get(answer.json, "rate_limits");
    json_t *want = json_pack(
        "[{s:s, s:i, s:i, s:s, s:s}, {s:s, s:i, s:i, s:s, s:s},"
        " {s:s, s:i, s:i, s:s, s:s}, {s:s, s:i, s:i, s:s, s:s}]",
        "name", "address", "quota", 100, "window", 60, "per", "address", "unit",
        "cost", "name", "sign-in", "quota", 7, "window", 30, "per", "address",
        "unit", "request", "name", "network-56", "quota", 200, "window", 60,
        "per", "network", "unit", "cost", "name", "network-48", "quota", 400,
        "window", 60, "per", "network", "unit", "cost");

    cr_expect(json_equal(list, want), "%s", answer.body);
    json_decref(want);
    answer_clear(&answer);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, an_address_that_asks_too_much_is_told_to_wait_and_may_then_go_on)
{
    static const char *const settings[] = {"--rate-address=5/5", NULL};
    struct service service;
    long begun;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    begun = raw_now_ms();
    cr_expect_eq(ask_until_refused(&nobody, "/v1/games", 8) >= 5, true);
    struct answer refused = client_get(&nobody, "/v1/games");

    expect_refused_by(&refused, "address");
    cr_expect_eq(answer_number(&refused, "quota"), 5);
    cr_expect_eq(answer_number(&refused, "window"), 5);
    /* One request fits again a second after the first. */
    while (ask_until_refused(&nobody, "/v1/games", 1) == 0)
        cr_assert_lt(raw_now_ms(), begun + 60000);
    cr_expect_geq(raw_now_ms() - begun, 900);
    answer_clear(&refused);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, each_token_has_a_quota_of_its_own)
{
    static const char *const settings[] = {"--rate-token=6/6000", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct client bea = client_account(&service, "bea");
    struct client nobody = client_open(&service);

    cr_expect_eq(ask_until_refused(&ada, "/v1/games", 20), 6);
    struct answer refused = client_get(&ada, "/v1/games");
    struct answer other = client_get(&bea, "/v1/me");

    expect_refused_by(&refused, "token");
    cr_expect_eq(other.status, 200);
    cr_expect_eq(ask_until_refused(&nobody, "/v1/games", 20), 20);
    answer_clear(&refused);
    answer_clear(&other);
    client_close(&ada);
    client_close(&bea);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, strangers_do_not_use_up_a_match_for_those_who_play_it)
{
    static const char *const settings[] = {"--rate-match=300/60000", NULL};
    struct service service;
    struct table table;
    char move[128];
    long status = 0;

    service_begin(&service, settings);
    table_begin(&table, &service, "template", 2);
    struct client cyd = client_account(&service, "cyd");
    struct client me = table.players[0];

    table.players[0] = cyd;
    /* Each try costs 3 units at least. */
    for (int i = 0; status != 429; i++) {
        struct answer stranger = table_post(&table, 0, "x", table.seq, NULL);

        cr_assert_leq(i, 100);
        status = stranger.status;
        answer_clear(&stranger);
    }
    struct answer refused = table_post(&table, 0, "x", table.seq, NULL);

    table.players[0] = me;
    cr_assert(table_choose(&table, 0, move, sizeof move));
    struct answer played = table_post(&table, 0, move, table.seq, NULL);
    struct answer seen = table_get(&table, 0, "/state");

    expect_refused_by(&refused, "match");
    cr_expect_eq(played.status, 201, "%s", played.body);
    cr_expect_eq(seen.status, 200, "reading is no move");
    answer_clear(&refused);
    answer_clear(&played);
    answer_clear(&seen);
    client_close(&cyd);
    table_end(&table);
    service_end(&service);
}

Test(limits, who_guesses_passwords_is_slowed_down_and_may_still_look)
{
    static const char *const settings[] = {"--rate-sign-in=5/600", NULL};
    static const char guess[] = "{\"name\":\"ada\",\"password\":\"guessed\"}";
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);
    struct client ada = client_account(&service, "ada"); /* takes two */

    for (int i = 0; i < 3; i++) {
        struct answer answer =
            client_send(&nobody, "POST", "/v1/sessions", guess);

        cr_expect_eq(answer.status, 401);
        answer_clear(&answer);
    }
    struct answer session = client_send(&nobody, "POST", "/v1/sessions", guess);
    struct answer account = client_send(&nobody, "POST", "/v1/accounts", guess);
    struct answer games = client_get(&nobody, "/v1/games");

    /* Who is signed in at the same address is not slowed down by that. */
    struct answer changed = client_send(
        &ada, "PATCH", "/v1/me",
        "{\"current_password\":\"pass phrase of ada\",\"password\":\"a new "
        "phrase of ada\"}");

    expect_refused_by(&session, "sign-in");
    expect_refused_by(&account, "sign-in");
    cr_expect_eq(games.status, 200);
    cr_expect_eq(changed.status, 200, "%s", changed.body);
    answer_clear(&session);
    answer_clear(&account);
    answer_clear(&games);
    answer_clear(&changed);
    client_close(&nobody);
    client_close(&ada);
    service_end(&service);
}

/* The value of a metric of this service; -1: there is none. */
static long metric(const struct service *service, const char *name)
{
    struct service admin = *service;

    memcpy(admin.url, service->admin, sizeof admin.url);
    struct client probe = client_open(&admin);
    struct answer page = client_get(&probe, "/metrics");
    char line[80];

    snprintf(line, sizeof line, "\n%s ", name);
    const char *at = page.body ? strstr(page.body, line) : NULL;
    long value = at ? strtol(at + strlen(line), NULL, 10) : -1;

    answer_clear(&page);
    client_close(&probe);
    return value;
}

static struct answer sign_up(struct client *client, const char *name,
                             const char *password)
{
    char body[160];

    snprintf(body, sizeof body, "{\"name\":\"%s\",\"password\":\"%s\"}", name,
             password);
    return client_send(client, "POST", "/v1/accounts", body);
}

Test(limits, registrations_are_limited_and_those_refused_cost_nothing)
{
    static const char *const settings[] = {"--rate-registration=3/600", NULL};
    static const char hashes[] = "fathom_password_hashes_total";
    static const char phrase[] = "a fine long phrase";
    struct service service;
    char name[8];

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "eve-%d", i);
        struct answer made = sign_up(&nobody, name, phrase);
        struct answer taken = sign_up(&nobody, name, phrase);
        struct answer common = sign_up(&nobody, "mallory", "password1");

        cr_expect_eq(made.status, 201, "%s", made.body);
        cr_expect_eq(taken.status, 409, "%s", taken.body);
        cr_expect_eq(common.status, 422, "%s", common.body);
        answer_clear(&made);
        answer_clear(&taken);
        answer_clear(&common);
    }
    cr_expect_eq(metric(&service, hashes), 3);
    struct answer refused = sign_up(&nobody, "mallory", phrase);
    struct answer taken = sign_up(&nobody, "eve-1", phrase);

    expect_refused_by(&refused, "registration");
    cr_expect_eq(taken.status, 409, "%s", taken.body);
    cr_expect_eq(metric(&service, hashes), 3);
    answer_clear(&refused);
    answer_clear(&taken);
    client_close(&nobody);
    service_end(&service);
}

/* ---- at several nodes ---- */

enum { NODES = 3 };

struct nodes {
    struct service services[NODES];
    struct client nobody[NODES];
};

static void nodes_begin(struct nodes *nodes, const char *const *settings)
{
    service_begin(&nodes->services[0], settings);
    for (int i = 1; i < NODES; i++)
        service_join(&nodes->services[i], &nodes->services[0]);
    for (int i = 0; i < NODES; i++)
        nodes->nobody[i] = client_open(&nodes->services[i]);
}

static void nodes_end(struct nodes *nodes)
{
    for (int i = NODES; i-- > 0;) {
        client_close(&nodes->nobody[i]);
        service_end(&nodes->services[i]);
    }
}

/* Ask a node, now and then, until it says no; how often it did not. */
static int ask_until_heard(struct client *client)
{
    int served = 0;

    while (ask_until_refused(client, "/v1/games", 1) > 0) {
        const struct timespec pause = {0, served < 20 ? 50000000 : 900000000};

        cr_assert_lt(served++, 60, "this node never heard of it");
        nanosleep(&pause, NULL);
    }
    return served;
}

Test(limits, who_used_up_a_quota_at_one_node_has_none_at_the_others)
{
    static const char *const settings[] = {"--rate-address=100/6000", NULL};
    struct nodes nodes;

    nodes_begin(&nodes, settings);
    cr_expect_leq(ask_until_refused(&nodes.nobody[0], "/v1/games", 200), 101);
    for (int i = 1; i < NODES; i++)
        ask_until_heard(&nodes.nobody[i]);
    nodes_end(&nodes);
}

/* As the database sees it. */
static void wait_until_all_listen(const struct nodes *nodes)
{
    char sql[512];

    snprintf(sql, sizeof sql,
             "DO $$ BEGIN FOR i IN 1..3000 LOOP"
             " PERFORM pg_stat_clear_snapshot(); EXIT WHEN (SELECT count(*)"
             " FROM pg_stat_activity WHERE datname = current_database()"
             " AND state = 'idle' AND query LIKE 'LISTEN%%') = %d;"
             " PERFORM pg_sleep(0.02); END LOOP; END $$",
             NODES);
    service_sql(&nodes->services[0], sql);
}

Test(limits, after_the_database_was_away_nodes_hear_of_each_other_again)
{
    static const char *const settings[] = {"--rate-address=100/6000", NULL};
    struct nodes nodes;

    nodes_begin(&nodes, settings);
    service_sql(&nodes.services[0],
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database()"
                " AND usename = current_user"
                " AND pid <> pg_backend_pid()");
    wait_until_all_listen(&nodes);
    cr_expect_leq(ask_until_refused(&nodes.nobody[2], "/v1/games", 200), 101);
    ask_until_heard(&nodes.nobody[0]);
    nodes_end(&nodes);
}

/* Ask all nodes in turn, every so often, until all say no; how often they did
 * not. */
static int spread(struct nodes *nodes, const char *method, const char *path,
                  const char *body, int most, long every_ms)
{
    const struct timespec pause = {0, every_ms * 1000000};
    int served = 0, refused = 0;

    for (int i = 0; refused < NODES && served < most; i++) {
        struct answer answer =
            client_send(&nodes->nobody[i % NODES], method, path, body);

        refused = answer.status == 429 ? refused + 1 : 0;
        served += answer.status != 429;
        answer_clear(&answer);
        nanosleep(&pause, NULL);
    }
    return served;
}

Test(limits, a_client_spread_over_the_nodes_has_about_one_quota,
     .init = deep_only)
{
    static const char *const settings[] = {"--rate-address=1500/60000", NULL};
    struct nodes nodes;

    nodes_begin(&nodes, settings);
    int served = spread(&nodes, "GET", "/v1/games", NULL, 4500, 2);

    printf("  1500 requests may be served, %d were, by %d nodes\n", served,
           NODES);
    cr_expect_geq(served, 1500);
    cr_expect_lt(served, 3000);
    nodes_end(&nodes);
}

Test(limits, guesses_of_passwords_spread_over_the_nodes_have_about_one_quota)
{
    static const char *const settings[] = {"--rate-sign-in=90/9000", NULL};
    static const char guess[] = "{\"name\":\"ada\",\"password\":\"guessed\"}";
    struct nodes nodes;

    nodes_begin(&nodes, settings);
    int served = spread(&nodes, "POST", "/v1/sessions", guess, 270, 10);

    printf("  90 guesses may be made, %d were, at %d nodes\n", served, NODES);
    cr_expect_geq(served, 90);
    cr_expect_lt(served, 180);
    nodes_end(&nodes);
}

/* ---- before the body ---- */

Test(limits, who_is_refused_is_not_asked_for_the_body)
{
    static const char *const settings[] = {"--rate-address=1/600", NULL};
    static const char ask[] =
        "POST /v1/accounts HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\n"
        "Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n";
    static char text[4096];
    struct raw_reply reply = {.text = text, .size = sizeof text};
    struct service service;
    int first, last;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    cr_expect_eq(ask_until_refused(&nobody, "/v1/games", 1), 1);
    int fd = raw_connect(&service, 1);

    cr_assert(raw_send(fd, ask, sizeof ask - 1));
    raw_read(fd, &reply, 10000);
    cr_expect_eq(raw_count(text, &first, &last), 1);
    cr_expect_eq(first, 429, "%s", text);
    cr_expect(reply.is_ended);
    close(fd);
    client_close(&nobody);
    service_end(&service);
}

/* ---- behind proxies ---- */

static long ask_as(struct client *client, const char *forwarded)
{
    char header[128];

    snprintf(header, sizeof header, "X-Forwarded-For: %s", forwarded);
    if (*forwarded)
        client_with(client, header);
    struct answer answer = client_get(client, "/v1/games");
    long status = answer.status;

    answer_clear(&answer);
    return status;
}

/* Rows in order; each address has one request. */
static void expect_asked(const char *proxies, const char *const rows[][2],
                         size_t count)
{
    const char *const settings[] = {"--rate-address=1/600", proxies, NULL};
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    for (size_t i = 0; i < count; i++)
        cr_expect_eq(ask_as(&nobody, rows[i][0]), strtol(rows[i][1], NULL, 10),
                     "%s with %s", rows[i][0], proxies);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, without_proxies_nobody_says_whence_it_comes)
{
    static const char *const rows[][2] = {
        {"192.0.2.1", "200"}, {"192.0.2.2", "429"}, {"", "429"}};

    expect_asked("--trusted-proxies=0", rows, 3);
}

Test(limits, behind_a_proxy_of_ours_its_word_counts_and_none_before_it)
{
    static const char *const rows[][2] = {
        {"192.0.2.1", "200"},
        {"192.0.2.1", "429"},
        {"192.0.2.2", "200"},
        {"203.0.113.9, 192.0.2.2", "429"}, /* the first is the client's word */
        {"192.0.2.2, 203.0.113.9", "200"},
        {"192.0.2.3:4711", "200"},
        {"192.0.2.3", "429"},
        {"2001:db8::1", "200"},
        {"[2001:db8::2]:80", "429"}, /* of the same network */
        {"2001:db8:0:1::1", "200"},
        {"::ffff:192.0.2.3", "429"},
        {"nonsense", "200"}, /* as the proxy itself */
        {"", "429"},
        {"192.0.2.300", "429"},
        {"192.0.2.9,", "429"},
    };

    expect_asked("--trusted-proxies=1", rows, sizeof rows / sizeof *rows);
}

/* How many of these clients are served: 2001:db8:a:b::1. */
static int ask_as_networks(struct client *client, unsigned a, unsigned b,
                           unsigned step, int count)
{
    char address[64];
    int served = 0;

    for (int i = 0; i < count; i++, b += step) {
        snprintf(address, sizeof address, "2001:db8:%x:%x::1", a, b);
        served += ask_as(client, address) == 200;
    }
    return served;
}

Test(limits, networks_of_many_addresses_have_two_and_four_quotas)
{
    static const char *const settings[] = {"--rate-address=5/6000",
                                           "--trusted-proxies=1", NULL};
    struct service service;

    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    cr_expect_eq(ask_as_networks(&nobody, 1, 0, 0, 8), 5, "a /64");
    cr_expect_eq(ask_as_networks(&nobody, 1, 1, 1, 12), 5, "its /56 has 10");
    cr_expect_eq(ask_as_networks(&nobody, 1, 0x100, 0x100, 25), 10,
                 "its /48 has 20");
    cr_expect_eq(ask_as_networks(&nobody, 2, 0, 0, 8), 5, "another /48");
    client_with(&nobody, "X-Forwarded-For: 2001:db8:3::1");
    struct answer answer = client_get(&nobody, "/v1/games");
    char policies[160];

    answer_header(&answer, "RateLimit-Policy", policies, sizeof policies);
    cr_expect_str_eq(policies, "\"address\";q=5;w=6000;qu=\"cost\", "
                               "\"network-56\";q=10;w=6000;qu=\"cost\", "
                               "\"network-48\";q=20;w=6000;qu=\"cost\"");
    answer_clear(&answer);
    client_close(&nobody);
    service_end(&service);
}

Test(limits, behind_two_proxies_the_last_but_one_counts)
{
    static const char *const rows[][2] = {
        {"192.0.2.1, 203.0.113.1", "200"},
        {"192.0.2.1, 203.0.113.2", "429"},
        {"192.0.2.7, 192.0.2.2, 203.0.113.1", "200"},
        {"192.0.2.2, 203.0.113.9", "429"},
        {"192.0.2.3", "200"}, /* too few: as the proxy itself */
        {"192.0.2.4", "429"},
    };

    expect_asked("--trusted-proxies=2", rows, sizeof rows / sizeof *rows);
}
