/* HTTP over a socket of its own. */
#include "talk.h"

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

_Noreturn void talk_fail(const struct talk *talk, const char *what)
{
    fprintf(stderr, "load: %s\n%.*s\n", what,
            talk && talk->got < 2000 ? (int)talk->got : 2000,
            talk ? talk->reply : "");
    exit(1);
}

void talk_open(struct talk *talk, const char *address)
{
    struct sockaddr_in to = {.sin_family = AF_INET};
    char host[64];
    const char *colon = strchr(address, ':');
    const int yes = 1;

    *talk = (struct talk){.fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
    talk->request = malloc(TALK_REQUEST_MAX);
    talk->reply = calloc(1, TALK_REPLY_MAX);
    if (talk->fd < 0 || !talk->request || !talk->reply || !colon)
        talk_fail(NULL, "no memory or socket, or no host:port");
    snprintf(host, sizeof host, "%.*s", (int)(colon - address), address);
    to.sin_port = htons((uint16_t)strtoul(colon + 1, NULL, 10));
    if (inet_pton(AF_INET, host, &to.sin_addr) != 1 ||
        connect(talk->fd, (struct sockaddr *)&to, sizeof to))
        talk_fail(NULL, "cannot connect");
    setsockopt(talk->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
}

void talk_close(struct talk *talk)
{
    close(talk->fd);
    free(talk->request);
    free(talk->reply);
}

void talk_put(struct talk *talk, const char *method, const char *path,
              const char *headers, const char *body)
{
    size_t length = body ? strlen(body) : 0;
    int n = body ? snprintf(talk->request, TALK_REQUEST_MAX,
                            "%s %s HTTP/1.1\r\nHost: fathom\r\n%s"
                            "Content-Type: application/json\r\n"
                            "Content-Length: %zu\r\n\r\n%s",
                            method, path, headers, length, body)
                 : snprintf(talk->request, TALK_REQUEST_MAX,
                            "%s %s HTTP/1.1\r\nHost: fathom\r\n%s\r\n", method,
                            path, headers);

    if (n < 0 || n >= TALK_REQUEST_MAX)
        talk_fail(NULL, "the request is too large");
    talk->to_send = (size_t)n;
    talk->sent = talk->got = 0;
    talk->status = 0;
}

/* ---- the reply ---- */

void talk_header(const struct talk *talk, const char *name, char *out,
                 size_t size)
{
    const size_t length = strlen(name);
    const char *line = strstr(talk->reply, "\r\n");

    out[0] = '\0';
    while (line && line + 2 < talk->body) {
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

void talk_member(const struct talk *talk, const char *name, char *out,
                 size_t size)
{
    char key[64];
    const char *at;

    snprintf(key, sizeof key, "\"%s\":\"", name);
    at = strstr(talk->body, key);
    if (!at)
        talk_fail(talk, name);
    at += strlen(key);
    snprintf(out, size, "%.*s", (int)strcspn(at, "\""), at);
}

/* Is the reply complete? */
static int is_complete(struct talk *talk)
{
    char length[24];
    const char *end;

    talk->reply[talk->got] = '\0';
    if (!talk->status) {
        end = strstr(talk->reply, "\r\n\r\n");
        if (!end)
            return 0;
        talk->body = end + 4;
        talk->status = (int)strtol(talk->reply + 9, NULL, 10);
        talk_header(talk, "Content-Length", length, sizeof length);
        talk->body_length = strtoul(length, NULL, 10);
    }
    return talk->got >= (size_t)(talk->body - talk->reply) + talk->body_length;
}

int talk_go_on(struct talk *talk)
{
    while (talk->sent < talk->to_send) {
        ssize_t n =
            send(talk->fd, talk->request + talk->sent,
                 talk->to_send - talk->sent, MSG_DONTWAIT | MSG_NOSIGNAL);

        if (n < 0 && errno == EAGAIN)
            return 0;
        if (n <= 0)
            talk_fail(talk, "the connection is lost");
        talk->sent += (size_t)n;
    }
    for (;;) {
        ssize_t n = recv(talk->fd, talk->reply + talk->got,
                         TALK_REPLY_MAX - 1 - talk->got, MSG_DONTWAIT);

        if (n < 0 && errno == EAGAIN)
            return 0;
        if (n <= 0)
            talk_fail(talk, "the service has closed the connection");
        talk->got += (size_t)n;
        if (is_complete(talk))
            return 1;
    }
}

void talk_wait(struct talk *talk)
{
    while (!talk_go_on(talk)) {
        struct pollfd fd = {.fd = talk->fd, .events = POLLIN};

        if (talk->sent < talk->to_send)
            fd.events |= POLLOUT;
        if (poll(&fd, 1, 10000) <= 0)
            talk_fail(talk, "no reply within ten seconds");
    }
}

int talk_ask(struct talk *talk, const char *method, const char *path,
             const char *headers, const char *body)
{
    talk_put(talk, method, path, headers, body);
    talk_wait(talk);
    return talk->status;
}
