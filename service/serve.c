/* fathomd serve: run the service until a signal stops it. */
#include "api/http/server.h"
#include "api/operations/admin.h"
#include "api/routes.h"
#include "base/log.h"
#include "base/version.h"
#include "commands.h"
#include "node.h"
#include "settings.h"

#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Allow as many descriptors as the system does: each connection needs one. */
static void raise_descriptor_limit(void)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = limit.rlim_max;
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* Wait until the database responds and is migrated; it may start later than
 * this node.  False: a signal ended the wait. */
static bool wait_for_database(const struct config *config,
                              const sigset_t *ending)
{
    const struct timespec pause = {.tv_sec = 1};

    while (!node_migrate(config, config->migrate != 0))
        if (sigtimedwait(ending, NULL, &pause) > 0)
            return false;
    return true;
}

static struct limit_policy policy(const struct config_rate *rate)
{
    return (struct limit_policy){(uint32_t)rate->quota,
                                 (uint32_t)rate->window_s};
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
        .rates = {[RATE_ADDRESS] = policy(&config->rate_address),
                  [RATE_TOKEN] = policy(&config->rate_token),
                  [RATE_MATCH] = policy(&config->rate_match),
                  [RATE_SIGN_IN] = policy(&config->rate_sign_in),
                  [RATE_REGISTRATION] = policy(&config->rate_registration),
                  [RATE_EXPORT] = policy(&config->rate_export)},
        .request_seconds = (unsigned)config->request_seconds,
        .idle_seconds = (unsigned)config->idle_seconds,
        .replay_ms = (unsigned)config->replay_ms,
        .streams_max = (unsigned)config->streams,
        .polls_max = (unsigned)config->long_polls,
        .streams_per_network = (unsigned)config->streams_per_network,
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

/* Wait for a signal that ends the service, and return it.  Once a minute the
 * allocator returns free pages to the system; otherwise a node would keep the
 * memory of its busiest moments. */
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

/* Serve until a signal, and then for the time that proxies need to notice. */
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

/* Open everything in the order of dependence, serve, and close in reverse. */
static int serve(const struct config *config, const sigset_t *ending)
{
    struct admin *admin = NULL;
    struct store *store = NULL;
    struct play *play = NULL;
    struct server *server = NULL;
    int status = EXIT_FAILED;

    if (config_has_admin(config)) {
        admin = open_admin(config);
        if (!admin)
            goto done;
        log_event(LOG_INFO, "probes", LOG_T("address", admin_address(admin)));
    }
    if (!wait_for_database(config, ending)) {
        status = EXIT_SUCCESS;
        goto done;
    }
    store = node_open_store(config);
    if (!store)
        goto done;
    play = node_open_play(config, store);
    if (!play)
        goto done;
    if (!node_wait_for_time(play, ending)) {
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

int serve_command(const struct config *config, const sigset_t *ending)
{
    int status;

    raise_descriptor_limit();
    log_event(LOG_INFO, "starting", LOG_T("version", FATHOM_VERSION));
    if (geteuid() == 0)
        log_event(LOG_WARN, "running-as-root",
                  LOG_T("text", "the service does not need root privileges: run"
                                " it as another user"));
    log_gather();
    status = serve(config, ending);
    log_end_gathering();
    return status;
}
