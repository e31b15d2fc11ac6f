/* Raw sockets to the service. */
#include "raw.h"

#include "service.h"

#include <criterion/criterion.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* For a response of the admin listener. */
enum { PATIENCE_MS = 60000 };

long raw_now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static int connect_to(const char *address, int from, int room)
{
    const char *port = strrchr(address, ':');
    struct sockaddr_in here = {.sin_family = AF_INET};
    struct sockaddr_in there = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    here.sin_addr.s_addr = htonl(INADDR_LOOPBACK - 1 + (unsigned)from);
    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    there.sin_port = htons((uint16_t)strtoul(port + 1, NULL, 10));
    if (room)
        setsockopt(fd, SOL_SOCKET, SO_RCVBUF, &room, sizeof room);
    cr_assert_eq(bind(fd, (struct sockaddr *)&here, sizeof here), 0);
    cr_assert_eq(connect(fd, (struct sockaddr *)&there, sizeof there), 0);
    return fd;
}

int raw_connect(const struct service *service, int from)
{
    return connect_to(service->address, from, 0);
}

int raw_connect_narrow(const struct service *service, int from)
{
    return connect_to(service->address, from, 2048);
}

bool raw_send(int fd, const char *bytes, size_t size)
{
    while (size > 0) {
        ssize_t n = send(fd, bytes, size, MSG_NOSIGNAL);

        if (n < 0)
            return false;
        bytes += n;
        size -= (size_t)n;
    }
    return true;
}

size_t raw_read(int fd, struct raw_reply *reply, long most_ms)
{
    long until = raw_now_ms() + most_ms;
    size_t room = reply->size, all = 0, kept = 0;

    reply->is_ended = false;
    while (!reply->is_ended && raw_now_ms() < until) {
        struct pollfd wait = {.fd = fd, .events = POLLIN};
        char bytes[16384];

        if (poll(&wait, 1, (int)(until - raw_now_ms()) + 1) <= 0)
            break;
        ssize_t n = recv(fd, bytes, sizeof bytes, 0);

        reply->is_ended = n <= 0;
        for (ssize_t i = 0; i < n && kept + 1 < room; i++)
            reply->text[kept++] = bytes[i];
        all += n > 0 ? (size_t)n : 0;
    }
    if (room > 0)
        reply->text[kept] = '\0';
    return all;
}

int raw_count(const char *text, int *first, int *last)
{
    int count = 0;

    *first = *last = 0;
    for (; (text = strstr(text, "HTTP/1.")); text += 8) {
        if (text[8] != ' ' || text[9] < '1' || text[9] > '9')
            continue;
        *last = (int)strtol(text + 8, NULL, 10);
        if (count++ == 0)
            *first = *last;
    }
    return count;
}

bool raw_is_whole(const char *text)
{
    const char *body = strstr(text, "\r\n\r\n");
    const char *length = strcasestr(text, "\r\nContent-Length:");

    return body && length && length < body &&
           strlen(body + 4) == strtoul(length + 17, NULL, 10);
}

char *raw_admin(const struct service *service, const char *path)
{
    enum { PAGE_MAX = 1 << 20 };
    struct raw_reply reply = {.text = malloc(PAGE_MAX), .size = PAGE_MAX};
    int fd = connect_to(service->admin + strlen("http://"), 1, 0);
    char ask[128];
    int length = snprintf(ask, sizeof ask, "GET %s HTTP/1.0\r\n\r\n", path);

    cr_assert_not_null(reply.text);
    cr_assert(raw_send(fd, ask, (size_t)length));
    raw_read(fd, &reply, PATIENCE_MS);
    close(fd);
    return reply.text;
}

char *raw_metrics(const struct service *service)
{
    const long until = raw_now_ms() + 30000;
    char *page = raw_admin(service, "/metrics");

    while (raw_now_ms() < until &&
           (!strstr(page, "\nfathom_backlog_age_seconds ") ||
            !strstr(page, "\nfathom_clock_skew_seconds "))) {
        free(page);
        page = raw_admin(service, "/metrics");
    }
    return page;
}

/* The text after a name, or NULL. */
static const char *find_sample(const char *page, const char *prefix,
                               const char *name)
{
    char line[160];
    int length = snprintf(line, sizeof line, "\n%s%s ", prefix, name);
    const char *at = strstr(page, line);

    return at ? at + length : NULL;
}

long raw_metric(const struct service *service, const char *name)
{
    char *page = raw_admin(service, "/metrics");
    const char *at = find_sample(page, "fathom_", name);

    if (!at)
        at = find_sample(page, "", name);
    cr_assert_not_null(at, "no metric %s", name);
    long value = strtol(at, NULL, 10);

    free(page);
    return value;
}
