/* Periodic jobs, on one thread of each node. */
#ifndef PLAY_JOBS_H
#define PLAY_JOBS_H

#include <stdbool.h>

struct play;

/* The jobs, in the order in which they run. */
enum job_kind {
    JOB_NOTHING,
    JOB_TIME,       /* time_sync.h: ask the database for the time */
    JOB_CLOCKS,     /* timeouts.h: seats whose time is up */
    JOB_PAIRING,    /* matchmaker.h: pair queue entries */
    JOB_LADDER,     /* settler.h: ratings and statistics */
    JOB_CHALLENGES, /* challenge_job.h: expiry, responses of built-in bots */
    JOB_ARCHIVE,    /* archiver.h: pack old matches */
    JOB_EXPIRY,     /* expiry.h: end matches in which nothing happens */
    JOB_RETENTION,  /* retention.h: delete ended matches that count for nothing
                     */
    JOB_BACKLOG,    /* stats.h: count what waits in the database */
    JOB_SNAPSHOTS,  /* snapshot.h: write snapshots */
    JOB_TOKENS,     /* token_cache.h: store when tokens were last used */
    JOB_COUNT,
};

/* A job.  It may run on several nodes at once, and takes little time when there
 * is nothing to do. */
struct job {
    void (*run)(struct play *play);
    bool needs_time; /* not run while the time is in doubt */
};

/* New: release with jobs_free.  Borrows the table. */
struct jobs *jobs_new(struct play *play, const struct job table[JOB_COUNT]);
/* Start, once all parts of play exist: jobs use them.  false: no thread. */
bool jobs_start(struct jobs *all);
void jobs_stop(struct jobs *all);
void jobs_free(struct jobs *all);
/* Run the job soon.  From any thread. */
void jobs_kick(struct jobs *all, enum job_kind job_kind);

#endif
