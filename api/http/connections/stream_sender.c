/* Sends streams of events, on connections that have left the HTTP library. */
#include "api/http/connections/stream_sender.h"

#include "api/http/connections/acceptor.h"
#include "api/http/connections/conn_deadline.h"
#include "api/http/connections/connection.h"
#include "api/http/limits/stream_slots.h"
#include "api/http/request/request_end.h"
#include "api/http/responses/chunked_body.h"
#include "api/http/responses/response_head.h"
#include "api/http/server_inner.h"
#include "base/thread.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    EVENTS_AT_ONCE = 64,
    PIECE = 16 * 1024, /* bytes of a chunk */
    SIZE_LINE = 6,     /* at most: "4000\r\n" */
    LINE_END = 2,
};

/* A connection with its stream. */
struct stream_line {
    struct sending *sending;             /* its thread */
    struct stream_line *next, *previous; /* of its thread, under the lock */
    struct stream_line *next_ready;      /* likewise */
    struct request *request;
    int fd;
    bool is_chunked;
    /* Of the thread alone: */
    bool is_lent;     /* a worker or play has the request, or it is ready */
    bool is_over;     /* the last bytes are sent, or in `rest` */
    bool has_left;    /* the client */
    bool waits;       /* until the socket has room */
    struct text rest; /* bytes that the socket had no room for, */
    size_t sent;      /* and how many of them it has taken since */
};

/* One of its threads. */
struct sending {
    struct server *server;
    struct thread *thread;
    int epoll;
    int wake; /* becomes readable when a line is ready or the thread must
               * stop */
    atomic_bool is_stopping;
    pthread_mutex_t lock;
    struct stream_line *lines;
    struct stream_line *ready, **last_ready; /* in the order of arrival */
    char chunk[SIZE_LINE + PIECE + LINE_END];
};

struct stream_sender {
    atomic_uint turn; /* the next line belongs to this thread */
    unsigned count;
    struct sending sending[];
};

/* ---- the lines of a thread ---- */

static void add_line(struct sending *sending, struct stream_line *line)
{
    pthread_mutex_lock(&sending->lock);
    line->next = sending->lines;
    if (line->next)
        line->next->previous = line;
    sending->lines = line;
    pthread_mutex_unlock(&sending->lock);
}

static void remove_line(struct sending *sending, struct stream_line *line)
{
    pthread_mutex_lock(&sending->lock);
    if (line->next)
        line->next->previous = line->previous;
    if (line->previous)
        line->previous->next = line->next;
    else
        sending->lines = line->next;
    pthread_mutex_unlock(&sending->lock);
}

static void push_ready(struct sending *sending, struct stream_line *line)
{
    line->next_ready = NULL;
    pthread_mutex_lock(&sending->lock);
    const bool was_empty = !sending->ready;

    *sending->last_ready = line;
    sending->last_ready = &line->next_ready;
    pthread_mutex_unlock(&sending->lock);
    if (was_empty)
        eventfd_write(sending->wake, 1);
}

static struct stream_line *take_ready(struct sending *sending)
{
    pthread_mutex_lock(&sending->lock);
    struct stream_line *ready = sending->ready;

    sending->ready = NULL;
    sending->last_ready = &sending->ready;
    pthread_mutex_unlock(&sending->lock);
    return ready;
}

/* ---- the end of a stream ---- */

/* is_complete: the client got all bytes. */
static void finish(struct stream_line *line, bool is_complete)
{
    struct sending *sending = line->sending;
    struct server *server = sending->server;
    struct connection *connection = line->request->connection;

    remove_line(sending, line);
    /* The library may not have closed its descriptor yet. */
    epoll_ctl(sending->epoll, EPOLL_CTL_DEL, line->fd, NULL);
    request_end(line->request, is_complete);
    connection_leave(server, connection);
    close(line->fd);
    acceptor_ended(server->acceptor);
    text_clear(&line->rest);
    free(line);
}

/* ---- sending ---- */

/* Have the thread notified when the client leaves, and of what else is
 * named. */
static bool watch(struct stream_line *line, int operation, uint32_t also)
{
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLET | also,
                                .data.ptr = line};

    return epoll_ctl(line->sending->epoll, operation, line->fd, &event) == 0;
}

/* The client must take bytes before more can be sent. */
static bool wait_for_room(struct stream_line *line)
{
    if (line->waits)
        return true;
    line->waits = true;
    conn_deadline_expect(line->sending->server->conn_deadlines,
                         &line->request->connection->deadline);
    return watch(line, EPOLL_CTL_MOD, EPOLLOUT);
}

