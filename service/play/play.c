/* The parts of a node: starting, connecting and stopping them. */
#include "play/play.h"

#include "base/clock.h"
#include "base/pool.h"
#include "base/thread.h"
#include "play/accounts/account_delete.h"
#include "play/accounts/hashing.h"
#include "play/accounts/token_cache.h"
#include "play/config.h"
#include "play/counts.h"
#include "play/ladder/settler.h"
#include "play/match/cache.h"
#include "play/match/command.h"
#include "play/match/event_tail.h"
#include "play/match/expiry.h"
#include "play/match/grace.h"
#include "play/match/retention.h"
#include "play/match/service_commands.h"
#include "play/match/submit.h"
#include "play/match/subscriptions.h"
#include "play/match/timeouts.h"
#include "play/match/writer.h"
#include "play/matchmaking/challenge_job.h"
#include "play/matchmaking/matchmaker.h"
#include "play/node/bot_runner.h"
#include "play/node/jobs.h"
#include "play/node/purge.h"
#include "play/node/rate_sync.h"
#include "play/node/stats.h"
#include "play/node/time_sync.h"
#include "play/play_struct.h"
#include "play/replay/archiver.h"
#include "play/replay/build_id.h"
#include "play/replay/snapshot.h"
#include "play/store.h"

#include <openssl/rand.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t system_wall_us(void *ctx)
{
    (void)ctx;
    return clock_wall_us();
}

static int64_t system_steady_us(void *ctx)
{
    (void)ctx;
    return clock_steady_us();
}

static bool openssl_random(void *ctx, void *out, size_t size)
{
    (void)ctx;
    return RAND_bytes(out, (int)size) == 1;
}

void play_config_defaults(struct play_config *config)
{
    *config = (struct play_config){
        .wall_us = system_wall_us,
        .steady_us = system_steady_us,
        .random_bytes = openssl_random,
        .sync_ms = 10000,
        .password_kib = 19456,
        .password_passes = 2,
        .scrypt_log2_n = 17,
        .session_days = 30,
        .lock_failures = 10,
        .lock_network_failures = 100,
        .guard_failures = 50,
        .lock_seconds = 300,
        .guard_seconds = 3600,
        .matches_cached = 10000,
        .event_tails_bytes = 32 << 20,
        .replay_cpu_ms = 250,
        .queue_max = 4096,
        .bot_sweep_ms = 3000,
        .job_period_ms = 500,
        .backlog_ms = 15000,
        .grace_ms = 60000,
        .ladder = {.season_days = 91,
                   .list_matches = 10,
                   .list_opponents = 5,
                   .list_queue_opponents = 3},
        .claim_days = 14,
        .archive_days = 90,
        .delete_days = 7,
        .expiry = {.open_days = 7,
                   .sandbox_days = 30,
                   .idle_days = 90,
                   .bots_minutes = 60,
                   .every_ms = 10000},
        .caps = {[CAP_LIVE] = 200,
                 [CAP_OPEN] = 20,
                 [CAP_SANDBOX] = 50,
                 [CAP_BOTS] = 8,
                 [CAP_BOTS_ALONE] = 2},
        .challenges_per_day = 100,
        .bots_play = true,
        .undo_log_max = 10000,
        .bot_think_ms = 100,
        .bot_watch_ms = 60000,
    };
}

/* ---- notifications of other nodes ---- */

static void receive_match(void *ctx, const struct play_id *id, uint32_t seq)
{
    struct play *play = ctx;

    cache_hint(play->cache, id);
    subscriptions_wake(play->subscriptions, id, seq);
}

static void receive_token(void *ctx, const uint8_t hash[32])
{
    struct play *play = ctx;

    token_cache_forget(play->tokens, hash);
}

static void receive_account(void *ctx, uint16_t tag)
{
    struct play *play = ctx;

    subscriptions_wake_account(play->subscriptions, tag);
}

static void receive_names(void *ctx, const struct play_id *id)
{
    struct play *play = ctx;

    cache_hint(play->cache, id);
}

static void receive_rate_usage(void *ctx, const struct rate_usage *one)
{
    rate_usage_receive(ctx, one);
}

