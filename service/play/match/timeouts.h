/* The job that makes seats leave when their time is up. */
#ifndef PLAY_TIMEOUTS_H
#define PLAY_TIMEOUTS_H

struct play;

/* The job: submit MATCH_TIMEOUT for matches with a seat whose time is up. */
void timeouts_run(struct play *play);

#endif
