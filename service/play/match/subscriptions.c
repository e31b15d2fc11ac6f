/* Those who wait for news of a match or of an account: answered by the next
 * event, by their deadline, or by the node's end.
 *
 * Accounts are told apart by their tags alone: somebody may be woken for
 * nothing.  News of an account are counted, so that who has read and then
 * comes to wait learns what was heard in between. */
#include "play/inner.h"

#include <stdlib.h>

enum { BUCKETS = 1024, SWEEP_MS = 50 };

struct waiters {
    struct play *play;
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct play_waiter *buckets[BUCKETS];
    struct play_waiter *accounts[BUCKETS];
    uint32_t heard[BUCKETS]; /* news of accounts so far */
    unsigned count;
    bool closed;
};

static struct play_waiter **bucket_of(struct waiters *waiters,
                                      const struct play_id *id)
{
    return &waiters->buckets[(id->bytes[0] | id->bytes[1] << 8) % BUCKETS];
}

/* Answer a list of those who wait no longer. */
static void answer_all(struct play_waiter *list, enum play_wait why)
{
    while (list) {
        struct play_waiter *waiter = list;

        list = waiter->next; /* done may begin another wait with it */
        waiter->done(waiter->ctx, why);
    }
}

/* Who of a bucket waits no longer? */
struct sieve {
    enum { BY_MATCH, BY_ACCOUNT, BY_DEADLINE } by;
    const struct play_id *match;
    uint32_t seq; /* the match has an event up to this one */
    uint16_t tag;
    int64_t now_us;
};

static bool falls(const struct sieve *sieve, const struct play_waiter *waiter)
{
    switch (sieve->by) {
    case BY_MATCH:
        return id_equals(sieve->match, &waiter->match) &&
               waiter->after < sieve->seq;
    case BY_ACCOUNT: return waiter->tag == sieve->tag;
    case BY_DEADLINE: return waiter->until_us <= sieve->now_us;
    }
    return false;
}

/* Under the lock: move them from a bucket to a list. */
static void sift(struct waiters *waiters, struct play_waiter **link,
                 const struct sieve *sieve, struct play_waiter **list)
{
    while (*link) {
        struct play_waiter *waiter = *link;

        if (falls(sieve, waiter)) {
            *link = waiter->next;
            waiter->next = *list;
            waiter->is_waiting = false;
            *list = waiter;
            waiters->count--;
        } else {
            link = &waiter->next;
        }
    }
}

static struct play_waiter *sift_all(struct waiters *waiters, int64_t now_us)
{
    const struct sieve sieve = {.by = BY_DEADLINE, .now_us = now_us};
    struct play_waiter *list = NULL;

    for (size_t i = 0; i < BUCKETS; i++) {
        sift(waiters, &waiters->buckets[i], &sieve, &list);
        sift(waiters, &waiters->accounts[i], &sieve, &list);
    }
    return list;
}

void waiters_wake(struct waiters *waiters, const struct play_id *id,
                  uint32_t seq)
{
    const struct sieve sieve = {.by = BY_MATCH, .match = id, .seq = seq};
    struct play_waiter *list = NULL;

    pthread_mutex_lock(&waiters->lock);
    if (waiters->count > 0)
        sift(waiters, bucket_of(waiters, id), &sieve, &list);
    pthread_mutex_unlock(&waiters->lock);
    answer_all(list, PLAY_WAIT_NEWS);
}

void waiters_wake_account(struct waiters *waiters, uint16_t tag)
{
    const struct sieve sieve = {.by = BY_ACCOUNT, .tag = tag};
    struct play_waiter *list = NULL;

    pthread_mutex_lock(&waiters->lock);
    waiters->heard[tag % BUCKETS]++;
    sift(waiters, &waiters->accounts[tag % BUCKETS], &sieve, &list);
    pthread_mutex_unlock(&waiters->lock);
    answer_all(list, PLAY_WAIT_NEWS);
}

uint32_t waiters_heard(struct waiters *waiters, uint16_t tag)
{
    uint32_t n;

    pthread_mutex_lock(&waiters->lock);
    n = waiters->heard[tag % BUCKETS];
    pthread_mutex_unlock(&waiters->lock);
    return n;
}

void waiters_wake_all(struct waiters *waiters)
{
    struct play_waiter *list;

    pthread_mutex_lock(&waiters->lock);
    for (size_t i = 0; i < BUCKETS; i++)
        waiters->heard[i]++;
    list = sift_all(waiters, INT64_MAX);
    pthread_mutex_unlock(&waiters->lock);
    answer_all(list, PLAY_WAIT_NEWS);
}

/* ---- deadlines ---- */

