/* HTTP messages as bytes. */
#include "proxy_message.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PIECE = 16384, HEAD_MAX = 65536 };

/* ---- reading ---- */

/* Read one more piece.  False: the end. */
static bool read_piece(int line, struct message *message)
{
    char *more = realloc(message->bytes, message->length + PIECE + 1);
    ssize_t got;

    if (!more)
        return false;
    message->bytes = more;
    got = recv(line, more + message->length, PIECE, 0);
    if (got <= 0)
        return false;
    message->length += (size_t)got;
    more[message->length] = '\0';
    return true;
}

bool message_read_head(int line, struct message *message)
{
    while (message->head == 0) {
        const char *end = NULL;

        if (message->length > HEAD_MAX || !read_piece(line, message))
            return false;
        end = strstr(message->bytes, "\r\n\r\n");
        if (end)
            message->head = (size_t)(end - message->bytes) + 4;
    }
    return true;
}

bool message_read_body(int line, struct message *message)
{
    long length = message_body_length(message);

    while (length > 0 && message->length < message->head + (size_t)length)
        if (!read_piece(line, message))
            return false;
    return true;
}

/* ---- heads ---- */

/* The line of a header, or NULL. */
static char *find_header(const struct message *message, const char *name)
{
    size_t length = strlen(name);

    for (char *s = strstr(message->bytes, "\r\n");
         s && s + 4 < message->bytes + message->head; s = strstr(s + 2, "\r\n"))
        if (strncasecmp(s + 2, name, length) == 0 && s[2 + length] == ':')
            return s + 2;
    return NULL;
}

void message_header(const struct message *message, const char *name, char *out,
                    size_t size)
{
    const char *s = find_header(message, name);

    out[0] = '\0';
    if (!s)
        return;
    s += strlen(name) + 1;
    s += strspn(s, " ");
    snprintf(out, size, "%.*s", (int)strcspn(s, "\r"), s);
}

void message_set_header(struct message *message, const char *name,
                        const char *value)
{
    char *old = find_header(message, name);
    size_t at = old ? (size_t)(old - message->bytes) : message->head - 2;
    size_t gone = old ? strcspn(old, "\r") + 2 : 0;
    size_t size = message->length + strlen(name) + strlen(value) + 5;
    char *bytes = calloc(1, size);
    size_t length;

    if (!bytes)
        return;
    memcpy(bytes, message->bytes, at);
    length =
        at + (size_t)snprintf(bytes + at, size - at, "%s: %s\r\n", name, value);
    memcpy(bytes + length, message->bytes + at + gone,
           message->length - at - gone);
    message->head = message->head + length - at - gone;
    message->length = message->length + length - at - gone;
    free(message->bytes);
    message->bytes = bytes;
}

long message_status(const struct message *message)
{
    return strncmp(message->bytes, "HTTP/1.1 ", 9) == 0
               ? strtol(message->bytes + 9, NULL, 10)
               : 0;
}

long message_body_length(const struct message *message)
{
    long status = message_status(message);
    char length[24];

    message_header(message, "Content-Length", length, sizeof length);
    if (length[0])
        return strtol(length, NULL, 10);
    /* A request without the header has no body, nor have these responses. */
    return status == 0 || status == 204 || status == 304 ? 0 : -1;
}

void message_clear(struct message *message)
{
    free(message->bytes);
    *message = (struct message){0};
}

/* ---- connections ---- */

bool line_send(int line, const char *bytes, size_t length)
{
    while (length > 0) {
        ssize_t sent = send(line, bytes, length, MSG_NOSIGNAL);

        if (sent <= 0)
            return false;
        bytes += sent;
        length -= (size_t)sent;
    }
    return true;
}

void line_will_reset(int line)
{
    const struct linger at_once = {1, 0};

    setsockopt(line, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

int line_connect(const char *address)
{
    struct sockaddr_in to = {.sin_family = AF_INET};
    const char *port = strchr(address, ':');
    const int on = 1;
    int line = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    to.sin_port = htons((uint16_t)(port ? strtol(port + 1, NULL, 10) : 0));
    if (connect(line, (const struct sockaddr *)&to, sizeof to) != 0) {
        close(line);
        return -1;
    }
    setsockopt(line, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
    return line;
}
