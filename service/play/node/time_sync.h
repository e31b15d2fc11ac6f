/* The job that asks the database what time it is. */
#ifndef PLAY_TIME_SYNC_H
#define PLAY_TIME_SYNC_H

#include <stdbool.h>

struct play;

/* The chore: ask the database what time it is when that is due, and compare the
 * node's own clock with it.  Also before there are other threads. */
void time_sync_run(struct play *play);
/* Ask soon: the database may be another server now.  From any thread. */
void time_sync_want(struct play *play);

#endif
