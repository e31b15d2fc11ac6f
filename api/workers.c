/* A few threads for work that may wait. */
#include "api/workers.h"

#include <pthread.h>
#include <stdlib.h>

struct job {
    void (*work)(void *ctx);
    void *ctx;
};

struct workers {
    pthread_mutex_t lock;
    pthread_cond_t news;
    bool stopping;
    unsigned threads;
    pthread_t *thread;
    size_t first, count, max; /* of the ring of jobs */
    struct job jobs[];
};

static void *work_loop(void *arg)
{
    struct workers *workers = arg;

    pthread_mutex_lock(&workers->lock);
    for (;;) {
        while (workers->count == 0 && !workers->stopping)
            pthread_cond_wait(&workers->news, &workers->lock);
        if (workers->count == 0)
            break;
        struct job job = workers->jobs[workers->first];

        workers->first = (workers->first + 1) % workers->max;
        workers->count--;
        pthread_mutex_unlock(&workers->lock);
        job.work(job.ctx);
        pthread_mutex_lock(&workers->lock);
    }
    pthread_mutex_unlock(&workers->lock);
    return NULL;
}

size_t workers_waiting(struct workers *workers)
{
    size_t count;

    pthread_mutex_lock(&workers->lock);
    count = workers->count;
    pthread_mutex_unlock(&workers->lock);
    return count;
}

struct workers *workers_new(unsigned threads, size_t queue_max)
{
    struct workers *workers =
        calloc(1, sizeof *workers + queue_max * sizeof *workers->jobs);

    if (!workers)
        return NULL;
    workers->max = queue_max;
    workers->thread = calloc(threads, sizeof *workers->thread);
    pthread_mutex_init(&workers->lock, NULL);
    pthread_cond_init(&workers->news, NULL);
    while (workers->thread && workers->threads < threads) {
        if (pthread_create(&workers->thread[workers->threads], NULL, work_loop,
                           workers) != 0)
            break;
        workers->threads++;
    }
    if (!workers->thread || workers->threads < threads) {
        workers_free(workers);
        return NULL;
    }
    return workers;
}

bool workers_submit(struct workers *workers, void (*work)(void *ctx), void *ctx)
{
    bool is_taken = false;

    pthread_mutex_lock(&workers->lock);
    if (workers->count < workers->max && !workers->stopping) {
        size_t last = (workers->first + workers->count) % workers->max;

        workers->jobs[last] = (struct job){work, ctx};
        workers->count++;
        is_taken = true;
        pthread_cond_signal(&workers->news);
    }
    pthread_mutex_unlock(&workers->lock);
    return is_taken;
}

void workers_stop(struct workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    workers->stopping = true;
    pthread_cond_broadcast(&workers->news);
    pthread_mutex_unlock(&workers->lock);
    for (unsigned i = 0; i < workers->threads; i++)
        pthread_join(workers->thread[i], NULL);
    workers->threads = 0;
}

void workers_free(struct workers *workers)
{
    if (!workers)
        return;
    workers_stop(workers);
    pthread_cond_destroy(&workers->news);
    pthread_mutex_destroy(&workers->lock);
    free(workers->thread);
    free(workers);
}
