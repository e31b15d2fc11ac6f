/* The bots of the service: they play the seats that nobody holds, one decision
 * at a time, and hand in their moves as everybody does.
 *
 * A decision is a job for one of three crews of threads.  Bots that need only
 * microseconds never wait for one that thinks, and a player who waits for a bot
 * never waits for a match in which only bots are left.  Within a crew the time
 * is shared fairly between accounts (base/pool.h).
 *
 * Jobs are made when this node commits a move.  What was left undone, because a
 * node ended or was overtaken by another, is found by a sweep of the database,
 * which claims what it takes.
 *
 * A match that only bots have ever played goes on while somebody watches it. */
#include "play/inner.h"

#include "base/pool.h"
#include "bots/bot.h"
#include "play/matchmaking/queue.h"

#include <assert.h>
#include <openssl/crypto.h>
#include <stdlib.h>
#include <string.h>

enum crew {
    QUICK,    /* bots that do not think */
    THINKING, /* a player waits for a bot that thinks */
    ALONE,    /* no player is left in the match */
    CREWS,
};

enum {
    WAITING_MAX = 4096, /* jobs of a crew */
    SWEEP_MAX = 64,
    SLOTS = 4096, /* matches that are remembered */
};

static const struct pool_config crews[CREWS] = {
    [QUICK] = {.threads = 1, .waiting_max = WAITING_MAX},
    [THINKING] = {.threads = 2,
                  .waiting_max = WAITING_MAX,
                  .running_per_key = 1,
                  .niceness = 5},
    [ALONE] = {.threads = 1, .waiting_max = WAITING_MAX, .niceness = 10},
};

static const int64_t purge_every_us = INT64_C(600) * 1000000;
static const int64_t failure_rest_us = INT64_C(24) * 3600 * 1000000;
/* Tokens that ended are kept for a while, to be found out about. */
static const int64_t token_rest_us = INT64_C(7) * 24 * 3600 * 1000000;
/* So are tickets of the queue. */
static const int64_t ticket_rest_us = QUEUE_SLOW_S * INT64_C(1000000);
static const int64_t challenge_rest_us =
    CHALLENGE_DAYS_KEPT * INT64_C(24) * 3600 * 1000000;

/* A match with a job.  Another match with the same slot takes its place; then
 * the first may be given a second job, which does no harm. */
struct work {
    struct play_id match;
    bool is_there;
    bool has_changed; /* since the job was made */
};

/* A match that somebody watches.  Another one with the same slot takes its
 * place, and the first pauses until it is read again. */
struct watch {
    struct play_id match;
    int64_t until_us, told_us; /* steady */
};

struct robots {
    struct play *play;
    struct pool *pools[CREWS];
    pthread_t thread;
    bool has_thread;
    _Atomic bool closed;
    int64_t purge_us; /* the sweep's: when to purge next, steady */
    pthread_mutex_t lock;
    pthread_cond_t ends; /* the sweep must end */
    struct work work[SLOTS];
    struct watch watches[SLOTS];
};

static int64_t steady_us(const struct robots *robots)
{
    const struct play_config *config = &robots->play->config;

    return config->steady_us(config->ctx);
}

static uint64_t number_of(const struct play_id *id)
{
    uint64_t number;

    memcpy(&number, id->bytes, sizeof number); /* ids are random */
    return number;
}

/* ---- matches that somebody watches ---- */

bool match_is_for_watchers(const struct match *match)
{
    return bot_seats(match) == seats_all(match) && !match->rated;
}

static bool is_watched(struct robots *robots, const struct play_id *match)
{
    const struct watch *watch = &robots->watches[number_of(match) % SLOTS];
    bool is_watched;

    pthread_mutex_lock(&robots->lock);
    is_watched =
        id_equals(&watch->match, match) && watch->until_us > steady_us(robots);
    pthread_mutex_unlock(&robots->lock);
    return is_watched;
}

