/* The current time: play_now_us and play_clock (play.h), and whether it is
 * reliable. */
#ifndef PLAY_CURRENT_TIME_H
#define PLAY_CURRENT_TIME_H

#include <stdbool.h>

struct play;

/* play->time.base_us before the database's time is known. */
enum { TIME_UNKNOWN = 0 };

/* Return whether the time is known and the node's own clock agrees with it.
 * Otherwise the node does nothing on its own that depends on the time. */
bool current_time_is_sound(const struct play *play);

#endif
