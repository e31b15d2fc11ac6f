/* A thread that calls a function in rounds. */
#include "base/thread.h"

#include "base/clock.h"

#include <pthread.h>
#include <stdlib.h>

struct thread {
    struct thread_config config;
    pthread_t id;
    pthread_mutex_t lock;
    pthread_cond_t news; /* of the members below */
    bool is_kicked, is_stopping, is_joined;
};

/* Wait until the next round is due.  Return false when the thread shall
 * stop. */
static bool wait_for_round(struct thread *thread, uint32_t wait_ms)
{
    const int64_t until_us = clock_steady_us() + wait_ms * INT64_C(1000);
    bool is_early = wait_ms > 0, goes_on;

    pthread_mutex_lock(&thread->lock);
    while (!thread->is_kicked && !thread->is_stopping && is_early) {
        if (wait_ms == THREAD_FOREVER)
            pthread_cond_wait(&thread->news, &thread->lock);
        else
            is_early = clock_wait_until(&thread->news, &thread->lock, until_us);
    }
    thread->is_kicked = false;
    goes_on = !thread->is_stopping;
    pthread_mutex_unlock(&thread->lock);
    return goes_on;
}

static void *run(void *arg)
{
    struct thread *thread = arg;
    uint32_t wait_ms = thread->config.first_ms;

    while (wait_for_round(thread, wait_ms))
        wait_ms = thread->config.run(thread->config.ctx);
    return NULL;
}

struct thread *thread_new(const struct thread_config *config)
{
    struct thread *thread = calloc(1, sizeof *thread);

    if (!thread)
        return NULL;
    thread->config = *config;
    pthread_mutex_init(&thread->lock, NULL);
    clock_cond_init(&thread->news);
    thread->is_joined = pthread_create(&thread->id, NULL, run, thread) != 0;
    if (thread->is_joined) {
        thread_free(thread);
        return NULL;
    }
    pthread_setname_np(thread->id, config->name);
    return thread;
}

void thread_kick(struct thread *thread)
{
    pthread_mutex_lock(&thread->lock);
    thread->is_kicked = true;
    pthread_cond_signal(&thread->news);
    pthread_mutex_unlock(&thread->lock);
}

bool thread_is_stopping(struct thread *thread)
{
    bool is_stopping;

    pthread_mutex_lock(&thread->lock);
    is_stopping = thread->is_stopping;
    pthread_mutex_unlock(&thread->lock);
    return is_stopping;
}

void thread_stop(struct thread *thread)
{
    if (!thread || thread->is_joined)
        return;
    pthread_mutex_lock(&thread->lock);
    thread->is_stopping = true;
    pthread_cond_signal(&thread->news);
    pthread_mutex_unlock(&thread->lock);
    pthread_join(thread->id, NULL);
    thread->is_joined = true;
}

void thread_free(struct thread *thread)
{
    if (!thread)
        return;
    thread_stop(thread);
    pthread_cond_destroy(&thread->news);
    pthread_mutex_destroy(&thread->lock);
    free(thread);
}