static void listening_changed(void *ctx, bool is_listening)
{
    struct play *play = ctx;

    /* The database may be another server now. */
    time_sync_want(play);
    /* While notifications do not arrive, nothing that was remembered is
     * trusted. */
    if (!is_listening)
        atomic_store(&play->is_listening, false);
    atomic_fetch_add(&play->epoch, 1);
    token_cache_forget_all(play->tokens);
    if (!is_listening)
        return;
    atomic_store(&play->is_listening, true);
    subscriptions_wake_all(play->subscriptions);
}

/* ---- start and stop ---- */

static const struct job jobs[JOB_COUNT] = {
    [JOB_NOTHING] = {NULL, false},
    [JOB_TIME] = {time_sync_run, false}, /* before those that need it */
    [JOB_CLOCKS] = {timeouts_run, true},
    [JOB_PAIRING] = {matchmaker_run, true},
    [JOB_LADDER] = {settler_run, true},
    [JOB_CHALLENGES] = {challenges_run, true},
    [JOB_ARCHIVE] = {archiver_run, true},
    [JOB_EXPIRY] = {expiry_run, true},
    [JOB_RETENTION] = {retention_run, true},
    [JOB_BACKLOG] = {backlog_look, false},
    [JOB_SNAPSHOTS] = {snapshots_run, false},
    [JOB_TOKENS] = {token_cache_flush, false},
};

static const struct writer_hooks writer_hooks = {
    .committed = command_committed,
    .failed = command_finish,
    .retry = command_run_later,
};

static bool start_parts(struct play *play)
{
    const struct store_listener listener = {
        .match = receive_match,
        .token = receive_token,
        .is_listening = listening_changed,
        .account = receive_account,
        .names = receive_names,
        .rate_usage = receive_rate_usage,
        .ctx = play,
    };

    play->cache = cache_new(play->config.matches_cached);
    play->tokens = token_cache_new();
    play->event_tails = event_tails_new(play->config.event_tails_bytes);
    play->snapshots = snapshots_new();
    play->stats = stats_new();
    if (!play->cache || !play->tokens || !play->event_tails ||
        !play->snapshots || !play->stats)
        return false;
    time_sync_run(play); /* if the database is reachable */
    play->hashing = hashing_new(play);
    play->account_pool = account_pool_new();
    play->apply_pool = apply_pool_new();
    play->subscriptions = subscriptions_new(play);
    play->writer = writer_new(play, &writer_hooks);
    if (!play->hashing || !play->account_pool || !play->apply_pool ||
        !play->subscriptions || !play->writer)
        return false;
    /* The moves of bots may kick jobs. */
    play->jobs = jobs_new(play, jobs);
    play->bot_runner = play->jobs ? bot_runner_new(play, bot_submit) : NULL;
    play->purge = purge_start(play);
    grace_begin(play);
    return play->bot_runner && play->purge &&
           play->store->notifications->listen(play->store, &listener) ==
               STORE_OK &&
           jobs_start(play->jobs);
}

struct play *play_new(const struct play_config *config, struct store *store)
{
    struct play *play = calloc(1, sizeof *play);

    if (!play)
        return NULL;
    play->config = *config;
    play->store = store;
    pthread_mutex_init(&play->drain_lock, NULL);
    pthread_mutex_init(&play->rate_usage.lock, NULL);
    pthread_mutex_init(&play->scrypt_lock, NULL);
    atomic_store(&play->argon2_since_us, INT64_MAX);
    build_name(play->build);
    if (!start_parts(play)) {
        play_free(play);
        return NULL;
    }
    return play;
}

void play_shorten_waits(struct play *play, unsigned within_ms)
{
    subscriptions_hurry(play->subscriptions, within_ms);
}

void play_drain(struct play *play)
{
    atomic_store(&play->draining, true);
    pthread_mutex_lock(&play->drain_lock);
    if (!play->drained) {
        if (play->bot_runner)
            bot_runner_stop(play->bot_runner);
        if (play->jobs)
            jobs_stop(play->jobs);
        thread_stop(play->purge);
        if (play->hashing)
            hashing_stop(play->hashing);
        if (play->account_pool)
            pool_stop(play->account_pool);
        if (play->apply_pool)
            pool_stop(play->apply_pool);
        if (play->tokens)
            token_cache_flush(play);
        if (play->writer)
            writer_stop(play->writer);
        play->store->notifications->stop(play->store);
        if (play->subscriptions)
            subscriptions_stop(play->subscriptions);
        play->drained = true;
    }
    pthread_mutex_unlock(&play->drain_lock);
}

