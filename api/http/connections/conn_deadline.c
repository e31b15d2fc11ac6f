/* Closes connections that take too long, or whose places are needed. */
#include "api/http/connections/conn_deadline.h"

#include "base/clock.h"
#include "base/thread.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>

enum { SWEEP_MS = 500, SWEEP_CROWDED_MS = 100 };

struct conn_deadlines {
    pthread_mutex_t lock;
    struct thread *thread; /* runs the sweeps */
    unsigned seconds, idle_seconds, most;
    struct conn_deadline_counts counts;
    size_t cut; /* open, but shut down already */
    /* Head of the ring of connections.  Those in the phase CONN_COMES are in
     * order of arrival, those in CONN_RESTS in the order in which they began to
     * rest. */
    struct conn_deadline ring;
};

/* ---- the kernel's view of a connection ---- */

static struct tcp_info info_of(const struct conn_deadline *c)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;

    if (getsockopt(c->fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0)
        return (struct tcp_info){0};
    return info;
}

/* Bytes that the client has acknowledged since it connected. */
static uint64_t bytes_taken(const struct conn_deadline *c)
{
    return info_of(c).tcpi_bytes_acked;
}

/* Has it never sent a byte? */
static bool is_silent(const struct conn_deadline *c)
{
    return info_of(c).tcpi_bytes_received == 0;
}

