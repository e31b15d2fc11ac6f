/* Bad clients: malformed requests, requests that are refused, slow ones, and
 * connections that are opened and abandoned. */
#include "soak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum {
    FORGOTTEN_MAX = 24, /* for each thread, at the same time */
    REPLY = 4096,       /* bytes of a response that are read */
    LARGE = 80000,
};

#define HOST  "Host: soak\r\n"
#define JSON  HOST "Content-Type: application/json\r\n"
#define GAMES "GET /v1/games HTTP/1.1\r\n"
#define SIGN  "POST /v1/sessions HTTP/1.1\r\n" JSON

/* The library itself responds to some of these: docs/under_attack.md. */
static const struct bad {
    const char *bytes;
    int status; /* 0: the connection just ends */
} bads[] = {
    {GAMES HOST "\r\n", 200},
    {GAMES "\r\n", 400},
    {GAMES HOST "Host: other\r\n\r\n", 400},
    {GAMES HOST "Nonsense\r\n\r\n", 400},
    {"GET /v1/nowhere HTTP/1.1\r\n" HOST "\r\n", 404},
    {"GET /v1/matches/none HTTP/1.1\r\n" HOST "\r\n", 404},
    {"GET /v1/matches?limit=0 HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /v1/matches?cursor=none HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /v1/me HTTP/1.1\r\n" HOST "\r\n", 401},
    {"GET /v1/me HTTP/1.1\r\n" HOST "Authorization: Bearer fth_no\r\n\r\n",
     401},
    {"BREW /v1/games HTTP/1.1\r\n" HOST "\r\n", 405},
    {"DELETE /v1/games HTTP/1.1\r\n" HOST "\r\n", 405},
    {"GET /v1/games HTTP/1.1\r\n" HOST "Accept: image/png\r\n\r\n", 406},
    {"CONNECT x:80 HTTP/1.1\r\n" HOST "\r\n", 400},
    {"GET /v1/games HTTQ/1.1\r\n" HOST "\r\n", 400},
    {"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 505},
    {"\x16\x03\x01\x02", 0},
    {SIGN "Content-Length: 2\r\n\r\n{}", 400},
    {SIGN "Content-Length: 9\r\n\r\n{\"name\":1", 400},
    {SIGN "Content-Length: 13\r\n\r\n{\"a\":1,\"a\":1}", 400},
    {SIGN "Content-Length: 5\r\n\r\n\"\xff\xfe\"}", 400},
    {SIGN "Content-Length: 70\r\n\r\n[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["
          "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]",
     400},
    {SIGN "Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}", 400},
    {SIGN "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
     400},
    {SIGN "Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n", 400},
    {SIGN "Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n0\r\n\r\n", 400},
    {SIGN "Content-Length: 99999999999999999999\r\n\r\n{}", 413},
    {"POST /v1/sessions HTTP/1.1\r\n" HOST
     "Content-Type: text/plain\r\nContent-Length: 2\r\n\r\n{}",
     415},
    {"POST /v1/records/verify HTTP/1.1\r\n" JSON
     "Content-Length: 24\r\n\r\n{\"record\":\"game none\\n\"}",
     200},
};

enum { BADS = sizeof bads / sizeof *bads };

struct trouble {
    struct soak *soak;
    uint64_t chance;
    int forgotten[FORGOTTEN_MAX]; /* -1: none */
};

static int connect_somewhere(struct trouble *it)
{
    soak_pace(it->soak);
    soak_count(it->soak, SOAK_REQUESTS);
    return line_connect(it->soak, (int)soak_chance(&it->chance, SOAK_NODES),
                        0x800000 + soak_chance(&it->chance, 0x10000), 20);
}

/* The status of a response; 0: the connection ended without one. */
static int read_status(int fd)
{
    char reply[REPLY] = "";
    size_t got = 0;

    while (got < 12) {
        ssize_t n = recv(fd, reply + got, sizeof reply - 1 - got, 0);

        if (n <= 0)
            break;
        got += (size_t)n;
    }
    return got < 12 ? 0 : (int)strtol(reply + 9, NULL, 10);
}

/* Send it and expect a status. */
static void send_bad(struct trouble *it, const char *bytes, size_t size,
                     int status)
{
    int fd = connect_somewhere(it);

    if (fd < 0)
        return;
    /* It may be refused before it is complete. */
    send(fd, bytes, size, MSG_NOSIGNAL);
    if (status == 0)
        shutdown(fd, SHUT_WR);
    int got = read_status(fd);

    if (got > 0 && got < SOAK_STATUSES)
        atomic_fetch_add(&it->soak->statuses[got], 1);
    if (got != status && got != 429)
        soak_fail(it->soak, "a bad request: %d instead of %d: %.80s", got,
                  status, bytes);
    close(fd);
    soak_count(it->soak, SOAK_BAD);
}

/* ---- too large ---- */

/* A head with this many letters in it, and the rest. */
static void send_large(struct trouble *it, const char *head, size_t letters,
                       const char *rest, int status)
{
    size_t size = strlen(head) + letters + strlen(rest);
    char *bytes = malloc(size + 1);

    if (!bytes)
        abort();
    snprintf(bytes, size + 1, "%s", head);
    memset(bytes + strlen(head), 'a', letters);
    snprintf(bytes + strlen(head) + letters, strlen(rest) + 1, "%s", rest);
    send_bad(it, bytes, size, status);
    free(bytes);
}

static void send_too_large(struct trouble *it)
{
    switch (soak_chance(&it->chance, 3)) {
    case 0:
        send_large(it, SIGN "Content-Length: 80000\r\n\r\n", LARGE, "", 413);
        break;
    case 1: send_large(it, GAMES HOST "X: ", LARGE / 4, "\r\n\r\n", 431); break;
    default:
        send_large(it, "GET /", LARGE / 10, " HTTP/1.1\r\n" HOST "\r\n", 414);
        break;
    }
}

/* ---- slow and abandoned connections ---- */

/* Send a request slowly for a while; it may remain incomplete. */
static void drip(struct trouble *it)
{
    static const char request[] = GAMES HOST "X: slow\r\n\r\n";
    int fd = connect_somewhere(it);

    if (fd < 0)
        return;
    size_t until = soak_chance(&it->chance, sizeof request);

    for (size_t i = 0; i < until && !it->soak->is_over; i++) {
        if (send(fd, request + i, 1, MSG_NOSIGNAL) != 1)
            break;
        soak_pause_ms(20);
    }
    if (until == sizeof request - 1 && read_status(fd) != 200)
        soak_fail(it->soak, "a slow request was not answered");
    if (soak_chance(&it->chance, 2))
        line_cut(it->soak, fd);
    else
        close(fd);
    soak_count(it->soak, SOAK_BAD);
}

/* Request much, and disconnect before it arrives. */
static void ask_and_go(struct trouble *it)
{
    static const char request[] =
        "GET /openapi.yaml HTTP/1.1\r\n" HOST "\r\n"
        "GET /v1/games/underwater-cities/components HTTP/1.1\r\n" HOST "\r\n"
        "GET /v1/matches HTTP/1.1\r\n" HOST "\r\n";
    int fd = connect_somewhere(it);

    if (fd < 0)
        return;
    send(fd, request, sizeof request - 1, MSG_NOSIGNAL);
    soak_pause_ms((long)soak_chance(&it->chance, 5));
    line_cut(it->soak, fd);
    soak_count(it->soak, SOAK_BAD);
}

/* Open a connection, send nothing, or a part, or do not read, and abandon it:
 * the service closes it.  The oldest abandoned one is closed to make room. */
static void forget(struct trouble *it)
{
    static const char *const words[] = {
        "",
        "GET /v1/games HTTP/1.1\r\nHo",
        SIGN "Content-Length: 60000\r\n\r\n{\"name\":",
        "GET /openapi.yaml HTTP/1.1\r\n" HOST "\r\n",
        "GET /v1/games HTTP/1.1\r\n" HOST "\r\n",
    };
    const char *word = words[soak_chance(&it->chance, 5)];
    size_t at = soak_chance(&it->chance, FORGOTTEN_MAX);
    int fd = connect_somewhere(it);

    if (it->forgotten[at] >= 0)
        close(it->forgotten[at]);
    it->forgotten[at] = fd;
    if (fd >= 0)
        send(fd, word, strlen(word), MSG_NOSIGNAL);
    soak_count(it->soak, SOAK_FORGOTTEN);
}

static void make_trouble(struct trouble *it)
{
    unsigned drawn = soak_chance(&it->chance, 20);
    const struct bad *bad = &bads[soak_chance(&it->chance, BADS)];

    if (drawn == 0)
        drip(it);
    else if (drawn < 3)
        ask_and_go(it);
    else if (drawn < 6)
        forget(it);
    else if (drawn < 8)
        send_too_large(it);
    else
        send_bad(it, bad->bytes, strlen(bad->bytes), bad->status);
}

void *soak_trouble(void *arg)
{
    const struct role *role = arg;
    struct trouble it = {.soak = role->soak,
                         .chance =
                             UINT64_C(0xd6e8feb86659fd93) * (role->number + 1)};

    for (int i = 0; i < FORGOTTEN_MAX; i++)
        it.forgotten[i] = -1;
    while (!role->soak->is_over) {
        make_trouble(&it);
        soak_pause_ms((long)soak_chance(&it.chance, 200));
    }
    for (int i = 0; i < FORGOTTEN_MAX; i++)
        if (it.forgotten[i] >= 0)
            close(it.forgotten[i]);
    return NULL;
}
