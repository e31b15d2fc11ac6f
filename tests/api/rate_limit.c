/* Rate limits: the buckets, in one process and shared by several nodes. */
#include "api/http/limits/rate_limit.h"

#include "base/siphash.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define SECOND INT64_C(1000000000)

/* ---- buckets ---- */

static const struct limit_policy ten_in_ten[LIMIT_COUNT] = {
    [LIMIT_ADDRESS] = {10, 10}, [LIMIT_TOKEN] = {10, 10}};

/* A payer of any limit; its number follows from the name. */
static struct payers payers_of(const char *name)
{
    static const uint8_t secret[SIPHASH_KEY_SIZE] = {7};
    const uint64_t key = siphash(secret, 0, name, strlen(name));

    return (struct payers){.keys = {key, key, key, key, key},
                           .trust = TRUST_PLAYER};
}

static struct limit_level take_of(struct rate_limits *limits, enum limit limit,
                                  const char *name, int64_t now_ns)
{
    const struct payers payers = payers_of(name);

    return rate_limit_take(limits, limit, &payers, now_ns);
}

static struct limit_level take(struct rate_limits *limits, const char *name,
                               int64_t now_ns)
{
    return take_of(limits, LIMIT_ADDRESS, name, now_ns);
}

static struct limit_level reserve(struct rate_limits *limits, const char *name,
                                  uint32_t units, int64_t now_ns)
{
    const struct payers payers = payers_of(name);

    return rate_limit_reserve(limits, LIMIT_ADDRESS, &payers, units, now_ns);
}

static struct limit_level charge(struct rate_limits *limits, const char *name,
                                 uint32_t reserved, uint32_t units,
                                 int64_t now_ns)
{
    const struct payers payers = payers_of(name);

    return rate_limit_charge(limits, LIMIT_ADDRESS, &payers, reserved, units,
                             now_ns);
}

Test(buckets, a_bucket_grants_its_quota_at_once_and_refills_evenly)
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

Test(charges, the_cost_of_a_request_is_charged_even_if_the_bucket_has_less)
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

Test(charges, reservations_admit_no_more_than_the_quota)
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

Test(charges, a_full_bucket_grants_any_reservation)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;

    cr_expect(!reserve(limits, "ada", 500, now).is_refused);
    cr_expect(reserve(limits, "ada", 500, now).is_refused);
    cr_expect_eq(charge(limits, "ada", 500, 0, now).left, 10);
    rate_limit_free(limits);
}

Test(charges, a_reservation_is_replaced_by_the_actual_cost)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;

    reserve(limits, "ada", 6, now);
    cr_expect_eq(charge(limits, "ada", 6, 2, now).left, 8);
    reserve(limits, "ada", 6, now);
    cr_expect_eq(charge(limits, "ada", 6, 7, now).left, 1);
    /* It has refilled in the meantime: nothing is given back twice. */
    reserve(limits, "bea", 6, now);
    cr_expect_eq(charge(limits, "bea", 6, 1, now + 60 * SECOND).left, 9);
    rate_limit_free(limits);
}

static struct limit_level look(struct rate_limits *limits, const char *name,
                               int64_t now_ns)
{
    const struct payers payers = payers_of(name);
    struct limit_level levels[LIMIT_COUNT] = {
        [LIMIT_ADDRESS] = {.applies = true}};

    rate_limit_charge_all(limits, &payers, 0, 0, now_ns, levels);
    cr_expect(!levels[LIMIT_TOKEN].applies);
    return levels[LIMIT_ADDRESS];
}

Test(charges, debts_are_counted_as_refusals_of_waiting_requests)
{
    struct rate_limits *limits = rate_limit_new(ten_in_ten);
    int64_t now = 1000 * SECOND;
    struct rate_limit_counts counts;

    charge(limits, "ada", 0, 10, now);
    cr_expect(!look(limits, "ada", now).is_refused,
              "an empty bucket is not in debt");
    charge(limits, "ada", 0, 1, now);
    cr_expect(look(limits, "ada", now).is_refused);
    cr_expect_eq(look(limits, "ada", now + 2 * SECOND).left, 1);
    rate_limit_note_refused(limits, LIMIT_ADDRESS);
    rate_limit_count(limits, now, &counts);
    cr_expect_eq(counts.refused[LIMIT_ADDRESS], 1);
    rate_limit_free(limits);
}

