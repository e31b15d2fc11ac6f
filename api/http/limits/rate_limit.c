/* Rate limits: token buckets in a table of fixed size.
 *
 * A bucket is one time: when it will be full (the generic cell rate algorithm).
 * Each unit advances that time by what it takes to refill.  Units that are
 * requested may not advance it further than one window from now.  Units that
 * are charged may: then the bucket is in debt. */
#include "api/http/limits/rate_limit.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SECOND_NS INT64_C(1000000000)

enum {
    /* adjacent places where a key's bucket may be */
    WAYS = 8,
    ROWS = LIMIT_BUCKETS / WAYS,
    SHARES = 32, /* of a quota: less than one share is not published */
    ITEM_SIZE = 64,
    WINDOWS = 2, /* largest distance of a bucket from being full, in windows */
};

struct bucket {
    uint64_t key;
    int64_t full_ns; /* when the bucket is full; a time in the past: the place
                      * is free */
};

/* Units of a bucket that were taken here and not published yet. */
struct untold {
    uint32_t count;
    uint8_t limit;
};

struct rate_limits {
    struct limit_policy policies[LIMIT_COUNT];
    /* of RateLimit-Policy */
    char items[LIMIT_COUNT][TRUST_COUNT][ITEM_SIZE];
    atomic_bool is_shared;
    pthread_mutex_t lock;
    uint64_t refused[LIMIT_COUNT];
    size_t ripe; /* buckets with enough units to publish */
    size_t next; /* where collecting begins, so that each bucket has its turn */
    struct bucket buckets[LIMIT_BUCKETS]; /* rows of WAYS */
    struct untold untold[LIMIT_BUCKETS];
};

/* Of a quota that is smaller than the price, one unit is left. */
static uint32_t price_of(const struct rate_limits *limits, enum limit limit,
                         enum trust trust)
{
    const uint32_t price = budget_price(limit, trust);
    const uint32_t quota = limits->policies[limit].quota;

    return price <= quota ? price : quota;
}

struct limit_policy rate_limit_policy(const struct rate_limits *limits,
                                      enum limit limit, enum trust trust)
{
    struct limit_policy policy = limits->policies[limit];

    if (policy.quota > 0)
        policy.quota /= price_of(limits, limit, trust);
    return policy;
}

static void write_items(struct rate_limits *limits, enum limit limit)
{
    for (enum trust i = 0; i < TRUST_COUNT; i++) {
        const struct limit_policy policy = rate_limit_policy(limits, limit, i);

        snprintf(limits->items[limit][i], ITEM_SIZE, "\"%s\";q=%u;w=%u%s",
                 budget_limits[limit].name, policy.quota, policy.window_s,
                 budget_limits[limit].is_cost ? ";qu=\"cost\"" : "");
    }
}

struct rate_limits *
rate_limit_new(const struct limit_policy policies[LIMIT_COUNT])
{
    struct rate_limits *limits = calloc(1, sizeof *limits);

    if (!limits)
        return NULL;
    memcpy(limits->policies, policies, sizeof limits->policies);
    for (enum limit i = 0; i < LIMIT_COUNT; i++)
        write_items(limits, i);
    pthread_mutex_init(&limits->lock, NULL);
    return limits;
}

void rate_limit_free(struct rate_limits *limits)
{
    if (!limits)
        return;
    pthread_mutex_destroy(&limits->lock);
    free(limits);
}

const char *rate_limit_policy_item(const struct rate_limits *limits,
                                   enum limit limit, enum trust trust)
{
    return limits->items[limit][trust];
}

static int64_t window_ns(const struct limit_policy *policy)
{
    return policy->window_s * SECOND_NS;
}

/* Time in which one unit refills. */
static int64_t one_ns(const struct limit_policy *policy)
{
    return window_ns(policy) / policy->quota;
}

/* ---- units to publish ---- */

