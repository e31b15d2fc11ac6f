/* The threads that play the built-in bots, one decision at a time; bots submit
 * their moves like players.
 *
 * A decision is a job for one of three thread pools.  Bots that need only
 * microseconds never wait for one that thinks, and a player who waits for a
 * bot never waits for a match in which only bots are left.  Within a pool the
 * time is shared fairly between accounts (base/pool.h).
 *
 * Jobs are made when this node commits a move.  Work that was left undone,
 * because a node ended or another node committed first, is found by a sweep of
 * the database, which claims the matches that it returns.
 *
 * A match that only bots have ever played continues while somebody watches
 * it. */
#include "play/node/bot_runner.h"

#include "base/pool.h"
#include "base/thread.h"
#include "bots/bot.h"
#include "play/accounts/token_cache.h"
#include "play/accounts/token_issue.h"
#include "play/config.h"
#include "play/match/cache.h"
#include "play/match/idempotency_key.h"
#include "play/match/match.h"
#include "play/match/row.h"
#include "play/match/seats.h"
#include "play/matchmaking/challenge.h"
#include "play/matchmaking/queue.h"
#include "play/node/current_time.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/matches.h"
#include "rules/game.h"
#include "rules/random.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The thread pools. */
enum pool_kind {
    QUICK,     /* bots that do not think */
    THINKING,  /* a player waits for a bot that thinks */
    BOTS_ONLY, /* no player is left in the match */
    POOLS,
};

enum {
    WAITING_MAX = 4096, /* jobs of each pool */
    SWEEP_MAX = 64,
    SLOTS = 4096, /* in the tables of matches below */
};

static const struct pool_config pool_configs[POOLS] = {
    [QUICK] = {.name = "bots-quick", .threads = 1, .waiting_max = WAITING_MAX},
    [THINKING] = {.name = "bots-thinking",
                  .threads = 2,
                  .waiting_max = WAITING_MAX,
                  .running_per_key = 1,
                  .niceness = 5},
    [BOTS_ONLY] = {.name = "bots-only",
                   .threads = 1,
                   .waiting_max = WAITING_MAX,
                   .niceness = 10},
};

/* A match with a job.  Another match with the same slot replaces it; then the
 * first may get a second job, which is harmless. */
struct work {
    struct play_id match;
    bool is_there;
    bool has_changed; /* since the job was made */
};

/* A match that somebody watches.  Another one with the same slot replaces it,
 * and the first pauses until it is read again. */
struct watch {
    struct play_id match;
    int64_t until_us, stored_us; /* steady */
};

struct bot_runner {
    struct play *play;
    bot_runner_submit *submit;
    struct pool *pools[POOLS];
    struct thread *thread; /* sweeps; NULL without bot_sweep_ms */
    _Atomic bool closed;
    pthread_mutex_t lock;
    struct work work[SLOTS];
    struct watch watches[SLOTS];
};

static int64_t steady_us(const struct bot_runner *bot_runner)
{
    const struct play_config *config = &bot_runner->play->config;

    return config->steady_us(config->ctx);
}

static uint64_t number_of(const struct play_id *id)
{
    uint64_t number;

    memcpy(&number, id->bytes, sizeof number); /* ids are random */
    return number;
}

/* ---- watched matches ---- */

bool match_is_for_watchers(const struct match *match)
{
    return bot_seats(match) == seats_all(match) && !match->rated;
}

static bool is_watched(struct bot_runner *bot_runner,
                       const struct play_id *match)
{
    const struct watch *watch = &bot_runner->watches[number_of(match) % SLOTS];
    bool is_watched;

    pthread_mutex_lock(&bot_runner->lock);
    is_watched = id_equals(&watch->match, match) &&
                 watch->until_us > steady_us(bot_runner);
    pthread_mutex_unlock(&bot_runner->lock);
    return is_watched;
}

/* Note that somebody watches.  true: it is time to store that, for the nodes
 * that play bots. */
