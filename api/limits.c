/* Rate limits: token buckets in a table of fixed size.
 *
 * A bucket is one time: when it will be full (the generic cell rate algorithm).
 * Each request moves that time on by what one request takes to fill up again;
 * it may not be further away than a window. */
#include "api/limits.h"

#include "api/keyed.h"

#include <pthread.h>
#include <stdlib.h>

#define SECOND_NS INT64_C(1000000000)

/* A key may lie in one of so many places, side by side. */
enum { WAYS = 8, ROWS = LIMIT_BUCKETS / WAYS };

struct bucket {
    uint64_t key;
    int64_t full_ns; /* when it is full; in the past: it is, and is no one's */
};

struct limits {
    struct limit_policy policies[LIMIT_COUNT];
    struct keyed keyed;
    pthread_mutex_t lock;
    uint64_t refused;
    struct bucket rows[ROWS][WAYS];
};

const struct limit_words limit_words[LIMIT_COUNT] = {
    [LIMIT_ADDRESS] = {"address", "address"},
    [LIMIT_TOKEN] = {"token", "token"},
    [LIMIT_MATCH] = {"match", "match"},
    [LIMIT_SIGN_IN] = {"sign-in", "address"},
};

struct limits *limits_new(const struct limit_policy policies[LIMIT_COUNT])
{
    struct limits *limits = calloc(1, sizeof *limits);

    if (!limits)
        return NULL;
    for (size_t i = 0; i < LIMIT_COUNT; i++)
        limits->policies[i] = policies[i];
    if (!keyed_init(&limits->keyed)) {
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

/* The key's bucket, or the fullest one of its row made the key's. */
static struct bucket *find_bucket(struct limits *limits, uint64_t key)
{
    struct bucket *row = limits->rows[key % ROWS];
    struct bucket *fullest = &row[0];

    for (size_t i = 0; i < WAYS; i++) {
        if (row[i].key == key)
            return &row[i];
        if (row[i].full_ns < fullest->full_ns)
            fullest = &row[i];
    }
    *fullest = (struct bucket){.key = key};
    return fullest;
}

static uint32_t seconds_up(int64_t ns)
{
    return ns <= 0 ? 0 : (uint32_t)((ns + SECOND_NS - 1) / SECOND_NS);
}

struct limit_level limits_take(struct limits *limits, enum limit limit,
                               const void *key, size_t size, int64_t now_ns)
{
    const struct limit_policy *policy = &limits->policies[limit];
    struct limit_level level = {.applies = policy->quota > 0};

    if (!level.applies)
        return level;
    uint64_t hash = keyed_hash(&limits->keyed, (uint8_t)limit, key, size);
    int64_t window_ns = policy->window_s * SECOND_NS;
    int64_t one_ns = window_ns / policy->quota;

    pthread_mutex_lock(&limits->lock);
    struct bucket *bucket = find_bucket(limits, hash);
    int64_t gone_ns = bucket->full_ns > now_ns ? bucket->full_ns - now_ns : 0;

    level.is_refused = gone_ns + one_ns > window_ns;
    if (level.is_refused)
        limits->refused++;
    else
        gone_ns += one_ns;
    bucket->full_ns = now_ns + gone_ns;
    pthread_mutex_unlock(&limits->lock);
    level.left = (uint32_t)((window_ns - gone_ns) / one_ns);
    level.full_s = seconds_up(gone_ns);
    level.retry_s = seconds_up(gone_ns + one_ns - window_ns);
    return level;
}

void limits_count(struct limits *limits, int64_t now_ns, size_t *buckets,
                  uint64_t *refused)
{
    *buckets = 0;
    pthread_mutex_lock(&limits->lock);
    for (size_t row = 0; row < ROWS; row++)
        for (size_t i = 0; i < WAYS; i++)
            *buckets += limits->rows[row][i].full_ns > now_ns;
    *refused = limits->refused;
    pthread_mutex_unlock(&limits->lock);
}
