/* Expiry: ends matches in which nothing has happened for a long time, so that
 * they do not fill lists or count towards limits forever.
 *
 * Every node goes through the unfinished matches, oldest first, a few at a
 * time.  For an idle match it submits an abort, which is checked again like
 * any other action: the match ends only once, and a move that was made
 * meanwhile keeps it. */
#include "play/match/expiry.h"

#include "play/config.h"
#include "play/match/match.h"
#include "play/match/service_commands.h"
#include "play/match/writer.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/matches.h"

#include <stdatomic.h>

enum {
    ROWS_MAX = 256,  /* checked in one run */
    QUEUED_MANY = 8, /* commands in the writer's queue: skip this run */
};

static const int64_t minute_us = INT64_C(60) * 1000000;
static const int64_t day_us = INT64_C(24) * 3600 * 1000000;

/* Return the time before which the last event must have happened; 0: such
 * matches never expire. */
static int64_t since_us(int64_t now_us, int64_t unit_us, unsigned units)
{
    return units > 0 ? now_us - units * unit_us : 0;
}

static void end_idle(struct play *play, const struct store_idle *idle,
                     size_t count)
{
    for (size_t i = 0; i < count; i++)
        abort_submit(play, &idle[i].match, ABORT_EXPIRED, idle[i].since_us,
                     NULL, NULL);
}

/* Take one step through the matches of one kind.  true: there may be more to
 * end. */
static bool step(struct play *play, enum idle_kind kind, int64_t now_us)
{
    const struct expiry_policy *policy = &play->config.expiry;
    const struct store_idle_query query = {
        .kind = kind,
        .open_us = since_us(now_us, day_us, policy->open_days),
        .sandbox_us = since_us(now_us, day_us, policy->sandbox_days),
        .idle_us = since_us(now_us, day_us, policy->idle_days),
        .bots_us = since_us(now_us, minute_us, policy->bots_minutes),
        .after = &play->expiry_places[kind],
        .limit = ROWS_MAX,
    };
    struct store_idle idle[ROWS_MAX];
    size_t count = 0;

    if (play->store->matches->list_idle(play->store, &query, idle, &count))
        return false;
    end_idle(play, idle, count);
    return count == ROWS_MAX;
}

void expiry_run(struct play *play)
{
    const int64_t steady_us = play->config.steady_us(play->config.ctx);
    bool has_more = false;

    if (play->config.expiry.every_ms == 0 || steady_us < play->expiry_next_us ||
        atomic_load(&play->draining) ||
        writer_queued(play->writer) >= QUEUED_MANY)
        return;
    for (int kind = 0; kind < IDLE_KINDS; kind++)
        has_more =
            step(play, (enum idle_kind)kind, play_now_us(play)) || has_more;
    /* End the matches that were found before searching for more. */
    if (!has_more)
        play->expiry_next_us =
            steady_us + play->config.expiry.every_ms * INT64_C(1000);
}