/* Somebody watches.  true: it is time to tell the nodes that play bots. */
static bool note_watcher(struct robots *robots, const struct play_id *match)
{
    struct watch *watch = &robots->watches[number_of(match) % SLOTS];
    const int64_t now_us = steady_us(robots);
    const int64_t for_us = robots->play->config.bot_watch_ms * INT64_C(1000);
    bool is_due;

    pthread_mutex_lock(&robots->lock);
    if (!id_equals(&watch->match, match))
        *watch = (struct watch){.match = *match, .told_us = now_us - for_us};
    watch->until_us = now_us + for_us;
    is_due = watch->told_us <= now_us - for_us / 3;
    if (is_due)
        watch->told_us = now_us;
    pthread_mutex_unlock(&robots->lock);
    return is_due;
}

/* ---- jobs ---- */

/* A decision in a match. */
struct job {
    struct robots *robots;
    struct play_id match;
    enum crew crew;
};

/* false: the match has a job. */
static bool note_job(struct robots *robots, const struct play_id *match,
                     bool has_changed)
{
    struct work *work = &robots->work[number_of(match) % SLOTS];
    bool is_new;

    pthread_mutex_lock(&robots->lock);
    is_new = !work->is_there || !id_equals(&work->match, match);
    if (is_new)
        *work = (struct work){*match, true, false};
    else if (has_changed)
        work->has_changed = true;
    pthread_mutex_unlock(&robots->lock);
    return is_new;
}

/* The job is done.  true: the match has changed since it was made. */
static bool forget_job(struct robots *robots, const struct play_id *match)
{
    struct work *work = &robots->work[number_of(match) % SLOTS];
    bool has_changed = false;

    pthread_mutex_lock(&robots->lock);
    if (work->is_there && id_equals(&work->match, match)) {
        has_changed = work->has_changed;
        work->is_there = false;
    }
    pthread_mutex_unlock(&robots->lock);
    return has_changed;
}

/* The lowest seat that is to act and is played by a bot of this program; -1:
 * none. */
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

static enum crew crew_for(const struct store_match *row, int seat)
{
    if (!row_persons(row))
        return ALONE;
    return bot_find(row->match.seats[seat].bot)->thinks ? THINKING : QUICK;
}

/* Who is charged for the time: a player in the match, or who set it up. */
static uint64_t client_of(const struct store_match *row)
{
    const seat_set here = row_persons(row);

    for (int seat = 0; seat < row->match.settings.seats; seat++)
        if (here >> seat & 1)
            return number_of(&row->match.seats[seat].account);
    return number_of(row->has_creator ? &row->creator : &row->match.key);
}

static void do_job(void *ctx);

/* has_changed: a bot that is at work on the match knows an older position. */
static void make_job(struct robots *robots, const struct store_match *row,
                     bool has_changed)
{
    const struct play_id *match = &row->match.key;
    const int seat = seat_due(row);
    struct job *job;

    if (seat < 0 || !robots->play->config.bots_play ||
        (match_is_for_watchers(&row->match) && !is_watched(robots, match)) ||
        !note_job(robots, match, has_changed))
        return;
    job = malloc(sizeof *job);
    if (job) {
        *job = (struct job){robots, *match, crew_for(row, seat)};
        const struct pool_job pooled = {
            .key = client_of(row), .run = do_job, .ctx = job};

        if (pool_submit(robots->pools[job->crew], &pooled))
            return;
    }
    /* The sweep finds it. */
    forget_job(robots, match);
    free(job);
}

void robots_kick(struct robots *robots, const struct store_match *row)
{
    make_job(robots, row, true);
}

void robots_watch(struct robots *robots, const struct store_match *row)
{
    struct play *play = robots->play;
    const struct play_id *match = &row->match.key;

    if (row->match.status != MATCH_RUNNING ||
        !match_is_for_watchers(&row->match))
        return;
    const bool is_due = note_watcher(robots, match);

    if (play->config.bots_play)
        make_job(robots, row, false);
    else if (is_due) /* another node finds it by its sweep */
        play->store->match_watched(play->store, match, play_now_us(play));
}