/* Has it sent something that the library has not read yet? */
static bool has_news(const struct conn_deadline *c)
{
    char byte;

    return recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

/* Has the client closed it, and is nothing left to read? */
static bool is_closed(const struct conn_deadline *c)
{
    char byte;
    ssize_t n = recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

/* ---- the ring: under the lock ---- */

static void append(struct conn_deadlines *conn_deadlines,
                   struct conn_deadline *c)
{
    c->next = &conn_deadlines->ring;
    c->previous = conn_deadlines->ring.previous;
    c->previous->next = c;
    conn_deadlines->ring.previous = c;
}

static void take_out(struct conn_deadline *c)
{
    c->next->previous = c->previous;
    c->previous->next = c->next;
}

/* After a shutdown the library, or the sender of a stream, sees the end of the
 * connection and closes the descriptor itself; with SHUT_RD it sees the end
 * behind the bytes that it has not read, so that a request which arrives at
 * this very moment gets a response. */
static void cut(struct conn_deadlines *conn_deadlines, struct conn_deadline *c,
                int how)
{
    if (how == SHUT_RDWR)
        c->deadline_ms = 0;
    conn_deadlines->cut += !c->is_cut;
    c->is_cut = true;
    shutdown(c->fd, how);
}

static void set_phase(struct conn_deadlines *conn_deadlines,
                      struct conn_deadline *c, enum conn_phase phase,
                      int64_t now_ms)
{
    c->phase = phase;
    c->since_ms = now_ms;
    conn_deadlines->cut -= c->is_cut; /* a request arrived at the last moment */
    c->is_cut = false;
}

/* ---- deadlines ---- */

static int64_t deadline(const struct conn_deadlines *conn_deadlines,
                        int64_t now_ms)
{
    return now_ms + (int64_t)conn_deadlines->seconds * 1000;
}

/* At the first sweep after the response began: most responses end before
 * one. */
static void measure(struct conn_deadline *c)
{
    if (!c->takes_reply || c->is_measured)
        return;
    c->taken = bytes_taken(c);
    c->is_measured = true;
}

/* Did the client take enough of its response to be given more time? */
static bool goes_on(const struct conn_deadlines *conn_deadlines,
                    struct conn_deadline *c, int64_t now_ms)
{
    uint64_t enough = (uint64_t)CONN_BYTES_PER_SECOND * conn_deadlines->seconds;

    if (!c->takes_reply || bytes_taken(c) < c->taken + enough)
        return false;
    c->is_measured = false;
    c->deadline_ms = deadline(conn_deadlines, now_ms);
    return true;
}

/* A client that closed its connection in the middle of a request will not send
 * the rest.  The library is notified of new events only, and may not notice an
 * end that arrived together with the last bytes.  The condition must hold in
 * two sweeps, so that a request which is just being read does not count. */
static bool is_gone(struct conn_deadline *c)
{
    bool had_left = c->has_left;

    c->has_left = c->deadline_ms != 0 && !c->takes_reply && is_closed(c);
    return c->has_left && had_left;
}

static void look_at(struct conn_deadlines *conn_deadlines,
                    struct conn_deadline *c, int64_t now_ms)
{
    bool has_gone = is_gone(c);

    if (c->gone && is_closed(c))
        c->gone(c->ctx);
    measure(c);
    if (!has_gone && (c->deadline_ms == 0 || c->deadline_ms > now_ms ||
                      goes_on(conn_deadlines, c, now_ms)))
        return;
    cut(conn_deadlines, c, SHUT_RDWR);
    conn_deadlines->counts.ended += !has_gone;
}

/* ---- making room ---- */

/* The kinds of connections that are closed to make room, in this order. */
enum spare { SILENT, IDLE, SLOW, SPARES };

/* How long a connection may be silent now, while others wait for a place. */
static int64_t silent_ms(const struct conn_deadlines *conn_deadlines)
{
    const size_t quarter = conn_deadlines->most / 4;
    const size_t open = conn_deadlines->counts.open - conn_deadlines->cut;
    const size_t left =
        open < conn_deadlines->most ? conn_deadlines->most - open : 0;

    if (left >= quarter)
        return CONN_SILENT_MS;
    return CONN_SILENT_LEAST_MS +
           (int64_t)((CONN_SILENT_MS - CONN_SILENT_LEAST_MS) * left / quarter);
}

static bool is_spare(const struct conn_deadlines *conn_deadlines,
                     const struct conn_deadline *c, enum spare spare,
                     int64_t now_ms)
{
    int64_t for_ms = now_ms - c->since_ms;

    switch (spare) {
    case SILENT:
        return c->phase == CONN_COMES && for_ms >= silent_ms(conn_deadlines) &&
               is_silent(c);
    case IDLE:
        return c->phase == CONN_RESTS && for_ms >= silent_ms(conn_deadlines) &&
               !has_news(c);
    case SLOW:
        return (c->phase == CONN_COMES || c->phase == CONN_ASKS) &&
               for_ms >= CONN_SLOW_MS;
    case SPARES: break;
    }
    return false;
}

static bool is_crowded(const struct conn_deadlines *conn_deadlines)
{
    return conn_deadlines->counts.open - conn_deadlines->cut >
           conn_deadlines->most - conn_deadlines->most / 4;
}

static void make_room(struct conn_deadlines *conn_deadlines, int64_t now_ms)
{
    for (int spare = 0; spare < SPARES; spare++)
        for (struct conn_deadline *c = conn_deadlines->ring.next;
             c != &conn_deadlines->ring && is_crowded(conn_deadlines);
             c = c->next) {
            if (c->is_cut ||
                !is_spare(conn_deadlines, c, (enum spare)spare, now_ms))
                continue;
            cut(conn_deadlines, c, spare == IDLE ? SHUT_RD : SHUT_RDWR);
            conn_deadlines->counts.evicted++;
        }
}

/* ---- the thread ---- */

static uint32_t sweep(void *ctx)
{
    struct conn_deadlines *conn_deadlines = ctx;
    int64_t now_ms;
    uint32_t next_ms;

    pthread_mutex_lock(&conn_deadlines->lock);
    now_ms = clock_coarse_ms();
    for (struct conn_deadline *c = conn_deadlines->ring.next;
         c != &conn_deadlines->ring; c = c->next)
        look_at(conn_deadlines, c, now_ms);
    make_room(conn_deadlines, now_ms);
    next_ms = is_crowded(conn_deadlines) ? SWEEP_CROWDED_MS : SWEEP_MS;
    pthread_mutex_unlock(&conn_deadlines->lock);
    return next_ms;
}

struct conn_deadlines *conn_deadline_new(unsigned seconds,
                                         unsigned idle_seconds, unsigned most)
{
    struct conn_deadlines *conn_deadlines = calloc(1, sizeof *conn_deadlines);

    if (!conn_deadlines)
        return NULL;
    conn_deadlines->seconds = seconds;
    conn_deadlines->idle_seconds = idle_seconds;
    conn_deadlines->most = most;
    conn_deadlines->ring.next = conn_deadlines->ring.previous =
        &conn_deadlines->ring;
    pthread_mutex_init(&conn_deadlines->lock, NULL);
    conn_deadlines->thread =
        thread_new(&(struct thread_config){.name = "conn-deadlines",
                                           .run = sweep,
                                           .ctx = conn_deadlines,
                                           .first_ms = SWEEP_MS});
    if (!conn_deadlines->thread) {
        conn_deadline_free(conn_deadlines);
        return NULL;
    }
    return conn_deadlines;
}

void conn_deadline_free(struct conn_deadlines *conn_deadlines)
{
    if (!conn_deadlines)
        return;
    thread_free(conn_deadlines->thread);
    pthread_mutex_destroy(&conn_deadlines->lock);
    free(conn_deadlines);
}

/* ---- connections ---- */

void conn_deadline_add(struct conn_deadlines *conn_deadlines,
                       struct conn_deadline *connection, int fd)
{
    connection->fd = fd;
    connection->phase = CONN_COMES;
    connection->since_ms = clock_coarse_ms();
    connection->deadline_ms = deadline(conn_deadlines, connection->since_ms);
    pthread_mutex_lock(&conn_deadlines->lock);
    append(conn_deadlines, connection);
    conn_deadlines->counts.open++;
    pthread_mutex_unlock(&conn_deadlines->lock);
}

void conn_deadline_remove(struct conn_deadlines *conn_deadlines,
                          struct conn_deadline *connection)
{
    if (!connection->next)
        return;
    pthread_mutex_lock(&conn_deadlines->lock);
    take_out(connection);
    conn_deadlines->counts.open--;
    conn_deadlines->cut -= connection->is_cut;
    pthread_mutex_unlock(&conn_deadlines->lock);
}

/* Under the lock; deadline_ms 0: without one. */
static void set(struct conn_deadlines *conn_deadlines, struct conn_deadline *c,
                enum conn_phase phase, int64_t now_ms, int64_t deadline_ms)
{
    set_phase(conn_deadlines, c, phase, now_ms);
    c->deadline_ms = deadline_ms;
    c->takes_reply = c->is_measured = c->has_left = false;
    c->gone = NULL;
}

void conn_deadline_expect(struct conn_deadlines *conn_deadlines,
                          struct conn_deadline *connection)
{
    int64_t now_ms = clock_coarse_ms();

    pthread_mutex_lock(&conn_deadlines->lock);
    set(conn_deadlines, connection, CONN_BUSY, now_ms,
        deadline(conn_deadlines, now_ms));
    pthread_mutex_unlock(&conn_deadlines->lock);
}

void conn_deadline_deliver(struct conn_deadlines *conn_deadlines,
                           struct conn_deadline *connection)
{
    int64_t now_ms = clock_coarse_ms();

    pthread_mutex_lock(&conn_deadlines->lock);
    set(conn_deadlines, connection, CONN_BUSY, now_ms,
        deadline(conn_deadlines, now_ms));
    connection->takes_reply = true;
    pthread_mutex_unlock(&conn_deadlines->lock);
}

void conn_deadline_relax(struct conn_deadlines *conn_deadlines,
                         struct conn_deadline *connection)
{
    pthread_mutex_lock(&conn_deadlines->lock);
    set(conn_deadlines, connection, CONN_BUSY, clock_coarse_ms(), 0);
    pthread_mutex_unlock(&conn_deadlines->lock);
}

void conn_deadline_watch(struct conn_deadlines *conn_deadlines,
                         struct conn_deadline *connection,
                         void (*gone)(void *ctx), void *ctx)
{
    pthread_mutex_lock(&conn_deadlines->lock);
    set(conn_deadlines, connection, CONN_BUSY, clock_coarse_ms(), 0);
    connection->gone = gone;
    connection->ctx = ctx;
    pthread_mutex_unlock(&conn_deadlines->lock);
}

void conn_deadline_rest(struct conn_deadlines *conn_deadlines,
                        struct conn_deadline *connection)
{
    int64_t now_ms = clock_coarse_ms();

    pthread_mutex_lock(&conn_deadlines->lock);
    set(conn_deadlines, connection, CONN_RESTS, now_ms,
        now_ms + (int64_t)conn_deadlines->idle_seconds * 1000);
    take_out(connection);
    append(conn_deadlines, connection);
    pthread_mutex_unlock(&conn_deadlines->lock);
}

void conn_deadline_begin(struct conn_deadlines *conn_deadlines,
                         struct conn_deadline *connection)
{
    int64_t now_ms = clock_coarse_ms();

    pthread_mutex_lock(&conn_deadlines->lock);
    if (connection->phase == CONN_RESTS)
        connection->deadline_ms = deadline(conn_deadlines, now_ms);
    set_phase(conn_deadlines, connection, CONN_ASKS, now_ms);
    pthread_mutex_unlock(&conn_deadlines->lock);
}

void conn_deadline_move(struct conn_deadlines *conn_deadlines,
                        struct conn_deadline *connection, int fd)
{
    pthread_mutex_lock(&conn_deadlines->lock);
    connection->fd = fd;
    pthread_mutex_unlock(&conn_deadlines->lock);
}

void conn_deadline_dismiss(struct conn_deadlines *conn_deadlines)
{
    pthread_mutex_lock(&conn_deadlines->lock);
    for (struct conn_deadline *c = conn_deadlines->ring.next;
         c != &conn_deadlines->ring; c = c->next)
        if (c->phase == CONN_RESTS && !c->is_cut && !has_news(c))
            cut(conn_deadlines, c, SHUT_RD);
    pthread_mutex_unlock(&conn_deadlines->lock);
}

void conn_deadline_count(struct conn_deadlines *conn_deadlines,
                         struct conn_deadline_counts *out)
{
    pthread_mutex_lock(&conn_deadlines->lock);
    *out = conn_deadlines->counts;
    pthread_mutex_unlock(&conn_deadlines->lock);
}
