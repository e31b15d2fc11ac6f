/* The bound on the events that a thread may replay (play_limit_replays). */
#ifndef PLAY_REPLAY_BOUND_H
#define PLAY_REPLAY_BOUND_H

#include <stdbool.h>
#include <stdint.h>

/* Return whether this thread may replay this number of events.  If not, the
 * caller returns PLAY_SLOW. */
bool replay_is_allowed(uint32_t events);
/* Return whether this thread has no bound.  Only then may it preview moves of
 * a sandbox. */
bool may_take_long(void);

#endif
