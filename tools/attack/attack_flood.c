/* Attacks by many connections that hardly send anything: one thread handles all
 * of them, in rounds. */
#include "attack.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    ROUND_MS = 50,
    SLOW_ROUND_MS = 200,
    SLOW_BYTES = 1024,    /* in a round: 5 KB/s */
    AGAIN_US = 500000,    /* after a refusal */
    STALLED_US = 2000000, /* after which a slow response has ended */
    CONNECT_S = 1,
};

struct connection {
    int fd;           /* -1: not connected */
    bool is_waiting;  /* for a response */
    int64_t next_us;  /* when it connects or sends next */
    int64_t heard_us; /* when the last byte arrived */
};

static void disconnect(struct connection *connection)
{
    close(connection->fd);
    connection->fd = -1;
    connection->is_waiting = false;
    connection->next_us = soak_now_us() + AGAIN_US;
}

/* False: the service does not accept connections now. */
static bool connect_again(struct run *run, struct connection *connection,
                          unsigned number)
{
    const struct attack *attack = run->attack;
    const int narrow = 4096;

    connection->fd =
        line_connect(&run->attacker_http, 0,
                     2 + number % (unsigned)attack->addresses, CONNECT_S);
    if (connection->fd < 0) {
        connection->next_us = soak_now_us() + AGAIN_US;
        return false;
    }
    if (attack->flood == FLOOD_SLOW)
        setsockopt(connection->fd, SOL_SOCKET, SO_RCVBUF, &narrow,
                   sizeof narrow);
    return true;
}

static void send_request(struct run *run, struct connection *connection,
                         int number)
{
    char request[REQUEST_MAX];
    const char *token =
        run->token_count > 0 ? run->tokens[number % run->token_count] : "";
    const int size =
        snprintf(request, sizeof request,
                 "GET %s HTTP/1.1\r\nHost: attack\r\n%s%s%s%s\r\n", run->path,
                 run->headers, *token ? "Authorization: Bearer " : "", token,
                 *token ? "\r\n" : "");

    if (send(connection->fd, request, (size_t)size,
             MSG_NOSIGNAL | MSG_DONTWAIT) != size) {
        disconnect(connection);
        return;
    }
    atomic_fetch_add(&run->sent, 1);
    connection->is_waiting = true;
    connection->heard_us = soak_now_us();
}

/* Read the first bytes of a response, or more of it. */
static void take_reply(struct run *run, struct connection *connection,
                       const char *bytes)
{
    const bool is_head = strncmp(bytes, "HTTP/1.1 ", 9) == 0;
    const int status = is_head ? (int)strtol(bytes + 9, NULL, 10) : 0;

    connection->heard_us = soak_now_us();
    if (!is_head)
        return;
    attack_count_reply(run, status, bytes);
    if (status == 200 && (run->attack->flood == FLOOD_SLOW ||
                          strstr(bytes, "text/event-stream")))
        return;
    connection->is_waiting = false;
    connection->next_us = status == 200 ? 0 : soak_now_us() + AGAIN_US;
}

static void receive(struct run *run, struct connection *connection)
{
    char bytes[16384];
    const bool is_slow = run->attack->flood == FLOOD_SLOW;
    ssize_t got = recv(connection->fd, bytes,
                       is_slow ? SLOW_BYTES : sizeof bytes - 1, MSG_DONTWAIT);

    if (got == 0 || (got < 0 && errno != EAGAIN)) {
        disconnect(connection);
        return;
    }
    if (got > 0) {
        bytes[got] = '\0';
        take_reply(run, connection, bytes);
    }
    if (is_slow && connection->is_waiting &&
        soak_now_us() - connection->heard_us > STALLED_US)
        connection->is_waiting = false;
}

/* Handle each of them once. */
static void serve_all(struct run *run, struct connection *connections)
{
    bool is_open = true;

    for (int i = 0; i < run->attack->connections; i++) {
        struct connection *connection = &connections[i];

        if (run->phase != PHASE_DURING)
            return;
        if (connection->fd < 0 && is_open &&
            soak_now_us() >= connection->next_us)
            is_open = connect_again(run, connection, (unsigned)i);
        if (connection->fd < 0)
            continue;
        if (!connection->is_waiting && run->attack->flood != FLOOD_IDLE &&
            soak_now_us() >= connection->next_us)
            send_request(run, connection, i);
        if (connection->fd >= 0)
            receive(run, connection);
    }
}

void flood_attack(struct run *run)
{
    const int count = run->attack->connections;
    struct connection *connections;

    if (run->front && run->attack->flood != FLOOD_IDLE) {
        front_wait(run, AGAIN_US);
        return;
    }
    connections = calloc((size_t)count, sizeof *connections);
    if (!connections)
        abort();
    for (int i = 0; i < count; i++)
        connections[i].fd = -1;
    while (run->phase == PHASE_DURING) {
        serve_all(run, connections);
        soak_pause_ms(run->attack->flood == FLOOD_SLOW ? SLOW_ROUND_MS
                                                       : ROUND_MS);
    }
    for (int i = 0; i < count; i++)
        if (connections[i].fd >= 0)
            close(connections[i].fd);
    free(connections);
}