static bool note_watcher(struct bot_runner *bot_runner,
                         const struct play_id *match)
{
    struct watch *watch = &bot_runner->watches[number_of(match) % SLOTS];
    const int64_t now_us = steady_us(bot_runner);
    const int64_t for_us =
        bot_runner->play->config.bot_watch_ms * INT64_C(1000);
    bool is_due;

    pthread_mutex_lock(&bot_runner->lock);
    if (!id_equals(&watch->match, match))
        *watch = (struct watch){.match = *match, .stored_us = now_us - for_us};
    watch->until_us = now_us + for_us;
    is_due = watch->stored_us <= now_us - for_us / 3;
    if (is_due)
        watch->stored_us = now_us;
    pthread_mutex_unlock(&bot_runner->lock);
    return is_due;
}

/* ---- jobs ---- */

/* A decision in a match. */
struct bot_job {
    struct bot_runner *bot_runner;
    struct play_id match;
    enum pool_kind kind;
};

/* Note a new job of the match.  false: the match already has one. */
static bool note_job(struct bot_runner *bot_runner, const struct play_id *match,
                     bool has_changed)
{
    struct work *work = &bot_runner->work[number_of(match) % SLOTS];
    bool is_new;

    pthread_mutex_lock(&bot_runner->lock);
    is_new = !work->is_there || !id_equals(&work->match, match);
    if (is_new)
        *work = (struct work){*match, true, false};
    else if (has_changed)
        work->has_changed = true;
    pthread_mutex_unlock(&bot_runner->lock);
    return is_new;
}

/* Note the end of the job.  true: the match has changed since the job was
 * made. */
static bool forget_job(struct bot_runner *bot_runner,
                       const struct play_id *match)
{
    struct work *work = &bot_runner->work[number_of(match) % SLOTS];
    bool has_changed = false;

    pthread_mutex_lock(&bot_runner->lock);
    if (work->is_there && id_equals(&work->match, match)) {
        has_changed = work->has_changed;
        work->is_there = false;
    }
    pthread_mutex_unlock(&bot_runner->lock);
    return has_changed;
}

/* Return the lowest seat that is to act and is played by a bot of this build;
 * -1: none. */
static int seat_due(const struct store_match *row)
{
    const struct match *match = &row->match;
    const seat_set due = match->to_act & bot_seats(match);

    if (row_is_foreign(row))
        return -1;
    for (int seat = 0; seat < match->settings.seats; seat++)
        if (due >> seat & 1)
            return bot_find(match->seats[seat].bot) ? seat : -1;
    return -1;
}

static enum pool_kind pool_kind_for(const struct store_match *row, int seat)
{
    if (!row_persons(row))
        return BOTS_ONLY;
    return bot_find(row->match.seats[seat].bot)->thinks ? THINKING : QUICK;
}

/* Return the account that is charged for the time: a player in the match, or
 * its creator. */
static uint64_t client_of(const struct store_match *row)
{
    const seat_set here = row_persons(row);

    for (int seat = 0; seat < row->match.settings.seats; seat++)
        if (here >> seat & 1)
            return number_of(&row->match.seats[seat].account);
    return number_of(row->has_creator ? &row->creator : &row->match.key);
}

static void do_job(void *ctx);

/* Make a job if a bot is to act.  has_changed: a bot that is thinking about
 * the match has an older position. */
static void make_job(struct bot_runner *bot_runner,
                     const struct store_match *row, bool has_changed)
{
    const struct play_id *match = &row->match.key;
    const int seat = seat_due(row);
    struct bot_job *job;

    if (seat < 0 || !bot_runner->play->config.bots_play ||
        (match_is_for_watchers(&row->match) &&
         !is_watched(bot_runner, match)) ||
        !note_job(bot_runner, match, has_changed))
        return;
    job = malloc(sizeof *job);
    if (job) {
        *job = (struct bot_job){bot_runner, *match, pool_kind_for(row, seat)};
        const struct pool_job pooled = {
            .key = client_of(row), .run = do_job, .ctx = job};

        if (pool_submit(bot_runner->pools[job->kind], &pooled))
            return;
    }
    /* The sweep finds it. */
    forget_job(bot_runner, match);
    free(job);
}

