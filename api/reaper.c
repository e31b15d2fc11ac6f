/* Ends connections that take too long. */
#include "api/reaper.h"

#include <errno.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

enum { SWEEP_MS = 500 };

struct reaped {
    struct reaped *next, *previous;
    int fd;
    int64_t deadline_ms; /* 0: none */
    bool has_left;       /* at the last sweep */
    bool takes_reply;
    bool rests;              /* between a reply and the next request */
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
    unsigned seconds;
    size_t open;
    uint64_t ended;
    struct reaped ring; /* head of the ring of connections */
};

static int64_t steady_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int64_t deadline(const struct reaper *reaper)
{
    return steady_ms() + (int64_t)reaper->seconds * 1000;
}

/* Bytes that the client has acknowledged since it came. */
static uint64_t bytes_taken(int fd)
{
    struct tcp_info info = {0};
    socklen_t size = sizeof info;

    return getsockopt(fd, IPPROTO_TCP, TCP_INFO, &info, &size) == 0
               ? info.tcpi_bytes_acked
               : 0;
}

/* At the first sweep after the reply began: most replies never see one. */
static void measure(struct reaped *c)
{
    if (!c->takes_reply || c->is_measured)
        return;
    c->taken = bytes_taken(c->fd);
    c->is_measured = true;
}

/* Whether the client took enough of its reply to be given more time. */
static bool goes_on(const struct reaper *reaper, struct reaped *c)
{
    uint64_t enough = (uint64_t)REAPER_BYTES_PER_SECOND * reaper->seconds;

    if (!c->takes_reply || bytes_taken(c->fd) < c->taken + enough)
        return false;
    c->is_measured = false;
    c->deadline_ms = deadline(reaper);
    return true;
}

static bool is_closed(const struct reaped *c)
{
    char byte;
    ssize_t n = recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT);

    return n == 0 || (n < 0 && errno != EAGAIN && errno != EINTR);
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

/* With shutdown the library sees the end of the stream and closes the
 * descriptor itself. */
static void sweep(struct reaper *reaper)
{
    int64_t now = steady_ms();

    for (struct reaped *c = reaper->ring.next; c != &reaper->ring;
         c = c->next) {
        bool has_gone = is_gone(c);

        if (c->gone && is_closed(c))
            c->gone(c->ctx);
        measure(c);
        if (!has_gone &&
            (c->deadline_ms == 0 || c->deadline_ms > now || goes_on(reaper, c)))
            continue;
        c->deadline_ms = 0;
        shutdown(c->fd, SHUT_RDWR);
        reaper->ended += !has_gone;
    }
}

static void *reap_loop(void *arg)
{
    struct reaper *reaper = arg;

    pthread_mutex_lock(&reaper->lock);
    while (!reaper->stopping) {
        struct timespec next;

        clock_gettime(CLOCK_MONOTONIC, &next);
        next.tv_nsec += SWEEP_MS * 1000000L;
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

struct reaper *reaper_new(unsigned seconds)
{
    struct reaper *reaper = calloc(1, sizeof *reaper);
    pthread_condattr_t attributes;

    if (!reaper)
        return NULL;
    reaper->seconds = seconds;
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

struct reaped *reaper_add(struct reaper *reaper, int fd)
{
    struct reaped *c = calloc(1, sizeof *c);

    if (!c)
        return NULL;
    c->fd = fd;
    c->deadline_ms = deadline(reaper);
    pthread_mutex_lock(&reaper->lock);
    c->next = &reaper->ring;
    c->previous = reaper->ring.previous;
    c->previous->next = c;
    reaper->ring.previous = c;
    reaper->open++;
    pthread_mutex_unlock(&reaper->lock);
    return c;
}

static void set_deadline(struct reaper *reaper, struct reaped *c, int64_t ms,
                         bool takes_reply, bool rests)
{
    if (!c)
        return;
    pthread_mutex_lock(&reaper->lock);
    c->deadline_ms = ms;
    c->takes_reply = takes_reply;
    c->rests = rests;
    c->is_measured = c->has_left = false;
    c->gone = NULL;
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_expect(struct reaper *reaper, struct reaped *connection)
{
    set_deadline(reaper, connection, deadline(reaper), false, false);
}

void reaper_deliver(struct reaper *reaper, struct reaped *connection)
{
    set_deadline(reaper, connection, deadline(reaper), true, false);
}

void reaper_relax(struct reaper *reaper, struct reaped *connection)
{
    set_deadline(reaper, connection, 0, false, false);
}

void reaper_watch(struct reaper *reaper, struct reaped *connection,
                  void (*gone)(void *ctx), void *ctx)
{
    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    connection->deadline_ms = 0;
    connection->gone = gone;
    connection->ctx = ctx;
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_rest(struct reaper *reaper, struct reaped *connection)
{
    set_deadline(reaper, connection, deadline(reaper), false, true);
}

void reaper_begin(struct reaper *reaper, struct reaped *connection)
{
    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    connection->rests = false;
    pthread_mutex_unlock(&reaper->lock);
}

/* The library then sees the end of the stream behind what it has to read: a
 * request that comes at this very moment is answered. */
void reaper_dismiss(struct reaper *reaper)
{
    char byte;

    pthread_mutex_lock(&reaper->lock);
    for (struct reaped *c = reaper->ring.next; c != &reaper->ring;
         c = c->next) {
        if (!c->rests || recv(c->fd, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0)
            continue;
        c->rests = false;
        shutdown(c->fd, SHUT_RD);
    }
    pthread_mutex_unlock(&reaper->lock);
}

void reaper_remove(struct reaper *reaper, struct reaped *connection)
{
    if (!connection)
        return;
    pthread_mutex_lock(&reaper->lock);
    connection->next->previous = connection->previous;
    connection->previous->next = connection->next;
    reaper->open--;
    pthread_mutex_unlock(&reaper->lock);
    free(connection);
}

void reaper_count(struct reaper *reaper, size_t *open, uint64_t *ended)
{
    pthread_mutex_lock(&reaper->lock);
    *open = reaper->open;
    *ended = reaper->ended;
    pthread_mutex_unlock(&reaper->lock);
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
