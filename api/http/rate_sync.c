/* Tells other nodes what clients took of their rate limits here. */
#include "api/http/rate_sync.h"

#include "api/json/timestamp.h"

#include <pthread.h>
#include <stdlib.h>
#include <time.h>

struct herald {
    struct limits *limits; /* borrowed, as is */
    struct usage *usage;
    struct play *play;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t stop;
    bool stopping;
};

static void hear(void *ctx, const struct rate_usage *one)
{
    const struct herald *herald = ctx;

    limits_hear(herald->limits, one, when_steady_us() * 1000);
}

static void learn_secret(struct herald *herald)
{
    uint8_t secret[TAKEN_SECRET_SIZE];

    if (rate_usage_secret(herald->play, secret) == PLAY_OK)
        limits_share(herald->limits, secret);
}

/* What cannot be told now is not told at all: it would come too late. */
static void tell(struct herald *herald)
{
    struct rate_usage list[TAKEN_MAX];
    size_t count = limits_collect(herald->limits, list, TAKEN_MAX);

    if (count > 0)
        (void)rate_usage_send(herald->play, list, count);
}

/* False: it is time to stop. */
static bool pause(struct herald *herald)
{
    struct timespec until;

    clock_gettime(CLOCK_MONOTONIC, &until);
    until.tv_nsec += HERALD_MS * 1000000L;
    if (until.tv_nsec >= 1000000000L) {
        until.tv_sec++;
        until.tv_nsec -= 1000000000L;
    }
    pthread_mutex_lock(&herald->lock);
    if (!herald->stopping)
        pthread_cond_timedwait(&herald->stop, &herald->lock, &until);
    bool goes_on = !herald->stopping;

    pthread_mutex_unlock(&herald->lock);
    return goes_on;
}

static void *run(void *arg)
{
    struct herald *herald = arg;

    while (pause(herald)) {
        if (!limits_are_shared(herald->limits))
            learn_secret(herald);
        tell(herald);
        usage_tell(herald->usage, when_steady_us());
    }
    return NULL;
}

struct herald *herald_new(struct limits *limits, struct usage *usage,
                          struct play *play)
{
    struct herald *herald = calloc(1, sizeof *herald);
    pthread_condattr_t attributes;

    if (!herald)
        return NULL;
    herald->limits = limits;
    herald->usage = usage;
    herald->play = play;
    pthread_mutex_init(&herald->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&herald->stop, &attributes);
    pthread_condattr_destroy(&attributes);
    learn_secret(herald);
    if (pthread_create(&herald->thread, NULL, run, herald) != 0) {
        pthread_cond_destroy(&herald->stop);
        pthread_mutex_destroy(&herald->lock);
        free(herald);
        return NULL;
    }
    rate_usage_subscribe(play, hear, herald);
    return herald;
}

void herald_free(struct herald *herald)
{
    if (!herald)
        return;
    rate_usage_subscribe(herald->play, NULL, NULL);
    pthread_mutex_lock(&herald->lock);
    herald->stopping = true;
    pthread_cond_signal(&herald->stop);
    pthread_mutex_unlock(&herald->lock);
    pthread_join(herald->thread, NULL);
    pthread_cond_destroy(&herald->stop);
    pthread_mutex_destroy(&herald->lock);
    free(herald);
}
