/* Periodic jobs, on one thread of each node. */
#ifndef PLAY_JOBS_H
#define PLAY_JOBS_H

#include <stdbool.h>

struct play;

/* What is looked after now and then. */
enum job_kind {
    JOB_NOTHING,
    JOB_TIME,       /* time_sync.c: asks the database what time it is */
    JOB_CLOCKS,     /* timeouts.c: time that is up */
    JOB_PAIRING,    /* matches for those who wait in the queue */
    JOB_LADDER,     /* settler.c: what finished matches change */
    JOB_CHALLENGES, /* challenge.c: answers of the house, time that is up */
    JOB_ARCHIVE,    /* archiver.c: matches that ended long ago */
    JOB_EXPIRY,     /* expiry.c: matches in which nothing happens */
    JOB_BACKLOG,    /* stats.c: what waits in the database */
    JOB_SNAPSHOTS,  /* snapshot_queue.c: snapshots to be written */
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
/* Begin, once play is whole: chores kick others.  false: there is no thread. */
bool jobs_start(struct jobs *all);
void jobs_stop(struct jobs *all);
void jobs_free(struct jobs *all);
/* There is work: do it soon.  From any thread. */
void jobs_kick(struct jobs *all, enum job_kind job_kind);

#endif