/* ---- prices ---- */

static const struct limit_policy hundred[LIMIT_COUNT] = {
    [LIMIT_ADDRESS] = {100, 100}, [LIMIT_TOKEN] = {100, 100}};

/* How many units a client buys of a full bucket. */
static int bought(struct rate_limits *limits, enum limit limit,
                  enum trust trust)
{
    struct payers payers = payers_of(trust == TRUST_GUEST ? "eve" : "ada");
    int count = 0;

    payers.trust = trust;
    while (!rate_limit_take(limits, limit, &payers, SECOND).is_refused)
        count++;
    return count;
}

Test(prices, to_be_new_has_a_price)
{
    static const struct {
        enum limit limit;
        enum trust trust;
        int units;
    } rows[] = {
        {LIMIT_TOKEN, TRUST_PLAYER, 100},  {LIMIT_TOKEN, TRUST_NEWCOMER, 50},
        {LIMIT_TOKEN, TRUST_GUEST, 10},    {LIMIT_ADDRESS, TRUST_PLAYER, 100},
        {LIMIT_ADDRESS, TRUST_GUEST, 100}, {LIMIT_ADDRESS, TRUST_STRANGER, 100},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct rate_limits *limits = rate_limit_new(hundred);
        const struct limit_policy policy =
            rate_limit_policy(limits, rows[i].limit, rows[i].trust);

        cr_expect_eq(bought(limits, rows[i].limit, rows[i].trust),
                     rows[i].units, "row %zu", i);
        cr_expect_eq((int)policy.quota, rows[i].units, "row %zu", i);
        rate_limit_free(limits);
    }
}

Test(prices, what_is_left_is_what_can_be_bought)
{
    struct rate_limits *limits = rate_limit_new(hundred);
    struct payers guest = payers_of("eve");

    guest.trust = TRUST_GUEST;
    cr_expect_eq(
        rate_limit_charge(limits, LIMIT_TOKEN, &guest, 0, 4, SECOND).left, 6);
    cr_expect_eq(
        rate_limit_reserve(limits, LIMIT_TOKEN, &guest, 6, SECOND).left, 0);
    cr_expect_eq(
        rate_limit_charge(limits, LIMIT_TOKEN, &guest, 6, 1, SECOND).left, 5);
    guest.trust = TRUST_PLAYER; /* it has registered and played */
    cr_expect_eq(
        rate_limit_charge(limits, LIMIT_TOKEN, &guest, 0, 0, SECOND).left, 50);
    rate_limit_free(limits);
}

Test(prices, a_quota_below_the_price_is_one_unit)
{
    static const struct limit_policy three[LIMIT_COUNT] = {
        [LIMIT_TOKEN] = {3, 10}};
    struct rate_limits *limits = rate_limit_new(three);

    cr_expect_eq(bought(limits, LIMIT_TOKEN, TRUST_GUEST), 1);
    cr_expect_str_eq(rate_limit_policy_item(limits, LIMIT_TOKEN, TRUST_GUEST),
                     "\"token\";q=1;w=10;qu=\"cost\"");
    rate_limit_free(limits);
}

/* ---- buckets of several nodes ---- */

/* As ten_in_ten, but with more for tokens; and with payers of all nodes. */
static struct rate_limits *shared_limits(void)
{
    static const struct limit_policy policies[LIMIT_COUNT] = {
        [LIMIT_ADDRESS] = {10, 10}, [LIMIT_TOKEN] = {320, 10}};
    struct rate_limits *limits = rate_limit_new(policies);

    rate_limit_share(limits);
    return limits;
}

