/* Keeps idle connections outside the HTTP library. */
#include "api/http/idle_connections.h"

#include "api/http/acceptor.h"
#include "api/http/conn_deadline.h"
#include "api/http/connection.h"
#include "api/http/epoll.h"
#include "api/http/server_inner.h"
#include "base/clock.h"
#include "base/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    EVENTS_AT_ONCE = 64,
    LEAVE_AT_ONCE = 32, /* connections of a thread, between other work */
};

struct list {
    struct connection *first, *last;
};

struct idle_connections {
    struct server *server;
    struct thread *thread; /* waits for the requests of those that are kept */
    int epoll;
    int wake; /* becomes readable when the thread must stop */

    pthread_mutex_t lock;
    bool is_stopping;
    size_t count;          /* of those that are kept */
    struct list kept;      /* by `epoll`, too */
    struct list returning; /* passed to the library, which has not begun them */
};

/* ---- lists: a connection is in one of them at most ---- */

static void append(struct list *list, struct connection *connection)
{
    connection->next = NULL;
    connection->previous = list->last;
    if (list->last)
        list->last->next = connection;
    else
        list->first = connection;
    list->last = connection;
}

static void take_out(struct list *list, struct connection *connection)
{
    if (connection->next)
        connection->next->previous = connection->previous;
    else
        list->last = connection->previous;
    if (connection->previous)
        connection->previous->next = connection->next;
    else
        list->first = connection->next;
}

/* ---- connections of the library ---- */

/* Those of this thread that are idle and have not expired, in the order in
 * which they became idle. */
static _Thread_local struct list idle_here;

void idle_begin(struct connection *connection)
{
    connection->idle = IDLE_IN_LIBRARY;
    connection->idle_since_ms = clock_coarse_ms();
    append(&idle_here, connection);
}

void idle_end(struct connection *connection)
{
    if (connection->idle == IDLE_IN_LIBRARY)
        take_out(&idle_here, connection);
    connection->idle = IDLE_NOT;
}

/* Has the library read no byte behind the last request?  may_have_news: bytes
 * that it has not read may have arrived. */
static bool is_between_requests(const struct connection *connection, int fd,
                                bool may_have_news)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;
    int unread = 0;

    /* In this order: bytes that arrive in between are taken for read ones. */
    return ioctl(fd, FIONREAD, &unread) == 0 && unread >= 0 &&
           getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0 &&
           (unread == 0 || may_have_news) &&
           info.tcpi_bytes_received ==
               connection->bytes_of_requests + (uint64_t)unread;
}

/* The library looks at the timeout before it reads from any connection. */
static void expire(struct connection *connection)
{
    enum { LEAST_SECONDS = 1 };

    take_out(&idle_here, connection);
    connection->idle = IDLE_NOT;
    if (!is_between_requests(connection, connection_fd(connection->mhd), false))
        return;
    if (MHD_set_connection_option(connection->mhd,
                                  MHD_CONNECTION_OPTION_TIMEOUT,
                                  LEAST_SECONDS) == MHD_YES)
        connection->idle = IDLE_EXPIRED;
}

/* On each thread that waits, between two rounds. */
static int before_wait(int most_ms)
{
    enum { STEP_MS = 100 };
    struct connection *first = idle_here.first;

    if (!first)
        return most_ms;
    const int64_t now_ms = clock_coarse_ms();
    const int64_t left_ms = first->idle_since_ms + IDLE_MS - now_ms;

    if (left_ms > 0)
        return most_ms < 0 || most_ms > left_ms + STEP_MS
                   ? (int)left_ms + STEP_MS
                   : most_ms;
    for (int i = 0; i < LEAVE_AT_ONCE && idle_here.first &&
                    idle_here.first->idle_since_ms + IDLE_MS <= now_ms;
         i++)
        expire(idle_here.first);
    return 0;
}

/* ---- connections that are kept ---- */

/* Under the lock. */
static bool keep(struct idle_connections *idle, struct connection *connection)
{
    struct epoll_event event = {.events = EPOLLIN | EPOLLRDHUP,
                                .data.ptr = connection};

    if (idle->is_stopping ||
        epoll_ctl(idle->epoll, EPOLL_CTL_ADD, connection->fd, &event) != 0)
        return false;
    append(&idle->kept, connection);
    idle->count++;
    return true;
}

bool idle_connections_take(struct idle_connections *idle,
                           struct connection *connection, int fd)
{
    struct conn_deadlines *deadlines = idle->server->conn_deadlines;

    if (connection->idle != IDLE_EXPIRED ||
        !is_between_requests(connection, fd, true))
        return false;
    connection->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (connection->fd < 0)
        return false;
    conn_deadline_move(deadlines, connection->reaped, connection->fd);
    pthread_mutex_lock(&idle->lock);
    const bool is_kept = keep(idle, connection);

    pthread_mutex_unlock(&idle->lock);
    if (is_kept)
        return true;
    conn_deadline_move(deadlines, connection->reaped, fd);
    close(connection->fd);
    return false;
}

/* Without a descriptor. */
static void drop(struct idle_connections *idle, struct connection *connection)
{
    struct server *server = idle->server;

    connection_leave(server, connection);
    acceptor_ended(server->acceptor);
}

