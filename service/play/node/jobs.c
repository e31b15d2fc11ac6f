/* Periodic jobs.
 *
 * A job whose work has arrived is kicked and runs soon; otherwise all jobs run
 * every config.job_period_ms.  While the time is in doubt (time_sync.h), only
 * jobs that do not need it run. */
#include "play/node/jobs.h"

#include "base/thread.h"
#include "play/config.h"
#include "play/node/current_time.h"
#include "play/play_struct.h"

#include <stdatomic.h>
#include <stdlib.h>

struct jobs {
    struct play *play;
    const struct job *table;
    struct thread *_Atomic thread; /* NULL until jobs_start */
    _Atomic unsigned kicked;       /* a bit for each enum job_kind */
    int64_t round_us;              /* the thread's: when all jobs run, steady */
};

static void kick_thread(struct jobs *all)
{
    struct thread *thread = atomic_load(&all->thread);

    if (thread)
        thread_kick(thread);
}

void jobs_kick(struct jobs *all, enum job_kind job_kind)
{
    atomic_fetch_or(&all->kicked, 1U << job_kind);
    kick_thread(all);
}

/* The jobs that are due, as bits: all of them once in a period, so that kicks
 * of some do not starve the others. */
static unsigned take_due(struct jobs *all)
{
    const struct play_config *config = &all->play->config;
    const int64_t now_us = config->steady_us(config->ctx);
    const unsigned kicked = atomic_exchange(&all->kicked, 0);

    if (config->job_period_ms == 0 || now_us < all->round_us)
        return kicked;
    all->round_us = now_us + config->job_period_ms * INT64_C(1000);
    return ~0U;
}

static bool may_run(const struct jobs *all, const struct job *job)
{
    return job->run && (!job->needs_time || current_time_is_sound(all->play));
}

static uint32_t run_due(void *ctx)
{
    struct jobs *all = ctx;
    const struct play_config *config = &all->play->config;
    const unsigned due = take_due(all);

    for (unsigned kind = 0; kind < JOB_COUNT; kind++)
        if ((due >> kind & 1) != 0 && may_run(all, &all->table[kind]))
            all->table[kind].run(all->play);
    if (config->job_period_ms == 0)
        return THREAD_FOREVER;
    const int64_t left_us = all->round_us - config->steady_us(config->ctx);

    return left_us > 0 ? (uint32_t)(left_us / 1000) + 1 : 0;
}

struct jobs *jobs_new(struct play *play, const struct job table[JOB_COUNT])
{
    struct jobs *all = calloc(1, sizeof *all);

    if (!all)
        return NULL;
    all->play = play;
    all->table = table;
    return all;
}

bool jobs_start(struct jobs *all)
{
    const struct thread_config config = {
        .name = "jobs",
        .run = run_due,
        .ctx = all,
        .first_ms = all->play->config.job_period_ms > 0 ? 0 : THREAD_FOREVER};

    atomic_store(&all->thread, thread_new(&config));
    /* Kicks that arrived before the thread was known. */
    if (atomic_load(&all->kicked))
        kick_thread(all);
    return atomic_load(&all->thread) != NULL;
}

void jobs_stop(struct jobs *all)
{
    thread_stop(atomic_load(&all->thread));
}

void jobs_free(struct jobs *all)
{
    if (!all)
        return;
    thread_free(atomic_load(&all->thread));
    free(all);
}
