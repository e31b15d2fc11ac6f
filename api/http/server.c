/* The HTTP server: start and stop. */
#include "api/http/server.h"

#include "api/http/connections/acceptor.h"
#include "api/http/connections/conn_deadline.h"
#include "api/http/connections/conn_limit.h"
#include "api/http/connections/connection.h"
#include "api/http/connections/listen.h"
#include "api/http/connections/loop.h"
#include "api/http/connections/stream_sender.h"
#include "api/http/limits/client_usage.h"
#include "api/http/limits/rate_sync.h"
#include "api/http/limits/stream_slots.h"
#include "api/http/request/mhd_glue.h"
#include "api/http/request/request.h"
#include "api/http/responses/reply_cache.h"
#include "api/http/server_inner.h"
#include "api/json/game_documents.h"
#include "api/operations/metrics.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/pool.h"

#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    /* The library's memory for a connection: larger than our own limits for
     * headers and URL, so that we refuse requests above them.  The library
     * wipes it after every request. */
    CONNECTION_MEMORY = 24 * 1024,
    /* Bytes of a response that the kernel keeps until the client takes them: a
     * client that takes nothing must not occupy megabytes. */
    SEND_BUFFER = 128 * 1024,
    PLACES_MORE = 64, /* for connections that are just being closed */
    /* Threads of streams for each one of HTTP: events get a larger share of a
     * processor that is busy. */
    SENDERS = 2,
};

/* ---- start ---- */

static void log_library(void *closure, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

static void log_library(void *closure, const char *format, va_list args)
{
    char line[256];

    (void)closure;
    if (mhd_glue_is_handing_over())
        return;
    vsnprintf(line, sizeof line, format, args);
    line[strcspn(line, "\n")] = '\0';
    log_event(LOG_DEBUG, "http-library", LOG_T("text", line));
}

/* Version 1 of the library repairs headers in several lines and other things
 * that two readers could read differently, unless it is set to refuse them. */
#if MHD_VERSION >= 0x01000000
#define STRICTNESS MHD_OPTION_CLIENT_DISCIPLINE_LVL, 1,
#else
#define STRICTNESS
#endif

/* The daemon of a loop, without a socket and a thread of its own.  With
 * MHD_USE_TURBO it closes a descriptor without a shutdown of the socket, so
 * that streams can keep the connection (stream_sender.h); it also reads at once
 * from a new connection.  It may not refuse a connection that the acceptor
 * admitted. */
static struct MHD_Daemon *start_daemon(struct server *server, struct loop *loop)
{
    return MHD_start_daemon(
        MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME |
            MHD_USE_TURBO | MHD_USE_ERROR_LOG,
        0, NULL, NULL, mhd_glue_go_on, server,
        /* first, so that the library's first messages are logged by us, too */
        MHD_OPTION_EXTERNAL_LOGGER, log_library, NULL,
        MHD_OPTION_CONNECTION_LIMIT,
        server->config.connections_max + PLACES_MORE,
        MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)CONNECTION_MEMORY,
        MHD_OPTION_URI_LOG_CALLBACK, mhd_glue_begin, server,
        MHD_OPTION_NOTIFY_COMPLETED, mhd_glue_end, server,
        MHD_OPTION_NOTIFY_CONNECTION, mhd_glue_connection, loop,
        STRICTNESS MHD_OPTION_END);
}

static bool start_loop(struct server *server, struct loop **out)
{
    struct loop *loop = loop_new(server);
    struct MHD_Daemon *daemon = loop ? start_daemon(server, loop) : NULL;

    *out = loop;
    return daemon && loop_start(loop, daemon);
}

static bool start_loops(struct server *server)
{
    const unsigned count = server->config.http_threads;
    bool is_started = true;

    server->loops = calloc(count, sizeof(struct loop *));
    for (unsigned i = 0; server->loops && is_started && i < count; i++)
        is_started = start_loop(server, &server->loops[i]);
    return server->loops && is_started;
}

/* The loops take turns. */
static bool take_connection(void *ctx, int fd, const struct sockaddr *from)
{
    struct server *server = ctx;
    struct connection *connection = connection_admit(server, fd, from);

    if (!connection) {
        close(fd);
        return false;
    }
    connection->loop =
        server->loops[server->turn++ % server->config.http_threads];
    loop_pass(connection);
    return true;
}

static bool start_main(struct server *server, char *error, size_t size)
{
    const int room = SEND_BUFFER;
    const struct acceptor_sink sink = {take_connection, server};
    int fd = listen_open(server->config.listen, error, size);

    if (fd < 0)
        return false;
    setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &room, sizeof room); /* inherited */
    listen_name(fd, server->address);
    snprintf(error, size, "cannot start the HTTP threads");
    server->acceptor = acceptor_new(fd, listen_is_passed(server->config.listen),
                                    server->config.connections_max);
    if (!server->acceptor) {
        close(fd);
        return false;
    }
    return start_loops(server) && acceptor_start(server->acceptor, &sink);
}

static bool draw_ids(struct server *server)
{
    uint64_t first = 0;
    bool is_drawn =
        RAND_bytes((unsigned char *)&server->node, sizeof server->node) == 1 &&
        RAND_bytes((unsigned char *)&first, sizeof first) == 1;

    atomic_init(&server->ids, first);
    return is_drawn;
}