static void let_go(struct idle_connections *idle, struct connection *connection)
{
    epoll_ctl(idle->epoll, EPOLL_CTL_DEL, connection->fd, NULL);
    pthread_mutex_lock(&idle->lock);
    take_out(&idle->kept, connection);
    idle->count--;
    pthread_mutex_unlock(&idle->lock);
}

static void close_kept(struct idle_connections *idle,
                       struct connection *connection)
{
    const int fd = connection->fd;

    let_go(idle, connection);
    drop(idle, connection);
    close(fd);
}

/* ---- connections that return ---- */

/* Until the library has begun it, it has no descriptor here: the library may
 * close this one without notice. */
static void give_back(struct idle_connections *idle,
                      struct connection *connection)
{
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    struct server *server = idle->server;

    if (getpeername(connection->fd, (struct sockaddr *)&from, &size) != 0) {
        close_kept(idle, connection);
        return;
    }
    let_go(idle, connection);
    conn_deadline_move(server->conn_deadlines, connection->reaped, -1);
    pthread_mutex_lock(&idle->lock);
    append(&idle->returning, connection);
    pthread_mutex_unlock(&idle->lock);

    const int fd = connection->fd; /* the connection may end at once */

    if (MHD_add_connection(server->daemon, fd, (struct sockaddr *)&from,
                           size) != MHD_YES)
        idle_connections_forget(idle, fd);
}

static struct connection *take_returning(struct idle_connections *idle, int fd)
{
    pthread_mutex_lock(&idle->lock);
    struct connection *connection = idle->returning.first;

    while (connection && connection->fd != fd)
        connection = connection->next;
    if (connection)
        take_out(&idle->returning, connection);
    pthread_mutex_unlock(&idle->lock);
    return connection;
}

struct connection *idle_connections_returned(struct idle_connections *idle,
                                             int fd)
{
    struct connection *connection = take_returning(idle, fd);

    if (!connection)
        return NULL;
    connection->idle = IDLE_NOT;
    conn_deadline_move(idle->server->conn_deadlines, connection->reaped, fd);
    return connection;
}

void idle_connections_forget(struct idle_connections *idle, int fd)
{
    struct connection *connection = take_returning(idle, fd);

    if (connection)
        drop(idle, connection);
}

/* ---- the thread ---- */

/* Something has arrived: bytes, or the end. */
static void note_event(struct idle_connections *idle,
                       struct connection *connection)
{
    char byte;
    const ssize_t n = recv(connection->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

    if (n > 0)
        give_back(idle, connection);
    else if (n == 0 || (errno != EAGAIN && errno != EINTR))
        close_kept(idle, connection);
}

/* One round of the thread. */
static uint32_t serve(void *ctx)
{
    struct idle_connections *idle = ctx;
    struct epoll_event events[EVENTS_AT_ONCE];
    const int count = epoll_wait(idle->epoll, events, EVENTS_AT_ONCE, -1);

    for (int i = 0; i < count; i++)
        if (events[i].data.ptr)
            note_event(idle, events[i].data.ptr);
    return 0;
}

/* ---- start and stop ---- */

static bool start(struct idle_connections *idle)
{
    const struct thread_config config = {
        .name = "idle-conns", .run = serve, .ctx = idle};
    struct epoll_event event = {.events = EPOLLIN};

    if (idle->epoll < 0 || idle->wake < 0 ||
        epoll_ctl(idle->epoll, EPOLL_CTL_ADD, idle->wake, &event) != 0)
        return false;
    idle->thread = thread_new(&config);
    return idle->thread != NULL;
}

struct idle_connections *idle_connections_new(struct server *server)
{
    struct idle_connections *idle = calloc(1, sizeof *idle);

    if (!idle)
        return NULL;
    idle->server = server;
    pthread_mutex_init(&idle->lock, NULL);
    idle->epoll = epoll_create1(EPOLL_CLOEXEC);
    idle->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (start(idle)) {
        epoll_call_before_wait(before_wait);
        return idle;
    }
    idle_connections_free(idle);
    return NULL;
}

void idle_connections_stop(struct idle_connections *idle)
{
    pthread_mutex_lock(&idle->lock);
    idle->is_stopping = true;
    pthread_mutex_unlock(&idle->lock);
    if (idle->wake >= 0)
        eventfd_write(idle->wake, 1);
    thread_stop(idle->thread);
}

void idle_connections_free(struct idle_connections *idle)
{
    if (!idle)
        return;
    idle_connections_stop(idle);
    while (idle->kept.first)
        close_kept(idle, idle->kept.first);
    while (idle->returning.first)
        idle_connections_forget(idle, idle->returning.first->fd);
    thread_free(idle->thread);
    if (idle->epoll >= 0)
        close(idle->epoll);
    if (idle->wake >= 0)
        close(idle->wake);
    pthread_mutex_destroy(&idle->lock);
    free(idle);
}

size_t idle_connections_count(struct idle_connections *idle)
{
    pthread_mutex_lock(&idle->lock);
    const size_t count = idle->count;

    pthread_mutex_unlock(&idle->lock);
    return count;
}
