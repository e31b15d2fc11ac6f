/* A load for the service: real legal moves in many matches at once, each with
 * its token, If-Match and Idempotency-Key.
 *
 *   load prepare ADDRESS GAME SEATS MOVES [EVENTS]
 *       creates a match, plays this many moves, then takes moves back until it
 *       has this many events, and prints its id, the header that opens it, its
 *       state's ETag and seq: for a load of reads
 *   load moves ADDRESS GAME SEATS CONNECTIONS SECONDS [MATCHES [STREAMS]]
 *       prints "moves=N", "p50_us=N", "p99_us=N" and more, one per line.
 *       MATCHES (one for each connection) are played in turn; STREAMS (none)
 *       clients follow them.  SERVICE_PID and POSTGRES_PIDS in the environment
 *       name processes whose time it prints, for each move
 *   load turns ADDRESS GAME SEATS CONNECTIONS SECONDS [MATCHES [STREAMS]]
 *       the same with the new state in each response, as most clients ask for
 */
#include "http_client.h"
#include "match.h"
#include "processor_time.h"
#include "watchers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <time.h>
#include <unistd.h>

enum {
    ACCOUNTS = 8,
    CONNECTIONS_MAX = 1024,
    MATCHES_MAX = 100000,
    STREAMS_MAX = 18000,
    SAMPLES_MAX = 4 * 1024 * 1024,
};

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

static void play_one(struct match *match, struct http *http)
{
    match_put_move(match, http);
    http_wait(http);
    match_take_move(match, http);
}

static int prepare(const char *address, const char *game, int seats, long moves,
                   long events)
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
    for (long i = 0; i < moves && !match_is_over(&match); i++)
        play_one(&match, &http);
    while (match.seq < events && !match_is_over(&match))
        if (!match_go_and_return(&match, &http))
            play_one(&match, &http);
    snprintf(path, sizeof path, "/v1/matches/%s/state", match.id);
    if (http_ask(&http, "GET", path, match.authorization, NULL) != 200)
        http_fail(&http, "no state");
    http_header(&http, "ETag", tag, sizeof tag);
    printf("match=%s\nauthorization='%.*s'\ntag='%s'\nbytes=%zu\nseq=%u\n",
           match.id, (int)strcspn(match.authorization, "\r"),
           match.authorization, tag, http.body_length, match.seq);
    http_close(&http);
    position_free(&position);
    return 0;
}

/* ---- moves ---- */

/* A connection, and the matches that it plays in turn. */
struct player {
    struct http http;
    struct match *matches, *match; /* match: the one in turn */
    size_t match_count;
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
    if (++player->match == player->matches + player->match_count)
        player->match = player->matches;
    player->is_ordering = match_is_over(player->match);
    if (player->is_ordering)
        match_put_order(player->match, &player->http);
    else
        match_put_move(player->match, &player->http);
    player->asked_us = now_us();
}

