/* Clients that follow matches by streams of events. */
#include "watchers.h"

#include "http_client.h"
#include "match.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SAMPLES_MAX = 8 * 1024 * 1024, PIECE = 65536, FIRST_ADDRESS = 0x010000 };

struct crowd {
    int epoll, stop;
    uint32_t *samples; /* microseconds of each event */
    size_t events;
};

/* ---- the streams ---- */

/* Connect from 127.1.0.0 and the addresses after it. */
static int connect_from(const char *address, size_t number)
{
    const struct sockaddr_in own = {
        .sin_family = AF_INET,
        .sin_addr.s_addr =
            htonl(0x7f000000 + FIRST_ADDRESS + (unsigned)number)};
    struct sockaddr_in to = {.sin_family = AF_INET};
    const int yes = 1;
    char host[64];
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    snprintf(host, sizeof host, "%.*s", (int)strcspn(address, ":"), address);
    to.sin_port = htons((uint16_t)strtoul(strchr(address, ':') + 1, NULL, 10));
    setsockopt(fd, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &yes, sizeof yes);
    if (fd < 0 || inet_pton(AF_INET, host, &to.sin_addr) != 1 ||
        bind(fd, (const struct sockaddr *)&own, sizeof own) ||
        connect(fd, (const struct sockaddr *)&to, sizeof to))
        http_fail(NULL, "a watcher cannot connect");
    return fd;
}

static void open_stream(struct crowd *crowd, const char *address, size_t number,
                        const struct match *match)
{
    static char bytes[PIECE];
    char request[256];
    struct epoll_event event = {.events = EPOLLIN};
    ssize_t n;

    event.data.fd = connect_from(address, number);
    snprintf(request, sizeof request,
             "GET /v1/matches/%s/events?after=%u HTTP/1.1\r\nHost: fathom\r\n"
             "Accept: text/event-stream\r\n\r\n",
             match->id, match->seq);
    if (send(event.data.fd, request, strlen(request), MSG_NOSIGNAL) <= 0)
        http_fail(NULL, "a watcher cannot send");
    n = recv(event.data.fd, bytes, sizeof bytes - 1, 0);
    bytes[n > 0 ? n : 0] = '\0';
    if (strncmp(bytes, "HTTP/1.1 200", 12) != 0) {
        fprintf(stderr, "%.400s\n", bytes);
        http_fail(NULL, "a watcher has no stream");
    }
    epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, event.data.fd, &event);
}

/* ---- the events ---- */

/* The microseconds since a time such as 2026-11-22T19:43:07.123Z; -1 for
 * another text.  The log has milliseconds. */
static int64_t age_us(const char *text)
{
    struct tm tm = {0};
    struct timespec now;
    const char *rest = strptime(text, "%Y-%m-%dT%H:%M:%S", &tm);

    if (!rest || *rest != '.')
        return -1;
    clock_gettime(CLOCK_REALTIME, &now);
    return ((int64_t)now.tv_sec - (int64_t)timegm(&tm)) * 1000000 +
           now.tv_nsec / 1000 - strtol(rest + 1, NULL, 10) * 1000;
}

/* Events that are divided between two pieces are not counted. */
static void count_events(struct crowd *crowd, const char *bytes)
{
    static const char member[] = "\"at\":\"";

    while ((bytes = strstr(bytes, member)) != NULL) {
        bytes += sizeof member - 1;
        int64_t us = age_us(bytes);

        if (us >= 0 && crowd->events < SAMPLES_MAX)
            crowd->samples[crowd->events++] = (uint32_t)us;
    }
}

/* false: the stream is over. */
static bool read_some(struct crowd *crowd, int fd)
{
    static char bytes[PIECE];
    ssize_t n = recv(fd, bytes, sizeof bytes - 1, MSG_DONTWAIT);

    if (n <= 0)
        return false;
    bytes[n] = '\0';
    count_events(crowd, bytes);
    return true;
}

static int by_value(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void report(struct crowd *crowd)
{
    size_t n = crowd->events;

    qsort(crowd->samples, n, sizeof *crowd->samples, by_value);
    printf("events=%zu\nevent_p50_us=%u\nevent_p99_us=%u\n", n,
           n ? crowd->samples[n / 2] : 0, n ? crowd->samples[n * 99 / 100] : 0);
}

/* Read until the parent closes its end of the pipe. */
static void watch(struct crowd *crowd)
{
    struct epoll_event ready[64],
        stop = {.events = EPOLLIN, .data.fd = crowd->stop};
    bool is_over = false;

    epoll_ctl(crowd->epoll, EPOLL_CTL_ADD, crowd->stop, &stop);
    while (!is_over) {
        int n = epoll_wait(crowd->epoll, ready, 64, -1);

        for (int i = 0; i < n; i++) {
            int fd = ready[i].data.fd;

            if (fd == crowd->stop)
                is_over = true;
            else if (!read_some(crowd, fd))
                close(fd);
        }
    }
    report(crowd);
}

/* ---- start and stop ---- */

void watchers_begin(struct watchers *watchers, const char *address,
                    const struct match *const *matches, size_t match_count,
                    size_t count)
{
    int stop[2], ready[2];
    char byte = 0;

    if (pipe(stop) || pipe(ready))
        http_fail(NULL, "no pipe");
    watchers->process = fork();
    if (watchers->process == 0) {
        struct crowd crowd = {.epoll = epoll_create1(EPOLL_CLOEXEC),
                              .stop = stop[0],
                              .samples = calloc(SAMPLES_MAX, sizeof(uint32_t))};

        close(stop[1]);
        if (!crowd.samples || crowd.epoll < 0)
            http_fail(NULL, "out of memory");
        for (size_t i = 0; i < count; i++)
            open_stream(&crowd, address, i, matches[i % match_count]);
        if (write(ready[1], &byte, 1) == 1)
            watch(&crowd);
        exit(0);
    }
    close(stop[0]);
    close(ready[1]);
    watchers->stop = stop[1];
    if (watchers->process < 0 || read(ready[0], &byte, 1) != 1)
        http_fail(NULL, "no watchers");
    close(ready[0]);
}

void watchers_end(struct watchers *watchers)
{
    close(watchers->stop);
    waitpid(watchers->process, NULL, 0);
}
