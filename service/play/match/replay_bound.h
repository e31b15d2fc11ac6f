/* How many events a thread may replay (play_limit_replays). */
#ifndef PLAY_REPLAY_BOUND_H
#define PLAY_REPLAY_BOUND_H

#include <stdbool.h>
#include <stdint.h>

/* May this thread replay this number of events?  Otherwise return PLAY_SLOW. */
bool replay_is_allowed(uint32_t events);
/* Has this thread no bound?  Only then may it preview moves of a sandbox. */
bool may_take_long(void);

#endif
