/* Subscriptions: each waits for an event of a match or a change of an account,
 * and ends with it, with its deadline, or when the node shuts down.
 *
 * Accounts are distinguished by their tags alone, so a wait may end although
 * nothing of its account changed.  Changes are counted by tag, so that a
 * client that reads first and then waits does not miss a change in between;
 * events of matches are counted by bucket for the same reason, after the node
 * has installed what they led to. */
#include "play/match/subscriptions.h"

#include "base/thread.h"
#include "play/config.h"
#include "play/error.h"
#include "play/match/cache.h"
#include "play/match/read.h"
#include "play/match/wait.h"
#include "play/node/bot_runner.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/matches.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

enum { BUCKETS = 4096, SWEEP_MS = 50 };

struct subscriptions {
    struct play *play;
    struct thread *thread; /* ends the waits whose time is up */
    pthread_mutex_t lock;
    struct play_subscription *buckets[BUCKETS];
    _Atomic uint32_t woken[BUCKETS]; /* events of matches so far; changed under
                                      * the lock */
    struct play_subscription *accounts[BUCKETS];
    uint32_t heard[BUCKETS]; /* changes of accounts so far */
    unsigned count;
    bool closed;
};

static size_t bucket_of(const struct play_id *match)
{
    return (match->bytes[0] | (size_t)match->bytes[1] << 8) % BUCKETS;
}

/* Call done for a list of waits that have ended. */
static void end_all(struct play_subscription *list, enum play_wait why)
{
    while (list) {
        struct play_subscription *waiter = list;

        list = waiter->next; /* done may begin another wait with it */
        waiter->done(waiter->ctx, why);
    }
}

/* The waits to end. */
struct filter {
    enum { BY_MATCH, BY_ACCOUNT, BY_DEADLINE } by;
    const struct play_id *match;
    uint32_t seq; /* the match has an event up to this one */
    uint16_t tag;
    int64_t now_us;
};

static bool filter_matches(const struct filter *filter,
                           const struct play_subscription *waiter)
{
    switch (filter->by) {
    case BY_MATCH:
        return id_equals(filter->match, &waiter->match) &&
               waiter->after < filter->seq;
    case BY_ACCOUNT: return waiter->tag == filter->tag;
    case BY_DEADLINE: return waiter->until_us <= filter->now_us;
    }
    return false;
}

/* Under the lock: move the waits that end from a bucket to a list. */
static void remove_matching(struct subscriptions *subscriptions,
                            struct play_subscription **link,
                            const struct filter *filter,
                            struct play_subscription **list)
{
    while (*link) {
        struct play_subscription *waiter = *link;

        if (filter_matches(filter, waiter)) {
            *link = waiter->next;
            waiter->next = *list;
            waiter->is_waiting = false;
            *list = waiter;
            subscriptions->count--;
        } else {
            link = &waiter->next;
        }
    }
}

static struct play_subscription *
remove_expired(struct subscriptions *subscriptions, int64_t now_us)
{
    const struct filter filter = {.by = BY_DEADLINE, .now_us = now_us};
    struct play_subscription *list = NULL;

    for (size_t i = 0; i < BUCKETS; i++) {
        remove_matching(subscriptions, &subscriptions->buckets[i], &filter,
                        &list);
        remove_matching(subscriptions, &subscriptions->accounts[i], &filter,
                        &list);
    }
    return list;
}

void subscriptions_wake(struct subscriptions *subscriptions,
                        const struct play_id *id, uint32_t seq)
{
    const struct filter filter = {.by = BY_MATCH, .match = id, .seq = seq};
    const size_t bucket = bucket_of(id);
    struct play_subscription *list = NULL;

    pthread_mutex_lock(&subscriptions->lock);
    atomic_fetch_add(&subscriptions->woken[bucket], 1);
    remove_matching(subscriptions, &subscriptions->buckets[bucket], &filter,
                    &list);
    pthread_mutex_unlock(&subscriptions->lock);
    end_all(list, PLAY_WAIT_NEWS);
}

uint32_t subscriptions_woken(struct subscriptions *subscriptions,
                             const struct play_id *match)
{
    return atomic_load(&subscriptions->woken[bucket_of(match)]);
}

