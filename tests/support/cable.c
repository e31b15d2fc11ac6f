/* A network cable that can be cut. */
#include "cable.h"

#include "port.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PAIRS_MAX = 128, PIECE = 65536, LOOK_MS = 20 };

/* A connection: the ends of the client and of the server. */
struct pair {
    int end[2]; /* -1: none */
};

struct cable {
    int port, to_port, listener;
    atomic_bool is_cut, is_ending;
    atomic_long connections;
    struct pair pairs[PAIRS_MAX];
    pthread_t thread;
};

static struct sockaddr_in here(int port)
{
    return (struct sockaddr_in){.sin_family = AF_INET,
                                .sin_port = htons((uint16_t)port),
                                .sin_addr = {htonl(INADDR_LOOPBACK)}};
}

static void set_prompt(int fd)
{
    const int on = 1;

    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
}

static void close_pair(struct pair *pair)
{
    for (int i = 0; i < 2; i++) {
        close(pair->end[i]);
        pair->end[i] = -1;
    }
}

static struct pair *free_pair(struct cable *cable)
{
    for (int i = 0; i < PAIRS_MAX; i++)
        if (cable->pairs[i].end[0] < 0)
            return &cable->pairs[i];
    return NULL;
}

/* A connection is closed if the server does not listen. */
static void accept_one(struct cable *cable)
{
    const struct sockaddr_in to = here(cable->to_port);
    struct pair *pair = free_pair(cable);
    int client = accept4(cable->listener, NULL, NULL, SOCK_CLOEXEC);
    int server = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (!pair || client < 0 ||
        connect(server, (const struct sockaddr *)&to, sizeof to) != 0) {
        if (client >= 0)
            close(client);
        close(server);
        return;
    }
    set_prompt(client);
    set_prompt(server);
    *pair = (struct pair){{client, server}};
    atomic_fetch_add(&cable->connections, 1);
}

/* Forward the bytes of one end; false: it is closed, or the other is. */
static bool forward(int from, int to)
{
    static _Thread_local char piece[PIECE];
    ssize_t got = recv(from, piece, sizeof piece, 0);
    ssize_t sent = 0;

    while (got > sent) {
        ssize_t n = send(to, piece + sent, (size_t)(got - sent), MSG_NOSIGNAL);

        if (n <= 0)
            return false;
        sent += n;
    }
    return got > 0;
}

/* Forward all bytes that are there, once. */
static void look(struct cable *cable)
{
    struct pollfd fds[1 + 2 * PAIRS_MAX];

    fds[0] = (struct pollfd){.fd = cable->listener, .events = POLLIN};
    for (int i = 0; i < 2 * PAIRS_MAX; i++)
        fds[1 + i] = (struct pollfd){.fd = cable->pairs[i / 2].end[i % 2],
                                     .events = POLLIN};
    if (poll(fds, 1 + 2 * PAIRS_MAX, LOOK_MS) <= 0)
        return;
    for (int i = 0; i < 2 * PAIRS_MAX && !atomic_load(&cable->is_cut); i++) {
        struct pair *pair = &cable->pairs[i / 2];

        if (fds[1 + i].revents && pair->end[0] >= 0 &&
            !forward(pair->end[i % 2], pair->end[!(i % 2)]))
            close_pair(pair);
    }
    if (fds[0].revents && !atomic_load(&cable->is_cut))
        accept_one(cable);
}

static void *run(void *arg)
{
    struct cable *cable = arg;

    while (!atomic_load(&cable->is_ending))
        if (atomic_load(&cable->is_cut))
            poll(NULL, 0, LOOK_MS);
        else
            look(cable);
    return NULL;
}

struct cable *cable_begin(int to_port)
{
    struct cable *cable = calloc(1, sizeof *cable);
    const int on = 1;

    cr_assert_not_null(cable);
    cable->port = port_free();
    cable->to_port = to_port;
    for (int i = 0; i < PAIRS_MAX; i++)
        cable->pairs[i] = (struct pair){{-1, -1}};
    const struct sockaddr_in at = here(cable->port);

    cable->listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    setsockopt(cable->listener, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on);
    cr_assert_eq(bind(cable->listener, (const struct sockaddr *)&at, sizeof at),
                 0);
    cr_assert_eq(listen(cable->listener, PAIRS_MAX), 0);
    cr_assert_eq(pthread_create(&cable->thread, NULL, run, cable), 0);
    return cable;
}

void cable_end(struct cable *cable)
{
    atomic_store(&cable->is_ending, true);
    pthread_join(cable->thread, NULL);
    for (int i = 0; i < PAIRS_MAX; i++)
        if (cable->pairs[i].end[0] >= 0)
            close_pair(&cable->pairs[i]);
    close(cable->listener);
    free(cable);
}

int cable_port(const struct cable *cable)
{
    return cable->port;
}

void cable_cut(struct cable *cable)
{
    atomic_store(&cable->is_cut, true);
}

void cable_mend(struct cable *cable)
{
    atomic_store(&cable->is_cut, false);
}

long cable_connections(struct cable *cable)
{
    return atomic_load(&cable->connections);
}