struct server *server_new(const struct server_config *config, struct play *play,
                          char *error, size_t error_size)
{
    struct server *server = calloc(1, sizeof *server);
    struct limit_policy policies[LIMIT_COUNT];

    if (!server) {
        snprintf(error, error_size, "out of memory");
        return NULL;
    }
    server->config = *config;
    server->play = play;
    if (!draw_ids(server)) {
        snprintf(error, error_size, "cannot get random bytes");
        free(server);
        return NULL;
    }
    pthread_mutex_init(&server->lock, NULL);
    clock_cond_init(&server->idle);
    snprintf(error, error_size, "cannot start the threads");
    server->quick = quick_workers_new(config->workers);
    server->slow = slow_workers_new(config->slow_workers);
    server->conn_deadlines = conn_deadline_new(
        config->request_seconds, config->idle_seconds, config->connections_max);
    server->stream_slots = stream_slots_new(
        (const unsigned[SLOT_KINDS]){
            [SLOT_STREAM] = config->streams_max,
            [SLOT_POLL] = config->polls_max,
            [SLOT_EXPORT] = EXPORTS_PER_NODE,
        },
        config->streams_per_network);
    server->stream_sender =
        stream_sender_new(server, SENDERS * config->http_threads);
    server->reply_cache = reply_cache_new(config->reply_cache_bytes);
    server->documents = game_documents_new();
    server->metrics = metrics_new(config->routes);
    budget_policies(config->rates, policies);
    server->payer_secret = payer_secret_new();
    server->limits = rate_limit_new(policies);
    server->usage = client_usage_new();
    server->rate_sync =
        server->payer_secret && server->limits && server->usage
            ? rate_sync_new(server->limits, server->payer_secret, server->usage,
                            play)
            : NULL;
    /* Behind a proxy all connections have its address. */
    server->conn_limit = conn_limit_new(
        config->trusted_proxies > 0 ? 0 : config->connections_per_address,
        config->connections_max);
    if (server->quick && server->slow && server->conn_deadlines &&
        server->stream_slots && server->stream_sender && server->reply_cache &&
        server->documents && server->metrics && server->rate_sync &&
        server->conn_limit && start_main(server, error, error_size))
        return server;
    server_free(server);
    return NULL;
}

/* ---- stop ---- */

void server_leave_soon(struct server *server, unsigned within_ms)
{
    atomic_store(&server->leaves_us,
                 clock_steady_us() + within_ms * INT64_C(1000));
    atomic_store(&server->leaving, true);
    /* Requests that begin to wait from now on call server_wait_ms. */
    play_shorten_waits(server->play, within_ms);
}

/* Finish requests in progress, and close the connections that rest.  A new
 * connection that sends nothing is waited for a short time. */
static void serve_the_last(struct server *server)
{
    enum { STEP_MS = 10 };
    int64_t most_us = server->config.drain_seconds * INT64_C(1000000);
    int64_t until_us = clock_steady_us();

    until_us += most_us < SERVER_LAST_MS * INT64_C(1000)
                    ? most_us
                    : SERVER_LAST_MS * INT64_C(1000);
    while (clock_steady_us() < until_us) {
        conn_deadline_dismiss(server->conn_deadlines);
        if (acceptor_wait(server->acceptor, STEP_MS))
            return;
    }
}

void server_drain(struct server *server)
{
    if (server_is_draining(server))
        return;
    server_leave_soon(server, 0);
    acceptor_stop(server->acceptor);
    serve_the_last(server);
    atomic_store(&server->draining, true);
}

/* Until every response is sent, or the time is up: a slow client must not delay
 * the stop. */
static void wait_until_idle(struct server *server)
{
    const int64_t until_us =
        clock_steady_us() + server->config.drain_seconds * INT64_C(1000000);

    pthread_mutex_lock(&server->lock);
    while (atomic_load(&server->running) > 0 &&
           clock_wait_until(&server->idle, &server->lock, until_us))
        ;
    if (atomic_load(&server->running) > 0)
        log_event(LOG_WARN, "drain-cut",
                  LOG_N("unanswered", (int64_t)atomic_load(&server->running)));
    pthread_mutex_unlock(&server->lock);
}

static void free_loops(struct server *server)
{
    for (unsigned i = 0; i < server->config.http_threads; i++)
        loop_free(server->loops[i]);
    free(server->loops);
}

void server_free(struct server *server)
{
    if (!server)
        return;
    if (server->loops) {
        server_drain(server);
        /* Every suspended connection is resumed by a worker or by play, which
         * is drained: when the workers have stopped, none is left.  A stream
         * that wants more bytes now finds no worker, and ends.  The slow ones
         * stop last: quick ones give them work.  The library may still pass
         * streams to their sender. */
        pool_stop(server->quick);
        pool_stop(server->slow);
        wait_until_idle(server);
        free_loops(server);
    }
    stream_sender_free(server->stream_sender);
    acceptor_free(server->acceptor);
    pool_free(server->quick);
    pool_free(server->slow);
    conn_deadline_free(server->conn_deadlines);
    stream_slots_free(server->stream_slots);
    conn_limit_free(server->conn_limit);
    rate_sync_free(server->rate_sync);
    rate_limit_free(server->limits);
    payer_secret_free(server->payer_secret);
    client_usage_free(server->usage);
    metrics_free(server->metrics);
    reply_cache_free(server->reply_cache);
    game_documents_free(server->documents);
    pthread_cond_destroy(&server->idle);
    pthread_mutex_destroy(&server->lock);
    free(server);
}
