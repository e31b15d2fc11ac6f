/* Ports for services that restart at the same address. */
#include "port.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/random.h>
#include <sys/socket.h>
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

int port_free(void)
{
    uint32_t drawn;

    for (int tries = 0; tries < TRIES_MAX; tries++) {
        cr_assert_eq(getrandom(&drawn, sizeof drawn, 0), (ssize_t)sizeof drawn);
        int port = LOWEST + (int)(drawn % (BEYOND - LOWEST));

        if (is_free(port))
            return port;
    }
    cr_assert_fail("no port is free");
    return -1;
}
