/* Time synchronisation: the current time is the database's, which is the same
 * for all nodes.
 *
 * Nodes compare times that other nodes have written with the current time:
 * deadlines, locks, tokens, seasons.  If each used its own clock, a single
 * wrong clock would make players lose.  So a node queries the database's time
 * periodically, and adds the time that its steady clock has counted since.
 *
 * Logs and TLS use the node's wall clock.  When it differs from the database's
 * clock, one of the two is wrong, and the node cannot know which.  It still
 * serves requests by the database's time, as every node does; but it is not
 * ready, and does nothing by itself that could not be reversed. */
#include "play/node/time_sync.h"

#include "play/match/grace.h"
#include "play/node/current_time.h"
#include "play/node/jobs.h"
#include "play/play.h"
#include "play/play_struct.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    ASKS_MAX = 3,          /* queries for a sample; the best one counts */
    GOOD_US = 5000,        /* an error so small that one query is enough */
    ERROR_MAX_US = 500000, /* a larger one: only the first sample is used */
    SKEW_US = 2000000,     /* a wall clock is skewed beyond this difference, */
    FINE_US = 1500000,     /* until the difference is less than this again */
    JUMP_US = 2000000,     /* a larger step: the database's clock was set */
    AGAIN_MS = 1000,       /* between additional samples */
    WORDS_SIZE = 160,
};

static int64_t steady_us(const struct play *play)
{
    return play->config.steady_us(play->config.ctx);
}

static int64_t wall_us(const struct play *play)
{
    return play->config.wall_us(play->config.ctx);
}

/* ---- querying the database ---- */

/* The database's time minus steady time, with an error of at most
 * `error_us`. */
struct sample {
    int64_t base_us, error_us;
};

/* The database read its clock at some moment between our query and its
 * response. */
static bool ask(struct play *play, struct sample *out)
{
    const int64_t asked_us = steady_us(play);
    int64_t now_us;

    if (play->store->health->now(play->store, &now_us))
        return false;
    out->error_us = (steady_us(play) - asked_us) / 2 + 1;
    out->base_us = now_us - (asked_us + out->error_us);
    return true;
}

/* Return the best sample of several queries; its error is INT64_MAX if all
 * failed. */
static struct sample ask_some(struct play *play)
{
    struct sample best = {.error_us = INT64_MAX}, one;

    for (int i = 0; i < ASKS_MAX && best.error_us > GOOD_US; i++) {
        if (!ask(play, &one))
            break;
        if (one.error_us < best.error_us)
            best = one;
    }
    return best;
}

/* ---- setting the time ---- */

/* "3.000 s ahead of", "0.200 s behind". */
static void write_difference(int64_t us, char *out, size_t size)
{
    snprintf(out, size, "%.3f s %s", (double)llabs(us) / 1e6,
             us < 0 ? "behind" : "ahead of");
}

static void say(const struct play *play, const char *text)
{
    if (play->config.log)
        play->config.log(play->config.log_ctx, text);
}

/* The database's clock was set, or this is another server.  Players who are
 * late because of that get a grace period. */
static void grant_grace(struct play *play, int64_t step_us)
{
    char difference[64], text[WORDS_SIZE];

    grace_renew(play);
    write_difference(step_us, difference, sizeof difference);
    snprintf(text, sizeof text,
             "the database clock was changed: it is now %s its former time",
             difference);
    say(play, text);
}

/* Use a sample, but change the time only as far as the sample requires: a slow
 * response does not make time jump back and forth. */
static void set(struct play *play, const struct sample *sample)
{
    const int64_t was_us = atomic_load(&play->time.base_us);
    int64_t base_us = was_us;

    if (was_us == TIME_UNKNOWN ||
        llabs(sample->base_us - was_us) > sample->error_us + JUMP_US)
        base_us = sample->base_us;
    else if (base_us < sample->base_us - sample->error_us)
        base_us = sample->base_us - sample->error_us;
    else if (base_us > sample->base_us + sample->error_us)
        base_us = sample->base_us + sample->error_us;
    if (was_us != TIME_UNKNOWN && llabs(base_us - was_us) > JUMP_US)
        grant_grace(play, base_us - was_us);
    atomic_store(&play->time.base_us, base_us);
}

/* ---- comparing the wall clock ---- */

static bool looks_skewed(const struct play *play)
{
    const int64_t skew_us = wall_us(play) - play_now_us(play);

    return llabs(skew_us) >
           (atomic_load(&play->time.is_skewed) ? FINE_US : SKEW_US);
}

static void compare(struct play *play)
{
    const bool is_skewed = looks_skewed(play);
    char difference[64], text[WORDS_SIZE];

    if (is_skewed == atomic_load(&play->time.is_skewed))
        return;
    atomic_store(&play->time.is_skewed, is_skewed);
    write_difference(wall_us(play) - play_now_us(play), difference,
                     sizeof difference);
    snprintf(text, sizeof text,
             "the clock of this node is %s the database clock: %s", difference,
             is_skewed ? "the node is not ready until they agree"
                       : "they agree again");
    say(play, text);
}

/* ---- the job ---- */

/* A change of a clock may be the database's. */
static bool is_due(const struct play *play)
{
    const struct time_sync *time = &play->time;
    const int64_t since_us = steady_us(play) - time->asked_us;
    bool is_urgent = atomic_load(&time->base_us) == TIME_UNKNOWN ||
                     atomic_load(&time->is_wanted) ||
                     looks_skewed(play) != atomic_load(&time->is_skewed);

    return time->asked_us == 0 ||
           since_us >= play->config.sync_ms * INT64_C(1000) ||
           (is_urgent && since_us >= AGAIN_MS * INT64_C(1000));
}

void time_sync_run(struct play *play)
{
    struct sample sample;
    bool is_good, is_first;

    if (play->config.sync_ms == 0)
        return;
    if (!is_due(play))
        return;
    play->time.asked_us = steady_us(play);
    atomic_store(&play->time.is_wanted, false);
    sample = ask_some(play);
    is_good = sample.error_us <= ERROR_MAX_US;
    is_first = atomic_load(&play->time.base_us) == TIME_UNKNOWN &&
               sample.error_us < INT64_MAX;
    if (is_good || is_first)
        set(play, &sample);
    if (is_good)
        compare(play);
    else
        atomic_store(&play->time.is_wanted, true);
}

void time_sync_want(struct play *play)
{
    atomic_store(&play->time.is_wanted, true);
    jobs_kick(play->jobs, JOB_TIME);
}