static bool end_wait(struct stream_line *line)
{
    if (!line->waits)
        return true;
    line->waits = false;
    conn_deadline_relax(line->sending->server->conn_deadlines,
                        &line->request->connection->deadline);
    return watch(line, EPOLL_CTL_MOD, 0);
}

/* Returns how many bytes the socket took, or -1: the connection is broken. */
static ssize_t send_some(const struct stream_line *line, const char *bytes,
                         size_t length)
{
    ssize_t n;

    do
        n = send(line->fd, bytes, length, MSG_DONTWAIT | MSG_NOSIGNAL);
    while (n < 0 && errno == EINTR);
    return n < 0 && errno == EAGAIN ? 0 : n;
}

/* Send bytes, and keep what the socket has no room for.  false: the connection
 * is broken, or memory is short. */
static bool send_bytes(struct stream_line *line, const char *bytes,
                       size_t length)
{
    const ssize_t n = send_some(line, bytes, length);

    if (n < 0 || (size_t)n == length)
        return n >= 0;
    text_add(&line->rest, bytes + n, length - (size_t)n);
    return !line->rest.failed && wait_for_room(line);
}

/* Send what the socket had no room for; line->rest is empty when it took all.
 * false: the connection is broken. */
static bool send_rest(struct stream_line *line)
{
    struct text *rest = &line->rest;
    const ssize_t n =
        send_some(line, rest->bytes + line->sent, rest->length - line->sent);

    if (n < 0)
        return false;
    line->sent += (size_t)n;
    if (line->sent < rest->length)
        return wait_for_room(line);
    text_clear(rest);
    line->sent = 0;
    return end_wait(line);
}

/* Send `length` bytes that begin at chunk[SIZE_LINE]. */
static bool send_chunk(struct stream_line *line, size_t length)
{
    static const char digits[] = "0123456789abcdef";
    char *chunk = line->sending->chunk;
    size_t begin = SIZE_LINE, end = SIZE_LINE + length;

    if (line->is_chunked) {
        memcpy(chunk + end, "\r\n", LINE_END);
        end += LINE_END;
        begin -= LINE_END;
        memcpy(chunk + begin, "\r\n", LINE_END);
        for (; length > 0; length /= 16)
            chunk[--begin] = digits[length % 16];
    }
    return send_bytes(line, chunk + begin, end - begin);
}

enum step { SENT, LENT, BROKEN };

static enum step send_piece(struct stream_line *line)
{
    static const char last[] = "0\r\n\r\n";
    char *piece = line->sending->chunk + SIZE_LINE;
    bool is_sent = true;

    line->is_lent = true; /* others may have it before this returns */
    const ssize_t n = chunked_body_next(line->request, piece, PIECE);

    if (n == 0)
        return LENT;
    line->is_lent = false;
    line->is_over = n < 0;
    if (n > 0)
        is_sent = send_chunk(line, (size_t)n);
    else if (n != MHD_CONTENT_READER_END_OF_STREAM)
        is_sent = false;
    else if (line->is_chunked)
        is_sent = send_bytes(line, last, sizeof last - 1);
    return is_sent ? SENT : BROKEN;
}

/* Send until the socket has no room, or nothing is there to send. */
static void go_on(struct stream_line *line)
{
    enum step step = SENT;

    if (line->rest.length > 0 && !send_rest(line))
        step = BROKEN;
    while (step == SENT && line->rest.length == 0 && !line->is_over)
        step = send_piece(line);
    if (step == BROKEN)
        finish(line, false);
    else if (step == SENT && line->rest.length == 0)
        finish(line, true);
}

/* ---- the thread ---- */

/* The client has closed the connection.  A stream that others have ends when it
 * comes back. */
static void note_left(struct stream_line *line)
{
    struct request *request = line->request;

    line->has_left = true;
    if (line->is_lent) {
        atomic_store(&request->has_left, true);
        wait_end(request->play, &request->waiter);
    } else {
        finish(line, false);
    }
}

static void note_event(const struct epoll_event *event)
{
    struct stream_line *line = event->data.ptr;

    if (event->events & (EPOLLRDHUP | EPOLLHUP | EPOLLERR))
        note_left(line);
    else if (!line->is_lent)
        go_on(line);
}

/* The descriptor stays readable when the thread must stop. */
static void drain(struct sending *sending)
{
    eventfd_t none;

    eventfd_read(sending->wake, &none);
    if (atomic_load(&sending->is_stopping))
        eventfd_write(sending->wake, 1);
}

