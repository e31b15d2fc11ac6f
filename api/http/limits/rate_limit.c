/* Rate limits: token buckets in a table of fixed size.
 *
 * A bucket is one time: when it will be full (the generic cell rate algorithm).
 * Each unit advances that time by what it takes to refill.  Units that are
 * requested may not advance it further than one window from now.  Units that
 * are charged may: then the bucket is in debt. */
#include "api/http/limits/rate_limit.h"

#include "api/http/limits/keyed_hash.h"

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
    char items[LIMIT_COUNT][ITEM_SIZE]; /* of RateLimit-Policy */
    struct keyed_hash own, common;      /* common: set when is_shared is */
    atomic_bool is_shared;
    pthread_mutex_t lock;
    uint64_t refused[LIMIT_COUNT];
    size_t ripe; /* buckets with enough units to publish */
    size_t next; /* where collecting begins, so that each bucket has its turn */
    struct bucket buckets[LIMIT_BUCKETS]; /* rows of WAYS */
    struct untold untold[LIMIT_BUCKETS];
};

const struct limit_words limit_words[LIMIT_COUNT] = {
    [LIMIT_ADDRESS] = {"address", "address", "cost", true},
    [LIMIT_TOKEN] = {"token", "account", "cost", true},
    [LIMIT_MATCH] = {"match", "match", "cost", true},
    [LIMIT_SIGN_IN] = {"sign-in", "address", "request", false},
    [LIMIT_REGISTRATION] = {"registration", "address", "request", false},
    [LIMIT_EXPORT] = {"export", "account", "request", false},
    [LIMIT_NETWORK_56] = {"network-56", "network", "cost", true},
    [LIMIT_NETWORK_48] = {"network-48", "network", "cost", true},
    [LIMIT_SIGN_IN_56] = {"sign-in-56", "network", "request", false},
    [LIMIT_SIGN_IN_48] = {"sign-in-48", "network", "request", false},
    [LIMIT_REGISTRATION_56] = {"registration-56", "network", "request", false},
    [LIMIT_REGISTRATION_48] = {"registration-48", "network", "request", false},
};

static void write_item(const struct limit_words *words,
                       const struct limit_policy *policy, char out[ITEM_SIZE])
{
    snprintf(out, ITEM_SIZE, "\"%s\";q=%u;w=%u%s", words->name, policy->quota,
             policy->window_s, words->is_cost ? ";qu=\"cost\"" : "");
}

struct rate_limits *
rate_limit_new(const struct limit_policy policies[LIMIT_COUNT])
{
    struct rate_limits *limits = calloc(1, sizeof *limits);

    if (!limits)
        return NULL;
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        limits->policies[i] = policies[i];
        write_item(&limit_words[i], &policies[i], limits->items[i]);
    }
    if (!keyed_init(&limits->own)) {
        free(limits);
        return NULL;
    }
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

const struct limit_policy *rate_limit_policy(const struct rate_limits *limits,
                                             enum limit limit)
{
    return &limits->policies[limit];
}

