/* The admin listener: health probes and metrics. */
#include "api/operations/admin.h"

#include "api/http/connections/listen.h"
#include "api/http/server_inner.h"
#include "api/operations/db_health.h"
#include "api/operations/metrics.h"
#include "base/clock.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Shorter than the timeout of probes: Kubernetes' default is a second. */
enum { READY_MS = 800 };

struct admin {
    struct MHD_Daemon *daemon;
    int64_t began_us; /* start of the process: microseconds since 1970 */
    char address[ADDRESS_TEXT_SIZE];
    pthread_rwlock_t lock;       /* held for reading while a response is made */
    struct server *server;       /* NULL before it starts and after it stops */
    struct db_health *db_health; /* of its database */
};

struct answer {
    unsigned status;
    struct text body;
};

static void say_alive(const struct admin *admin, struct answer *answer)
{
    (void)admin;
    answer->status = 200;
    text_add_string(&answer->body, "alive\n");
}

static void say_started(const struct admin *admin, struct answer *answer)
{
    answer->status = admin->server ? 200 : 503;
    text_add_string(&answer->body, admin->server ? "started\n" : "starting\n");
}

static void say_skew(const struct play *play, struct text *text)
{
    char words[96];
    struct play_clock clock;

    play_clock(play, &clock);
    snprintf(words, sizeof words, "clock is %.1f s %s the database's\n",
             (double)llabs(clock.skew_us) / 1e6,
             clock.skew_us < 0 ? "behind" : "ahead of");
    text_add_string(text, words);
}

static void say_health(const struct play *play, enum play_health health,
                       struct answer *answer)
{
    const char *words = "";

    answer->status = health == PLAY_WELL ? 200 : 503;
    switch (health) {
    case PLAY_WELL: words = "ready\n"; break;
    case PLAY_NO_DATABASE: words = "no database\n"; break;
    case PLAY_CANNOT_WRITE: words = "cannot write\n"; break;
    case PLAY_NO_TIME: words = "clock is unknown\n"; break;
    case PLAY_SKEWED: say_skew(play, &answer->body); break;
    }
    text_add_string(&answer->body, words);
}

static void say_ready(const struct admin *admin, struct answer *answer)
{
    answer->status = 503;
    if (!admin->server)
        text_add_string(&answer->body, "starting\n");
    else if (server_is_leaving(admin->server))
        text_add_string(&answer->body, "leaving\n");
    else
        say_health(admin->server->play,
                   admin->db_health ? db_health_ask(admin->db_health, READY_MS)
                                    : PLAY_NO_DATABASE,
                   answer);
}

static void say_metrics(const struct admin *admin, struct answer *answer)
{
    answer->status = 200;
    metrics_write(admin->server, admin->began_us, &answer->body);
}

static const struct {
    const char *path;
    bool asks_server;
    void (*say)(const struct admin *admin, struct answer *answer);
} pages[] = {
    {"/livez", false, say_alive},
    {"/startupz", true, say_started},
    {"/readyz", true, say_ready},
    {"/metrics", true, say_metrics},
};

static void say(struct admin *admin, const char *path, struct answer *answer)
{
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (strcmp(pages[i].path, path) != 0)
            continue;
        if (pages[i].asks_server)
            pthread_rwlock_rdlock(&admin->lock);
        pages[i].say(admin, answer);
        if (pages[i].asks_server)
            pthread_rwlock_unlock(&admin->lock);
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
        pthread_rwlock_init(&admin->lock, NULL);
        listen_name(fd, admin->address);
        admin->began_us = clock_wall_us();
        /* A thread for each connection, so that one that waits for the database
         * delays no other.  With a channel to its threads the daemon stops at
         * once, even when it has all its connections. */
        admin->daemon = MHD_start_daemon(
            MHD_USE_AUTO | MHD_USE_INTERNAL_POLLING_THREAD |
                MHD_USE_THREAD_PER_CONNECTION | MHD_USE_ITC,
            0, NULL, NULL, answer_admin, admin, MHD_OPTION_LISTEN_SOCKET, fd,
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
    struct db_health *db_health = server ? db_health_new(server->play) : NULL;
    struct db_health *before;

    pthread_rwlock_wrlock(&admin->lock);
    before = admin->db_health;
    admin->db_health = db_health;
    admin->server = server;
    pthread_rwlock_unlock(&admin->lock);
    db_health_free(before);
}

void admin_free(struct admin *admin)
{
    if (!admin)
        return;
    if (admin->daemon)
        MHD_stop_daemon(admin->daemon);
    db_health_free(admin->db_health);
    pthread_rwlock_destroy(&admin->lock);
    free(admin);
}
