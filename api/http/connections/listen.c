/* Addresses to listen on. */
#include "api/http/connections/listen.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BACKLOG = 1024 };

bool listen_parse(const char *address, char *host, size_t host_size,
                  char port[6])
{
    const char *colon = strrchr(address, ':');
    const char *begin = address;

    if (!colon)
        return false;
    size_t length = (size_t)(colon - address);
    size_t digits = strspn(colon + 1, "0123456789");

    if (digits == 0 || digits > 5 || colon[1 + digits] != '\0' ||
        strtol(colon + 1, NULL, 10) > 65535)
        return false;
    if (*begin == '[') {
        if (length < 3 || begin[length - 1] != ']')
            return false;
        begin++;
        length -= 2;
    } else if (memchr(begin, ':', length)) {
        return false; /* an IPv6 address is written in brackets */
    }
    if (length >= host_size)
        return false;
    memcpy(host, begin, length);
    host[length] = '\0';
    memcpy(port, colon + 1, digits + 1);
    return true;
}

static int open_one(const struct addrinfo *info)
{
    const int on = 1;
    int fd = socket(info->ai_family,
                    info->ai_socktype | SOCK_CLOEXEC | SOCK_NONBLOCK,
                    info->ai_protocol);

    if (fd < 0)
        return -1;
    setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    if (bind(fd, info->ai_addr, info->ai_addrlen) == 0 &&
        listen(fd, BACKLOG) == 0)
        return fd;
    int why = errno;

    close(fd);
    errno = why;
    return -1;
}

bool listen_is_passed(const char *address)
{
    return strcmp(address, "passed") == 0;
}

static long number_in(const char *variable)
{
    const char *text = getenv(variable);

    return text ? strtol(text, NULL, 10) : 0;
}

/* sd_listen_fds(3): passed descriptors begin with 3. */
static int take_passed(char *error, size_t error_size)
{
    enum { FIRST = 3 };
    int listens = 0;
    socklen_t size = sizeof listens;

    if (number_in("LISTEN_PID") != getpid() || number_in("LISTEN_FDS") < 1) {
        snprintf(error, error_size, "no socket was passed to this process");
        return -1;
    }
    if (getsockopt(FIRST, SOL_SOCKET, SO_ACCEPTCONN, &listens, &size) ||
        !listens || fcntl(FIRST, F_SETFD, FD_CLOEXEC) ||
        fcntl(FIRST, F_SETFL, O_NONBLOCK)) {
        snprintf(error, error_size,
                 "the socket that was passed is not listening");
        return -1;
    }
    return FIRST;
}

int listen_open(const char *address, char *error, size_t error_size)
{
    char host[256], port[6];
    const struct addrinfo hints = {.ai_flags = AI_PASSIVE,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *list = NULL;
    int fd = -1;

    if (listen_is_passed(address))
        return take_passed(error, error_size);
    if (!listen_parse(address, host, sizeof host, port)) {
        snprintf(error, error_size, "\"%s\" is not host:port", address);
        return -1;
    }
    int failed = getaddrinfo(*host ? host : NULL, port, &hints, &list);

    if (failed) {
        snprintf(error, error_size, "cannot resolve the address %s: %s",
                 address, gai_strerror(failed));
        return -1;
    }
    for (const struct addrinfo *i = list; i && fd < 0; i = i->ai_next)
        fd = open_one(i);
    if (fd < 0)
        snprintf(error, error_size, "cannot listen on %s: %s", address,
                 strerror(errno));
    freeaddrinfo(list);
    return fd;
}

void listen_name(int fd, char out[ADDRESS_TEXT_SIZE])
{
    struct sockaddr_storage at = {0};
    socklen_t size = sizeof at;
    char host[64] = "?", port[8] = "0";

    if (getsockname(fd, (struct sockaddr *)&at, &size) == 0)
        getnameinfo((struct sockaddr *)&at, size, host, sizeof host, port,
                    sizeof port, NI_NUMERICHOST | NI_NUMERICSERV);
    snprintf(out, ADDRESS_TEXT_SIZE, strchr(host, ':') ? "[%s]:%s" : "%s:%s",
             host, port);
}
