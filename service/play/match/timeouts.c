/* Timeouts: the job that finds seats whose time is up and makes them leave.
 *
 * Each match stores the time of its next check (clock_look).  One node at a
 * time checks a match: it either stores the time of the next check or submits
 * a timeout like any other command.  The command checks the deadlines again,
 * so a decision that was made meanwhile counts, and a late command does
 * nothing. */
#include "play/match/timeouts.h"

#include "play/match/clock.h"
#include "play/match/grace.h"
#include "play/match/match.h"
#include "play/match/row.h"
#include "play/match/service_commands.h"
#include "play/node/jobs.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/matches.h"
#include "rules/game.h"

#include <stdatomic.h>

enum {
    CHECKS_MAX = 64,      /* matches checked at once */
    ROUNDS = 16,          /* before the other jobs run */
    RETRY_SECONDS = 10,   /* a seat's time is up: until the next check the
                             timeout is committed, or this node is gone */
    FOREIGN_SECONDS = 60, /* for a match that this build cannot replay */
    OUTAGE_SECONDS = 10,  /* after this time without a check players could not
                             play either */
};

/* ---- grace periods ---- */

static bool is_in_grace(struct play *play)
{
    int64_t now_us = play->config.steady_us(play->config.ctx);

    if (now_us - play->clocks_seen_us > OUTAGE_SECONDS * INT64_C(1000000))
        grace_renew(play);
    return grace_left_us(play) > 0;
}

/* ---- checking ---- */

struct checking {
    int64_t now_us;
    struct play_id due[CHECKS_MAX];
    size_t due_count;
};

static int64_t check_match(void *ctx, size_t index,
                           const struct store_match *row)
{
    struct checking *checking = ctx;
    const struct match *match = &row->match;
    const struct game *game = game_find(row->game_id);
    const int64_t now_us = checking->now_us;

    if (index == 0)
        checking->due_count = 0;
    if (!clock_due(match, now_us))
        return clock_look(match, now_us);
    if (!game || row_is_foreign_to(row, game))
        return now_us + FOREIGN_SECONDS * INT64_C(1000000);
    checking->due[checking->due_count++] = match->key;
    return now_us + RETRY_SECONDS * INT64_C(1000000);
}

void timeouts_run(struct play *play)
{
    struct checking checking;
    size_t count = CHECKS_MAX;

    if (is_in_grace(play)) {
        play->clocks_seen_us = play->config.steady_us(play->config.ctx);
        return;
    }
    for (int i = 0; i < ROUNDS && count == CHECKS_MAX; i++) {
        checking.now_us = play_now_us(play);
        checking.due_count = 0;
        if (play->store->matches->clocks_due(play->store, checking.now_us,
                                             CHECKS_MAX, check_match, &checking,
                                             &count))
            return;
        for (size_t n = 0; n < checking.due_count; n++)
            timeout_submit(play, &checking.due[n]);
    }
    play->clocks_seen_us = play->config.steady_us(play->config.ctx);
    /* There may be more: check after the other jobs. */
    if (count == CHECKS_MAX)
        jobs_kick(play->jobs, JOB_CLOCKS);
}
