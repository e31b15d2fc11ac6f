/* Checks the health of a service from the command line. */
#include "api/operations/health_command.h"

#include "api/http/connections/listen.h"

#include <netdb.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE_S = 3 };

static int connect_to(const char *address)
{
    char host[256], port[6];
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
    const struct timeval patience = {.tv_sec = PATIENCE_S};
    struct addrinfo *list = NULL;
    int fd = -1;

    if (!listen_parse(address, host, sizeof host, port))
        return -1;
    /* A service that listens on every address listens on this one, too. */
    bool is_any = *host == '\0' || strcmp(host, "0.0.0.0") == 0;

    if (getaddrinfo(is_any ? "127.0.0.1" : host, port, &hints, &list) != 0)
        return -1;
    for (const struct addrinfo *i = list; i && fd < 0; i = i->ai_next) {
        fd = socket(i->ai_family, i->ai_socktype | SOCK_CLOEXEC, 0);
        if (fd < 0)
            continue;
        setsockopt(fd, SOL_SOCKET, SO_RCVTIMEO, &patience, sizeof patience);
        setsockopt(fd, SOL_SOCKET, SO_SNDTIMEO, &patience, sizeof patience);
        if (connect(fd, i->ai_addr, i->ai_addrlen) != 0) {
            close(fd);
            fd = -1;
        }
    }
    freeaddrinfo(list);
    return fd;
}

bool health_ask(const char *address, const char *path)
{
    static const char good[] = "HTTP/1.1 200 ";
    char question[128], answer[sizeof good] = "";
    size_t got = 0;
    int fd = connect_to(address);
    int size = snprintf(question, sizeof question,
                        "GET %s HTTP/1.1\r\nHost: localhost\r\n"
                        "Connection: close\r\n\r\n",
                        path);

    if (fd < 0)
        return false;
    if (send(fd, question, (size_t)size, MSG_NOSIGNAL) > 0)
        while (got < sizeof answer - 1) {
            ssize_t n = read(fd, answer + got, sizeof answer - 1 - got);

            if (n <= 0)
                break;
            got += (size_t)n;
        }
    close(fd);
    return strcmp(answer, good) == 0;
}
