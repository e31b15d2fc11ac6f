/* Tells other nodes what clients took of their rate limits here. */
#include "api/http/rate_sync.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct rate_sync {
    struct rate_limits *limits; /* borrowed, as is */
    struct client_usage *usage;
    struct play *play;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool stopping;
};

static void hear(void *ctx, const struct rate_usage *one)
{
    const struct rate_sync *rate_sync = ctx;

    rate_limit_hear(rate_sync->limits, one, clock_steady_ns());
}

static void learn_secret(struct rate_sync *rate_sync)
{
    uint8_t secret[TAKEN_SECRET_SIZE];

    if (rate_usage_secret(rate_sync->play, secret) == PLAY_OK)
        rate_limit_share(rate_sync->limits, secret);
}

/* What cannot be told now is not told at all: it would come too late. */
static void tell(struct rate_sync *rate_sync)
{
    struct rate_usage list[TAKEN_MAX];
    size_t count = rate_limit_collect(rate_sync->limits, list, TAKEN_MAX);

    if (count > 0)
        (void)rate_usage_send(rate_sync->play, list, count);
}

/* False: it is time to stop. */
static bool pause(struct rate_sync *rate_sync)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += HERALD_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&rate_sync->lock);
    if (!rate_sync->stopping)
        pthread_cond_timedwait(&rate_sync->stop, &rate_sync->lock, &until);
    bool goes_on = !rate_sync->stopping;

    pthread_mutex_unlock(&rate_sync->lock);
    return goes_on;
}

static void *run(void *arg)
{
    struct rate_sync *rate_sync = arg;

    while (pause(rate_sync)) {
        if (!rate_limit_are_shared(rate_sync->limits))
            learn_secret(rate_sync);
        tell(rate_sync);
        client_usage_tell(rate_sync->usage, clock_steady_us());
    }
    return NULL;
}

struct rate_sync *rate_sync_new(struct rate_limits *limits,
                                struct client_usage *usage, struct play *play)
{
    struct rate_sync *rate_sync = calloc(1, sizeof *rate_sync);
    pthread_condattr_t attributes;

    if (!rate_sync)
        return NULL;
    rate_sync->limits = limits;
    rate_sync->usage = usage;
    rate_sync->play = play;
    pthread_mutex_init(&rate_sync->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&rate_sync->stop, &attributes);
    pthread_condattr_destroy(&attributes);
    learn_secret(rate_sync);
    if (pthread_create(&rate_sync->thread, NULL, run, rate_sync) != 0) {
        pthread_cond_destroy(&rate_sync->stop);
        pthread_mutex_destroy(&rate_sync->lock);
        free(rate_sync);
        return NULL;
    }
    rate_usage_subscribe(play, hear, rate_sync);
    return rate_sync;
}

void rate_sync_free(struct rate_sync *rate_sync)
{
    if (!rate_sync)
        return;
    rate_usage_subscribe(rate_sync->play, NULL, NULL);
    pthread_mutex_lock(&rate_sync->lock);
    rate_sync->stopping = true;
    pthread_cond_signal(&rate_sync->stop);
    pthread_mutex_unlock(&rate_sync->lock);
    pthread_join(rate_sync->thread, NULL);
    pthread_cond_destroy(&rate_sync->stop);
    pthread_mutex_destroy(&rate_sync->lock);
    free(rate_sync);
}
