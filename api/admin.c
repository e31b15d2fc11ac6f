/* The admin listener: is the process alive, can it serve, what does it do. */
#include "api/admin.h"

#include "api/crowd.h"
#include "api/listen.h"
#include "api/log.h"
#include "api/reaper.h"
#include "api/server_inner.h"
#include "api/stream.h"
#include "api/text.h"
#include "api/views.h"
#include "api/when.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct admin {
    struct MHD_Daemon *daemon;
    char address[ADDRESS_TEXT_SIZE];
    pthread_mutex_t lock; /* held while an answer is made */
    struct server *server;
};

struct answer {
    unsigned status;
    struct text body;
};

static void say_alive(struct server *server, struct answer *answer)
{
    (void)server;
    answer->status = 200;
    text_add_string(&answer->body, "alive\n");
}

static void say_started(struct server *server, struct answer *answer)
{
    answer->status = server ? 200 : 503;
    text_add_string(&answer->body, server ? "started\n" : "starting\n");
}

static void say_ready(struct server *server, struct answer *answer)
{
    const char *words = !server                        ? "starting\n"
                        : server_is_leaving(server)    ? "leaving\n"
                        : !play_is_ready(server->play) ? "no database\n"
                                                       : "ready\n";

    answer->status = strcmp(words, "ready\n") == 0 ? 200 : 503;
    text_add_string(&answer->body, words);
}

static void metric(struct text *text, const char *name, const char *type,
                   const char *help, uint64_t value)
{
    text_printf(text,
                "# HELP fathom_%s %s\n# TYPE fathom_%s %s\nfathom_%s %" PRIu64
                "\n",
                name, help, name, type, name, value);
}

