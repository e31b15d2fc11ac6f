/* The grace period, in which no seat leaves because its time is up. */
#ifndef PLAY_GRACE_H
#define PLAY_GRACE_H

#include <stdint.h>

struct play;

/* Begin the first grace period, before the jobs start. */
void grace_begin(struct play *play);
/* Begin a grace period of config.grace_ms now.  From any thread. */
void grace_renew(struct play *play);
/* Return the rest of the grace period; at least some seconds as long as the
 * time is in doubt. */
int64_t grace_left_us(struct play *play);

#endif
