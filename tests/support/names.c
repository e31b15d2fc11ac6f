/* A name server of a test's own (RFC 1035): one query, one response. */
#include "names.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

enum {
    HEADER = 12,
    AFTER_NAME = 4, /* the type and the class of the query */
    TYPE_A = 1,
    PACKET = 512,
    POLL_MS = 50, /* how often the thread checks whether it must stop */
};

/* The end of the name in the query; 0: it is malformed. */
static size_t end_of_name(const uint8_t *packet, size_t size)
{
    size_t at = HEADER;

    while (at < size && packet[at] != 0)
        at += (size_t)packet[at] + 1;
    return at + 1 + AFTER_NAME <= size ? at + 1 : 0;
}

/* Turn a query into its response; returns its size, or 0 when it is not a
 * query. */
static size_t answer(uint8_t packet[PACKET], size_t size)
{
    /* the name of the question, A, IN, one second, 4 bytes: 127.0.0.1 */
    static const uint8_t record[] = {0xc0, HEADER, 0, TYPE_A, 0,   1, 0, 0,
                                     0,    1,      0, 4,      127, 0, 0, 1};
    size_t end = size > HEADER ? end_of_name(packet, size) : 0;

    if (end == 0 || end + AFTER_NAME + sizeof record > PACKET)
        return 0;
    bool is_known = packet[end] == 0 && packet[end + 1] == TYPE_A;

    end += AFTER_NAME;
    packet[2] = 0x85; /* an authoritative response */
    packet[3] = 0x80;
    memcpy(packet + 4, (uint8_t[]){0, 1, 0, is_known, 0, 0, 0, 0}, 8);
    if (!is_known)
        return end;
    memcpy(packet + end, record, sizeof record);
    return end + sizeof record;
}

static void *serve(void *arg)
{
    struct names *names = arg;
    struct sockaddr_in from;
    uint8_t packet[PACKET];

    while (!names->is_over) {
        socklen_t length = sizeof from;
        ssize_t size = recvfrom(names->socket, packet, sizeof packet, 0,
                                (struct sockaddr *)&from, &length);

        size = size > 0 ? (ssize_t)answer(packet, (size_t)size) : 0;
        if (size > 0 && names->delay_ms > 0)
            poll(NULL, 0, names->delay_ms);
        if (size > 0)
            sendto(names->socket, packet, (size_t)size, 0,
                   (struct sockaddr *)&from, length);
    }
    return NULL;
}

void names_begin(struct names *names)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    const struct timeval patience = {.tv_usec = POLL_MS * 1000};
    socklen_t length = sizeof at;

    names->is_over = false;
    names->delay_ms = 0;
    names->socket = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(names->socket, (struct sockaddr *)&at, length), 0);
    getsockname(names->socket, (struct sockaddr *)&at, &length);
    snprintf(names->address, sizeof names->address, "127.0.0.1:%d",
             ntohs(at.sin_port));
    setsockopt(names->socket, SOL_SOCKET, SO_RCVTIMEO, &patience,
               sizeof patience);
    cr_assert_eq(pthread_create(&names->thread, NULL, serve, names), 0);
}

void names_end(struct names *names)
{
    names->is_over = true;
    pthread_join(names->thread, NULL);
    close(names->socket);
}
