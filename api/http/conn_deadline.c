/* Ends connections that take too long, or whose places others need more. */
#include "api/http/conn_deadline.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum { SWEEP_MS = 500, SWEEP_CROWDED_MS = 100 };

/* What a connection's client is about. */
enum phase {
    COMES, /* no request has begun yet */
    ASKS,  /* a request has begun */
    RESTS, /* between a reply and the next request */
    BUSY,  /* the service works for it, or it takes a reply */
};

struct reaped {
    struct reaped *next, *previous;
    int fd;
    enum phase phase;
    bool is_cut;         /* we ended it: the library is about to close it */
    int64_t since_ms;    /* when the phase began */
    int64_t deadline_ms; /* 0: none */
    bool has_left;       /* at the last sweep */
    bool takes_reply;
    bool is_measured;        /* since the deadline was set: `taken` is good */
    uint64_t taken;          /* bytes that its client had then */
    void (*gone)(void *ctx); /* to be told that the client left; NULL: none */
    void *ctx;
};

struct reaper {
    pthread_mutex_t lock;
    pthread_cond_t stop;
    pthread_t thread;
    bool stopping;
    unsigned seconds, most;
    struct reaper_counts counts;
    size_t cut; /* open, but cut */
    /* Head of the ring of connections.  Those in the phase COMES are in the
     * order in which they came, those that rest in the order in which they
     * began to. */
    struct reaped ring;
};

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- what the kernel knows of a connection ---- */

static struct tcp_info info_of(const struct reaped *c)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;

    if (getsockopt(c->fd, IPPROTO_TCP, TCP_INFO, &info, &size) != 0)
        return (struct tcp_info){0};
    return info;
}

/* Bytes that the client has acknowledged since it came. */
static uint64_t bytes_taken(const struct reaped *c)
{
    return info_of(c).tcpi_bytes_acked;
}

/* Has it never sent a byte? */
static bool is_silent(const struct reaped *c)
{
    return info_of(c).tcpi_bytes_received == 0;
}

