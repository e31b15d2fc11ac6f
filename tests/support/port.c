/* Ports for what comes again at the same address. */
#include "port.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <sys/socket.h>
#include <unistd.h>

int port_free(void)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t size = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    cr_assert_eq(bind(fd, (struct sockaddr *)&at, size), 0);
    getsockname(fd, (struct sockaddr *)&at, &size);
    close(fd);
    return ntohs(at.sin_port);
}
