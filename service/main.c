/* fathomd: the composition root, the one file that sees all rings. */
#include "api/http/server.h"
#include "api/operations/admin.h"
#include "api/operations/health_command.h"
#include "api/routes.h"
#include "base/log.h"
#include "base/version.h"
#include "config.h"
#include "db/db.h"
#include "db/schema/migrate.h"
#include "operate.h"
#include "play/config.h"
#include "play/play.h"
#include "play/replay/archive.h"
#include "play/store.h"

#include <errno.h>
#include <malloc.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static const char version[] = FATHOM_VERSION;

/* Exit codes: the configuration is bad; the work failed. */
enum { EXIT_CONFIG = 2, EXIT_FAILED = 1 };

/* About what the tail of a match takes (play/match/event_tail.h): a node that
 * holds few matches in memory holds few tails. */
enum { EVENT_TAIL_BYTES = 5 * 1024 };

static const char *environment(const char *name)
{
    return getenv(name);
}

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

/* Every connection is a descriptor. */
static void raise_descriptor_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* The signals that end the service are waited for, not handled: every thread
 * is made with them blocked. */
static void block_signals(sigset_t *ending)
{
    struct sigaction ignore = {.sa_handler = SIG_IGN};

    sigaction(SIGPIPE, &ignore, NULL);
    sigemptyset(ending);
    sigaddset(ending, SIGTERM);
    sigaddset(ending, SIGINT);
    pthread_sigmask(SIG_BLOCK, ending, NULL);
}

/* ---- the database ---- */

