/* The current time: play_now_us and play_clock (play.h), and whether to rely on
 * it. */
#ifndef PLAY_CURRENT_TIME_H
#define PLAY_CURRENT_TIME_H

#include <stdbool.h>

struct play;

/* time.base_us before the first sample: it would be 0 in 1970. */
enum { TIME_UNKNOWN = 0 };

/* Is the time known, and does the node's own clock agree?  As long as it does
 * not, the node does nothing on its own that depends on the time. */
bool current_time_is_sound(const struct play *play);

#endif
