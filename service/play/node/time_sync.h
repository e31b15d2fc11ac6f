/* The job that asks the database for the time. */
#ifndef PLAY_TIME_SYNC_H
#define PLAY_TIME_SYNC_H

struct play;

/* The job: ask the database for the time when that is due, and compare the
 * node's own clock with it.  play_new calls it, too, before there are other
 * threads. */
void time_sync_run(struct play *play);
/* Ask soon, because the database may be another server now.  From any
 * thread. */
void time_sync_want(struct play *play);

#endif
