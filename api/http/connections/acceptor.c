/* Accepts connections from a listening socket. */
#include "api/http/connections/acceptor.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/thread.h"

#include <errno.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

enum { PAUSE_MS = 100 }; /* between attempts without descriptors or memory */

struct acceptor {
    int listener;
    bool is_passed;
    int wake; /* becomes readable when the thread must stop */
    unsigned most;
    struct acceptor_sink sink;
    bool is_short;         /* short of descriptors or memory; logged once */
    struct thread *thread; /* NULL: not started */

    pthread_mutex_t lock;
    pthread_cond_t room; /* signaled when a place is free or the thread must
                          * stop */
    bool stopping;
    unsigned open; /* taken by the sink, not yet ended */
};

/* ---- places ---- */

/* Wait for a free place.  False: the thread must stop. */
static bool wait_for_room(struct acceptor *acceptor)
{
    pthread_mutex_lock(&acceptor->lock);
    while (!acceptor->stopping && acceptor->open >= acceptor->most)
        pthread_cond_wait(&acceptor->room, &acceptor->lock);
    bool goes_on = !acceptor->stopping;

    pthread_mutex_unlock(&acceptor->lock);
    return goes_on;
}

void acceptor_ended(struct acceptor *acceptor)
{
    pthread_mutex_lock(&acceptor->lock);
    acceptor->open--;
    pthread_cond_signal(&acceptor->room);
    pthread_mutex_unlock(&acceptor->lock);
}

/* ---- the thread ---- */

static void hand_on(struct acceptor *acceptor, int fd,
                    const struct sockaddr *from)
{
    const struct acceptor_sink *sink = &acceptor->sink;

    pthread_mutex_lock(&acceptor->lock);
    acceptor->open++; /* it may end before `take` returns */
    pthread_mutex_unlock(&acceptor->lock);
    if (!sink->take(sink->ctx, fd, from))
        acceptor_ended(acceptor);
}

/* Wait until a connection arrives, the thread must stop, or the time is up (-1:
 * never). */
static void wait_for_news(const struct acceptor *acceptor, bool of_connections,
                          int most_ms)
{
    struct pollfd news[] = {{.fd = acceptor->wake, .events = POLLIN},
                            {.fd = acceptor->listener, .events = POLLIN}};

    poll(news, of_connections ? 2 : 1, most_ms);
}

/* Errors of accept(2) that concern one connection only. */
static bool is_of_connection(int error)
{
    static const int all[] = {EINTR,      ECONNABORTED, EPERM,
                              ENETDOWN,   EPROTO,       ENOPROTOOPT,
                              EHOSTDOWN,  ENONET,       EHOSTUNREACH,
                              EOPNOTSUPP, ENETUNREACH,  ETIMEDOUT};

    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i] == error)
            return true;
    return false;
}

static void not_accepted(struct acceptor *acceptor, int error)
{
    if (error == EAGAIN) {
        wait_for_news(acceptor, true, -1);
    } else if (!is_of_connection(error)) {
        if (!acceptor->is_short)
            log_event(LOG_WARN, "not-accepting", LOG_T("why", strerror(error)));
        acceptor->is_short = true;
        wait_for_news(acceptor, false, PAUSE_MS);
    }
}

/* False: no connection was accepted; errno has the reason. */
static bool accept_one(struct acceptor *acceptor)
{
    struct sockaddr_storage from;
    socklen_t size = sizeof from;
    int fd = accept4(acceptor->listener, (struct sockaddr *)&from, &size,
                     SOCK_NONBLOCK | SOCK_CLOEXEC);

    if (fd < 0)
        return false;
    acceptor->is_short = false;
    hand_on(acceptor, fd, (struct sockaddr *)&from);
    return true;
}

/* ---- closing the backlog ---- */

/* Have the kernel drop SYN packets, and nothing else, so that handshakes in
 * progress complete. */
static void turn_deaf(int listener)
{
    enum { FLAGS_AT = 13, SYN = 2 }; /* in the TCP header */
    static struct sock_filter code[] = {
        {BPF_LD | BPF_B | BPF_ABS, 0, 0, FLAGS_AT},
        {BPF_JMP | BPF_JSET | BPF_K, 0, 1, SYN},
        {BPF_RET | BPF_K, 0, 0, 0},
        {BPF_RET | BPF_K, 0, 0, UINT32_MAX},
    };
    const struct sock_fprog program = {sizeof code / sizeof *code, code};

    /* Some kernels and sandboxes allow filters only to root. */
    if (setsockopt(listener, SOL_SOCKET, SO_ATTACH_FILTER, &program,
                   sizeof program) != 0)
        log_event(LOG_INFO, "no-socket-filter", LOG_T("why", strerror(errno)),
                  LOG_T("so", "connections opened at this moment may be"
                              " reset"));
}

