/* Bounds on the duration of a call, by thread: threads that serve short
 * requests must not spend their time on a long match or a costly position. */
#include "play/match/replay_bound.h"

#include "play/play.h"

static _Thread_local uint32_t events_max = UINT32_MAX;

void play_limit_replays(uint32_t most)
{
    events_max = most;
}

bool replay_is_allowed(uint32_t events)
{
    return events <= events_max;
}

bool may_take_long(void)
{
    return events_max == UINT32_MAX;
}