void bot_runner_kick(struct bot_runner *bot_runner,
                     const struct store_match *row)
{
    make_job(bot_runner, row, true);
}

void bot_runner_watch(struct bot_runner *bot_runner,
                      const struct store_match *row)
{
    struct play *play = bot_runner->play;
    const struct play_id *match = &row->match.key;

    if (row->match.status != MATCH_RUNNING ||
        !match_is_for_watchers(&row->match))
        return;
    const bool is_due = note_watcher(bot_runner, match);

    if (play->config.bots_play)
        make_job(bot_runner, row, false);
    else if (is_due) /* another node finds it by its sweep */
        play->store->matches->mark_watched(play->store, match,
                                           play_now_us(play));
}

/* ---- making a decision ---- */

static bool must_stop(void *context)
{
    return atomic_load(&((struct bot_runner *)context)->closed);
}

static uint64_t clock_us(void *context)
{
    return (uint64_t)steady_us(context);
}

/* Return the time for a decision: the more decisions wait, the shorter is
 * each. */
static uint32_t think_ms(struct bot_runner *bot_runner, enum pool_kind kind)
{
    const unsigned full_ms = bot_runner->play->config.bot_think_ms;
    const unsigned waiting = pool_waiting(bot_runner->pools[kind]);
    const unsigned ms = full_ms / (1 + waiting / pool_configs[kind].threads);

    if (ms >= PLAY_BOT_THINK_MIN_MS)
        return ms;
    return full_ms < PLAY_BOT_THINK_MIN_MS ? full_ms : PLAY_BOT_THINK_MIN_MS;
}

static struct move choose(struct bot_runner *bot_runner, const struct bot *bot,
                          const struct store_match *row, int seat,
                          struct random *random, uint32_t ms)
{
    const struct thought thought = {.positions = UINT32_MAX,
                                    .ms = ms,
                                    .stop = must_stop,
                                    .clock = clock_us,
                                    .context = bot_runner};
    const struct game *game = row->match.game;

    return bot->within ? bot->within(game, row->state, seat, random, &thought)
                       : bot->choose(game, row->state, seat, random);
}

/* Choose a move.  false: no randomness. */
static bool decide(const struct bot_job *job, const struct store_match *row,
                   int seat, struct move *out)
{
    struct bot_runner *bot_runner = job->bot_runner;
    struct random random;
    uint8_t key[32];

    if (!play_random(bot_runner->play, key, sizeof key))
        return false;
    random_init(&random, key, 0);
    *out = choose(bot_runner, bot_find(row->match.seats[seat].bot), row, seat,
                  &random, think_ms(bot_runner, job->kind));
    OPENSSL_cleanse(key, sizeof key);
    return true;
}

/* Make the job that the match needs as it is now. */
static void make_next_job(struct bot_runner *bot_runner,
                          const struct play_id *match,
                          bool is_watched_elsewhere)
{
    struct store_match *row = malloc(sizeof *row);
    char text[PLAY_ID_SIZE];

    id_write("m_", match, text);
    if (row && !row_read(bot_runner->play, text, 0, row)) {
        if (is_watched_elsewhere && match_is_for_watchers(&row->match))
            note_watcher(bot_runner, match);
        make_job(bot_runner, row, false);
    }
    if (row)
        OPENSSL_cleanse(row, sizeof *row);
    free(row);
}