void subscriptions_wake_account(struct subscriptions *subscriptions,
                                uint16_t tag)
{
    const struct filter filter = {.by = BY_ACCOUNT, .tag = tag};
    struct play_subscription *list = NULL;

    pthread_mutex_lock(&subscriptions->lock);
    subscriptions->heard[tag % BUCKETS]++;
    remove_matching(subscriptions, &subscriptions->accounts[tag % BUCKETS],
                    &filter, &list);
    pthread_mutex_unlock(&subscriptions->lock);
    end_all(list, PLAY_WAIT_NEWS);
}

uint32_t subscriptions_heard(struct subscriptions *subscriptions, uint16_t tag)
{
    uint32_t n;

    pthread_mutex_lock(&subscriptions->lock);
    n = subscriptions->heard[tag % BUCKETS];
    pthread_mutex_unlock(&subscriptions->lock);
    return n;
}

void subscriptions_wake_all(struct subscriptions *subscriptions)
{
    struct play_subscription *list;

    pthread_mutex_lock(&subscriptions->lock);
    for (size_t i = 0; i < BUCKETS; i++) {
        subscriptions->heard[i]++;
        atomic_fetch_add(&subscriptions->woken[i], 1);
    }
    list = remove_expired(subscriptions, INT64_MAX);
    pthread_mutex_unlock(&subscriptions->lock);
    end_all(list, PLAY_WAIT_NEWS);
}

/* ---- deadlines ---- */

/* One round of the thread. */
static uint32_t sweep(void *ctx)
{
    struct subscriptions *subscriptions = ctx;
    const struct play_config *config = &subscriptions->play->config;
    struct play_subscription *list;
    bool is_empty;

    pthread_mutex_lock(&subscriptions->lock);
    list = remove_expired(subscriptions, config->steady_us(config->ctx));
    is_empty = subscriptions->count == 0;
    pthread_mutex_unlock(&subscriptions->lock);
    end_all(list, PLAY_WAIT_TIMEOUT);
    return is_empty ? THREAD_FOREVER : SWEEP_MS;
}

/* Under the lock: shorten the waits of one bucket; the n-th wait of all gets n
 * parts of the time. */
static void hurry(struct play_subscription *waiter, int64_t now_us,
                  int64_t part_us, unsigned *n)
{
    for (; waiter; waiter = waiter->next) {
        int64_t most_us = now_us + part_us * (int64_t)++ * n;

        if (waiter->until_us > most_us)
            waiter->until_us = most_us;
    }
}

void subscriptions_hurry(struct subscriptions *subscriptions,
                         unsigned within_ms)
{
    const struct play_config *config = &subscriptions->play->config;
    int64_t now_us = config->steady_us(config->ctx);
    unsigned n = 0;

    pthread_mutex_lock(&subscriptions->lock);
    if (subscriptions->count > 0) {
        int64_t part_us = within_ms * INT64_C(1000) / subscriptions->count;

        for (size_t i = 0; i < BUCKETS; i++) {
            hurry(subscriptions->buckets[i], now_us, part_us, &n);
            hurry(subscriptions->accounts[i], now_us, part_us, &n);
        }
    }
    pthread_mutex_unlock(&subscriptions->lock);
    thread_kick(subscriptions->thread);
}

/* ---- adding waits ---- */

static int64_t until_us(const struct play *play, unsigned wait_ms)
{
    return play->config.steady_us(play->config.ctx) + wait_ms * INT64_C(1000);
}

/* Under the lock: begin a wait for the match or account of `want`, until its
 * deadline. */
static enum play_err put(struct subscriptions *subscriptions,
                         struct play_subscription **bucket,
                         struct play_subscription *waiter,
                         const struct play_subscription *want)
{
    if (subscriptions->closed)
        return PLAY_UNAVAILABLE;
    waiter->match = want->match;
    waiter->after = want->after;
    waiter->account = want->account;
    waiter->tag = want->tag;
    waiter->until_us = want->until_us;
    waiter->next = *bucket;
    waiter->is_waiting = true;
    *bucket = waiter;
    /* The thread sleeps until there is a wait. */
    if (subscriptions->count++ == 0)
        thread_kick(subscriptions->thread);
    return PLAY_OK;
}

bool subscriptions_have_account(struct subscriptions *subscriptions,
                                const struct play_id *account)
{
    const struct play_subscription *at;

    pthread_mutex_lock(&subscriptions->lock);
    at = subscriptions->accounts[id_tag(account) % BUCKETS];
    while (at && !id_equals(&at->account, account))
        at = at->next;
    pthread_mutex_unlock(&subscriptions->lock);
    return at != NULL;
}

