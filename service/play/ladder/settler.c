/* The settler: the job that settles finished matches, in the order in which
 * they ended: it computes and stores the new ratings and totals of their
 * players.
 *
 * Only one node settles at a time, because a batch begins with a lock.  A batch
 * is one transaction, so a node that crashes leaves only complete batches. */
#include "play/ladder/settler.h"

#include "play/ladder/cards_played.h"
#include "play/ladder/evidence.h"
#include "play/ladder/settle.h"
#include "play/match/cache.h"
#include "play/match/subscriptions.h"
#include "play/node/id.h"
#include "play/node/jobs.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store.h"
#include "play/store/error.h"

#include <stdatomic.h>
#include <stdlib.h>

enum {
    BATCH = 64,       /* matches of one transaction */
    BATCHES = 2,      /* in one run, before other jobs */
    SEASONS_MAX = 64, /* opened in one run, after a long outage */
};

void ladder_list_free(struct ladder_match *matches, size_t count)
{
    for (size_t i = 0; matches && i < count; i++)
        ladder_match_clear(&matches[i]);
    free(matches);
}

/* ---- seasons ---- */

/* Open the seasons that have begun, so that one is current. */
static enum store_err open_seasons(struct play *play,
                                   struct store_settlement *ladder)
{
    const struct store *store = play->store;
    struct ladder_season *seasons, next;
    enum store_err err;
    size_t count;

    err = store->ladder->list_seasons(ladder, &seasons, &count);
    if (err)
        return err;
    next = count > 0 ? seasons[count - 1] : (struct ladder_season){0};
    for (int i = 0; i < SEASONS_MAX && !err; i++) {
        const struct ladder_season last = next;

        if (!ladder_season_due(last.number > 0 ? &last : NULL,
                               &play->config.ladder, play_now_us(play), &next))
            break;
        err = store->ladder->open_season(ladder, &next);
    }
    free(seasons);
    return err;
}

static enum store_err close_seasons(struct play *play,
                                    struct store_settlement *ladder,
                                    const struct ladder_season *seasons,
                                    size_t count)
{
    int64_t now_us = play_now_us(play);
    enum store_err lapsed = play->store->ladder->lapse(ladder, now_us);

    if (lapsed)
        return lapsed;
    for (size_t i = 0; i + 1 < count; i++) {
        enum store_err err;

        if (seasons[i].closed_us > 0)
            continue;
        if (now_us < seasons[i].ends_us + LADDER_GRACE_US)
            break;
        err = play->store->ladder->close_season(ladder, seasons[i].number,
                                                now_us);
        if (err)
            return err == STORE_STALE ? STORE_OK : err;
    }
    return STORE_OK;
}

/* ---- a batch ---- */

struct batch {
    size_t skip, limit;
    struct ladder_match *matches;
    size_t count;
    struct ladder_season *seasons;
    size_t season_count;
    struct rating_batch ratings;
};

static enum store_err load(struct play *play, struct store_settlement *ladder,
                           struct batch *batch)
{
    const struct store *store = play->store;
    enum store_err err = store->ladder->list_seasons(ladder, &batch->seasons,
                                                     &batch->season_count);

    if (!err)
        err = store->ladder->list_matches(ladder, (int64_t)batch->skip,
                                          batch->limit, &batch->matches,
                                          &batch->count);
    for (size_t i = 0; i < batch->count && !err; i++)
        batch->matches[i].season = ladder_season_of(
            batch->seasons, batch->season_count, batch->matches[i].finished_us);
    if (!err && batch->count > 0)
        err = store->ladder->read_ratings(ladder, batch->matches, batch->count,
                                          &batch->ratings);
    for (size_t i = 0; i < batch->count && !err; i++) {
        err = ladder_judge(play->store, ladder, &batch->matches[i]);
        if (!err)
            err = ladder_read_cards(play->store, ladder, &batch->matches[i]);
    }
    return err;
}

static bool compute(struct batch *batch, int64_t last)
{
    for (size_t i = 0; i < batch->count; i++) {
        struct ladder_match *match = &batch->matches[i];

        match->number = ++last;
        if (!ladder_step(&batch->ratings, match))
            return false;
    }
    return true;
}

