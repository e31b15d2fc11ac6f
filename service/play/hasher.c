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

struct hasher {
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    struct job jobs[QUEUE_MAX]; /* a ring */
    unsigned first, count;
    bool closed, joined;
};

static void *hash_all(void *arg)
{
    struct hasher *hasher = arg;

    pthread_mutex_lock(&hasher->lock);
    for (;;) {
        struct job job;

        while (hasher->count == 0 && !hasher->closed)
            pthread_cond_wait(&hasher->more, &hasher->lock);
        if (hasher->count == 0)
            break;
        job = hasher->jobs[hasher->first];
        hasher->first = (hasher->first + 1) % QUEUE_MAX;
        hasher->count--;
        pthread_mutex_unlock(&hasher->lock);
        job.work(job.ctx);
        pthread_mutex_lock(&hasher->lock);
    }
    pthread_mutex_unlock(&hasher->lock);
    return NULL;
}

struct hasher *hasher_new(void)
{
    struct hasher *hasher = calloc(1, sizeof *hasher);

    if (!hasher)
        return NULL;
    pthread_mutex_init(&hasher->lock, NULL);
    pthread_cond_init(&hasher->more, NULL);
    if (pthread_create(&hasher->thread, NULL, hash_all, hasher)) {
        hasher->joined = true;
        hasher_free(hasher);
        return NULL;
    }
    return hasher;
}

bool hasher_push(struct hasher *hasher, void (*work)(void *ctx), void *ctx)
{
    bool taken;

    pthread_mutex_lock(&hasher->lock);
    taken = !hasher->closed && hasher->count < QUEUE_MAX;
    if (taken) {
        hasher->jobs[(hasher->first + hasher->count++) % QUEUE_MAX] =
            (struct job){work, ctx};
        pthread_cond_signal(&hasher->more);
    }
    pthread_mutex_unlock(&hasher->lock);
    return taken;
}

void hasher_stop(struct hasher *hasher)
{
    pthread_mutex_lock(&hasher->lock);
    hasher->closed = true;
    pthread_cond_signal(&hasher->more);
    pthread_mutex_unlock(&hasher->lock);
    if (!hasher->joined)
        pthread_join(hasher->thread, NULL);
    hasher->joined = true;
}

void hasher_free(struct hasher *hasher)
{
    if (!hasher)
        return;
    pthread_cond_destroy(&hasher->more);
    pthread_mutex_destroy(&hasher->lock);
    free(hasher);
}