/* In shares of its quota (1 / SHARES), at most all of them. */
static size_t share(const struct rate_limits *limits,
                    const struct untold *untold)
{
    uint64_t quota = limits->policies[untold->limit].quota;
    uint64_t parts = untold->count * (uint64_t)SHARES / quota;

    return parts < SHARES ? (size_t)parts : SHARES;
}

static bool is_ripe(const struct rate_limits *limits,
                    const struct untold *untold)
{
    uint32_t enough = limits->policies[untold->limit].quota / SHARES;

    return untold->count > 0 && untold->count >= enough;
}

/* Under the lock. */
static void set_untold(struct rate_limits *limits, struct untold *untold,
                       uint32_t count, uint8_t limit)
{
    limits->ripe -= is_ripe(limits, untold);
    *untold = (struct untold){.count = count, .limit = limit};
    limits->ripe += is_ripe(limits, untold);
}

/* ---- buckets ---- */

/* Under the lock: the key's bucket, or the fullest one of its row, which
 * becomes the key's. */
static size_t find_bucket(struct rate_limits *limits, uint64_t key)
{
    size_t row = key % ROWS * WAYS;
    size_t fullest = row;

    for (size_t i = row; i < row + WAYS; i++) {
        if (limits->buckets[i].key == key)
            return i;
        if (limits->buckets[i].full_ns < limits->buckets[fullest].full_ns)
            fullest = i;
    }
    limits->buckets[fullest] = (struct bucket){.key = key};
    set_untold(limits, &limits->untold[fullest], 0, 0);
    return fullest;
}

static uint32_t seconds_up(int64_t ns)
{
    return ns <= 0 ? 0 : (uint32_t)((ns + SECOND_NS - 1) / SECOND_NS);
}

/* A payer has a bucket for each of its limits. */
static uint64_t key_of(enum limit limit, const struct payers *payers)
{
    return payers->keys[budget_limits[limit].payer] +
           (uint64_t)limit * UINT64_C(0x9e3779b97f4a7c15);
}

/* What these units take from the bucket. */
static uint32_t take_for(const struct rate_limits *limits, enum limit limit,
                         const struct payers *payers, uint32_t units)
{
    const uint64_t takes =
        (uint64_t)units * price_of(limits, limit, payers->trust);

    return takes < UINT32_MAX ? (uint32_t)takes : UINT32_MAX;
}

/* Under the lock: how far a bucket is from being full. */
static int64_t gone_ns(const struct bucket *bucket, int64_t now_ns)
{
    return bucket->full_ns > now_ns ? bucket->full_ns - now_ns : 0;
}

/* Under the lock: note units that were taken.  Old ones have refilled at all
 * nodes, published or not. */
static void note_rate_usage(struct rate_limits *limits, size_t at,
                            enum limit limit, uint32_t units, int64_t now_ns)
{
    const struct limit_policy *policy = &limits->policies[limit];
    bool is_old = limits->buckets[at].full_ns + window_ns(policy) < now_ns;
    uint64_t count = (is_old ? 0 : limits->untold[at].count) + (uint64_t)units;
    uint32_t most = WINDOWS * policy->quota;

    set_untold(limits, &limits->untold[at],
               count < most ? (uint32_t)count : most, (uint8_t)limit);
}

/* Time in which these units refill, at most WINDOWS windows. */
static int64_t units_ns(const struct limit_policy *policy, uint32_t units)
{
    uint32_t most = WINDOWS * policy->quota;

    return one_ns(policy) * (int64_t)(units < most ? units : most);
}

/* next: time in which what the next request will take refills; one: in which a
 * unit does, at its price. */
static struct limit_level level_of(int64_t window, int64_t one, int64_t gone,
                                   int64_t next, bool is_refused)
{
    return (struct limit_level){
        .applies = true,
        .is_refused = is_refused,
        .left = gone < window ? (uint32_t)((window - gone) / one) : 0,
        .full_s = seconds_up(gone),
        .retry_s = seconds_up(gone + next - window),
    };
}

