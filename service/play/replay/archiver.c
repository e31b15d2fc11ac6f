/* The archiver: packs matches that ended long ago, a few at a time.
 *
 * It goes through them in the order in which they ended, then waits a while
 * before it checks for more.  One node at a time packs a match; all may try.
 * Packing is not urgent, so the archiver pauses when there is play. */
#include "play/replay/archiver.h"

#include "play/match/writer.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/replay/archive.h"
#include "play/store.h"
#include "play/store/archive.h"
#include "play/store/error.h"
#include "play/store/health.h"

#include <stdatomic.h>
#include <time.h>

enum {
    WORK_MS = 50,        /* at most, in every round of the jobs */
    PAUSE_S = 60,        /* when no match is left, or after an error */
    QUEUED_MANY = 8,     /* commands in the writer's queue: skip this run */
    CONFLICT_TRIES = 500 /* of a command, ten milliseconds apart */
};

static const int64_t day_us = INT64_C(86400) * 1000000;

/* ---- the job ---- */

static int64_t steady_us(const struct play *play)
{
    return play->config.steady_us(play->config.ctx);
}

static bool is_busy(struct play *play)
{
    struct store_counts db;

    play->store->health->count(play->store, &db);
    return writer_queued(play->writer) >= QUEUED_MANY ||
           2 * db.pool_busy >= db.pool_max;
}

static enum store_err pack_one(struct play *play)
{
    const int64_t now_us = play_now_us(play);
    const struct store_archiving next = {
        .after = &play->archive_place,
        .before_us = now_us - play->config.archive_days * day_us,
        .now_us = now_us,
    };
    enum store_err err = play->store->archive->pack_next(play->store, &next);

    if (!err)
        atomic_fetch_add(&play->counts.archived, 1);
    return err;
}

void archiver_run(struct play *play)
{
    const int64_t begin_us = steady_us(play);
    enum store_err err = STORE_OK;

    if (play->config.archive_days == 0 || begin_us < play->archive_next_us)
        return;
    while (!err && !is_busy(play) && !atomic_load(&play->draining) &&
           steady_us(play) - begin_us < WORK_MS * INT64_C(1000))
        err = pack_one(play);
    if (err == STORE_NOT_FOUND)
        play->archive_place = (struct store_archive_place){0};
    if (err == STORE_NOT_FOUND || err == STORE_REFUSED)
        play->archive_next_us = begin_us + PAUSE_S * INT64_C(1000000);
}

/* ---- the operator's commands ---- */

/* Count the result of one match.  false: that was the last. */
static bool goes_on(struct archive_run *run, enum store_err err,
                    int64_t finished_us)
{
    if (err && err != STORE_REFUSED)
        return false;
    run->done += !err;
    run->refused += err == STORE_REFUSED;
    return !run->progress || run->progress(run->ctx, run->done, finished_us);
}

/* Refused matches are only counted. */
static enum store_err verdict(enum store_err err)
{
    return err == STORE_NOT_FOUND || err == STORE_REFUSED ? STORE_OK : err;
}

/* Another node may be packing. */
static enum store_err next_in_turn(struct store *store,
                                   const struct store_archiving *next)
{
    const struct timespec pause = {.tv_nsec = 10000000};
    enum store_err err = STORE_CONFLICT;

    for (int i = 0; i < CONFLICT_TRIES && err == STORE_CONFLICT; i++) {
        if (i > 0)
            nanosleep(&pause, NULL);
        err = store->archive->pack_next(store, next);
    }
    return err;
}

enum store_err archive_all(struct archive_run *run)
{
    struct store_archive_place place = {0}, before;
    const struct store_archiving next = {.after = &place,
                                         .before_us = run->before_us,
                                         .now_us = run->now_us,
                                         .at_once = true};
    enum store_err err;

    do {
        before = place;
        err = next_in_turn(run->store, &next);
        /* Not a match is refused, but the request. */
        if (err == STORE_REFUSED && id_equals(&before.match, &place.match))
            return err;
    } while (goes_on(run, err, place.finished_us));
    return verdict(err);
}

enum store_err archive_undo_all(struct archive_run *run)
{
    struct play_id place = {0}, before;
    enum store_err err;

    do {
        before = place;
        err = run->store->archive->unpack_next(run->store, &place);
        if (err == STORE_REFUSED && id_equals(&before, &place))
            return err;
    } while (goes_on(run, err, 0));
    return verdict(err);
}
