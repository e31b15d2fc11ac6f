/* Time that is up: the chore that finds it and makes the seats leave.
 *
 * A match says when somebody must look at it (clock_look).  Whoever looks, one
 * node for each match, either writes down when to look next or hands it to the
 * door that everybody uses: there it is judged anew, so a decision that came
 * meanwhile counts, and who is too late finds nothing to do. */
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
    LOOKS_MAX = 64,       /* matches at once */
    ROUNDS = 16,          /* before the other chores have their turn */
    AGAIN_SECONDS = 10,   /* somebody is due: until then it is settled, or this
                             node is gone */
    FOREIGN_SECONDS = 60, /* a match that this build cannot judge */
    OUTAGE_SECONDS = 10,  /* nobody could look for so long, nor play */
};

/* ---- patience ---- */

static bool is_patient(struct play *play)
{
    int64_t now_us = play->config.steady_us(play->config.ctx);

    if (now_us - play->clocks_seen_us > OUTAGE_SECONDS * INT64_C(1000000))
        grace_renew(play);
    return grace_left_us(play) > 0;
}

/* ---- looking ---- */

struct looking {
    int64_t now_us;
    struct play_id due[LOOKS_MAX];
    size_t due_count;
};

static int64_t look(void *ctx, size_t index, const struct store_match *row)
{
    struct looking *looking = ctx;
    const struct match *match = &row->match;
    const struct game *game = game_find(row->game_id);
    const int64_t now_us = looking->now_us;

    if (index == 0)
        looking->due_count = 0;
    if (!clock_due(match, now_us))
        return clock_look(match, now_us);
    if (!game || row_is_foreign_to(row, game))
        return now_us + FOREIGN_SECONDS * INT64_C(1000000);
    looking->due[looking->due_count++] = match->key;
    return now_us + AGAIN_SECONDS * INT64_C(1000000);
}

void timeouts_run(struct play *play)
{
    struct looking looking;
    size_t count = LOOKS_MAX;

    if (is_patient(play)) {
        play->clocks_seen_us = play->config.steady_us(play->config.ctx);
        return;
    }
    for (int i = 0; i < ROUNDS && count == LOOKS_MAX; i++) {
        looking.now_us = play_now_us(play);
        looking.due_count = 0;
        if (play->store->matches->clocks_due(play->store, looking.now_us,
                                             LOOKS_MAX, look, &looking, &count))
            return;
        for (size_t n = 0; n < looking.due_count; n++)
            timeout_submit(play, &looking.due[n]);
    }
    play->clocks_seen_us = play->config.steady_us(play->config.ctx);
    /* There may be more: after the other chores. */
    if (count == LOOKS_MAX)
        jobs_kick(play->jobs, JOB_CLOCKS);
}