static void say_metrics(struct server *server, struct answer *answer)
{
    struct play_counts n = {0};
    unsigned running = 0;
    unsigned long long answered = 0;
    unsigned streams = 0;
    uint64_t streamed = 0;
    size_t open = 0;
    uint64_t ended = 0;
    struct views_counts views = {0};
    size_t buckets = 0;
    uint64_t refused = 0;

    answer->status = 200;
    if (!server)
        return;
    views_count(server->views, &views);
    play_count(server->play, &n);
    server_count(server, &running, &answered);
    reaper_count(server->reaper, &open, &ended);
    limits_count(server->limits, when_steady_us() * 1000, &buckets, &refused);
    streams_count(server->streams, &streams, &streamed);

    const struct {
        const char *name, *type, *help;
        uint64_t value;
    } rows[] = {
        {"http_connections", "gauge", "Open connections.", open},
        {"http_requests_active", "gauge", "Requests being answered.", running},
        {"http_requests_total", "counter", "Requests answered.", answered},
        {"http_connections_reaped_total", "counter",
         "Connections ended because their client took too long.", ended},
        {"http_connections_refused_total", "counter",
         "Connections beyond what one address may have.",
         crowd_refused(server->crowd)},
        {"http_requests_limited_total", "counter",
         "Requests beyond a rate limit.", refused},
        {"rate_limit_buckets", "gauge", "Rate limits that are being used.",
         buckets},
        {"moves_total", "counter", "Moves committed, bots' too.", n.moves},
        {"bot_moves_total", "counter", "Moves of bots.", n.bot_moves},
        {"undos_total", "counter", "Times that moves were taken back.",
         n.undos},
        {"commits_total", "counter", "Transactions of the writer.", n.commits},
        {"moves_stale_total", "counter", "Refused as stale.", n.stale},
        {"moves_illegal_total", "counter", "Refused as illegal.", n.illegal},
        {"moves_replayed_total", "counter", "Answered from an idempotency key.",
         n.replayed},
        {"matches_reloaded_total", "counter", "Cached matches found old.",
         n.reloads},
        {"matches_cached", "gauge", "Matches in memory.", n.cached},
        {"views_found_total", "counter", "Replies that were rendered before.",
         views.found},
        {"views_missed_total", "counter", "Replies that were looked for there.",
         views.missed},
        {"views_bytes", "gauge", "Bytes of replies that are kept.",
         views.bytes},
        {"moves_queued", "gauge", "Moves that wait for the writer.", n.queued},
        {"long_polls", "gauge", "Requests that wait for events.", n.waiting},
        {"streams", "gauge", "Streams of events that are open.", streams},
        {"streams_total", "counter", "Streams that were opened.", streamed},
        {"db_pool_max", "gauge", "Connections of the pool.", n.pool_max},
        {"db_pool_open", "gauge", "Connections that are open.", n.pool_open},
        {"db_pool_busy", "gauge", "Connections in use.", n.pool_busy},
        {"db_pool_timeouts_total", "counter", "Waits that were too long.",
         n.pool_timeouts},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        metric(&answer->body, rows[i].name, rows[i].type, rows[i].help,
               rows[i].value);
}

static const struct {
    const char *path;
    void (*say)(struct server *server, struct answer *answer);
} pages[] = {
    {"/livez", say_alive},
    {"/startupz", say_started},
    {"/readyz", say_ready},
    {"/metrics", say_metrics},
};

static void say(struct admin *admin, const char *path, struct answer *answer)
{
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        if (strcmp(pages[i].path, path) == 0) {
            pthread_mutex_lock(&admin->lock);
            pages[i].say(admin->server, answer);
            pthread_mutex_unlock(&admin->lock);
            return;
        }
    answer->status = 404;
    text_add_string(&answer->body, "/livez /readyz /startupz /metrics\n");
}

static enum MHD_Result answer_admin(void *closure,
                                    struct MHD_Connection *connection,
                                    const char *url, const char *method,
                                    const char *version, const char *upload,
                                    size_t *upload_size, void **context)
{
    struct answer answer = {0};
    size_t length = 0;

    (void)version;
    (void)upload;
    (void)upload_size;
    (void)context;
    if (strcmp(method, "GET") != 0 && strcmp(method, "HEAD") != 0)
        return MHD_NO;
    say(closure, url, &answer);
    char *bytes = text_take(&answer.body, &length);

    if (!bytes)
        return MHD_NO;
    struct MHD_Response *response =
        MHD_create_response_from_buffer(length, bytes, MHD_RESPMEM_MUST_FREE);

    MHD_add_response_header(response, "Content-Type",
                            "text/plain; version=0.0.4; charset=utf-8");
    MHD_add_response_header(response, "Cache-Control", "no-store");
    enum MHD_Result queued =
        MHD_queue_response(connection, answer.status, response);

    MHD_destroy_response(response);
    return queued;
}

struct admin *admin_new(const char *listen, char *error, size_t error_size)
{
    int fd = listen_open(listen, error, error_size);
    struct admin *admin = fd >= 0 ? calloc(1, sizeof *admin) : NULL;

    if (fd < 0)
        return NULL;
    if (admin) {
        pthread_mutex_init(&admin->lock, NULL);
        listen_name(fd, admin->address);
        /* With a channel to its thread it ends at once, even when it has all
         * its connections. */
        admin->daemon = MHD_start_daemon(
            MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC, 0,
            NULL, NULL, answer_admin, admin, MHD_OPTION_LISTEN_SOCKET, fd,
            MHD_OPTION_CONNECTION_LIMIT, 64U, MHD_OPTION_CONNECTION_TIMEOUT, 5U,
            MHD_OPTION_END);
    }
    if (admin && admin->daemon)
        return admin;
    close(fd);
    admin_free(admin);
    snprintf(error, error_size, "cannot start the admin listener");
    return NULL;
}

const char *admin_address(const struct admin *admin)
{
    return admin->address;
}

void admin_watch(struct admin *admin, struct server *server)
{
    pthread_mutex_lock(&admin->lock);
    admin->server = server;
    pthread_mutex_unlock(&admin->lock);
}

void admin_free(struct admin *admin)
{
    if (!admin)
        return;
    if (admin->daemon)
        MHD_stop_daemon(admin->daemon);
    pthread_mutex_destroy(&admin->lock);
    free(admin);
}