/* Play a move; its commit makes the next job of the match. */
static void play_row(const struct bot_job *job, const struct store_match *row)
{
    struct bot_runner *bot_runner = job->bot_runner;
    const int seat = seat_due(row);
    const bool is_ours = seat >= 0 && pool_kind_for(row, seat) == job->kind;
    struct move move;
    const bool has_move = is_ours && decide(job, row, seat, &move);
    /* Before the move is submitted, because its commit may make the next job
     * at once. */
    const bool has_changed = forget_job(bot_runner, &job->match);

    if (seat >= 0 && !is_ours)
        make_job(bot_runner, row, false);
    if (!has_move)
        return;
    bot_runner->submit(bot_runner->play, &row->match, seat, move, row->state);
    if (has_changed) /* the move may have been refused */
        make_next_job(bot_runner, &job->match, false);
}

static void do_job(void *ctx)
{
    struct bot_job *job = ctx;
    struct bot_runner *bot_runner = job->bot_runner;
    struct store_match *row = malloc(sizeof *row);
    char text[PLAY_ID_SIZE];

    id_write("m_", &job->match, text);
    if (row && !atomic_load(&bot_runner->closed) &&
        !row_read(bot_runner->play, text, 0, row))
        play_row(job, row);
    else
        forget_job(bot_runner, &job->match);
    if (row)
        OPENSSL_cleanse(row, sizeof *row);
    free(row);
    free(job);
}

/* ---- the sweep ---- */

/* Find matches in which a bot is to act and that have no job on any node. */
static void find_jobs(struct bot_runner *bot_runner)
{
    struct play *play = bot_runner->play;
    const struct play_config *config = &play->config;
    const int64_t now_us = play_now_us(play);
    const struct store_bots_query query = {
        .now_us = now_us,
        .before_us = now_us - config->bot_sweep_ms * INT64_C(1000),
        .watched_us = now_us - config->bot_watch_ms * INT64_C(1000),
    };
    struct play_id due[SWEEP_MAX];
    size_t count = 0;

    if (play->store->matches->bots_due(play->store, &query, due, SWEEP_MAX,
                                       &count))
        return;
    for (size_t i = 0; i < count; i++)
        make_next_job(bot_runner, &due[i], true);
}

/* One round of the thread.  The first is at once, because the previous node
 * may have been killed. */
static uint32_t sweep(void *ctx)
{
    struct bot_runner *bot_runner = ctx;
    struct play *play = bot_runner->play;

    if (play->config.bots_play && current_time_is_sound(play))
        find_jobs(bot_runner);
    return play->config.bot_sweep_ms;
}

/* ---- start and stop ---- */

struct bot_runner *bot_runner_new(struct play *play, bot_runner_submit *submit)
{
    struct bot_runner *bot_runner = calloc(1, sizeof *bot_runner);
    const struct thread_config config = {
        .name = "bot-sweep", .run = sweep, .ctx = bot_runner};
    bool is_complete = bot_runner != NULL;

    if (!bot_runner)
        return NULL;
    bot_runner->play = play;
    bot_runner->submit = submit;
    pthread_mutex_init(&bot_runner->lock, NULL);
    for (int kind = 0; kind < POOLS && is_complete; kind++) {
        bot_runner->pools[kind] = pool_new(&pool_configs[kind]);
        is_complete = bot_runner->pools[kind] != NULL;
    }
    if (is_complete && play->config.bot_sweep_ms > 0) {
        bot_runner->thread = thread_new(&config);
        is_complete = bot_runner->thread != NULL;
    }
    if (is_complete)
        return bot_runner;
    bot_runner_stop(bot_runner);
    bot_runner_free(bot_runner);
    return NULL;
}

void bot_runner_stop(struct bot_runner *bot_runner)
{
    atomic_store(&bot_runner->closed, true);
    thread_stop(bot_runner->thread);
    for (int kind = 0; kind < POOLS; kind++)
        if (bot_runner->pools[kind])
            pool_stop(bot_runner->pools[kind]);
}

void bot_runner_free(struct bot_runner *bot_runner)
{
    if (!bot_runner)
        return;
    for (int kind = 0; kind < POOLS; kind++)
        pool_free(bot_runner->pools[kind]);
    thread_free(bot_runner->thread);
    pthread_mutex_destroy(&bot_runner->lock);
    free(bot_runner);
}
