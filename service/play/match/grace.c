/* The grace period.  After a time in which players could not play, no seat
 * leaves because its time is up.  A decision counts until its seat has left. */
#include "play/match/grace.h"

#include "play/node/current_time.h"
#include "play/play_struct.h"

#include <stdatomic.h>

enum { DOUBT_SECONDS = 10 }; /* minimum, while the time is in doubt */

static int64_t grace_us(const struct play *play)
{
    return play->config.grace_ms * INT64_C(1000);
}

void grace_renew(struct play *play)
{
    atomic_store(&play->patient_until_us,
                 play->config.steady_us(play->config.ctx) + grace_us(play));
}

void grace_begin(struct play *play)
{
    play->clocks_seen_us = play->config.steady_us(play->config.ctx);
    grace_renew(play);
}

int64_t grace_left_us(struct play *play)
{
    int64_t left_us = atomic_load(&play->patient_until_us) -
                      play->config.steady_us(play->config.ctx);

    if (!current_time_is_sound(play)) {
        left_us = DOUBT_SECONDS * INT64_C(1000000);
        if (left_us < grace_us(play))
            left_us = grace_us(play);
    }
    return left_us > 0 ? left_us : 0;
}
