/* What the commands need of a node: the database, and the state of play. */
#include "node.h"

#include "base/log.h"
#include "db/db.h"
#include "db/schema/migrate.h"
#include "play/config.h"

#include <time.h>

/* About what the tail of a match takes (play/match/event_tail.h): a node that
 * holds few matches in memory holds few tails. */
enum { EVENT_TAIL_BYTES = 5 * 1024 };

enum { PATIENT_STATEMENT_MS = 3600 * 1000 };

static void log_database(void *ctx, const char *text)
{
    (void)ctx;
    log_event(LOG_WARN, "database", LOG_T("text", text));
}

static void log_clock(void *ctx, const char *text)
{
    (void)ctx;
    log_event(LOG_WARN, "clock", LOG_T("text", text));
}

bool node_migrate(const struct config *config, bool may_change)
{
    char why[256] = "";
    int applied = 0;
    bool is_current =
        may_change ? db_migrate(config->database, &applied, why, sizeof why)
                   : db_is_migrated(config->database, why, sizeof why);

    if (is_current)
        log_event(LOG_INFO, "migrated", LOG_N("applied", applied),
                  LOG_N("version", db_migrations_known()));
    else
        log_event(LOG_WARN, "migrate-failed", LOG_T("why", why));
    return is_current;
}

struct store *node_open_store(const struct config *config)
{
    struct db_config db;

    db_config_defaults(&db);
    db.conninfo = config->database;
    db.pooler = *config->database_pooler ? config->database_pooler : NULL;
    db.pool_max = (unsigned)config->database_connections;
    db.log = log_database;
    return db_store_new(&db);
}

struct store *node_open_patient_store(const struct config *config)
{
    struct db_config db;

    db_config_defaults(&db);
    db.conninfo = config->database;
    db.statement_ms = PATIENT_STATEMENT_MS;
    db.log = log_database;
    return db_store_new(&db);
}

struct play *node_open_play(const struct config *config, struct store *store)
{
    struct play_config play;

    play_config_defaults(&play);
    play.password_kib = (unsigned)config->password_memory_kib;
    play.password_passes = (unsigned)config->password_passes;
    play.password_threads = (unsigned)config->password_threads;
    play.session_days = (unsigned)config->session_days;
    play.matches_cached = (unsigned)config->matches_cached;
    if (play.event_tails_bytes > play.matches_cached * (size_t)EVENT_TAIL_BYTES)
        play.event_tails_bytes = play.matches_cached * (size_t)EVENT_TAIL_BYTES;
    play.replay_cpu_ms = (unsigned)config->replay_cpu_ms;
    play.ladder.season_days = (unsigned)config->season_days;
    play.ladder.list_matches = (unsigned)config->ladder_matches;
    play.ladder.list_opponents = (unsigned)config->ladder_opponents;
    play.ladder.list_queue_opponents = (unsigned)config->ladder_queue_opponents;
    play.grace_ms = (unsigned)config->grace_seconds * 1000;
    play.claim_days = (unsigned)config->claim_days;
    play.archive_days = (unsigned)config->archive_days;
    play.delete_days = (unsigned)config->delete_days;
    play.disk_bytes = (uint64_t)config->disk_bytes;
    play.bots_play = config->bots != 0;
    play.hidden_games = config->hidden_games != 0;
    play.expiry.open_days = (unsigned)config->open_days;
    play.expiry.sandbox_days = (unsigned)config->sandbox_days;
    play.expiry.idle_days = (unsigned)config->idle_days;
    play.caps[CAP_LIVE] = (unsigned)config->live_matches;
    play.caps[CAP_OPEN] = (unsigned)config->open_matches;
    play.caps[CAP_SANDBOX] = (unsigned)config->sandbox_matches;
    play.caps[CAP_BOTS] = (unsigned)config->bot_matches;
    play.caps[CAP_BOTS_ALONE] = (unsigned)config->bot_only_matches;
    play.challenges_per_day = (unsigned)config->challenges_per_day;
    play.log = log_clock;
    return play_new(&play, store);
}

bool node_wait_for_time(const struct play *play, const sigset_t *ending)
{
    const struct timespec pause = {.tv_nsec = 50000000};
    struct play_clock clock;

    for (play_clock(play, &clock); !clock.is_known; play_clock(play, &clock))
        if (sigtimedwait(ending, NULL, &pause) > 0)
            return false;
    return true;
}
