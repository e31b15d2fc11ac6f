/* The job that pairs queue entries and creates their matches. */
#ifndef PLAY_MATCHMAKER_H
#define PLAY_MATCHMAKER_H

struct play;

/* The job: end queue entries that have expired, pair the others. */
void matchmaker_run(struct play *play);

#endif