static void take(struct load *load, struct player *player)
{
    if (player->is_ordering) {
        match_take_order(player->match, &player->http);
        load->matches++;
        return;
    }
    match_take_move(player->match, &player->http);
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

static void order(struct player *player, const struct position *position,
                  const char *authorization, uint64_t number)
{
    struct match *match = player->match;

    match->position = position;
    match->chance = 88172645463325252 + number * 7919;
    snprintf(match->authorization, sizeof match->authorization, "%s",
             authorization);
    match_put_order(match, &player->http);
    http_wait(&player->http);
    match_take_order(match, &player->http);
}

/* Create the matches, each connection its share. */
static void begin_players(struct load *load, const char *address,
                          const struct position *position, size_t matches)
{
    char headers[ACCOUNTS][128];
    const size_t share = matches / (size_t)load->count;

    for (int i = 0; i < ACCOUNTS; i++)
        sign_up(address, i, headers[i], sizeof headers[i]);
    for (int i = 0; i < load->count; i++) {
        struct player *player = &load->players[i];
        struct epoll_event event = {.events = EPOLLIN, .data.ptr = player};

        player->match_count = share ? share : 1;
        player->matches = calloc(player->match_count, sizeof *player->matches);
        if (!player->matches)
            http_fail(NULL, "out of memory");
        http_open(&player->http, address);
        for (size_t k = 0; k < player->match_count; k++) {
            player->match = &player->matches[k];
            order(player, position, headers[i % ACCOUNTS],
                  (uint64_t)i * player->match_count + k);
        }
        epoll_ctl(load->epoll, EPOLL_CTL_ADD, player->http.fd, &event);
    }
}

static void begin_watchers(struct watchers *watchers, const struct load *load,
                           const char *address, size_t count)
{
    const size_t share = load->players[0].match_count;
    const size_t matches = share * (size_t)load->count;
    const struct match **all = calloc(matches, sizeof(struct match *));

    if (!all)
        http_fail(NULL, "out of memory");
    for (size_t i = 0; i < matches; i++)
        all[i] = &load->players[i / share].matches[i % share];
    watchers_begin(watchers, address, all, matches, count);
    free(all);
}

/* Print what each move cost these processes since before_us. */
static void report_cost(const struct load *load, const char *name,
                        const char *pids, int64_t before_us)
{
    if (pids)
        printf("%s=%.1f\n", name,
               (double)(processor_us(pids) - before_us) / (double)load->moves);
}

/* Play until the time is up. */
static void run(struct load *load, long seconds)
{
    const char *service = getenv("SERVICE_PID");
    const char *postgres = getenv("POSTGRES_PIDS");
    const int64_t service_us = processor_us(service);
    const int64_t postgres_us = processor_us(postgres);
    const int count = load->count;
    struct epoll_event events[64];
    const int64_t begun_us = now_us();

    load->until_us = begun_us + seconds * 1000000;
    for (int i = 0; i < count; i++) {
        ask(&load->players[i]);
        go_on(load, &load->players[i]);
    }
    while (load->count > 0) {
        int n = epoll_wait(load->epoll, events, 64, 10000);

        if (n <= 0)
            http_fail(NULL, "no reply within ten seconds");
        for (int i = 0; i < n; i++)
            go_on(load, events[i].data.ptr);
    }
    load->count = count;
    report(load, now_us() - begun_us);
    report_cost(load, "service_us", service, service_us);
    report_cost(load, "postgres_us", postgres, postgres_us);
}

struct scale {
    int connections;
    long seconds;
    size_t matches, streams;
    bool has_states; /* in the responses */
};

static int play(const char *address, const char *game, int seats,
                const struct scale *scale)
{
    static struct position position;
    struct load load = {.count = scale->connections,
                        .epoll = epoll_create1(EPOLL_CLOEXEC)};
    struct watchers watchers;

    load.players = calloc((size_t)load.count, sizeof *load.players);
    load.samples = calloc(SAMPLES_MAX, sizeof *load.samples);
    if (!load.players || !load.samples || load.epoll < 0)
        http_fail(NULL, "out of memory");
    position_make(&position, game, seats, 7);
    position.prefers_state = scale->has_states;
    begin_players(&load, address, &position, scale->matches);
    if (scale->streams)
        begin_watchers(&watchers, &load, address, scale->streams);
    run(&load, scale->seconds);
    fflush(stdout);
    if (scale->streams)
        watchers_end(&watchers);
    for (int i = 0; i < load.count; i++) {
        http_close(&load.players[i].http);
        free(load.players[i].matches);
    }
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
    if ((argc == 6 || argc == 7) && strcmp(argv[1], "prepare") == 0)
        return prepare(argv[2], argv[3],
                       (int)number(argv[4], 1, RULES_SEATS_MAX),
                       number(argv[5], 0, 100000),
                       argc > 6 ? number(argv[6], 0, 100000) : 0);
    if (argc >= 7 && argc <= 9 &&
        (strcmp(argv[1], "moves") == 0 || strcmp(argv[1], "turns") == 0)) {
        const struct scale scale = {
            .connections = (int)number(argv[5], 1, CONNECTIONS_MAX),
            .seconds = number(argv[6], 1, 3600),
            .matches = argc > 7 ? (size_t)number(argv[7], 1, MATCHES_MAX) : 1,
            .streams = argc > 8 ? (size_t)number(argv[8], 0, STREAMS_MAX) : 0,
            .has_states = strcmp(argv[1], "turns") == 0};

        return play(argv[2], argv[3], (int)number(argv[4], 1, RULES_SEATS_MAX),
                    &scale);
    }
    fprintf(stderr, "usage: load prepare ADDRESS GAME SEATS MOVES [EVENTS]\n"
                    "       load moves|turns ADDRESS GAME SEATS CONNECTIONS "
                    "SECONDS [MATCHES [STREAMS]]\n");
    return 2;
}
