/* Ports for services that restart at the same address. */
#include "port.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

/* Below the system's range for outgoing connections, which therefore cannot
 * take the port while nothing listens on it. */
enum { LOWEST = 10240, BEYOND = 32768, TRIES_MAX = 1000 };

static bool is_free(int port)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_port = htons((uint16_t)port),
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_bound = bind(fd, (struct sockaddr *)&at, sizeof at) == 0;

    close(fd);
    return is_bound;
}

/* Until this test ends, no other one gets the port, also while nothing listens
 * on it: a name among sockets, which ends with its process, is kept for it. */
static bool reserve(int port)
{
    struct sockaddr_un at = {.sun_family = AF_UNIX};
    const int length = snprintf(at.sun_path + 1, sizeof at.sun_path - 1,
                                "fathom-test-port-%d", port);
    const size_t before = offsetof(struct sockaddr_un, sun_path) + 1;
    const socklen_t size = (socklen_t)(before + (size_t)length);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (bind(fd, (struct sockaddr *)&at, size) == 0)
        return true; /* fd stays open */
    close(fd);
    return false;
}

int port_free(void)
{
    uint32_t drawn;

    for (int tries = 0; tries < TRIES_MAX; tries++) {
        cr_assert_eq(getrandom(&drawn, sizeof drawn, 0), (ssize_t)sizeof drawn);
        int port = LOWEST + (int)(drawn % (BEYOND - LOWEST));

        if (reserve(port) && is_free(port))
            return port;
    }
    cr_assert_fail("no port is free");
    return -1;
}