/* Has it sent something that the library has not read yet? */
static bool has_news(const struct reaped *c)
{
    char byte;

    return recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

/* Has the client closed it, and is nothing left to read? */
static bool is_closed(const struct reaped *c)
{
    char byte;
    ssize_t n = recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
}

/* ---- the ring: under the lock ---- */

static void append(struct reaper *reaper, struct reaped *c)
{
    c->next = &reaper->ring;
    c->previous = reaper->ring.previous;
    c->previous->next = c;
    reaper->ring.previous = c;
}

static void take_out(struct reaped *c)
{
    c->next->previous = c->previous;
    c->previous->next = c->next;
}

/* With shutdown the library sees the end of the stream and closes the
 * descriptor itself; with SHUT_RD it sees it behind what it has to read, so
 * that a request which comes at this very moment is answered. */
static void cut(struct reaper *reaper, struct reaped *c, int how)
{
    if (how == SHUT_RDWR)
        c->deadline_ms = 0;
    reaper->cut += !c->is_cut;
    c->is_cut = true;
    shutdown(c->fd, how);
}

static void set_phase(struct reaper *reaper, struct reaped *c, enum phase phase,
                      int64_t now_ms)
{
    c->phase = phase;
    c->since_ms = now_ms;
    reaper->cut -= c->is_cut; /* a request came at the last moment */
    c->is_cut = false;
}

/* ---- deadlines ---- */

static int64_t deadline(const struct reaper *reaper, int64_t now_ms)
{
    return now_ms + (int64_t)reaper->seconds * 1000;
}

/* At the first sweep after the reply began: most replies never see one. */
static void measure(struct reaped *c)
{
    if (!c->takes_reply || c->is_measured)
        return;
    c->taken = bytes_taken(c);
    c->is_measured = true;
}

/* Whether the client took enough of its reply to be given more time. */
static bool goes_on(const struct reaper *reaper, struct reaped *c,
                    int64_t now_ms)
{
    uint64_t enough = (uint64_t)REAPER_BYTES_PER_SECOND * reaper->seconds;

    if (!c->takes_reply || bytes_taken(c) < c->taken + enough)
        return false;
    c->is_measured = false;
    c->deadline_ms = deadline(reaper, now_ms);
    return true;
}

/* A client that closed its connection in the middle of a request will not send
 * the rest.  The library, which is told of news only, may not notice when the
 * end came together with the last bytes.  Seen twice, so that a request which
 * is just being read is none of those. */
static bool is_gone(struct reaped *c)
{
    bool had_left = c->has_left;

    c->has_left = c->deadline_ms != 0 && !c->takes_reply && is_closed(c);
    return c->has_left && had_left;
}

static void look_at(struct reaper *reaper, struct reaped *c, int64_t now_ms)
{
    bool has_gone = is_gone(c);

    if (c->gone && is_closed(c))
        c->gone(c->ctx);
    measure(c);
    if (!has_gone && (c->deadline_ms == 0 || c->deadline_ms > now_ms ||
                      goes_on(reaper, c, now_ms)))
        return;
    cut(reaper, c, SHUT_RDWR);
    reaper->counts.ended += !has_gone;
}

/* ---- making room ---- */

/* Those that go to make room, in this order. */
enum spare { SILENT, IDLE, SLOW, SPARES };

/* How long a connection may be silent now: others wait for its place. */
static int64_t silent_ms(const struct reaper *reaper)
{
    const size_t quarter = reaper->most / 4;
    const size_t open = reaper->counts.open - reaper->cut;
    const size_t left = open < reaper->most ? reaper->most - open : 0;

    if (left >= quarter)
        return REAPER_SILENT_MS;
    return REAPER_SILENT_LEAST_MS +
           (int64_t)((REAPER_SILENT_MS - REAPER_SILENT_LEAST_MS) * left /
                     quarter);
}

static bool is_spare(const struct reaper *reaper, const struct reaped *c,
                     enum spare spare, int64_t now_ms)
{
    int64_t for_ms = now_ms - c->since_ms;

    switch (spare) {
    case SILENT:
        return c->phase == COMES && for_ms >= silent_ms(reaper) && is_silent(c);
    case IDLE:
        return c->phase == RESTS && for_ms >= silent_ms(reaper) && !has_news(c);
    case SLOW:
        return (c->phase == COMES || c->phase == ASKS) &&
               for_ms >= REAPER_SLOW_MS;
    case SPARES: break;
    }
    return false;
}

static bool is_crowded(const struct reaper *reaper)
{
    return reaper->counts.open - reaper->cut > reaper->most - reaper->most / 4;
}

static void make_room(struct reaper *reaper, int64_t now_ms)
{
    for (int spare = 0; spare < SPARES; spare++)
        for (struct reaped *c = reaper->ring.next;
             c != &reaper->ring && is_crowded(reaper); c = c->next) {
            if (c->is_cut || !is_spare(reaper, c, (enum spare)spare, now_ms))
                continue;
            cut(reaper, c, spare == IDLE ? SHUT_RD : SHUT_RDWR);
            reaper->counts.evicted++;
        }
}

/* ---- the thread ---- */

static void sweep(struct reaper *reaper)
{
    int64_t now_ms = steady_ms();

    for (struct reaped *c = reaper->ring.next; c != &reaper->ring; c = c->next)
        look_at(reaper, c, now_ms);
    make_room(reaper, now_ms);
}

static void *reap_loop(void *arg)
{
    struct reaper *reaper = arg;

    pthread_mutex_lock(&reaper->lock);
    while (!reaper->stopping) {
        struct timespec next;
        const long ms = is_crowded(reaper) ? SWEEP_CROWDED_MS : SWEEP_MS;

        clock_gettime(CLOCK_MONOTONIC, &next);
        next.tv_nsec += ms * 1000000L;
        if (next.tv_nsec >= 1000000000L) {
            next.tv_sec++;
            next.tv_nsec -= 1000000000L;
        }
        pthread_cond_timedwait(&reaper->stop, &reaper->lock, &next);
        sweep(reaper);
    }
    pthread_mutex_unlock(&reaper->lock);
    return NULL;
}

struct reaper *reaper_new(unsigned seconds, unsigned most)
{
    struct reaper *reaper = calloc(1, sizeof *reaper);
    pthread_condattr_t attributes;

    if (!reaper)
        return NULL;
    reaper->seconds = seconds;
    reaper->most = most;
    reaper->ring.next = reaper->ring.previous = &reaper->ring;
    pthread_mutex_init(&reaper->lock, NULL);
    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(&reaper->stop, &attributes);
    pthread_condattr_destroy(&attributes);
    if (pthread_create(&reaper->thread, NULL, reap_loop, reaper) != 0) {
        free(reaper);
        return NULL;
    }
    return reaper;
}

void reaper_free(struct reaper *reaper)
{
    if (!reaper)
        return;
    pthread_mutex_lock(&reaper->lock);
    reaper->stopping = true;
    pthread_cond_signal(&reaper->stop);
    pthread_mutex_unlock(&reaper->lock);
    pthread_join(reaper->thread, NULL);
    pthread_cond_destroy(&reaper->stop);
    pthread_mutex_destroy(&reaper->lock);
    free(reaper);
}

/* ---- connections ---- */

struct reaped *reaper_add(struct reaper *reaper, int fd)
{
    struct reaped *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->fd = fd;
    c->phase = COMES;
    c->since_ms = steady_ms();
    c->deadline_ms = deadline(reaper, c->since_ms);
    pthread_mutex_lock(&reaper->lock);
    append(reaper, c);
    reaper->counts.open++;
    pthread_mutex_unlock(&reaper->lock);
    return c;
}

void reaper_remove(struct reaper *reaper, struct reaped *connection)
{
    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    take_out(connection);
    reaper->counts.open--;
    reaper->cut -= connection->is_cut;
    pthread_mutex_unlock(&reaper->lock);
    free(connection);
}

/* Under the lock; deadline_ms 0: none. */
static void set(struct reaper *reaper, struct reaped *c, enum phase phase,
                int64_t now_ms, int64_t deadline_ms)
{
    set_phase(reaper, c, phase, now_ms);
    c->deadline_ms = deadline_ms;
    c->takes_reply = c->is_measured = c->has_left = false;
    c->gone = NULL;
}

void reaper_expect(struct reaper *reaper, struct reaped *connection)
{
    int64_t now_ms = steady_ms();

    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    set(reaper, connection, BUSY, now_ms, deadline(reaper, now_ms));
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_deliver(struct reaper *reaper, struct reaped *connection)
{
    int64_t now_ms = steady_ms();

    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    set(reaper, connection, BUSY, now_ms, deadline(reaper, now_ms));
    connection->takes_reply = true;
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_relax(struct reaper *reaper, struct reaped *connection)
{
    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    set(reaper, connection, BUSY, steady_ms(), 0);
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_watch(struct reaper *reaper, struct reaped *connection,
                  void (*gone)(void *ctx), void *ctx)
{
    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    set(reaper, connection, BUSY, steady_ms(), 0);
    connection->gone = gone;
    connection->ctx = ctx;
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_rest(struct reaper *reaper, struct reaped *connection)
{
    int64_t now_ms = steady_ms();

    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    set(reaper, connection, RESTS, now_ms, deadline(reaper, now_ms));
    take_out(connection);
    append(reaper, connection);
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_begin(struct reaper *reaper, struct reaped *connection)
{
    int64_t now_ms = steady_ms();

    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    set_phase(reaper, connection, ASKS, now_ms);
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_dismiss(struct reaper *reaper)
{
    pthread_mutex_lock(&reaper->lock);
    for (struct reaped *c = reaper->ring.next; c != &reaper->ring; c = c->next)
        if (c->phase == RESTS && !c->is_cut && !has_news(c))
            cut(reaper, c, SHUT_RD);
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_count(struct reaper *reaper, struct reaper_counts *out)
{
    pthread_mutex_lock(&reaper->lock);
    *out = reaper->counts;
    pthread_mutex_unlock(&reaper->lock);
}