static void *sweep(void *arg)
{
    struct waiters *waiters = arg;
    const struct play_config *config = &waiters->play->config;

    pthread_mutex_lock(&waiters->lock);
    while (!waiters->closed) {
        struct play_waiter *list;

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

/* Under the lock: of one bucket; the n-th of all has its n-th part of the time.
 */
static void hurry(struct play_waiter *waiter, int64_t now_us, int64_t part_us,
                  unsigned *n)
{
    for (; waiter; waiter = waiter->next) {
        int64_t most_us = now_us + part_us * (int64_t)++ * n;

        if (waiter->until_us > most_us)
            waiter->until_us = most_us;
    }
}

void waiters_hurry(struct waiters *waiters, unsigned within_ms)
{
    const struct play_config *config = &waiters->play->config;
    int64_t now_us = config->steady_us(config->ctx);
    unsigned n = 0;

    pthread_mutex_lock(&waiters->lock);
    if (waiters->count > 0) {
        int64_t part_us = within_ms * INT64_C(1000) / waiters->count;

        for (size_t i = 0; i < BUCKETS; i++) {
            hurry(waiters->buckets[i], now_us, part_us, &n);
            hurry(waiters->accounts[i], now_us, part_us, &n);
        }
    }
    pthread_cond_signal(&waiters->more);
    pthread_mutex_unlock(&waiters->lock);
}

/* ---- beginning to wait ---- */

static int64_t until_us(const struct play *play, unsigned wait_ms)
{
    return play->config.steady_us(play->config.ctx) + wait_ms * INT64_C(1000);
}

/* Under the lock: set what it waits for (the members of `want` that say so, and
 * until when), and let it wait. */
static enum play_err put(struct waiters *waiters, struct play_waiter **bucket,
                         struct play_waiter *waiter,
                         const struct play_waiter *want)
{
    if (waiters->closed)
        return PLAY_UNAVAILABLE;
    waiter->match = want->match;
    waiter->after = want->after;
    waiter->account = want->account;
    waiter->tag = want->tag;
    waiter->until_us = want->until_us;
    waiter->next = *bucket;
    waiter->is_waiting = true;
    *bucket = waiter;
    /* The sweeper sleeps while nobody waits. */
    if (waiters->count++ == 0)
        pthread_cond_signal(&waiters->more);
    return PLAY_OK;
}

bool waiters_have_account(struct waiters *waiters,
                          const struct play_id *account)
{
    const struct play_waiter *at;

    pthread_mutex_lock(&waiters->lock);
    at = waiters->accounts[id_tag(account) % BUCKETS];
    while (at && !id_equals(&at->account, account))
        at = at->next;
    pthread_mutex_unlock(&waiters->lock);
    return at != NULL;
}

enum play_err waiters_add_account(struct waiters *waiters,
                                  const struct play_id *account, uint32_t heard,
                                  unsigned wait_ms, struct play_waiter *waiter)
{
    const struct play_waiter want = {
        .account = *account,
        .tag = id_tag(account),
        .until_us = until_us(waiters->play, wait_ms),
    };
    const size_t bucket = want.tag % BUCKETS;
    enum play_err err = PLAY_OK;
    bool is_late;

    pthread_mutex_lock(&waiters->lock);
    is_late = waiters->heard[bucket] != heard;
    if (!is_late || waiters->closed)
        err = put(waiters, &waiters->accounts[bucket], waiter, &want);
    pthread_mutex_unlock(&waiters->lock);
    if (!err && is_late)
        waiter->done(waiter->ctx, PLAY_WAIT_NEWS);
    return err;
}

enum play_err match_wait(struct play *play, const char *id, uint32_t after,
                         unsigned wait_ms, struct play_waiter *waiter)
{
    struct waiters *waiters = play->waiters;
    struct store_match row;
    enum play_err err = row_read(play, id, 0, &row);

    if (err)
        return err;
    robots_watch(play->robots, &row);
    const struct play_waiter want = {
        .match = row.match.key,
        .after = after,
        .until_us = until_us(play, wait_ms),
    };

    pthread_mutex_lock(&waiters->lock);
    err = put(waiters, bucket_of(waiters, &want.match), waiter, &want);
    pthread_mutex_unlock(&waiters->lock);
    if (err)
        return err;
    /* What was committed while we were getting in line.  From here on the
     * caller's id may be gone: done may have been called. */
    if (!row_read(play, row.match.id, 0, &row))
        waiters_wake(waiters, &row.match.key, row.match.seq);
    return PLAY_OK;
}

/* The next sweep finds it. */
void wait_end(struct play *play, struct play_waiter *waiter)
{
    struct waiters *waiters = play->waiters;

    pthread_mutex_lock(&waiters->lock);
    if (waiter->is_waiting)
        waiter->until_us = INT64_MIN;
    pthread_mutex_unlock(&waiters->lock);
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
    struct play_waiter *list;

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
