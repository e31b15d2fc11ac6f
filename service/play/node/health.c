/* Health: whether this node can serve.  It needs a database that responds and
 * can write, and must know the time. */
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/error.h"

#include <stdatomic.h>

enum { WRITE_MS = 5000, WRITE_AGAIN_MS = 1000 };

static bool write_is_due(const struct play *play, int64_t now_us)
{
    const int64_t tried_us = atomic_load(&play->writes.tried_us);
    const unsigned pause_ms =
        atomic_load(&play->writes.is_failing) ? WRITE_AGAIN_MS : WRITE_MS;

    return tried_us == 0 || now_us - tried_us >= pause_ms * INT64_C(1000);
}

/* Return whether the database responds; note whether it can write. */
static bool try_write(struct play *play, int64_t now_us)
{
    const enum store_err err = play->store->health->try_write(play->store);

    if (err && err != STORE_REFUSED)
        return false;
    atomic_store(&play->writes.tried_us, now_us);
    atomic_store(&play->writes.is_failing, err != STORE_OK);
    if (err)
        atomic_fetch_add(&play->counts.unwritten, 1);
    return true;
}

enum play_health play_check(struct play *play)
{
    const int64_t now_us = play->config.steady_us(play->config.ctx);
    bool is_there;

    if (atomic_load(&play->draining))
        return PLAY_NO_DATABASE;
    is_there = write_is_due(play, now_us)
                   ? try_write(play, now_us)
                   : play->store->health->ping(play->store);
    return is_there ? play_health(play) : PLAY_NO_DATABASE;
}

enum play_health play_health(const struct play *play)
{
    struct play_clock clock;

    play_clock(play, &clock);
    if (atomic_load(&play->writes.is_failing))
        return PLAY_CANNOT_WRITE;
    if (!clock.is_known)
        return PLAY_NO_TIME;
    return clock.is_skewed ? PLAY_SKEWED : PLAY_WELL;
}
