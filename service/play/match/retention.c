/* Retention: deletes matches that ended long ago and count for nothing, so that
 * their bytes can be used again.
 *
 * Every node takes the oldest of them, a few at a time, and pauses when none is
 * left.  Nodes skip what another one is deleting.  A node that has such a match
 * in memory is notified to read it again, and finds that it does not exist. */
#include "play/match/retention.h"

#include "play/config.h"
#include "play/match/cache.h"
#include "play/match/writer.h"
#include "play/node/current_time.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/matches.h"

#include <stdatomic.h>

enum {
    SOME = 50,       /* matches of one transaction */
    WORK_MS = 50,    /* at most, in every round of the jobs */
    PAUSE_S = 60,    /* when no match is left, or after an error */
    QUEUED_MANY = 8, /* commands in the writer's queue: one transaction */
};

static const int64_t day_us = INT64_C(86400) * 1000000;

static int64_t steady_us(const struct play *play)
{
    return play->config.steady_us(play->config.ctx);
}

/* false: none is left. */
static bool delete_some(struct play *play)
{
    const int64_t before_us =
        play_now_us(play) - play->config.delete_days * day_us;
    struct play_id ids[SOME];
    size_t count = 0;

    play->store->matches->delete_ended(play->store, before_us, ids, SOME,
                                       &count);
    for (size_t i = 0; i < count; i++)
        cache_hint(play->cache, &ids[i]);
    atomic_fetch_add(&play->counts.deleted, count);
    return count > 0;
}

static bool may_go_on(struct play *play, int64_t begin_us)
{
    return !atomic_load(&play->draining) &&
           writer_queued(play->writer) < QUEUED_MANY &&
           steady_us(play) - begin_us < WORK_MS * INT64_C(1000);
}

void retention_run(struct play *play)
{
    const int64_t begin_us = steady_us(play);
    bool has_more;

    if (play->config.delete_days == 0 || begin_us < play->retention_next_us ||
        atomic_load(&play->draining))
        return;
    do
        has_more = delete_some(play);
    while (has_more && may_go_on(play, begin_us));
    if (!has_more)
        play->retention_next_us = begin_us + PAUSE_S * INT64_C(1000000);
}
