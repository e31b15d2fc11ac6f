/* How many events a thread may replay (play_limit_replays). */
#ifndef PLAY_REPLAY_BOUND_H
#define PLAY_REPLAY_BOUND_H

#include <stdbool.h>
#include <stdint.h>

/* May this thread replay this number of events?  If not: PLAY_SLOW. */
bool replay_is_allowed(uint32_t events);
/* Has it no bound?  In a sandbox a preview may take long. */
bool may_take_long(void);

#endif