/* Send one node's use to the other; returns the number of buckets. */
static size_t publish(struct rate_limits *from, struct rate_limits *to,
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

Test(shares, use_at_one_node_is_charged_at_the_other)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(here, LIMIT_ADDRESS, "ada", 7, now);
    cr_expect_eq(publish(here, there, now), 1);
    cr_expect_eq(publish(here, there, now), 0, "published twice");
    cr_expect_eq(take(there, "ada", now).left, 2);
    cr_expect_eq(take(there, "bea", now).left, 9, "bea has her own");
    cr_expect_eq(publish(there, here, now), 2);
    cr_expect_eq(take(here, "ada", now).left, 1);
    cr_expect_eq(take(there, "ada", now + 5 * SECOND).left, 6);
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, costs_are_published_and_reservations_are_not)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    reserve(here, "ada", 9, now);
    cr_expect_eq(publish(here, there, now), 0);
    charge(here, "ada", 9, 4, now);
    cr_expect_eq(publish(here, there, now), 1);
    cr_expect_eq(take(there, "ada", now).left, 5);
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, the_use_of_a_guest_is_the_same_at_the_other_node)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    struct payers guest = payers_of("eve");
    int64_t now = 1000 * SECOND;

    guest.trust = TRUST_GUEST; /* 32 units of 320 */
    rate_limit_charge(here, LIMIT_TOKEN, &guest, 0, 30, now);
    cr_expect_eq(publish(here, there, now), 1);
    cr_expect_eq(rate_limit_take(there, LIMIT_TOKEN, &guest, now).left, 1);
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, refused_requests_are_not_published)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(here, LIMIT_ADDRESS, "ada", 10, now);
    publish(here, there, now);
    take_often(here, LIMIT_ADDRESS, "ada", 1000, now);
    cr_expect_eq(publish(here, there, now), 0);
    cr_expect(!take(there, "ada", now + SECOND).is_refused);
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, use_beyond_the_quota_becomes_a_debt_of_at_most_one_quota)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(here, LIMIT_ADDRESS, "ada", 10, now);
    take_often(there, LIMIT_ADDRESS, "ada", 6, now);
    publish(here, there, now);
    struct limit_level level = take(there, "ada", now);

    cr_expect(level.is_refused);
    cr_expect_eq(level.left, 0);
    cr_expect_eq(level.full_s, 16);
    cr_expect_eq(level.retry_s, 7);
    for (int i = 0; i < 5; i++) {
        take_often(here, LIMIT_ADDRESS, "ada", 10, now + i * 10 * SECOND);
        publish(here, there, now);
    }
    cr_expect_eq(take(there, "ada", now).retry_s, 11);
    cr_expect(!take(there, "ada", now + 11 * SECOND).is_refused);
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, use_is_published_when_it_reaches_a_32nd_of_the_quota)
{
    struct rate_limits *here = shared_limits(), *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(here, LIMIT_TOKEN, "ada", 9, now);
    cr_expect_eq(publish(here, there, now), 0);
    take_often(here, LIMIT_TOKEN, "ada", 1, now + SECOND);
    cr_expect_eq(publish(here, there, now), 1);
    cr_expect_eq(take_of(there, LIMIT_TOKEN, "ada", now).left, 309);
    take_often(here, LIMIT_TOKEN, "ada", 9, now + 2 * SECOND);
    take_often(here, LIMIT_TOKEN, "ada", 1, now + 30 * SECOND);
    cr_expect_eq(publish(here, there, now), 0, "that was long ago");
    rate_limit_free(here);
    rate_limit_free(there);
}

Test(shares, the_use_of_many_clients_is_published_in_portions_the_largest_first)
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
    cr_expect_eq(publish(here, there, now), RATE_USAGE_MAX);
    cr_expect(take(there, "ada", now).is_refused, "ada was not among them");
    while ((n = publish(here, there, now)) > 0) {
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

Test(shares, a_node_without_the_secret_publishes_and_accepts_nothing)
{
    struct rate_limits *alone = rate_limit_new(ten_in_ten),
                       *there = shared_limits();
    int64_t now = 1000 * SECOND;

    take_often(alone, LIMIT_ADDRESS, "ada", 10, now);
    take_often(there, LIMIT_ADDRESS, "ada", 10, now);
    cr_expect_eq(publish(alone, there, now), 0);
    cr_expect_eq(publish(there, alone, now), 1);
    cr_expect(take(alone, "ada", now).is_refused);
    cr_expect(!take(alone, "bea", now).is_refused);
    rate_limit_free(alone);
    rate_limit_free(there);
}

Test(shares, use_of_an_unknown_limit_is_ignored)
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
