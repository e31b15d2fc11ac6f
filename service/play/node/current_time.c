/* The current time: the database's time, advanced by the steady clock. */
#include "play/node/current_time.h"

#include "play/play.h"
#include "play/play_struct.h"

#include <stdatomic.h>

int64_t play_now_us(const struct play *play)
{
    const int64_t base_us = atomic_load(&play->time.base_us);

    return base_us == TIME_UNKNOWN
               ? play->config.wall_us(play->config.ctx)
               : play->config.steady_us(play->config.ctx) + base_us;
}

void play_clock(const struct play *play, struct play_clock *out)
{
    *out = (struct play_clock){
        .is_known = play->config.sync_ms == 0 ||
                    atomic_load(&play->time.base_us) != TIME_UNKNOWN,
        .is_skewed = atomic_load(&play->time.is_skewed),
        .skew_us = play->config.wall_us(play->config.ctx) - play_now_us(play),
    };
}

bool current_time_is_sound(const struct play *play)
{
    struct play_clock clock;

    play_clock(play, &clock);
    return clock.is_known && !clock.is_skewed;
}
