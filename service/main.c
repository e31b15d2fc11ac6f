/* fathomd: the composition root, the one file that sees all rings. */
#include "api/health.h"
#include "api/log.h"
#include "api/server.h"
#include "api/version.h"
#include "config.h"
#include "db/db.h"
#include "db/migrate.h"
#include "play/play.h"
#include "play/player.h"
#include "play/store.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>

static const char version[] = FATHOM_VERSION;

/* Exit codes: the configuration is bad; the work failed. */
enum { EXIT_CONFIG = 2, EXIT_FAILED = 1 };

static const char *environment(const char *name)
{
    return getenv(name);
}

static void log_database(void *ctx, const char *text)
{
    (void)ctx;
    log_event(LOG_WARN, "database", LOG_T("text", text));
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

/* Bring the database up to date.  It may come later than we do: try until it
 * is there or we are told to end.  *is_ended says the latter. */
static bool migrate(const struct config *config, const sigset_t *ending,
                    bool *is_ended)
{
    enum { TRIES = 30 };
    const struct timespec pause = {.tv_sec = 1};
    char why[256] = "";
    int applied = 0;

    *is_ended = false;
    for (int i = 0; i < TRIES && !*is_ended; i++) {
        if (db_migrate(config->database, &applied, why, sizeof why)) {
            log_event(LOG_INFO, "migrated", LOG_N("applied", applied),
                      LOG_N("version", db_migrations_known()));
            return true;
        }
        log_event(LOG_WARN, "migrate-failed", LOG_T("why", why));
        if (config->command == CONFIG_MIGRATE)
            break;
        *is_ended = sigtimedwait(ending, NULL, &pause) > 0;
    }
    return false;
}

static struct store *open_store(const struct config *config)
{
    struct db_config db;

    db_config_defaults(&db);
    db.conninfo = config->database;
    db.pool_max = (unsigned)config->database_connections;
    db.log = log_database;
    return db_store_new(&db);
}

/* ---- serving ---- */

static struct play *open_play(const struct config *config, struct store *store)
{
    struct play_config play;

    play_config_defaults(&play);
    play.scrypt_log2_n = (unsigned)config->password_cost;
    play.session_days = (unsigned)config->session_days;
    play.matches_cached = (unsigned)config->matches_cached;
    play.waiters_max = (unsigned)config->long_polls;
    play.ladder.season_days = (unsigned)config->season_days;
    play.ladder.list_matches = (unsigned)config->ladder_matches;
    play.grace_ms = (unsigned)config->grace_seconds * 1000;
    play.bots_play = config->bots != 0;
    return play_new(&play, store);
}

static struct limit_policy policy(const struct config_rate *rate)
{
    return (struct limit_policy){(uint32_t)rate->quota,
                                 (uint32_t)rate->window_s};
}

static struct server *open_server(const struct config *config,
                                  struct play *play)
{
    const struct server_config server_config = {
        .listen = config->listen,
        .admin_listen = strcmp(config->admin_listen, "off") == 0
                            ? NULL
                            : config->admin_listen,
        .http_threads = (unsigned)config->http_threads,
        .workers = (unsigned)config->workers,
        .connections_max = (unsigned)config->connections,
        .connections_per_address = (unsigned)config->connections_per_address,
        .trusted_proxies = (unsigned)config->trusted_proxies,
        .cors_origins = config->cors_origins,
        .limits = {[LIMIT_ADDRESS] = policy(&config->rate_address),
                   [LIMIT_TOKEN] = policy(&config->rate_token),
                   [LIMIT_MATCH] = policy(&config->rate_match),
                   [LIMIT_SIGN_IN] = policy(&config->rate_sign_in)},
        .request_seconds = (unsigned)config->request_seconds,
        .replay_ms = (unsigned)config->replay_ms,
        .streams_max = (unsigned)config->long_polls,
        .heartbeat_seconds = (unsigned)config->heartbeat_seconds,
        .stream_seconds = (unsigned)config->stream_seconds,
        .drain_seconds = (unsigned)config->drain_seconds,
        .views_bytes = (size_t)config->views_mebibytes << 20,
    };
    char why[256];
    struct server *server = server_new(&server_config, play, why, sizeof why);

    if (server)
        log_event(LOG_INFO, "listening",
                  LOG_T("address", server_address(server)),
                  LOG_T("admin", server_admin_address(server)));
    else
        log_event(LOG_ERROR, "not-listening", LOG_T("why", why));
    return server;
}

static void wait_for_the_end(const sigset_t *ending)
{
    int signal_number = 0;

    while (sigwait(ending, &signal_number) != 0)
        ;
    log_event(LOG_INFO, "stopping",
              LOG_T("signal", signal_number == SIGTERM ? "TERM" : "INT"));
}

/* In the order in which things stand on each other, and back. */
static int serve(const struct config *config, const sigset_t *ending)
{
    struct store *store = NULL;
    struct play *play = NULL;
    struct server *server = NULL;
    bool is_ended = false;
    int status = EXIT_FAILED;

    if (!migrate(config, ending, &is_ended)) {
        status = is_ended ? EXIT_SUCCESS : EXIT_FAILED;
        goto done;
    }
    store = open_store(config);
    if (!store)
        goto done;
    play = open_play(config, store);
    if (!play)
        goto done;
    server = open_server(config, play);
    if (!server)
        goto done;
    wait_for_the_end(ending);
    server_drain(server);
    play_drain(play);
    status = EXIT_SUCCESS;
done:
    server_free(server);
    if (play)
        play_free(play);
    if (store)
        store->free(store);
    log_event(LOG_INFO, "stopped", LOG_N("status", status));
    return status;
}

/* ---- administrators ---- */

static int set_admin(const struct config *config)
{
    bool is_admin = config->command == CONFIG_GRANT;
    struct store *store = open_store(config);
    enum play_err err = PLAY_UNAVAILABLE;

    if (store) {
        err = player_set_admin(store, config->account, is_admin);
        store->free(store);
    }
    if (err) {
        fprintf(stderr, "fathomd: %s: %s\n", config->account,
                play_err_word(err));
        return EXIT_FAILED;
    }
    printf("%s is %s administrator.\n", config->account,
           is_admin ? "an" : "no");
    return EXIT_SUCCESS;
}

static int print(char *text)
{
    if (!text)
        return EXIT_FAILED;
    fputs(text, stdout);
    free(text);
    return EXIT_SUCCESS;
}

int main(int argc, char **argv)
{
    struct config config;
    sigset_t ending;
    bool is_ended;
    char why[256];

    if (!config_read(&config, argc, argv, environment, why, sizeof why)) {
        fprintf(stderr, "fathomd: %s\n", why);
        return EXIT_CONFIG;
    }
    log_set_level((enum log_level)config.log_level);
    block_signals(&ending);
    switch (config.command) {
    case CONFIG_SERVE: break;
    case CONFIG_MIGRATE:
        return migrate(&config, &ending, &is_ended) ? EXIT_SUCCESS
                                                    : EXIT_FAILED;
    case CONFIG_HEALTH:
        return health_ask(config.listen) ? EXIT_SUCCESS : EXIT_FAILED;
    case CONFIG_GRANT:
    case CONFIG_REVOKE: return set_admin(&config);
    case CONFIG_HELP: return print(config_help());
    case CONFIG_VERSION: printf("fathomd %s\n", version); return EXIT_SUCCESS;
    }
    raise_descriptor_limit();
    log_event(LOG_INFO, "starting", LOG_T("version", version));
    return serve(&config, &ending);
}
