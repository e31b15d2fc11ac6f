/* A load for the service: real legal moves in many matches at once, each with
 * its token, If-Match and Idempotency-Key.
 *
 *   load prepare ADDRESS GAME SEATS MOVES
 *       creates a match, plays this many moves, and prints its id, the header
 *       that opens it and its state's ETag: for a load of reads
 *   load moves ADDRESS GAME SEATS CONNECTIONS SECONDS
 *       prints "moves N", "p50_us N", "p99_us N" and more, one per line */
#include "http_client.h"
#include "match.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum { ACCOUNTS = 8, CONNECTIONS_MAX = 1024, SAMPLES_MAX = 4 * 1024 * 1024 };

static int64_t now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* ---- accounts ---- */

/* The header of a new account's session. */
static void sign_up(const char *address, int number, char *out, size_t size)
{
    char body[160], token[96];
    struct http http;

    http_open(&http, address);
    snprintf(body, sizeof body,
             "{\"name\":\"load-%d-%d\",\"password\":\"a-load-of-moves-%d\"}",
             (int)getpid(), number, number);
    if (http_ask(&http, "POST", "/v1/accounts", "", body) != 201 ||
        http_ask(&http, "POST", "/v1/sessions", "", body) != 201)
        http_fail(&http, "no account");
    http_member(&http, "token", token, sizeof token);
    snprintf(out, size, "Authorization: Bearer %s\r\n", token);
    http_close(&http);
}

/* ---- a match for reads ---- */

static int prepare(const char *address, const char *game, int seats, long moves)
{
    static struct position position;
    static struct match match;
    struct http http;
    char path[80], tag[48];

    position_make(&position, game, seats, 7);
    match = (struct match){.position = &position, .chance = 88172645463325252};
    sign_up(address, 0, match.authorization, sizeof match.authorization);
    http_open(&http, address);
    match_put_order(&match, &http);
    http_wait(&http);
    match_take_order(&match, &http);
    for (long i = 0; i < moves && !match_is_over(&match); i++) {
        match_put_move(&match, &http);
        http_wait(&http);
        match_take_move(&match, &http);
    }
    snprintf(path, sizeof path, "/v1/matches/%s/state", match.id);
    if (http_ask(&http, "GET", path, match.authorization, NULL) != 200)
        http_fail(&http, "no state");
    http_header(&http, "ETag", tag, sizeof tag);
    printf("match=%s\nauthorization='%.*s'\ntag='%s'\nbytes=%zu\n", match.id,
           (int)strcspn(match.authorization, "\r"), match.authorization, tag,
           http.body_length);
    http_close(&http);
    position_free(&position);
    return 0;
}

/* ---- moves ---- */

struct player {
    struct http http;
    struct match match;
    bool is_ordering;
    int64_t asked_us;
};

struct load {
    struct player *players;
    int count;
    int epoll;
    uint32_t *samples; /* microseconds of each move */
    size_t moves, matches;
    int64_t until_us;
};

static void ask(struct player *player)
{
    player->is_ordering = !player->match.id[0] || match_is_over(&player->match);
    if (player->is_ordering)
        match_put_order(&player->match, &player->http);
    else
        match_put_move(&player->match, &player->http);
    player->asked_us = now_us();
}

static void take(struct load *load, struct player *player)
{
    if (player->is_ordering) {
        match_take_order(&player->match, &player->http);
        load->matches++;
        return;
    }
    match_take_move(&player->match, &player->http);
    if (load->moves < SAMPLES_MAX)
        load->samples[load->moves] = (uint32_t)(now_us() - player->asked_us);
    load->moves++;
}

/* Send request after request, as long as each has a response at once. */
static void go_on(struct load *load, struct player *player)
{
    while (http_advance(&player->http)) {
        take(load, player);
        if (now_us() >= load->until_us) {
            player->asked_us = 0;
            load->count--;
            return;
        }
        ask(player);
    }
}