/* ---- one decision ---- */

static bool must_stop(void *context)
{
    return atomic_load(&((struct robots *)context)->closed);
}

static uint64_t clock_us(void *context)
{
    return (uint64_t)steady_us(context);
}

/* The more decisions wait, the shorter is each. */
static uint32_t think_ms(struct robots *robots, enum crew crew)
{
    const unsigned whole_ms = robots->play->config.bot_think_ms;
    const unsigned waiting = pool_waiting(robots->pools[crew]);
    const unsigned ms = whole_ms / (1 + waiting / crews[crew].threads);

    if (ms >= PLAY_BOT_THINK_MIN_MS)
        return ms;
    return whole_ms < PLAY_BOT_THINK_MIN_MS ? whole_ms : PLAY_BOT_THINK_MIN_MS;
}

static struct move choose(struct robots *robots, const struct bot *bot,
                          const struct store_match *row, int seat,
                          struct random *random, uint32_t ms)
{
    const struct thought thought = {.positions = UINT32_MAX,
                                    .ms = ms,
                                    .stop = must_stop,
                                    .clock = clock_us,
                                    .context = robots};
    const struct game *game = row->match.game;

    return bot->within ? bot->within(game, row->state, seat, random, &thought)
                       : bot->choose(game, row->state, seat, random);
}

/* false: there is no randomness. */
static bool decide(const struct job *job, const struct store_match *row,
                   int seat, struct move *out)
{
    struct robots *robots = job->robots;
    struct random random;
    uint8_t key[32];

    if (!play_random(robots->play, key, sizeof key))
        return false;
    random_init(&random, key, 0);
    *out = choose(robots, bot_find(row->match.seats[seat].bot), row, seat,
                  &random, think_ms(robots, job->crew));
    OPENSSL_cleanse(key, sizeof key);
    return true;
}

/* Make the job that the match needs as it is now. */
static void look_again(struct robots *robots, const struct play_id *match,
                       bool is_watched_elsewhere)
{
    struct store_match *row = malloc(sizeof *row);
    char text[PLAY_ID_SIZE];

    id_write("m_", match, text);
    if (row && !row_read(robots->play, text, 0, row)) {
        if (is_watched_elsewhere && match_is_for_watchers(&row->match))
            note_watcher(robots, match);
        make_job(robots, row, false);
    }
    if (row)
        OPENSSL_cleanse(row, sizeof *row);
    free(row);
}

/* Its commit makes the next job of the match. */
static void play_row(const struct job *job, const struct store_match *row)
{
    struct robots *robots = job->robots;
    const int seat = seat_due(row);
    const bool is_ours = seat >= 0 && crew_for(row, seat) == job->crew;
    struct move move;
    const bool has_move = is_ours && decide(job, row, seat, &move);
    /* Before the move is handed in: that may make the next job at once. */
    const bool has_changed = forget_job(robots, &job->match);

    if (seat >= 0 && !is_ours)
        make_job(robots, row, false);
    if (!has_move)
        return;
    bot_submit(robots->play, &row->match, seat, move, row->state);
    if (has_changed) /* the move may have been refused */
        look_again(robots, &job->match, false);
}

static void do_job(void *ctx)
{
    struct job *job = ctx;
    struct robots *robots = job->robots;
    struct store_match *row = malloc(sizeof *row);
    char text[PLAY_ID_SIZE];

    id_write("m_", &job->match, text);
    if (row && !atomic_load(&robots->closed) &&
        !row_read(robots->play, text, 0, row))
        play_row(job, row);
    else
        forget_job(robots, &job->match);
    if (row)
        OPENSSL_cleanse(row, sizeof *row);
    free(row);
    free(job);
}

/* ---- the sweep ---- */

