/* Those who wait for news of a match: answered by the next event, by their
 * deadline, or by the node's end. */
#include "inner.h"

#include <stdlib.h>

enum { BUCKETS = 1024, SWEEP_MS = 50 };

struct waiter {
    struct waiter *next;
    struct play_id match;
    uint32_t after;
    int64_t until_us; /* on the steady clock */
    void (*done)(void *ctx, enum play_wait why);
    void *ctx;
};

struct waiters {
    struct play *play;
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct waiter *buckets[BUCKETS];
    unsigned count;
    bool closed;
};

static struct waiter **bucket_of(struct waiters *waiters,
                                 const struct play_id *id)
{
    return &waiters->buckets[(id->bytes[0] | id->bytes[1] << 8) % BUCKETS];
}

/* Answer a list of those who wait no longer. */
static void answer_all(struct waiter *list, enum play_wait why)
{
    while (list) {
        struct waiter *waiter = list;

        list = waiter->next;
        waiter->done(waiter->ctx, why);
        free(waiter);
    }
}

/* Who of a bucket waits no longer? */
struct sieve {
    const struct play_id *match; /* NULL: of any */
    uint32_t seq;                /* with a match: an event up to this one */
    int64_t now_us;              /* without: whose deadline has passed */
};

static bool falls(const struct sieve *sieve, const struct waiter *waiter)
{
    if (sieve->match)
        return id_equals(sieve->match, &waiter->match) &&
               waiter->after < sieve->seq;
    return waiter->until_us <= sieve->now_us;
}

/* Under the lock: move them from a bucket to a list. */
static void sift(struct waiters *waiters, struct waiter **link,
                 const struct sieve *sieve, struct waiter **list)
{
    while (*link) {
        struct waiter *waiter = *link;

        if (falls(sieve, waiter)) {
            *link = waiter->next;
            waiter->next = *list;
            *list = waiter;
            waiters->count--;
        } else {
            link = &waiter->next;
        }
    }
}

static struct waiter *sift_all(struct waiters *waiters, int64_t now_us)
{
    const struct sieve sieve = {.now_us = now_us};
    struct waiter *list = NULL;

    for (size_t i = 0; i < BUCKETS; i++)
        sift(waiters, &waiters->buckets[i], &sieve, &list);
    return list;
}

void waiters_wake(struct waiters *waiters, const struct play_id *id,
                  uint32_t seq)
{
    const struct sieve sieve = {.match = id, .seq = seq};
    struct waiter *list = NULL;

    pthread_mutex_lock(&waiters->lock);
    if (waiters->count > 0)
        sift(waiters, bucket_of(waiters, id), &sieve, &list);
    pthread_mutex_unlock(&waiters->lock);
    answer_all(list, PLAY_WAIT_NEWS);
}

void waiters_wake_all(struct waiters *waiters)
{
    struct waiter *list;

    pthread_mutex_lock(&waiters->lock);
    list = sift_all(waiters, INT64_MAX);
    pthread_mutex_unlock(&waiters->lock);
    answer_all(list, PLAY_WAIT_NEWS);
}

unsigned waiters_count(struct waiters *waiters)
{
    unsigned n;

    pthread_mutex_lock(&waiters->lock);
    n = waiters->count;
    pthread_mutex_unlock(&waiters->lock);
    return n;
}

/* ---- deadlines ---- */

static void *sweep(void *arg)
{
    struct waiters *waiters = arg;
    const struct play_config *config = &waiters->play->config;

    pthread_mutex_lock(&waiters->lock);
    while (!waiters->closed) {
        struct waiter *list;

        if (waiters->count == 0) {
            pthread_cond_wait(&waiters->more, &waiters->lock);
            continue;
        }
        steady_cond_wait_ms(&waiters->more, &waiters->lock, SWEEP_MS);
        list = sift_all(waiters, config->steady_us(config->ctx));
        pthread_mutex_unlock(&waiters->lock);
        answer_all(list, PLAY_WAIT_TIMEOUT);
        pthread_mutex_lock(&waiters->lock);
    }
    pthread_mutex_unlock(&waiters->lock);
    return NULL;
}

/* ---- the door ---- */

static enum play_err add(struct waiters *waiters, struct waiter *waiter)
{
    struct waiter **bucket = bucket_of(waiters, &waiter->match);
    enum play_err err = PLAY_OK;

    pthread_mutex_lock(&waiters->lock);
    if (waiters->closed) {
        err = PLAY_UNAVAILABLE;
    } else if (waiters->count >= waiters->play->config.waiters_max) {
        err = PLAY_TOO_MANY;
    } else {
        waiter->next = *bucket;
        *bucket = waiter;
        /* The sweeper sleeps while nobody waits. */
        if (waiters->count++ == 0)
            pthread_cond_signal(&waiters->more);
    }
    pthread_mutex_unlock(&waiters->lock);
    return err;
}

enum play_err match_wait(struct play *play, const char *id, uint32_t after,
                         unsigned wait_ms,
                         void (*done)(void *ctx, enum play_wait why), void *ctx)
{
    const struct play_config *config = &play->config;
    struct store_match row;
    struct waiter *waiter;
    enum play_err err = row_read(play, id, 0, &row);

    if (err)
        return err;
    waiter = malloc(sizeof *waiter);
    if (!waiter)
        return PLAY_UNAVAILABLE;
    *waiter = (struct waiter){
        .match = row.match.key,
        .after = after,
        .until_us = config->steady_us(config->ctx) + wait_ms * INT64_C(1000),
        .done = done,
        .ctx = ctx,
    };
    err = add(play->waiters, waiter);
    if (err) {
        free(waiter);
        return err;
    }
    /* What was committed while we were getting in line.  From here on the
     * caller's id may be gone: done may have been called. */
    if (!row_read(play, row.match.id, 0, &row))
        waiters_wake(play->waiters, &row.match.key, row.match.seq);
    return PLAY_OK;
}

/* ---- beginning and end ---- */

struct waiters *waiters_new(struct play *play)
{
    struct waiters *waiters = calloc(1, sizeof *waiters);

    if (!waiters)
        return NULL;
    waiters->play = play;
    pthread_mutex_init(&waiters->lock, NULL);
    steady_cond_init(&waiters->more);
    waiters->has_thread =
        pthread_create(&waiters->thread, NULL, sweep, waiters) == 0;
    if (waiters->has_thread)
        return waiters;
    waiters_free(waiters);
    return NULL;
}

void waiters_stop(struct waiters *waiters)
{
    struct waiter *list;

    pthread_mutex_lock(&waiters->lock);
    waiters->closed = true;
    list = sift_all(waiters, INT64_MAX);
    pthread_cond_signal(&waiters->more);
    pthread_mutex_unlock(&waiters->lock);
    answer_all(list, PLAY_WAIT_DRAINING);
    if (waiters->has_thread)
        pthread_join(waiters->thread, NULL);
    waiters->has_thread = false;
}

void waiters_free(struct waiters *waiters)
{
    if (!waiters)
        return;
    pthread_cond_destroy(&waiters->more);
    pthread_mutex_destroy(&waiters->lock);
    free(waiters);
}