static enum store_err write(const struct store *store,
                            struct store_settlement *ladder,
                            struct batch *batch)
{
    enum store_err err = store->ladder->write_totals(ladder, &batch->ratings);

    if (!err)
        err = store->ladder->write_updates(ladder, &batch->ratings);
    if (!err)
        err =
            store->ladder->write_settled(ladder, batch->matches, batch->count);
    return err;
}

/* Settle matches within the transaction. */
static enum store_err settle(struct play *play, struct store_settlement *ladder,
                             int64_t last, struct batch *batch)
{
    enum store_err err = open_seasons(play, ladder);

    if (!err)
        err = load(play, ladder, batch);
    if (!err && batch->count > 0)
        err = compute(batch, last) ? write(play->store, ladder, batch)
                                   : STORE_UNAVAILABLE;
    if (!err && batch->skip + batch->count < batch->limit)
        err = close_seasons(play, ladder, batch->seasons, batch->season_count);
    return err;
}

/* Notify the cache and the subscriptions of this node of rated matches and
 * their players; the store notifies other nodes. */
static void notify(struct play *play, const struct batch *batch)
{
    for (size_t i = 0; i < batch->count; i++) {
        const struct ladder_match *match = &batch->matches[i];

        if (!match->rated)
            continue;
        cache_hint(play->cache, &match->match);
        for (int seat = 0; seat < match->seats; seat++)
            if (match->seat[seat].has_account)
                subscriptions_wake_account(play->subscriptions,
                                           id_tag(&match->seat[seat].account));
    }
}

/* Settle at most limit matches, skipping the first `skip`.  *first is the
 * first of *count.  STORE_CONFLICT: another node settles. */
static enum store_err settle_some(struct play *play, size_t skip, size_t limit,
                                  size_t *count, struct play_id *first)
{
    struct batch batch = {.skip = skip, .limit = limit};
    struct store_settlement *ladder;
    enum store_err err;
    int64_t last;

    *count = 0;
    err = play->store->ladder->begin(play->store, false, &ladder, &last);
    if (err)
        return err;
    rating_batch_init(&batch.ratings);
    err = settle(play, ladder, last, &batch);
    /* A duplicate row is also a fault of the match. */
    if (err == STORE_CONFLICT)
        err = STORE_REFUSED;
    if (err)
        play->store->ladder->end(ladder, false);
    else
        err = play->store->ladder->end(ladder, true);
    if (!err) {
        atomic_fetch_add(&play->counts.settled, batch.count);
        notify(play, &batch);
    }
    *count = batch.count;
    if (batch.count > 0)
        *first = batch.matches[0].match;
    ladder_list_free(batch.matches, batch.count);
    rating_batch_clear(&batch.ratings);
    free(batch.seasons);
    return err;
}

/* Settle the first match alone, because the database refused a batch.  If it
 * refuses the first match but accepts the second, put the first one into
 * quarantine, because it would block all others.  If it refuses both, the cause
 * is not in a match, and nothing changes. */
static enum store_err settle_one(struct play *play)
{
    struct play_id first, other;
    size_t count, others;
    enum store_err err = settle_some(play, 0, 1, &count, &first);

    if (err != STORE_REFUSED || count == 0)
        return err;
    err = settle_some(play, 1, 1, &others, &other);
    if (err || others == 0)
        return err ? err : STORE_REFUSED;
    err = play->store->ladder->quarantine(play->store, &first);
    if (!err)
        atomic_fetch_add(&play->counts.put_aside, 1);
    return err;
}

void settler_run(struct play *play)
{
    struct play_id first;
    size_t count = BATCH;

    for (int i = 0; i < BATCHES && count == BATCH; i++) {
        enum store_err err = settle_some(play, 0, BATCH, &count, &first);

        if (err == STORE_REFUSED) {
            err = settle_one(play);
            count = BATCH; /* there may be more */
        }
        if (err || atomic_load(&play->draining))
            return;
    }
    /* There is more: continue after the other jobs. */
    if (count == BATCH)
        jobs_kick(play->jobs, JOB_LADDER);
}
