/* Rate limits: token buckets in a table of fixed size.
 *
 * A bucket is one time: when it will be full (the generic cell rate algorithm).
 * Each request moves that time on by what one request takes to fill up again;
 * it may not be further away than a window.  What other nodes tell may move it
 * further: then the bucket owes. */
#include "api/limits.h"

#include "api/keyed.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#define SECOND_NS INT64_C(1000000000)

enum {
    /* A key may lie in one of so many places, side by side. */
    WAYS = 8,
    ROWS = LIMIT_BUCKETS / WAYS,
    SHARES = 32, /* of a quota: what is less than one is not told yet */
    WINDOWS = 2, /* that a bucket can be away from being full */
};

struct bucket {
    uint64_t key;
    int64_t full_ns; /* when it is full; in the past: it is, and is no one's */
};

/* What of a bucket was taken here and not told yet. */
struct untold {
    uint32_t count;
    uint8_t limit;
};

struct limits {
    struct limit_policy policies[LIMIT_COUNT];
    struct keyed own, common; /* common: once is_shared */
    atomic_bool is_shared;
    pthread_mutex_t lock;
    uint64_t refused;
    size_t ripe; /* buckets of which there is enough to be told */
    size_t next; /* where collecting begins, so that all have their turn */
    struct bucket buckets[LIMIT_BUCKETS]; /* rows of WAYS */
    struct untold untold[LIMIT_BUCKETS];
};

const struct limit_words limit_words[LIMIT_COUNT] = {
    [LIMIT_ADDRESS] = {"address", "address"},
    [LIMIT_TOKEN] = {"token", "token"},
    [LIMIT_MATCH] = {"match", "match"},
    [LIMIT_SIGN_IN] = {"sign-in", "address"},
    [LIMIT_REGISTRATION] = {"registration", "address"},
    [LIMIT_EXPORT] = {"export", "account"},
    [LIMIT_NETWORK_56] = {"network-56", "network"},
    [LIMIT_NETWORK_48] = {"network-48", "network"},
};

struct limits *limits_new(const struct limit_policy policies[LIMIT_COUNT])
{
    struct limits *limits = calloc(1, sizeof *limits);

    if (!limits)
        return NULL;
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        limits->policies[i] = policies[i];
    if (!keyed_init(&limits->own)) {
        free(limits);
        return NULL;
    }
    pthread_mutex_init(&limits->lock, NULL);
    return limits;
}

void limits_free(struct limits *limits)
{
    if (!limits)
        return;
    pthread_mutex_destroy(&limits->lock);
    free(limits);
}

const struct limit_policy *limits_policy(const struct limits *limits,
                                         enum limit limit)
{
    return &limits->policies[limit];
}

static int64_t window_ns(const struct limit_policy *policy)
{
    return policy->window_s * SECOND_NS;
}

/* What one request takes to fill up again. */
static int64_t one_ns(const struct limit_policy *policy)
{
    return window_ns(policy) / policy->quota;
}

/* ---- what is to be told ---- */

/* In parts of SHARES of its quota, at most all of them. */
static size_t share(const struct limits *limits, const struct untold *untold)
{
    uint64_t quota = limits->policies[untold->limit].quota;
    uint64_t parts = untold->count * (uint64_t)SHARES / quota;

    return parts < SHARES ? (size_t)parts : SHARES;
}

static bool is_ripe(const struct limits *limits, const struct untold *untold)
{
    uint32_t enough = limits->policies[untold->limit].quota / SHARES;

    return untold->count > 0 && untold->count >= enough;
}

/* Under the lock. */
static void set_untold(struct limits *limits, struct untold *untold,
                       uint32_t count, uint8_t limit)
{
    limits->ripe -= is_ripe(limits, untold);
    *untold = (struct untold){.count = count, .limit = limit};
    limits->ripe += is_ripe(limits, untold);
}

/* ---- buckets ---- */

/* Under the lock: where the key's bucket is, or the fullest one of its row made
 * the key's. */
static size_t find_bucket(struct limits *limits, uint64_t key)
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

static uint64_t hash_of(const struct limits *limits, enum limit limit,
                        const void *key, size_t size)
{
    return keyed_hash(limits_are_shared(limits) ? &limits->common
                                                : &limits->own,
                      (uint8_t)limit, key, size);
}

/* Under the lock: how far a bucket is from being full. */
static int64_t gone_ns(const struct bucket *bucket, int64_t now_ns)
{
    return bucket->full_ns > now_ns ? bucket->full_ns - now_ns : 0;
}

/* Under the lock: one more was taken.  What was taken long ago has filled up
 * again everywhere, told or not. */
static void note_taken(struct limits *limits, size_t at, enum limit limit,
                       int64_t now_ns)
{
    const struct limit_policy *policy = &limits->policies[limit];
    bool is_old = limits->buckets[at].full_ns + window_ns(policy) < now_ns;
    uint32_t count = is_old ? 0 : limits->untold[at].count;

    if (count < policy->quota)
        count++;
    set_untold(limits, &limits->untold[at], count, (uint8_t)limit);
}

