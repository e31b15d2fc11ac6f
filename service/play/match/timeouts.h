/* The job that makes seats leave when their time is up. */
#ifndef PLAY_TIMEOUTS_H
#define PLAY_TIMEOUTS_H

#include <stdint.h>

struct play;

void timeouts_run(struct play *play);
/* Before the chores begin. */
void timeouts_begin(struct play *play);
/* From now on nobody is made to leave for config.grace_ms.  From any thread. */
void timeouts_forgive(struct play *play);
/* How long nobody is made to leave because its time is up: what is left of
 * config.grace_ms after a while in which nobody could play; some seconds at
 * least as long as the time is in doubt. */
int64_t timeouts_patience_us(struct play *play);

#endif