/* One round of the thread. */
static uint32_t serve(void *ctx)
{
    struct sending *sending = ctx;
    struct epoll_event events[EVENTS_AT_ONCE];
    const int count = epoll_wait(sending->epoll, events, EVENTS_AT_ONCE, -1);
    struct stream_line *line, *next;

    for (int i = 0; i < count; i++)
        if (events[i].data.ptr)
            note_event(&events[i]);
        else
            drain(sending);
    for (line = take_ready(sending); line; line = next) {
        next = line->next_ready;
        line->is_lent = false;
        if (line->has_left)
            finish(line, true);
        else
            go_on(line);
    }
    return 0;
}

/* ---- taking a connection ---- */

/* The next piece is complete.  On any thread. */
static void resume(struct request *request)
{
    push_ready(request->line->sending, request->line);
}

void stream_sender_prepare(struct request *request,
                           struct MHD_Response *response)
{
    const bool is_head = strcmp(request->method, "HEAD") == 0;
    struct stream_line *line = calloc(1, sizeof *line);

    if (!line)
        return;
    line->request = request;
    line->is_lent = true;
    line->is_over = is_head;
    line->is_chunked = request->takes_chunks;
    response_head_write(&line->rest, response);
    if (line->is_chunked)
        text_add_string(&line->rest, "Transfer-Encoding: chunked\r\n");
    text_add_string(&line->rest, "\r\n");
    if (line->rest.failed) {
        text_clear(&line->rest);
        free(line);
        return;
    }
    request->line = line;
    request->resume = resume;
    request->method = is_head ? "HEAD" : "GET"; /* not the library's */
}

static void drop(struct stream_line *line)
{
    line->request->line = NULL;
    if (line->fd >= 0)
        close(line->fd);
    text_clear(&line->rest);
    free(line);
}

bool stream_sender_take(struct stream_sender *sender, struct request *request,
                        int fd)
{
    const int at_once = 1;
    struct stream_line *line = request->line;
    struct server *server = request->server;

    line->sending =
        &sender->sending[atomic_fetch_add(&sender->turn, 1) % sender->count];
    line->fd = fcntl(fd, F_DUPFD_CLOEXEC, 0);
    if (line->fd < 0 || !watch(line, EPOLL_CTL_ADD, 0)) {
        drop(line);
        return false;
    }
    setsockopt(line->fd, IPPROTO_TCP, TCP_NODELAY, &at_once, sizeof at_once);
    request->mhd = NULL;
    conn_deadline_move(server->conn_deadlines, &request->connection->deadline,
                       line->fd);
    conn_deadline_relax(server->conn_deadlines, &request->connection->deadline);
    stream_slots_move(server->stream_slots, &request->slot, line->fd);
    add_line(line->sending, line);
    push_ready(line->sending, line);
    return true;
}

/* ---- start and stop ---- */

static bool start(struct sending *sending)
{
    const struct thread_config config = {
        .name = "streams", .run = serve, .ctx = sending};
    struct epoll_event event = {.events = EPOLLIN};

    sending->epoll = epoll_create1(EPOLL_CLOEXEC);
    sending->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (sending->epoll < 0 || sending->wake < 0 ||
        epoll_ctl(sending->epoll, EPOLL_CTL_ADD, sending->wake, &event) != 0)
        return false;
    sending->thread = thread_new(&config);
    return sending->thread != NULL;
}

static void stop(struct sending *sending)
{
    struct stream_line *line, *next;

    if (sending->thread) {
        atomic_store(&sending->is_stopping, true);
        eventfd_write(sending->wake, 1);
        thread_free(sending->thread);
    }
    for (line = sending->lines; line; line = next) {
        next = line->next;
        finish(line, false);
    }
    if (sending->epoll >= 0)
        close(sending->epoll);
    if (sending->wake >= 0)
        close(sending->wake);
    pthread_mutex_destroy(&sending->lock);
}

struct stream_sender *stream_sender_new(struct server *server, unsigned threads)
{
    struct stream_sender *sender =
        calloc(1, sizeof *sender + threads * sizeof sender->sending[0]);
    bool is_started = true;

    if (!sender)
        return NULL;
    for (; is_started && sender->count < threads; sender->count++) {
        struct sending *sending = &sender->sending[sender->count];

        sending->server = server;
        sending->last_ready = &sending->ready;
        pthread_mutex_init(&sending->lock, NULL);
        is_started = start(sending);
    }
    if (is_started)
        return sender;
    stream_sender_free(sender);
    return NULL;
}

void stream_sender_free(struct stream_sender *sender)
{
    if (!sender)
        return;
    for (unsigned i = 0; i < sender->count; i++)
        stop(&sender->sending[i]);
    free(sender);
}