static int by_value(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;

    return (*x > *y) - (*x < *y);
}

static void report(struct load *load, int64_t us)
{
    size_t n = load->moves < SAMPLES_MAX ? load->moves : SAMPLES_MAX;

    if (n == 0)
        http_fail(NULL, "no move was played");
    qsort(load->samples, n, sizeof *load->samples, by_value);
    printf("moves=%zu\nmatches=%zu\nmoves_per_s=%.0f\n", load->moves,
           load->matches, (double)load->moves * 1e6 / (double)us);
    printf("p50_us=%u\np99_us=%u\nmax_us=%u\n", load->samples[n / 2],
           load->samples[n * 99 / 100], load->samples[n - 1]);
}

static void begin_players(struct load *load, const char *address,
                          const struct position *position)
{
    char headers[ACCOUNTS][128];

    for (int i = 0; i < ACCOUNTS; i++)
        sign_up(address, i, headers[i], sizeof headers[i]);
    for (int i = 0; i < load->count; i++) {
        struct player *player = &load->players[i];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = player};

        player->match.position = position;
        player->match.chance = 88172645463325252 + (uint64_t)i * 7919;
        memcpy(player->match.authorization, headers[i % ACCOUNTS],
               sizeof headers[0]);
        http_open(&player->http, address);
        match_put_order(&player->match, &player->http);
        http_wait(&player->http);
        match_take_order(&player->match, &player->http);
        epoll_ctl(load->epoll, EPOLL_CTL_ADD, player->http.fd, &event);
    }
}

static int play(const char *address, const char *game, int seats, int count,
                long seconds)
{
    static struct position position;
    struct load load = {.count = count, .epoll = epoll_create1(EPOLL_CLOEXEC)};
    struct epoll_event events[64];
    int64_t begun_us;

    load.players = calloc((size_t)count, sizeof *load.players);
    load.samples = calloc(SAMPLES_MAX, sizeof *load.samples);
    if (!load.players || !load.samples || load.epoll < 0)
        http_fail(NULL, "out of memory");
    position_make(&position, game, seats, 7);
    begin_players(&load, address, &position);
    begun_us = now_us();
    load.until_us = begun_us + seconds * 1000000;
    for (int i = 0; i < count; i++) {
        ask(&load.players[i]);
        go_on(&load, &load.players[i]);
    }
    while (load.count > 0) {
        int n = epoll_wait(load.epoll, events, 64, 10000);

        if (n <= 0)
            http_fail(NULL, "no reply within ten seconds");
        for (int i = 0; i < n; i++)
            go_on(&load, events[i].data.ptr);
    }
    report(&load, now_us() - begun_us);
    for (int i = 0; i < count; i++)
        http_close(&load.players[i].http);
    free(load.players);
    free(load.samples);
    close(load.epoll);
    position_free(&position);
    return 0;
}

static long number(const char *text, long least, long most)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (*text == '\0' || *end != '\0' || value < least || value > most) {
        fprintf(stderr, "load: %s is not a number from %ld to %ld\n", text,
                least, most);
        exit(2);
    }
    return value;
}

int main(int argc, char **argv)
{
    if (argc == 6 && strcmp(argv[1], "prepare") == 0)
        return prepare(argv[2], argv[3],
                       (int)number(argv[4], 1, RULES_SEATS_MAX),
                       number(argv[5], 0, 100000));
    if (argc == 7 && strcmp(argv[1], "moves") == 0)
        return play(argv[2], argv[3], (int)number(argv[4], 1, RULES_SEATS_MAX),
                    (int)number(argv[5], 1, CONNECTIONS_MAX),
                    number(argv[6], 1, 3600));
    fprintf(stderr, "usage: load prepare ADDRESS GAME SEATS MOVES\n"
                    "       load moves ADDRESS GAME SEATS CONNECTIONS "
                    "SECONDS\n");
    return 2;
}
