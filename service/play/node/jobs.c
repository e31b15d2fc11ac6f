/* What has to be looked after now and then, on one thread of every node: time
 * that is up, results to be settled, players to be brought together.
 *
 * Every chore is safe to be done by several nodes at once, and does little when
 * there is nothing to do.  A chore that knows of work is kicked and done soon;
 * otherwise all are done every config.chore_ms.  While the time is in doubt
 * (time_sync.c) only those are done that do not depend on it. */
#include "play/node/jobs.h"

#include "play/config.h"
#include "play/node/current_time.h"
#include "play/node/steady_cond.h"
#include "play/play_struct.h"

#include <pthread.h>
#include <stdlib.h>

struct jobs {
    struct play *play;
    const struct job *table;
    pthread_t thread;
    bool has_thread;
    pthread_mutex_t lock;
    pthread_cond_t more;
    unsigned kicked; /* bits of enum chore */
    bool closed;
    int64_t round_us; /* when all are to be done again, steady */
};

void jobs_kick(struct jobs *all, enum job_kind job_kind)
{
    pthread_mutex_lock(&all->lock);
    all->kicked |= 1U << job_kind;
    pthread_cond_signal(&all->more);
    pthread_mutex_unlock(&all->lock);
}

/* Which chores are due?  Waits until some are; 0: the end. */
static unsigned wait_for_work(struct jobs *all)
{
    const struct play_config *config = &all->play->config;
    int64_t left_us = 1;
    unsigned due;

    pthread_mutex_lock(&all->lock);
    while (!all->closed && !all->kicked && left_us > 0) {
        left_us = all->round_us - config->steady_us(config->ctx);
        if (config->chore_ms == 0)
            pthread_cond_wait(&all->more, &all->lock);
        else if (left_us > 0)
            steady_cond_wait_ms(&all->more, &all->lock,
                                (unsigned)(left_us / 1000) + 1);
    }
    due = all->kicked;
    all->kicked = 0;
    /* Kicks of some must not starve the others. */
    if (config->chore_ms > 0 &&
        config->steady_us(config->ctx) >= all->round_us) {
        due = ~0U;
        all->round_us =
            config->steady_us(config->ctx) + config->chore_ms * INT64_C(1000);
    }
    if (all->closed)
        due = 0;
    pthread_mutex_unlock(&all->lock);
    return due;
}

static void *run(void *arg)
{
    struct jobs *all = arg;

    for (unsigned due; (due = wait_for_work(all)) != 0;)
        for (unsigned job_kind = 0; job_kind < JOB_COUNT; job_kind++)
            if ((due >> job_kind & 1) != 0 && all->table[job_kind].run &&
                (!all->table[job_kind].needs_time ||
                 current_time_is_sound(all->play)))
                all->table[job_kind].run(all->play);
    return NULL;
}

struct jobs *jobs_new(struct play *play, const struct job table[JOB_COUNT])
{
    struct jobs *all = calloc(1, sizeof *all);

    if (!all)
        return NULL;
    all->play = play;
    all->table = table;
    pthread_mutex_init(&all->lock, NULL);
    steady_cond_init(&all->more);
    return all;
}

bool jobs_start(struct jobs *all)
{
    all->has_thread = pthread_create(&all->thread, NULL, run, all) == 0;
    return all->has_thread;
}

void jobs_stop(struct jobs *all)
{
    pthread_mutex_lock(&all->lock);
    all->closed = true;
    pthread_cond_signal(&all->more);
    pthread_mutex_unlock(&all->lock);
    if (all->has_thread)
        pthread_join(all->thread, NULL);
    all->has_thread = false;
}

void jobs_free(struct jobs *all)
{
    if (!all)
        return;
    pthread_cond_destroy(&all->more);
    pthread_mutex_destroy(&all->lock);
    free(all);
}