struct limit_level limits_take(struct limits *limits, enum limit limit,
                               const void *key, size_t size, int64_t now_ns)
{
    const struct limit_policy *policy = &limits->policies[limit];
    struct limit_level level = {.applies = policy->quota > 0};

    if (!level.applies)
        return level;
    uint64_t hash = hash_of(limits, limit, key, size);
    int64_t window = window_ns(policy), one = one_ns(policy);

    pthread_mutex_lock(&limits->lock);
    size_t at = find_bucket(limits, hash);
    int64_t gone = gone_ns(&limits->buckets[at], now_ns);

    level.is_refused = gone + one > window;
    if (level.is_refused) {
        limits->refused++;
    } else {
        note_taken(limits, at, limit, now_ns);
        gone += one;
    }
    limits->buckets[at].full_ns = now_ns + gone;
    pthread_mutex_unlock(&limits->lock);
    level.left = gone < window ? (uint32_t)((window - gone) / one) : 0;
    level.full_s = seconds_up(gone);
    level.retry_s = seconds_up(gone + one - window);
    return level;
}

/* ---- other nodes ---- */

void limits_share(struct limits *limits,
                  const uint8_t secret[TAKEN_SECRET_SIZE])
{
    _Static_assert(sizeof limits->common.secret == TAKEN_SECRET_SIZE,
                   "it is the whole secret");
    if (limits_are_shared(limits))
        return;
    memcpy(limits->common.secret, secret, TAKEN_SECRET_SIZE);
    pthread_mutex_lock(&limits->lock);
    memset(limits->buckets, 0, sizeof limits->buckets);
    memset(limits->untold, 0, sizeof limits->untold);
    limits->ripe = 0;
    atomic_store(&limits->is_shared, true);
    pthread_mutex_unlock(&limits->lock);
}

bool limits_are_shared(const struct limits *limits)
{
    return atomic_load(&limits->is_shared);
}

/* Under the lock: the shares of which so few are larger that all of those have
 * room. */
static size_t least_share(const struct limits *limits, size_t cap)
{
    size_t count[SHARES + 1] = {0}, least = SHARES, sum;

    for (size_t i = 0; i < LIMIT_BUCKETS; i++)
        if (is_ripe(limits, &limits->untold[i]))
            count[share(limits, &limits->untold[i])]++;
    for (sum = count[least]; least > 0 && sum < cap; sum += count[least])
        least--;
    return least;
}

/* Under the lock: collect those whose share is from `least` to `most`. */
static size_t collect(struct limits *limits, size_t least, size_t most,
                      struct taken *out, size_t cap)
{
    size_t n = 0, i = 0;

    for (; i < LIMIT_BUCKETS && n < cap; i++) {
        size_t at = (limits->next + i) % LIMIT_BUCKETS;
        struct untold *untold = &limits->untold[at];
        size_t part = is_ripe(limits, untold) ? share(limits, untold) : 0;

        if (!is_ripe(limits, untold) || part < least || part > most)
            continue;
        out[n++] = (struct taken){.key = limits->buckets[at].key,
                                  .count = untold->count,
                                  .limit = untold->limit};
        set_untold(limits, untold, 0, untold->limit);
    }
    limits->next = (limits->next + i) % LIMIT_BUCKETS;
    return n;
}

size_t limits_collect(struct limits *limits, struct taken *out, size_t cap)
{
    size_t n = 0;

    if (!limits_are_shared(limits))
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

void limits_hear(struct limits *limits, const struct taken *one, int64_t now_ns)
{
    if (one->limit >= LIMIT_COUNT || !limits_are_shared(limits))
        return;
    const struct limit_policy *policy = &limits->policies[one->limit];

    if (policy->quota == 0)
        return;
    uint32_t most = WINDOWS * policy->quota;
    int64_t furthest = WINDOWS * window_ns(policy);
    int64_t more =
        one_ns(policy) * (int64_t)(one->count < most ? one->count : most);

    pthread_mutex_lock(&limits->lock);
    struct bucket *bucket = &limits->buckets[find_bucket(limits, one->key)];
    int64_t gone = gone_ns(bucket, now_ns) + more;

    bucket->full_ns = now_ns + (gone < furthest ? gone : furthest);
    pthread_mutex_unlock(&limits->lock);
}

void limits_count(struct limits *limits, int64_t now_ns, size_t *buckets,
                  uint64_t *refused)
{
    *buckets = 0;
    pthread_mutex_lock(&limits->lock);
    for (size_t i = 0; i < LIMIT_BUCKETS; i++)
        *buckets += limits->buckets[i].full_ns > now_ns;
    *refused = limits->refused;
    pthread_mutex_unlock(&limits->lock);
}