const char *rate_limit_policy_item(const struct rate_limits *limits,
                                   enum limit limit)
{
    return limits->items[limit];
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

uint64_t rate_limit_key(const struct rate_limits *limits, enum limit limit,
                        const void *key, size_t size)
{
    return keyed_hash(rate_limit_are_shared(limits) ? &limits->common
                                                    : &limits->own,
                      (uint8_t)limit, key, size);
}

uint64_t rate_limit_pseudonym(const struct rate_limits *limits,
                              const char *text)
{
    enum { NO_LIMIT = 255 }; /* a domain that no limit uses */

    return keyed_hash(rate_limit_are_shared(limits) ? &limits->common
                                                    : &limits->own,
                      NO_LIMIT, text, strlen(text));
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

/* next: units that the next request will take. */
static struct limit_level level_of(const struct limit_policy *policy,
                                   int64_t gone, int64_t next, bool is_refused)
{
    int64_t window = window_ns(policy), one = one_ns(policy);

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
                              uint64_t key, uint32_t units, bool is_told,
                              int64_t now_ns)
{
    const struct limit_policy *policy = &limits->policies[limit];
    int64_t more;

    if (policy->quota == 0)
        return (struct limit_level){.applies = false};
    more = units_ns(policy, units);
    if (more > window_ns(policy))
        more = window_ns(policy);
    pthread_mutex_lock(&limits->lock);
    size_t at = find_bucket(limits, key);
    int64_t gone = gone_ns(&limits->buckets[at], now_ns);
    bool is_refused = gone + more > window_ns(policy);

    if (is_refused) {
        limits->refused[limit]++;
    } else {
        if (is_told)
            note_rate_usage(limits, at, limit, units, now_ns);
        gone += more;
    }
    limits->buckets[at].full_ns = now_ns + gone;
    pthread_mutex_unlock(&limits->lock);
    return level_of(policy, gone, more, is_refused);
}

struct limit_level rate_limit_take(struct rate_limits *limits, enum limit limit,
                                   uint64_t key, int64_t now_ns)
{
    return ask(limits, limit, key, 1, true, now_ns);
}

struct limit_level rate_limit_reserve(struct rate_limits *limits,
                                      enum limit limit, uint64_t key,
                                      uint32_t units, int64_t now_ns)
{
    return ask(limits, limit, key, units, false, now_ns);
}

/* Under the lock. */
static struct limit_level charge(struct rate_limits *limits, enum limit limit,
                                 uint64_t key, uint32_t reserved,
                                 uint32_t units, int64_t now_ns)
{
    const struct limit_policy *policy = &limits->policies[limit];
    const int64_t window = window_ns(policy);
    int64_t back = units_ns(policy, reserved);
    size_t at = find_bucket(limits, key);
    int64_t gone = gone_ns(&limits->buckets[at], now_ns);

    if (units > 0)
        note_rate_usage(limits, at, limit, units, now_ns);
    gone -= back < window ? back : window;
    gone = (gone > 0 ? gone : 0) + units_ns(policy, units);
    if (gone > WINDOWS * window)
        gone = WINDOWS * window;
    limits->buckets[at].full_ns = now_ns + gone;
    return level_of(policy, gone, one_ns(policy), gone > window);
}

struct limit_level rate_limit_charge(struct rate_limits *limits,
                                     enum limit limit, uint64_t key,
                                     uint32_t reserved, uint32_t units,
                                     int64_t now_ns)
{
    struct limit_level level;

    if (limits->policies[limit].quota == 0)
        return (struct limit_level){.applies = false};
    pthread_mutex_lock(&limits->lock);
    level = charge(limits, limit, key, reserved, units, now_ns);
    pthread_mutex_unlock(&limits->lock);
    return level;
}

void rate_limit_charge_all(struct rate_limits *limits,
                           const uint64_t keys[LIMIT_COUNT], uint32_t reserved,
                           uint32_t units, int64_t now_ns,
                           struct limit_level levels[LIMIT_COUNT])
{
    pthread_mutex_lock(&limits->lock);
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        if (levels[i].applies && limit_words[i].is_cost)
            levels[i] =
                charge(limits, (enum limit)i, keys[i], reserved, units, now_ns);
    pthread_mutex_unlock(&limits->lock);
}

void rate_limit_note_refused(struct rate_limits *limits, enum limit limit)
{
    pthread_mutex_lock(&limits->lock);
    limits->refused[limit]++;
    pthread_mutex_unlock(&limits->lock);
}

/* ---- other nodes ---- */

void rate_limit_share(struct rate_limits *limits,
                      const uint8_t secret[RATE_USAGE_SECRET_SIZE])
{
    _Static_assert(sizeof limits->common.secret == RATE_USAGE_SECRET_SIZE,
                   "it is the whole secret");
    if (rate_limit_are_shared(limits))
        return;
    memcpy(limits->common.secret, secret, RATE_USAGE_SECRET_SIZE);
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
