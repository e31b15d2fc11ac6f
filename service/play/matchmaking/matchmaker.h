/* The job that makes matches of queue entries. */
#ifndef PLAY_MATCHMAKER_H
#define PLAY_MATCHMAKER_H

struct play;

/* The chore: look after the tickets of the queue, bring their owners
 * together. */
void matchmaker_run(struct play *play);

#endif