/* Bring the database up to date, or see whether it is. */
static bool migrate(const struct config *config)
{
    char why[256] = "";
    int applied = 0;
    bool may_change = config->migrate || config->command == CONFIG_MIGRATE;
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

/* Wait until the database responds and is migrated; it may start later than
 * this node.  False: a signal ended the wait. */
static bool wait_for_database(const struct config *config,
                              const sigset_t *ending)
{
    const struct timespec pause = {.tv_sec = 1};

    while (!migrate(config))
        if (sigtimedwait(ending, NULL, &pause) > 0)
            return false;
    return true;
}

static struct store *open_store(const struct config *config)
{
    struct db_config db;

    db_config_defaults(&db);
    db.conninfo = config->database;
    db.pooler = *config->database_pooler ? config->database_pooler : NULL;
    db.pool_max = (unsigned)config->database_connections;
    db.log = log_database;
    return db_store_new(&db);
}

/* ---- serving ---- */

static struct play *open_play(const struct config *config, struct store *store)
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
    play.grace_ms = (unsigned)config->grace_seconds * 1000;
    play.archive_days = (unsigned)config->archive_days;
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

/* Wait until the time is known: requests are not served before.  False: a
 * signal ended the wait. */
static bool wait_for_time(const struct play *play, const sigset_t *ending)
{
    const struct timespec pause = {.tv_nsec = 50000000};
    struct play_clock clock;

    for (play_clock(play, &clock); !clock.is_known; play_clock(play, &clock))
        if (sigtimedwait(ending, NULL, &pause) > 0)
            return false;
    return true;
}

static struct limit_policy policy(const struct config_rate *rate)
{
    return (struct limit_policy){(uint32_t)rate->quota,
                                 (uint32_t)rate->window_s};
}

/* What a network has that is made of many addresses (client_ip_widen). */
static struct limit_policy policy_of_network(const struct config_rate *rate,
                                             unsigned level)
{
    return (struct limit_policy){(uint32_t)rate->quota << level,
                                 (uint32_t)rate->window_s};
}

/* Is there an admin listener to be? */
static bool has_admin(const struct config *config)
{
    return strcmp(config->admin_listen, "off") != 0;
}

static struct admin *open_admin(const struct config *config)
{
    char why[256];
    struct admin *admin = admin_new(config->admin_listen, why, sizeof why);

    if (!admin)
        log_event(LOG_ERROR, "not-listening", LOG_T("why", why));
    return admin;
}

static struct server *open_server(const struct config *config,
                                  struct play *play)
{
    const struct server_config server_config = {
        .routes = &route_table,
        .listen = config->listen,
        .http_threads = (unsigned)config->http_threads,
        .workers = (unsigned)config->workers,
        .slow_workers = (unsigned)config->slow_workers,
        .connections_max = (unsigned)config->connections,
        .connections_per_address = (unsigned)config->connections_per_address,
        .trusted_proxies = (unsigned)config->trusted_proxies,
        .cors_origins = config->cors_origins,
        .limits = {[LIMIT_ADDRESS] = policy(&config->rate_address),
                   [LIMIT_TOKEN] = policy(&config->rate_token),
                   [LIMIT_MATCH] = policy(&config->rate_match),
                   [LIMIT_SIGN_IN] = policy(&config->rate_sign_in),
                   [LIMIT_REGISTRATION] = policy(&config->rate_registration),
                   [LIMIT_EXPORT] = policy(&config->rate_export),
                   [LIMIT_NETWORK_56] =
                       policy_of_network(&config->rate_address, 1),
                   [LIMIT_NETWORK_48] =
                       policy_of_network(&config->rate_address, 2)},
        .request_seconds = (unsigned)config->request_seconds,
        .replay_ms = (unsigned)config->replay_ms,
        .streams_max = (unsigned)config->streams,
        .polls_max = (unsigned)config->long_polls,
        .heartbeat_seconds = (unsigned)config->heartbeat_seconds,
        .stream_seconds = (unsigned)config->stream_seconds,
        .drain_seconds = (unsigned)config->drain_seconds,
        .reply_cache_bytes = (size_t)config->reply_cache_mebibytes << 20,
    };
    char why[256];
    struct server *server = server_new(&server_config, play, why, sizeof why);

    if (!server)
        log_event(LOG_ERROR, "not-listening", LOG_T("why", why));
    return server;
}

/* The signal that ends the service.  While it goes on, the allocator gives back
 * the pages that are free between what is in use: else a node would keep what
 * its busiest moments took. */
static int wait_for_signal(const sigset_t *ending)
{
    const struct timespec minute = {.tv_sec = 60};

    for (;;) {
        int signal_number = sigtimedwait(ending, NULL, &minute);

        if (signal_number > 0)
            return signal_number;
        if (errno == EAGAIN)
            malloc_trim(0);
    }
}

/* Until a signal says so, and then as long as a lame duck goes on. */
static void serve_to_the_end(const struct config *config, struct server *server,
                             const sigset_t *ending)
{
    const struct timespec duck = {.tv_sec = config->lame_duck_seconds};
    int signal_number = wait_for_signal(ending);

    log_event(LOG_INFO, "stopping",
              LOG_T("signal", signal_number == SIGTERM ? "TERM" : "INT"));
    server_leave_soon(server, (unsigned)config->lame_duck_seconds * 1000);
    if (config->lame_duck_seconds > 0)
        sigtimedwait(ending, NULL, &duck);
    server_drain(server);
}

/* In the order in which things stand on each other, and back. */
static int serve(const struct config *config, const sigset_t *ending)
{
    struct admin *admin = NULL;
    struct store *store = NULL;
    struct play *play = NULL;
    struct server *server = NULL;
    int status = EXIT_FAILED;

    if (has_admin(config)) {
        admin = open_admin(config);
        if (!admin)
            goto done;
        log_event(LOG_INFO, "probes", LOG_T("address", admin_address(admin)));
    }
    if (!wait_for_database(config, ending)) {
        status = EXIT_SUCCESS;
        goto done;
    }
    store = open_store(config);
    if (!store)
        goto done;
    play = open_play(config, store);
    if (!play)
        goto done;
    if (!wait_for_time(play, ending)) {
        status = EXIT_SUCCESS;
        goto done;
    }
    server = open_server(config, play);
    if (!server)
        goto done;
    if (admin)
        admin_watch(admin, server);
    log_event(LOG_INFO, "listening", LOG_T("address", server_address(server)),
              LOG_T("admin", admin ? admin_address(admin) : ""));
    serve_to_the_end(config, server, ending);
    play_drain(play);
    status = EXIT_SUCCESS;
done:
    if (admin)
        admin_watch(admin, NULL);
    server_free(server);
    if (play)
        play_free(play);
    if (store)
        store->free(store);
    admin_free(admin);
    log_event(LOG_INFO, "stopped", LOG_N("status", status));
    return status;
}

/* ---- operators ---- */

/* A node that does nothing but this: it plays no bots and packs nothing. */
static int operate_as_node(const struct config *config, struct store *store,
                           const sigset_t *ending)
{
    struct config quiet = *config;
    struct play *play;
    int status = EXIT_FAILED;

    quiet.bots = 0;
    quiet.archive_days = 0;
    play = open_play(&quiet, store);
    if (!play)
        return status;
    if (wait_for_time(play, ending))
        status = operate(config, store, play);
    play_free(play);
    return status;
}

static int run_operation(const struct config *config, const sigset_t *ending)
{
    struct store *store = open_store(config);
    int status = EXIT_FAILED;

    if (!store)
        return status;
    status = operate_needs_play(config) ? operate_as_node(config, store, ending)
                                        : operate(config, store, NULL);
    store->free(store);
    return status;
}

/* ---- old matches ---- */

static const int64_t day_us = INT64_C(86400) * 1000000;

/* On a terminal and in logs: a line now and then.  A signal ends it between two
 * matches. */
static bool tell_progress(void *ctx, int64_t done, int64_t finished_us)
{
    enum { EVERY = 1000 };
    const struct timespec at_once = {0};
    const time_t ended = finished_us / 1000000;
    struct tm day;
    char text[16] = "";

    if (done > 0 && done % EVERY == 0) {
        if (ended > 0 && gmtime_r(&ended, &day))
            strftime(text, sizeof text, "%Y-%m-%d", &day);
        log_event(LOG_INFO, "archive", LOG_N("done", done),
                  LOG_T("ended", text));
    }
    return sigtimedwait(ctx, NULL, &at_once) <= 0;
}

static int archive(const struct config *config, sigset_t *ending)
{
    const bool is_packing = config->command == CONFIG_ARCHIVE;
    struct store *store = open_store(config);
    struct archive_run run = {
        .store = store, .progress = tell_progress, .ctx = ending};
    enum store_err err = STORE_UNAVAILABLE;

    if (store)
        err = store->health->now(store, &run.now_us);
    run.before_us = run.now_us - config->archive_days * day_us;
    if (!err)
        err = is_packing ? archive_all(&run) : archive_undo_all(&run);
    if (store)
        store->free(store);
    printf("%s: %lld", is_packing ? "Archived" : "Restored",
           (long long)run.done);
    if (run.refused > 0)
        printf(", not possible: %lld, listed in the log",
               (long long)run.refused);
    puts("");
    if (err)
        fprintf(stderr, "fathomd: the database %s\n",
                err == STORE_REFUSED ? "refused" : "did not respond");
    return err || run.refused > 0 ? EXIT_FAILED : EXIT_SUCCESS;
}

static int print(char *text)
{
    if (!text)
        return EXIT_FAILED;
    fputs(text, stdout);
    free(text);
    return EXIT_SUCCESS;
}

/* Alive, not ready: nobody is helped by starting a service again whose database
 * is away. */
static bool is_healthy(const struct config *config)
{
    return has_admin(config) ? health_ask(config->admin_listen, "/livez")
                             : health_ask(config->listen, "/v1/config");
}

/* --readycheck: report whether the node serves clients, for load balancers and
 * rolling upgrades. */
static int tell_whether_ready(const struct config *config)
{
    if (!has_admin(config)) {
        fprintf(stderr, "fathomd: --readycheck requires the admin listener: "
                        "set --admin-listen.\n");
        return EXIT_CONFIG;
    }
    return health_ask(config->admin_listen, "/readyz") ? EXIT_SUCCESS
                                                       : EXIT_FAILED;
}

static int run(const struct config *config)
{
    sigset_t ending;

    log_set_level((enum log_level)config->log_level);
    block_signals(&ending);
    switch (config->command) {
    case CONFIG_SERVE: break;
    case CONFIG_MIGRATE: return migrate(config) ? EXIT_SUCCESS : EXIT_FAILED;
    case CONFIG_HEALTH: return is_healthy(config) ? EXIT_SUCCESS : EXIT_FAILED;
    case CONFIG_READY: return tell_whether_ready(config);
    case CONFIG_OPERATE: return run_operation(config, &ending);
    case CONFIG_ARCHIVE:
    case CONFIG_UNARCHIVE: return archive(config, &ending);
    case CONFIG_HELP: return print(config_help());
    case CONFIG_VERSION: printf("fathomd %s\n", version); return EXIT_SUCCESS;
    }
    raise_descriptor_limit();
    log_event(LOG_INFO, "starting", LOG_T("version", version));
    if (geteuid() == 0)
        log_event(LOG_WARN, "running-as-root",
                  LOG_T("text", "the service does not need root privileges: run"
                                " it as another user"));
    return serve(config, &ending);
}

int main(int argc, char **argv)
{
    struct config config;
    char why[256];
    int status = EXIT_CONFIG;

    if (config_read(&config, argc, argv, environment, why, sizeof why))
        status = run(&config);
    else
        fprintf(stderr, "fathomd: %s\n", why);
    config_free(&config);
    return status;
}
