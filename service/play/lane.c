/* One thread for what takes long, one thing after the other, and never where
 * connections wait: hashing passwords (half a second and 128 MiB each),
 * taking accounts away, or judging what waited for its match. */
#include "inner.h"

#include <stdlib.h>

enum { QUEUE_MAX = 64 };

struct job {
    void (*work)(void *ctx);
    void *ctx;
};

struct lane {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct job jobs[QUEUE_MAX]; /* a ring */
    unsigned first, count;
    bool closed, joined;
};

static void *lane_run(void *arg)
{
    struct lane *lane = arg;

    pthread_mutex_lock(&lane->lock);
    for (;;) {
        struct job job;

        while (lane->count == 0 && !lane->closed)
            pthread_cond_wait(&lane->more, &lane->lock);
        if (lane->count == 0)
            break;
        job = lane->jobs[lane->first];
        lane->first = (lane->first + 1) % QUEUE_MAX;
        lane->count--;
        pthread_mutex_unlock(&lane->lock);
        job.work(job.ctx);
        pthread_mutex_lock(&lane->lock);
    }
    pthread_mutex_unlock(&lane->lock);
    return NULL;
}

struct lane *lane_new(void)
{
    struct lane *lane = calloc(1, sizeof *lane);

    if (!lane)
        return NULL;
    pthread_mutex_init(&lane->lock, NULL);
    pthread_cond_init(&lane->more, NULL);
    if (pthread_create(&lane->thread, NULL, lane_run, lane)) {
        lane->joined = true;
        lane_free(lane);
        return NULL;
    }
    return lane;
}

bool lane_push(struct lane *lane, void (*work)(void *ctx), void *ctx)
{
    bool taken;

    pthread_mutex_lock(&lane->lock);
    taken = !lane->closed && lane->count < QUEUE_MAX;
    if (taken) {
        lane->jobs[(lane->first + lane->count++) % QUEUE_MAX] =
            (struct job){work, ctx};
        pthread_cond_signal(&lane->more);
    }
    pthread_mutex_unlock(&lane->lock);
    return taken;
}

void lane_stop(struct lane *lane)
{
    pthread_mutex_lock(&lane->lock);
    lane->closed = true;
    pthread_cond_signal(&lane->more);
    pthread_mutex_unlock(&lane->lock);
    if (!lane->joined)
        pthread_join(lane->thread, NULL);
    lane->joined = true;
}

void lane_free(struct lane *lane)
{
    if (!lane)
        return;
    pthread_cond_destroy(&lane->more);
    pthread_mutex_destroy(&lane->lock);
    free(lane);
}
