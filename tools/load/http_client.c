/* A minimal HTTP client over a socket. */
#include "http_client.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

_Noreturn void http_fail(const struct http *http, const char *what)
{
    fprintf(stderr, "load: %s\n%.*s\n", what,
            http && http->got < 2000 ? (int)http->got : 2000,
            http ? http->reply : "");
    exit(1);
}

void http_open(struct http *http, const char *address)
{
    struct sockaddr_in to = {.sin_family = AF_INET};
    char host[64];
    const char *colon = strchr(address, ':');
    const int yes = 1;

    *http = (struct http){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    http->request = malloc(HTTP_REQUEST_MAX);
    http->reply = calloc(1, HTTP_REPLY_MAX);
    if (http->fd < 0 || !http->request || !http->reply || !colon)
        http_fail(NULL, "no memory or socket, or no host:port");
    snprintf(host, sizeof host, "%.*s", (int)(colon - address), address);
    to.sin_port = htons((uint16_t)strtoul(colon + 1, NULL, 10));
    if (inet_pton(AF_INET, host, &to.sin_addr) != 1 ||
        connect(http->fd, (struct sockaddr *)&to, sizeof to))
        http_fail(NULL, "cannot connect");
    setsockopt(http->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

void http_close(struct http *http)
{
    close(http->fd);
    free(http->request);
    free(http->reply);
}

void http_put(struct http *http, const char *method, const char *path,
              const char *headers, const char *body)
{
    size_t length = body ? strlen(body) : 0;
    int n = body ? snprintf(http->request, HTTP_REQUEST_MAX,
                            "%s %s HTTP/1.1\r\nHost: fathom\r\n%s"
                            "Content-Type: application/json\r\n"
                            "Content-Length: %zu\r\n\r\n%s",
                            method, path, headers, length, body)
                 : snprintf(http->request, HTTP_REQUEST_MAX,
                            "%s %s HTTP/1.1\r\nHost: fathom\r\n%s\r\n", method,
                            path, headers);

    if (n < 0 || n >= HTTP_REQUEST_MAX)
        http_fail(NULL, "the request is too large");
    http->to_send = (size_t)n;
    http->sent = http->got = 0;
    http->status = 0;
}

/* ---- the response ---- */

void http_header(const struct http *http, const char *name, char *out,
                 size_t size)
{
    const size_t length = strlen(name);
    const char *line = strstr(http->reply, "\r\n");

    out[0] = '\0';
    while (line && line + 2 < http->body) {
        line += 2;
        if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
            line += length + 1;
            line += strspn(line, " ");
            snprintf(out, size, "%.*s", (int)strcspn(line, "\r"), line);
            return;
        }
        line = strstr(line, "\r\n");
    }
}

void http_member(const struct http *http, const char *name, char *out,
                 size_t size)
{
    char key[64];
    const char *at;

    snprintf(key, sizeof key, "\"%s\":\"", name);
    at = strstr(http->body, key);
    if (!at)
        http_fail(http, name);
    at += strlen(key);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

/* Is the reply complete? */
static int is_complete(struct http *http)
{
    char length[24];
    const char *end;

    http->reply[http->got] = '\0';
    if (!http->status) {
        end = strstr(http->reply, "\r\n\r\n");
        if (!end)
            return 0;
        http->body = end + 4;
        http->status = (int)strtol(http->reply + 9, NULL, 10);
        http_header(http, "Content-Length", length, sizeof length);
        http->body_length = strtoul(length, NULL, 10);
    }
    return http->got >= (size_t)(http->body - http->reply) + http->body_length;
}

int http_advance(struct http *http)
{
    while (http->sent < http->to_send) {
        ssize_t n =
            send(http->fd, http->request + http->sent,
                 http->to_send - http->sent, MSG_DONTWAIT | MSG_NOSIGNAL);

        if (n < 0 && errno == EAGAIN)
            return 0;
        if (n <= 0)
            http_fail(http, "the connection is lost");
        http->sent += (size_t)n;
    }
    for (;;) {
        ssize_t n = recv(http->fd, http->reply + http->got,
                         HTTP_REPLY_MAX - 1 - http->got, MSG_DONTWAIT);

        if (n < 0 && errno == EAGAIN)
            return 0;
        if (n <= 0)
            http_fail(http, "the service has closed the connection");
        http->got += (size_t)n;
        if (is_complete(http))
            return 1;
    }
}

void http_wait(struct http *http)
{
    while (!http_advance(http)) {
        struct pollfd fd = {.fd = http->fd, .events = POLLIN};

        if (http->sent < http->to_send)
            fd.events |= POLLOUT;
        if (poll(&fd, 1, 10000) <= 0)
            http_fail(http, "no reply within ten seconds");
    }
}

int http_ask(struct http *http, const char *method, const char *path,
             const char *headers, const char *body)
{
    http_put(http, method, path, headers, body);
    http_wait(http);
    return http->status;
}