enum play_err subscriptions_add_account(struct subscriptions *subscriptions,
                                        const struct play_id *account,
                                        uint32_t heard, unsigned wait_ms,
                                        struct play_subscription *waiter)
{
    const struct play_subscription want = {
        .account = *account,
        .tag = id_tag(account),
        .until_us = until_us(subscriptions->play, wait_ms),
    };
    const size_t bucket = want.tag % BUCKETS;
    enum play_err err = PLAY_OK;
    bool is_late;

    pthread_mutex_lock(&subscriptions->lock);
    is_late = subscriptions->heard[bucket] != heard;
    if (!is_late || subscriptions->closed)
        err =
            put(subscriptions, &subscriptions->accounts[bucket], waiter, &want);
    pthread_mutex_unlock(&subscriptions->lock);
    if (!err && is_late)
        waiter->done(waiter->ctx, PLAY_WAIT_NEWS);
    return err;
}

enum play_err match_wait(struct play *play, const char *id, uint32_t after,
                         unsigned wait_ms, struct play_subscription *waiter)
{
    struct subscriptions *subscriptions = play->subscriptions;
    struct store_match row;
    enum play_err err = row_read(play, id, 0, &row);

    if (err)
        return err;
    bot_runner_watch(play->bot_runner, &row);
    const struct play_subscription want = {
        .match = row.match.key,
        .after = after,
        .until_us = until_us(play, wait_ms),
    };

    pthread_mutex_lock(&subscriptions->lock);
    err = put(subscriptions, &subscriptions->buckets[bucket_of(&want.match)],
              waiter, &want);
    pthread_mutex_unlock(&subscriptions->lock);
    if (err)
        return err;
    /* Events may have been committed before the wait began.  From here on the
     * caller's id may be freed, because done may have been called. */
    if (!row_read(play, row.match.id, 0, &row))
        subscriptions_wake(subscriptions, &row.match.key, row.match.seq);
    return PLAY_OK;
}

bool match_wait_at_once(struct play *play, const struct match_sight *sight,
                        unsigned wait_ms, struct play_subscription *waiter)
{
    struct subscriptions *subscriptions = play->subscriptions;
    const size_t bucket = bucket_of(&sight->key);
    const struct play_subscription want = {.match = sight->key,
                                           .after = sight->seq,
                                           .until_us = until_us(play, wait_ms)};
    bool waits = false;

    pthread_mutex_lock(&subscriptions->lock);
    if (atomic_load(&subscriptions->woken[bucket]) == sight->woken)
        waits = put(subscriptions, &subscriptions->buckets[bucket], waiter,
                    &want) == PLAY_OK;
    pthread_mutex_unlock(&subscriptions->lock);
    return waits;
}

/* The next round of the thread ends it. */
void wait_end(struct play *play, struct play_subscription *waiter)
{
    struct subscriptions *subscriptions = play->subscriptions;

    pthread_mutex_lock(&subscriptions->lock);
    if (waiter->is_waiting)
        waiter->until_us = INT64_MIN;
    pthread_mutex_unlock(&subscriptions->lock);
}

/* ---- start and stop ---- */

struct subscriptions *subscriptions_new(struct play *play)
{
    struct subscriptions *subscriptions = calloc(1, sizeof *subscriptions);
    const struct thread_config config = {.name = "subscriptions",
                                         .run = sweep,
                                         .ctx = subscriptions,
                                         .first_ms = THREAD_FOREVER};

    if (!subscriptions)
        return NULL;
    subscriptions->play = play;
    pthread_mutex_init(&subscriptions->lock, NULL);
    subscriptions->thread = thread_new(&config);
    if (subscriptions->thread)
        return subscriptions;
    subscriptions_free(subscriptions);
    return NULL;
}

void subscriptions_stop(struct subscriptions *subscriptions)
{
    struct play_subscription *list;

    pthread_mutex_lock(&subscriptions->lock);
    subscriptions->closed = true;
    list = remove_expired(subscriptions, INT64_MAX);
    pthread_mutex_unlock(&subscriptions->lock);
    end_all(list, PLAY_WAIT_DRAINING);
    thread_stop(subscriptions->thread);
}

void subscriptions_free(struct subscriptions *subscriptions)
{
    if (!subscriptions)
        return;
    thread_free(subscriptions->thread);
    pthread_mutex_destroy(&subscriptions->lock);
    free(subscriptions);
}