static bool has_room(struct acceptor *acceptor)
{
    pthread_mutex_lock(&acceptor->lock);
    bool has = acceptor->open < acceptor->most;

    pthread_mutex_unlock(&acceptor->lock);
    return has;
}

/* Do all clients connect from this machine? */
static bool is_loopback(int listener)
{
    struct sockaddr_storage at = {.ss_family = AF_UNSPEC};
    socklen_t size = sizeof at;

    getsockname(listener, (struct sockaddr *)&at, &size);
    if (at.ss_family == AF_INET6)
        return IN6_IS_ADDR_LOOPBACK(&((struct sockaddr_in6 *)&at)->sin6_addr);
    return at.ss_family == AF_INET &&
           ntohl(((struct sockaddr_in *)&at)->sin_addr.s_addr) >> 24 ==
               IN_LOOPBACKNET;
}

/* Accept until no connection has arrived for a moment. */
static void accept_the_rest(struct acceptor *acceptor)
{
    struct pollfd more = {.fd = acceptor->listener, .events = POLLIN};
    int64_t until_ms = clock_steady_ms() + ACCEPTOR_REST_MS;
    const int quiet_ms = is_loopback(acceptor->listener)
                             ? ACCEPTOR_QUIET_LOCAL_MS
                             : ACCEPTOR_QUIET_MS;

    turn_deaf(acceptor->listener);
    while (clock_steady_ms() < until_ms) {
        if (!has_room(acceptor))
            poll(NULL, 0, 10);
        else if (!accept_one(acceptor) && poll(&more, 1, quiet_ms) == 0)
            return;
    }
}

/* One round of the thread. */
static uint32_t accept_next(void *ctx)
{
    struct acceptor *acceptor = ctx;

    if (wait_for_room(acceptor) && !accept_one(acceptor))
        not_accepted(acceptor, errno);
    return 0;
}

/* ---- start and stop ---- */

struct acceptor *acceptor_new(int listener, bool is_passed, unsigned most)
{
    struct acceptor *acceptor = calloc(1, sizeof *acceptor);

    if (!acceptor)
        return NULL;
    acceptor->wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    if (acceptor->wake < 0) {
        free(acceptor);
        return NULL;
    }
    acceptor->listener = listener;
    acceptor->is_passed = is_passed;
    acceptor->most = most;
    pthread_mutex_init(&acceptor->lock, NULL);
    clock_cond_init(&acceptor->room);
    return acceptor;
}

bool acceptor_start(struct acceptor *acceptor, const struct acceptor_sink *sink)
{
    const struct thread_config config = {
        .name = "acceptor", .run = accept_next, .ctx = acceptor};

    acceptor->sink = *sink;
    acceptor->thread = thread_new(&config);
    return acceptor->thread != NULL;
}

void acceptor_stop(struct acceptor *acceptor)
{
    pthread_mutex_lock(&acceptor->lock);
    bool is_first = !acceptor->stopping;

    acceptor->stopping = true;
    pthread_cond_signal(&acceptor->room);
    pthread_mutex_unlock(&acceptor->lock);
    if (!is_first)
        return;
    eventfd_write(acceptor->wake, 1);
    thread_stop(acceptor->thread);
    if (acceptor->thread && !acceptor->is_passed)
        accept_the_rest(acceptor);
    close(acceptor->listener);
}

bool acceptor_wait(struct acceptor *acceptor, unsigned most_ms)
{
    const int64_t until_us = clock_steady_us() + most_ms * INT64_C(1000);
    bool is_early = true;

    pthread_mutex_lock(&acceptor->lock);
    while (acceptor->open > 0 && is_early)
        is_early = clock_wait_until(&acceptor->room, &acceptor->lock, until_us);
    bool is_empty = acceptor->open == 0;

    pthread_mutex_unlock(&acceptor->lock);
    return is_empty;
}

void acceptor_free(struct acceptor *acceptor)
{
    if (!acceptor)
        return;
    acceptor_stop(acceptor);
    thread_free(acceptor->thread);
    close(acceptor->wake);
    pthread_cond_destroy(&acceptor->room);
    pthread_mutex_destroy(&acceptor->lock);
    free(acceptor);
}