/* Matches that were left. */
static void find_jobs(struct robots *robots)
{
    struct play *play = robots->play;
    const struct play_config *config = &play->config;
    const int64_t now_us = play_now_us(play);
    const struct store_bots_query query = {
        .now_us = now_us,
        .before_us = now_us - config->bot_sweep_ms * INT64_C(1000),
        .watched_us = now_us - config->bot_watch_ms * INT64_C(1000),
    };
    struct play_id due[SWEEP_MAX];
    size_t count = 0;

    if (play->store->bots_due(play->store, &query, due, SWEEP_MAX, &count))
        return;
    for (size_t i = 0; i < count; i++)
        look_again(robots, &due[i], true);
}

static void sweep(struct robots *robots)
{
    struct play *play = robots->play;
    int64_t now_us = play_now_us(play);

    tokens_flush(play);
    if (!timesync_is_sound(play))
        return;
    if (play->config.bots_play)
        find_jobs(robots);
    if (steady_us(robots) >= robots->purge_us) {
        robots->purge_us = steady_us(robots) + purge_every_us;
        play->store->keys_purge(play->store, key_since_us(play));
        play->store->tokens_purge(play->store, now_us - token_rest_us);
        play->store->tickets_purge(play->store, now_us);
        play->store->failures_purge(play->store, now_us - failure_rest_us);
        play->store->devices_purge(play->store, device_since_us(play));
        play->store->queue_purge(play->store, now_us - ticket_rest_us);
        play->store->challenges_purge(play->store, now_us - challenge_rest_us);
    }
}

/* false: it is time to end. */
static bool wait_until(struct robots *robots, int64_t until_us)
{
    pthread_mutex_lock(&robots->lock);
    while (!atomic_load(&robots->closed)) {
        const int64_t left_us = until_us - steady_us(robots);

        if (left_us <= 0)
            break;
        steady_cond_wait_ms(&robots->ends, &robots->lock,
                            (unsigned)(left_us / 1000) + 1);
    }
    pthread_mutex_unlock(&robots->lock);
    return !atomic_load(&robots->closed);
}

static void *run_sweeps(void *arg)
{
    struct robots *robots = arg;
    const int64_t pause_us = robots->play->config.bot_sweep_ms * INT64_C(1000);

    /* At once: the last node may have been killed. */
    for (int64_t next_us = 0; wait_until(robots, next_us);
         next_us = steady_us(robots) + pause_us)
        sweep(robots);
    return NULL;
}

/* ---- beginning and end ---- */

struct robots *robots_new(struct play *play)
{
    struct robots *robots = calloc(1, sizeof *robots);
    bool is_good = robots != NULL;

    if (!robots)
        return NULL;
    robots->play = play;
    pthread_mutex_init(&robots->lock, NULL);
    steady_cond_init(&robots->ends);
    for (int crew = 0; crew < CREWS && is_good; crew++) {
        robots->pools[crew] = pool_new(&crews[crew]);
        is_good = robots->pools[crew] != NULL;
    }
    if (is_good && play->config.bot_sweep_ms > 0) {
        robots->has_thread =
            pthread_create(&robots->thread, NULL, run_sweeps, robots) == 0;
        is_good = robots->has_thread;
    }
    if (is_good)
        return robots;
    robots_stop(robots);
    robots_free(robots);
    return NULL;
}

void robots_stop(struct robots *robots)
{
    pthread_mutex_lock(&robots->lock);
    atomic_store(&robots->closed, true);
    pthread_cond_signal(&robots->ends);
    pthread_mutex_unlock(&robots->lock);
    if (robots->has_thread)
        pthread_join(robots->thread, NULL);
    robots->has_thread = false;
    for (int crew = 0; crew < CREWS; crew++)
        if (robots->pools[crew])
            pool_stop(robots->pools[crew]);
}

void robots_free(struct robots *robots)
{
    if (!robots)
        return;
    for (int crew = 0; crew < CREWS; crew++)
        pool_free(robots->pools[crew]);
    pthread_cond_destroy(&robots->ends);
    pthread_mutex_destroy(&robots->lock);
    free(robots);
}