void play_free(struct play *play)
{
    if (!play)
        return;
    play_drain(play);
    bot_runner_free(play->bot_runner);
    jobs_free(play->jobs);
    thread_free(play->purge);
    writer_free(play->writer);
    subscriptions_free(play->subscriptions);
    hashing_free(play->hashing);
    pool_free(play->account_pool);
    pool_free(play->apply_pool);
    stats_free(play->stats);
    event_tails_free(play->event_tails);
    snapshots_free(play->snapshots);
    token_cache_free(play->tokens);
    cache_free(play->cache);
    pthread_mutex_destroy(&play->scrypt_lock);
    pthread_mutex_destroy(&play->rate_usage.lock);
    pthread_mutex_destroy(&play->drain_lock);
    free(play);
}

/* ---- limits and counts ---- */

uint64_t play_served(struct play *play)
{
    struct store_counts db;

    play->store->health->count(play->store, &db);
    return db.served;
}

unsigned play_cap(const struct play *play, enum match_cap cap)
{
    return play->config.caps[cap];
}

unsigned play_challenges_per_day(const struct play *play)
{
    return play->config.challenges_per_day;
}

const char *match_cap_word(enum match_cap cap)
{
    static const char *const words[CAP_COUNT] = {
        [CAP_LIVE] = "live",
        [CAP_OPEN] = "open",
        [CAP_SANDBOX] = "sandbox",
        [CAP_BOTS] = "bots",
        [CAP_BOTS_ALONE] = "bots-alone",
    };

    return words[cap];
}

void play_count(struct play *play, struct play_counts *out)
{
    struct store_counts db;

    play->store->health->count(play->store, &db);
    *out = (struct play_counts){
        .moves = atomic_load(&play->counts.moves),
        .commits = atomic_load(&play->counts.commits),
        .stale = atomic_load(&play->counts.stale),
        .illegal = atomic_load(&play->counts.illegal),
        .replayed = atomic_load(&play->counts.replayed),
        .bot_moves = atomic_load(&play->counts.bot_moves),
        .undos = atomic_load(&play->counts.undos),
        .reloads = atomic_load(&play->counts.reloads),
        .pool_timeouts = db.pool_timeouts,
        .queued = writer_queued(play->writer),
        .apply_pool = pool_waiting(play->apply_pool),
        .judging_us = atomic_load(&play->counts.judging_us),
        .cached = cache_count(play->cache),
        .pool_open = db.pool_open,
        .pool_busy = db.pool_busy,
        .pool_max = db.pool_max,
        .is_listening = atomic_load(&play->is_listening),
        .pool_retries = db.retries,
        .pool_failures = db.failures,
        .pool_served = db.served,
        .pool_waiting = db.pool_waiting,
        .pool_waits_us = db.pool_waits_us,
        .rebuilt = atomic_load(&play->counts.rebuilt),
        .unreplayed = atomic_load(&play->counts.unreplayed),
        .settled = atomic_load(&play->counts.settled),
        .archived = atomic_load(&play->counts.archived),
        .deleted = atomic_load(&play->counts.deleted),
        .put_aside = atomic_load(&play->counts.put_aside),
        .unwritten = atomic_load(&play->counts.unwritten),
        .hashes = atomic_load(&play->counts.hashes),
        .hashing_refused = atomic_load(&play->counts.hashing_refused),
        .hashing_waiting = hashing_waiting(play->hashing),
        .replayed_events = atomic_load(&play->counts.replayed_events),
        .snapshots_written = atomic_load(&play->counts.snapshots_written),
        .snapshots_dropped = atomic_load(&play->counts.snapshots_dropped),
        .snapshots_damaged = atomic_load(&play->counts.snapshots_damaged),
    };
    play_clock(play, &out->clock);
    stats_count(play, out);
}