/* Take units if the bucket has them, or if it is full. */
static struct limit_level ask(struct rate_limits *limits, enum limit limit,
                              const struct payers *payers, uint32_t units,
                              bool is_told, int64_t now_ns)
{
    const struct limit_policy *policy = &limits->policies[limit];
    const int64_t window = window_ns(policy);

    if (policy->quota == 0)
        return (struct limit_level){.applies = false};
    const uint32_t takes = take_for(limits, limit, payers, units);
    int64_t more = units_ns(policy, takes);

    if (more > window)
        more = window;
    pthread_mutex_lock(&limits->lock);
    size_t at = find_bucket(limits, key_of(limit, payers));
    int64_t gone = gone_ns(&limits->buckets[at], now_ns);
    bool is_refused = gone + more > window;

    if (is_refused) {
        limits->refused[limit]++;
    } else {
        if (is_told)
            note_rate_usage(limits, at, limit, takes, now_ns);
        gone += more;
    }
    limits->buckets[at].full_ns = now_ns + gone;
    pthread_mutex_unlock(&limits->lock);
    return level_of(window,
                    units_ns(policy, take_for(limits, limit, payers, 1)), gone,
                    more, is_refused);
}

struct limit_level rate_limit_take(struct rate_limits *limits, enum limit limit,
                                   const struct payers *payers, int64_t now_ns)
{
    return ask(limits, limit, payers, 1, true, now_ns);
}

struct limit_level rate_limit_reserve(struct rate_limits *limits,
                                      enum limit limit,
                                      const struct payers *payers,
                                      uint32_t units, int64_t now_ns)
{
    return ask(limits, limit, payers, units, false, now_ns);
}

/* Under the lock. */
static struct limit_level charge(struct rate_limits *limits, enum limit limit,
                                 const struct payers *payers, uint32_t reserved,
                                 uint32_t units, int64_t now_ns)
{
    const struct limit_policy *policy = &limits->policies[limit];
    const int64_t window = window_ns(policy);
    const uint32_t takes = take_for(limits, limit, payers, units);
    int64_t back = units_ns(policy, take_for(limits, limit, payers, reserved));
    int64_t one = units_ns(policy, take_for(limits, limit, payers, 1));
    size_t at = find_bucket(limits, key_of(limit, payers));
    int64_t gone = gone_ns(&limits->buckets[at], now_ns);

    if (takes > 0)
        note_rate_usage(limits, at, limit, takes, now_ns);
    gone -= back < window ? back : window;
    gone = (gone > 0 ? gone : 0) + units_ns(policy, takes);
    if (gone > WINDOWS * window)
        gone = WINDOWS * window;
    limits->buckets[at].full_ns = now_ns + gone;
    return level_of(window, one, gone, one, gone > window);
}

struct limit_level rate_limit_charge(struct rate_limits *limits,
                                     enum limit limit,
                                     const struct payers *payers,
                                     uint32_t reserved, uint32_t units,
                                     int64_t now_ns)
{
    struct limit_level level;

    if (limits->policies[limit].quota == 0)
        return (struct limit_level){.applies = false};
    pthread_mutex_lock(&limits->lock);
    level = charge(limits, limit, payers, reserved, units, now_ns);
    pthread_mutex_unlock(&limits->lock);
    return level;
}

void rate_limit_charge_all(struct rate_limits *limits,
                           const struct payers *payers, uint32_t reserved,
                           uint32_t units, int64_t now_ns,
                           struct limit_level levels[LIMIT_COUNT])
{
    pthread_mutex_lock(&limits->lock);
    for (enum limit i = 0; i < LIMIT_COUNT; i++)
        if (levels[i].applies && budget_limits[i].is_cost)
            levels[i] = charge(limits, i, payers, reserved, units, now_ns);
    pthread_mutex_unlock(&limits->lock);
}

