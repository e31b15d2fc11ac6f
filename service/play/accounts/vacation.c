/* Vacations: how long they may be, and moving deadlines in one match after the
 * other. */
#include "play/accounts/vacation.h"

#include "base/pool.h"
#include "play/accounts/player.h"
#include "play/config.h"
#include "play/error.h"
#include "play/match/action.h"
#include "play/match/match.h"
#include "play/match/service_commands.h"
#include "play/node/errors.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store.h"
#include "play/store/accounts.h"
#include "play/store/error.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static const int64_t day_us = MATCH_DAY_SECONDS * INT64_C(1000000);

/* ---- counting days ---- */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static int64_t earlier(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Return how much of the year that ends at end_us the vacation takes. */
static int64_t taken_us(const struct vacation *vacation, int64_t end_us)
{
    const int64_t begin_us = end_us - VACATION_YEAR_DAYS * day_us;
    const int64_t until_us =
        later(vacation->until_us, vacation->began_us + day_us);

    return later(0, earlier(until_us, end_us) -
                        later(vacation->began_us, begin_us));
}

/* The fullest year is the one that ends with the new vacation: a day more of
 * it removes at most a day of the earlier ones. */
unsigned vacation_days(const struct vacation *taken, size_t count,
                       int64_t began_us)
{
    for (unsigned days = VACATION_DAYS; days > 0; days--) {
        int64_t sum_us = days * day_us;

        for (size_t i = 0; i < count; i++)
            sum_us += taken_us(&taken[i], began_us + days * day_us);
        if (sum_us <= VACATION_DAYS * day_us)
            return days;
    }
    return 0;
}

/* ---- reading ---- */

/* The stored vacations, newest first; and the current one, or NULL. */
struct ledger {
    struct vacation kept[VACATIONS_MAX];
    size_t count;
    const struct vacation *on;
    int64_t now_us;
};

static enum play_err ledger_read(struct play *play,
                                 const struct play_id *account,
                                 struct ledger *out)
{
    enum store_err err = play->store->vacations->list(
        play->store, account, out->kept, VACATIONS_MAX, &out->count);

    out->now_us = play_now_us(play);
    out->on = !err && out->count > 0 && out->kept[0].until_us > out->now_us
                  ? &out->kept[0]
                  : NULL;
    return play_err_of(err);
}

static unsigned length_days(const struct vacation *vacation)
{
    return (unsigned)((vacation->until_us - vacation->began_us) / day_us);
}

/* Return how long the current vacation may be, or one that begins now. */
static unsigned most_days(const struct ledger *ledger)
{
    if (ledger->on)
        return vacation_days(ledger->kept + 1, ledger->count - 1,
                             ledger->on->began_us);
    return vacation_days(ledger->kept, ledger->count, ledger->now_us);
}

static void report_ledger(const struct ledger *ledger, struct vacations *out)
{
    unsigned most = most_days(ledger);
    unsigned used = ledger->on ? length_days(ledger->on) : 0;

    *out = (struct vacations){.days_left = most > used ? most - used : 0};
    if (ledger->on)
        out->now = *ledger->on;
}

enum play_err vacation_read(struct play *play, const struct player *player,
                            struct vacations *out)
{
    struct ledger ledger;
    enum play_err err = ledger_read(play, &player->key, &ledger);

    if (!err)
        report_ledger(&ledger, out);
    return err;
}

enum play_err vacation_list(struct play *play, const struct player *player,
                            struct vacation out[VACATIONS_MAX], size_t *count)
{
    return play_err_of(play->store->vacations->list(play->store, &player->key,
                                                    out, VACATIONS_MAX, count));
}

/* ---- beginning and ending a vacation ---- */

struct vacation_request {
    struct play *play;
    struct player player;
    unsigned days; /* 0: end the vacation */
    void (*done)(void *ctx, enum play_err err, const struct vacations *out);
    void *ctx;
    struct vacations out;
    /* For waiting for one command at a time. */
    pthread_mutex_t lock;
    pthread_cond_t is_done_cond;
    bool is_done;
    enum play_err err;
};

/* Compute the vacation as requested.  PLAY_OK with *after unchanged: it is
 * already so. */
static enum play_err decide(const struct ledger *ledger, unsigned days,
                            struct vacation *after)
{
    const struct vacation *on = ledger->on;

    *after = on ? *on : (struct vacation){.began_us = ledger->now_us};
    if (days == 0) {
        if (on)
            after->until_us = later(ledger->now_us, on->began_us);
        return PLAY_OK;
    }
    if (on && days < length_days(on))
        return PLAY_ON_VACATION;
    if (days > most_days(ledger) && !(on && days == length_days(on)))
        return PLAY_NO_VACATION;
    after->until_us = after->began_us + days * day_us;
    return PLAY_OK;
}

/* Store it, even if other requests of the account write at the same time. */
static enum play_err store_vacation(struct vacation_request *vacation_request,
                                    struct vacation *after)
{
    enum { TRIES = 5 };
    struct play *play = vacation_request->play;
    const struct play_id *account = &vacation_request->player.key;
    struct ledger ledger;
    enum store_err stored = STORE_STALE;

    for (int i = 0; i < TRIES && stored == STORE_STALE; i++) {
        enum play_err err = ledger_read(play, account, &ledger);

        if (!err) {
            report_ledger(&ledger, &vacation_request->out);
            err = decide(&ledger, vacation_request->days, after);
        }
        if (err)
            return err;
        stored = STORE_OK;
        if (after->until_us != (ledger.on ? ledger.on->until_us : 0))
            stored = play->store->vacations->write(
                play->store, account, ledger.count > 0 ? ledger.kept : NULL,
                after);
    }
    if (stored == STORE_NOT_FOUND)
        return PLAY_BAD_TOKEN;
    return stored == STORE_STALE ? PLAY_UNAVAILABLE : play_err_of(stored);
}

static void moved(void *ctx, const struct match_response *response)
{
    struct vacation_request *vacation_request = ctx;

    pthread_mutex_lock(&vacation_request->lock);
    vacation_request->err = response->err;
    vacation_request->is_done = true;
    pthread_cond_signal(&vacation_request->is_done_cond);
    pthread_mutex_unlock(&vacation_request->lock);
}

/* A refusal is ignored, because the match ended meanwhile, or the account left
 * it; a failure is not. */
static enum play_err move_deadline(struct vacation_request *vacation_request,
                                   const struct store_held_seat *hold,
                                   int64_t until_us)
{
    vacation_request->is_done = false;
    vacation_submit(vacation_request->play, &vacation_request->player, hold,
                    until_us, moved, vacation_request);
    pthread_mutex_lock(&vacation_request->lock);
    while (!vacation_request->is_done)
        pthread_cond_wait(&vacation_request->is_done_cond,
                          &vacation_request->lock);
    pthread_mutex_unlock(&vacation_request->lock);
    return vacation_request->err == PLAY_UNAVAILABLE ? PLAY_UNAVAILABLE
                                                     : PLAY_OK;
}

/* Update every match to the stored vacation. */
static enum play_err move_deadlines(struct vacation_request *vacation_request,
                                    int64_t until_us)
{
    enum { AT_ONCE = 64, AT_MOST_S = 20 };
    const struct play_config *config = &vacation_request->play->config;
    const int64_t end_us =
        config->steady_us(config->ctx) + AT_MOST_S * INT64_C(1000000);
    struct store *store = vacation_request->play->store;
    struct store_held_seat holds[AT_ONCE], last;
    size_t count = AT_ONCE;
    bool is_first = true;
    enum play_err err = PLAY_OK;

    while (!err && count == AT_ONCE) {
        err = play_err_of(store->vacations->list_seats(
            store, &vacation_request->player.key, until_us,
            vacation_request->days == 0, is_first ? NULL : &last, holds,
            AT_ONCE, &count));
        for (size_t i = 0; i < count && !err; i++)
            err = config->steady_us(config->ctx) >= end_us
                      ? PLAY_UNAVAILABLE
                      : move_deadline(vacation_request, &holds[i], until_us);
        if (count > 0)
            last = holds[count - 1];
        is_first = false;
    }
    return err;
}

static enum play_err update_vacation(struct vacation_request *vacation_request)
{
    struct vacation after = {.until_us = 0};
    enum play_err err = store_vacation(vacation_request, &after);
    int64_t until_us = after.until_us;

    /* A vacation that ended by itself needs no update; one that was ended
     * early may not have reached all matches: update them from now on. */
    if (!err && until_us == 0)
        until_us = play_now_us(vacation_request->play);
    if (!err)
        err = move_deadlines(vacation_request, until_us);
    if (!err)
        err = vacation_read(vacation_request->play, &vacation_request->player,
                            &vacation_request->out);
    return err;
}

static void vacation_request_free(struct vacation_request *vacation_request)
{
    pthread_cond_destroy(&vacation_request->is_done_cond);
    pthread_mutex_destroy(&vacation_request->lock);
    free(vacation_request);
}

static void travel_work(void *ctx)
{
    struct vacation_request *vacation_request = ctx;
    enum play_err err = update_vacation(vacation_request);

    vacation_request->done(vacation_request->ctx, err, &vacation_request->out);
    vacation_request_free(vacation_request);
}

void vacation_begin(struct play *play, const struct player *player,
                    unsigned days,
                    void (*done)(void *ctx, enum play_err err,
                                 const struct vacations *out),
                    void *ctx)
{
    const struct vacations none = {.days_left = 0};
    struct vacation_request *vacation_request =
        calloc(1, sizeof *vacation_request);

    if (!vacation_request) {
        done(ctx, PLAY_UNAVAILABLE, &none);
        return;
    }
    vacation_request->play = play;
    vacation_request->player = *player;
    vacation_request->days = days;
    vacation_request->done = done;
    vacation_request->ctx = ctx;
    pthread_mutex_init(&vacation_request->lock, NULL);
    pthread_cond_init(&vacation_request->is_done_cond, NULL);
    if (atomic_load(&play->draining) ||
        !pool_submit(play->account_pool,
                     &(struct pool_job){.key = id_pool_key(&player->key),
                                        .run = travel_work,
                                        .ctx = vacation_request})) {
        vacation_request_free(vacation_request);
        done(ctx, PLAY_UNAVAILABLE, &none);
    }
}

void vacation_end(struct play *play, const struct player *player,
                  void (*done)(void *ctx, enum play_err err,
                               const struct vacations *out),
                  void *ctx)
{
    vacation_begin(play, player, 0, done, ctx);
}
