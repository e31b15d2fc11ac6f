/* Shares the use of rate limits between nodes. */
#include "api/http/limits/rate_sync.h"

#include "base/clock.h"
#include "base/thread.h"

#include <stdlib.h>

struct rate_sync {
    struct rate_limits *limits; /* borrowed, like the next three */
    struct payer_secret *secret;
    struct client_usage *usage;
    struct play *play;
    struct thread *thread;
};

static void hear(void *ctx, const struct rate_usage *one)
{
    const struct rate_sync *rate_sync = ctx;

    rate_limit_hear(rate_sync->limits, one, clock_steady_ns());
}

static void learn_secret(struct rate_sync *rate_sync)
{
    uint8_t secret[RATE_USAGE_SECRET_SIZE];

    if (rate_usage_secret(rate_sync->play, secret) != PLAY_OK)
        return;
    payer_secret_share(rate_sync->secret, secret);
    rate_limit_share(rate_sync->limits);
}

/* Use that cannot be sent now is dropped: it would arrive too late. */
static void tell(struct rate_sync *rate_sync)
{
    struct rate_usage list[RATE_USAGE_MAX];
    size_t count = rate_limit_collect(rate_sync->limits, list, RATE_USAGE_MAX);

    if (count > 0)
        (void)rate_usage_send(rate_sync->play, list, count);
}

static uint32_t run(void *ctx)
{
    struct rate_sync *rate_sync = ctx;

    if (!rate_limit_are_shared(rate_sync->limits))
        learn_secret(rate_sync);
    tell(rate_sync);
    client_usage_tell(rate_sync->usage, clock_steady_us());
    return RATE_SYNC_MS;
}

struct rate_sync *rate_sync_new(struct rate_limits *limits,
                                struct payer_secret *secret,
                                struct client_usage *usage, struct play *play)
{
    struct rate_sync *rate_sync = calloc(1, sizeof *rate_sync);

    if (!rate_sync)
        return NULL;
    rate_sync->limits = limits;
    rate_sync->secret = secret;
    rate_sync->usage = usage;
    rate_sync->play = play;
    learn_secret(rate_sync);
    rate_sync->thread =
        thread_new(&(struct thread_config){.name = "rate-sync",
                                           .run = run,
                                           .ctx = rate_sync,
                                           .first_ms = RATE_SYNC_MS});
    if (!rate_sync->thread) {
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
    thread_free(rate_sync->thread);
    free(rate_sync);
}