void rate_limit_note_refused(struct rate_limits *limits, enum limit limit)
{
    pthread_mutex_lock(&limits->lock);
    limits->refused[limit]++;
    pthread_mutex_unlock(&limits->lock);
}

/* ---- other nodes ---- */

void rate_limit_share(struct rate_limits *limits)
{
    pthread_mutex_lock(&limits->lock);
    memset(limits->buckets, 0, sizeof limits->buckets);
    memset(limits->untold, 0, sizeof limits->untold);
    limits->ripe = 0;
    atomic_store(&limits->is_shared, true);
    pthread_mutex_unlock(&limits->lock);
}

bool rate_limit_are_shared(const struct rate_limits *limits)
{
    return atomic_load(&limits->is_shared);
}

/* Under the lock: the least share for which all buckets with a larger one
 * fit. */
static size_t least_share(const struct rate_limits *limits, size_t cap)
{
    size_t count[SHARES + 1] = {0}, least = SHARES, sum;

    for (size_t i = 0; i < LIMIT_BUCKETS; i++)
        if (is_ripe(limits, &limits->untold[i]))
            count[share(limits, &limits->untold[i])]++;
    for (sum = count[least]; least > 0 && sum < cap; sum += count[least])
        least--;
    return least;
}

/* Under the lock: collect buckets whose share is from `least` to `most`. */
static size_t collect(struct rate_limits *limits, size_t least, size_t most,
                      struct rate_usage *out, size_t cap)
{
    size_t n = 0, i = 0;

    for (; i < LIMIT_BUCKETS && n < cap; i++) {
        size_t at = (limits->next + i) % LIMIT_BUCKETS;
        struct untold *untold = &limits->untold[at];
        size_t part = is_ripe(limits, untold) ? share(limits, untold) : 0;

        if (!is_ripe(limits, untold) || part < least || part > most)
            continue;
        out[n++] = (struct rate_usage){.key = limits->buckets[at].key,
                                       .count = untold->count,
                                       .limit = untold->limit};
        set_untold(limits, untold, 0, untold->limit);
    }
    limits->next = (limits->next + i) % LIMIT_BUCKETS;
    return n;
}

size_t rate_limit_collect(struct rate_limits *limits, struct rate_usage *out,
                          size_t cap)
{
    size_t n = 0;

    if (!rate_limit_are_shared(limits))
        return 0;
    pthread_mutex_lock(&limits->lock);
    if (limits->ripe > 0) {
        size_t least = least_share(limits, cap);

        if (least < SHARES)
            n = collect(limits, least + 1, SHARES, out, cap);
        n += collect(limits, least, least, out + n, cap - n);
    }
    pthread_mutex_unlock(&limits->lock);
    return n;
}

void rate_limit_hear(struct rate_limits *limits, const struct rate_usage *one,
                     int64_t now_ns)
{
    if (one->limit >= LIMIT_COUNT || !rate_limit_are_shared(limits))
        return;
    const struct limit_policy *policy = &limits->policies[one->limit];

    if (policy->quota == 0)
        return;
    int64_t furthest = WINDOWS * window_ns(policy);
    int64_t more = units_ns(policy, one->count);

    pthread_mutex_lock(&limits->lock);
    struct bucket *bucket = &limits->buckets[find_bucket(limits, one->key)];
    int64_t gone = gone_ns(bucket, now_ns) + more;

    bucket->full_ns = now_ns + (gone < furthest ? gone : furthest);
    pthread_mutex_unlock(&limits->lock);
}

void rate_limit_count(struct rate_limits *limits, int64_t now_ns,
                      struct rate_limit_counts *out)
{
    out->buckets = 0;
    pthread_mutex_lock(&limits->lock);
    for (size_t i = 0; i < LIMIT_BUCKETS; i++)
        out->buckets += limits->buckets[i].full_ns > now_ns;
    memcpy(out->refused, limits->refused, sizeof out->refused);
    pthread_mutex_unlock(&limits->lock);
}
