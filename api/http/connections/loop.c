/* A thread that serves connections with the HTTP library. */
#include "api/http/connections/loop.h"

#include "api/http/connections/acceptor.h"
#include "api/http/connections/connection.h"
#include "api/http/server_inner.h"
#include "base/thread.h"

#include <limits.h>
#include <poll.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

struct loop {
    struct server *server;
    struct MHD_Daemon *daemon; /* NULL: not started */
    struct thread *thread;     /* likewise */
    struct connection *adding; /* passed to the library, which has not begun
                                * to serve them; linked by next_passed */
    int wake; /* becomes readable when a connection is passed or the thread
               * must stop */
    atomic_bool is_stopping;

    pthread_mutex_t lock;
    struct connection *passed, **last_passed; /* in the order of arrival */
};

/* ---- connections that are passed ---- */

void loop_pass(struct connection *connection)
{
    struct loop *loop = connection->loop;

    connection->next_passed = NULL;
    pthread_mutex_lock(&loop->lock);
    const bool was_empty = !loop->passed;

    *loop->last_passed = connection;
    loop->last_passed = &connection->next_passed;
    pthread_mutex_unlock(&loop->lock);
    if (was_empty)
        eventfd_write(loop->wake, 1);
}

static struct connection *take_passed(struct loop *loop)
{
    pthread_mutex_lock(&loop->lock);
    struct connection *first = loop->passed;

    loop->passed = NULL;
    loop->last_passed = &loop->passed;
    pthread_mutex_unlock(&loop->lock);
    return first;
}

static void leave(struct loop *loop, struct connection *connection)
{
    connection_leave(loop->server, connection);
    acceptor_ended(loop->server->acceptor);
}

/* The library closes the descriptor, whatever happens.  It notifies us of the
 * connection now (0.9.75) or in MHD_run (1.0.1). */
static void add(struct loop *loop, struct connection *connection)
{
    struct sockaddr_storage from = {.ss_family = AF_UNSPEC};
    socklen_t size = sizeof from;

    /* It fails if the client has gone already, which the library sees. */
    getpeername(connection->fd, (struct sockaddr *)&from, &size);
    connection->next_passed = loop->adding;
    loop->adding = connection;
    MHD_add_connection(loop->daemon, connection->fd, (struct sockaddr *)&from,
                       size);
}

/* The last one with this descriptor: the library has closed those before. */
struct connection *loop_added(struct loop *loop, int fd)
{
    struct connection **link = &loop->adding, *connection;

    while (*link && (*link)->fd != fd)
        link = &(*link)->next_passed;
    connection = *link;
    if (connection)
        *link = connection->next_passed;
    return connection;
}

/* After MHD_run: those that the library could not serve, without memory. */
static void drop_unserved(struct loop *loop)
{
    struct connection *next;

    for (struct connection *connection = loop->adding; connection;
         connection = next) {
        next = connection->next_passed;
        leave(loop, connection);
    }
    loop->adding = NULL;
}

struct server *loop_server(const struct loop *loop)
{
    return loop->server;
}

static void serve_passed(struct loop *loop)
{
    struct connection *next;

    for (struct connection *connection = take_passed(loop); connection;
         connection = next) {
        next = connection->next_passed; /* it may be passed again at once */
        if (connection->mhd) {
            MHD_resume_connection(connection->mhd);
        } else if (!atomic_load(&loop->is_stopping)) {
            add(loop, connection);
        } else {
            close(connection->fd);
            leave(loop, connection);
        }
    }
}

/* ---- the thread ---- */

/* The descriptor stays readable when the thread must stop. */
static void drain(struct loop *loop)
{
    eventfd_t none;

    eventfd_read(loop->wake, &none);
    if (atomic_load(&loop->is_stopping))
        eventfd_write(loop->wake, 1);
}

/* Until a connection is passed or ready, or the library wants to run. */
static void wait_for_news(struct loop *loop)
{
    const union MHD_DaemonInfo *info =
        MHD_get_daemon_info(loop->daemon, MHD_DAEMON_INFO_EPOLL_FD);
    struct pollfd news[] = {{.fd = loop->wake, .events = POLLIN},
                            {.fd = info->epoll_fd, .events = POLLIN}};
    MHD_UNSIGNED_LONG_LONG most_ms;
    int wait_ms = -1;

    if (MHD_get_timeout(loop->daemon, &most_ms) == MHD_YES)
        wait_ms = most_ms < INT_MAX ? (int)most_ms : INT_MAX;
    poll(news, sizeof news / sizeof *news, wait_ms);
    if (news[0].revents)
        drain(loop);
}

/* One round of the thread. */
static uint32_t serve(void *ctx)
{
    struct loop *loop = ctx;

    wait_for_news(loop);
    serve_passed(loop);
    MHD_run(loop->daemon);
    drop_unserved(loop);
    return 0;
}

/* ---- start and stop ---- */

struct loop *loop_new(struct server *server)
{
    struct loop *loop = calloc(1, sizeof *loop);

    if (!loop)
        return NULL;
    loop->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (loop->wake < 0) {
        free(loop);
        return NULL;
    }
    loop->server = server;
    loop->last_passed = &loop->passed;
    pthread_mutex_init(&loop->lock, NULL);
    return loop;
}

bool loop_start(struct loop *loop, struct MHD_Daemon *daemon)
{
    const struct thread_config config = {
        .name = "http", .run = serve, .ctx = loop};

    loop->daemon = daemon;
    loop->thread = thread_new(&config);
    return loop->thread != NULL;
}

void loop_stop(struct loop *loop)
{
    if (!loop->daemon)
        return;
    atomic_store(&loop->is_stopping, true);
    eventfd_write(loop->wake, 1);
    thread_stop(loop->thread);
    serve_passed(loop); /* the library may have none that is suspended */
    MHD_stop_daemon(loop->daemon);
    loop->daemon = NULL;
}

void loop_free(struct loop *loop)
{
    if (!loop)
        return;
    loop_stop(loop);
    thread_free(loop->thread);
    close(loop->wake);
    pthread_mutex_destroy(&loop->lock);
    free(loop);
}
