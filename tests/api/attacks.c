/* The service under attack: a normal client is served, the health probes
 * respond, and resources are released. */
#include "api/http/server.h"
#include "depth.h"

#include "match_fixture.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Clients may wait long for a place or a thread on a slow machine; what an
 * attack costs them is measured by tools/attack. */
enum {
    HANGS_MS = 30000,
    ASKED_LEAST = 20,
    ASKED_MAX = 4096,
    PATIENCE_MS = 60000
};

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- the normal client ---- */

/* Sends requests, each by a new connection, until it is stopped. */
struct normal {
    struct service *service;
    pthread_t thread;
    atomic_bool is_done;
    long ms[ASKED_MAX];
    atomic_int asked;
    int served, probed;
};

static int by_size(const void *a, const void *b)
{
    long one = *(const long *)a, other = *(const long *)b;

    return (one > other) - (one < other);
}

static void ask_once(struct normal *normal, struct client *client)
{
    static const char *const paths[] = {"/v1/games", "/v1/matches", "/"};
    long begun = raw_now_ms();

    client_with(client, "Connection: close");
    struct answer answer =
        client_send(client, "GET", paths[normal->asked % 3], NULL);

    normal->served += answer.status == 200;
    normal->ms[normal->asked] = raw_now_ms() - begun;
    normal->asked++;
    answer_clear(&answer);
}

static void *ask_on(void *arg)
{
    struct normal *normal = arg;
    struct client client = client_open(normal->service);

    client.may_fail = true;
    /* On a busy machine an attack can end before there are enough requests to
     * name the slowest of a hundred. */
    while ((!normal->is_done || normal->asked <= ASKED_LEAST) &&
           normal->asked < ASKED_MAX) {
        ask_once(normal, &client);
        /* Only sometimes: the probes are not what is measured. */
        if (normal->asked % 16 == 1)
            normal->probed +=
                raw_metric(normal->service, "http_connections") >= 0;
        pause_ms(5);
    }
    client_close(&client);
    return NULL;
}

static void normal_begin(struct normal *normal, struct service *service)
{
    normal->service = service;
    pthread_create(&normal->thread, NULL, ask_on, normal);
}

static void normal_end(struct normal *normal, const char *beside)
{
    normal->is_done = true;
    pthread_join(normal->thread, NULL);
    qsort(normal->ms, (size_t)normal->asked, sizeof *normal->ms, by_size);
    long p99 = normal->ms[normal->asked * 99 / 100];

    printf("beside %s: %d requests, p50 %ld ms, p99 %ld ms, most %ld ms\n",
           beside, normal->asked, normal->ms[normal->asked / 2], p99,
           normal->ms[normal->asked - 1]);
    cr_expect_gt(normal->asked, ASKED_LEAST);
    cr_expect_eq(normal->served, normal->asked, "%d of %d were served",
                 normal->served, normal->asked);
    cr_expect_lt(p99, HANGS_MS);
    cr_expect_gt(normal->probed, 0);
}

/* ---- slow clients ---- */

/* Sixty connections that send a byte now and then, more than one address may
 * have; those that are closed connect again. */
Test(attacks, sixty_slow_senders_do_not_keep_others_out, .init = deep_only)
{
    enum { DRIPS = 60, ENDED = 40 };
    static const char *const settings[] = {
        "--request-seconds=4", "--connections=64",
        "--connections-per-address=40", NULL};
    static const char start[] = "GET /v1/games HTTP/1.1\r\nHost: x\r\nX: ";
    static struct normal normal;
    struct service service;
    int fd[DRIPS], cut = 0;

    service_begin(&service, settings);
    for (int i = 0; i < DRIPS; i++) {
        fd[i] = raw_connect(&service, 2);
        raw_send(fd[i], start, sizeof start - 1);
    }
    normal_begin(&normal, &service);
    const long until = raw_now_ms() + PATIENCE_MS;

    while (
        (cut <= DRIPS / 2 ||
         raw_metric(&service, "http_connections_timed_out_total") <= ENDED) &&
        raw_now_ms() < until) {
        pause_ms(250);
        for (int i = 0; i < DRIPS; i++)
            if (!raw_send(fd[i], "a", 1)) {
                close(fd[i]);
                fd[i] = raw_connect(&service, 2);
                raw_send(fd[i], start, sizeof start - 1);
                cut++;
            }
    }
    normal_end(&normal, "60 that drip");
    cr_expect_gt(cut, DRIPS / 2);
    cr_expect_gt(raw_metric(&service, "http_connections_timed_out_total"),
                 ENDED);
    for (int i = 0; i < DRIPS; i++)
        close(fd[i]);
    service_end(&service);
}

/* The attacks of slowhttptest: headers that never end, bodies that never end,
 * ranges without end, responses that are not read. */
static const struct {
    const char *flags, *path, *more;
} slow_modes[] = {
    {"-H", "/v1/games", ""},
    {"-B", "/v1/sessions", "-t POST"},
    {"-R", "/openapi.yaml", "-t HEAD -a 10 -b 3000"},
    {"-X", "/openapi.yaml", "-w 8 -y 16 -n 1 -z 8 -k 3"},
};

ParameterizedTestParameters(attacks, slow_clients_by_the_book)
{
    static int modes[] = {0, 1, 2, 3};

    return cr_make_param_array(int, modes, 4);
}

ParameterizedTest(int *mode, attacks, slow_clients_by_the_book,
                  .init = deep_only)
{
    static const char *const settings[] = {"--request-seconds=2", NULL};
    static struct normal normal;
    struct service service;
    char what[160], command[320];

    service_begin(&service, settings);
    snprintf(what, sizeof what, "%s -u %s%s %s", slow_modes[*mode].flags,
             service.url, slow_modes[*mode].path, slow_modes[*mode].more);
    snprintf(command, sizeof command,
             "slowhttptest -c 200 -r 200 -i 1 -l 3 -p 2 %s >/dev/null 2>&1",
             what);
    normal_begin(&normal, &service);
    int status = system(command); /* allowed: a tool of the tests */

    normal_end(&normal, what);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) != 127,
              "slowhttptest is not there");
    service_end(&service);
}

/* ---- slow readers ---- */

static void ask_for_much(int fd, int times)
{
    static const char ask[] = "GET /openapi.yaml HTTP/1.1\r\nHost: x\r\n\r\n";

    for (int i = 0; i < times; i++)
        cr_assert(raw_send(fd, ask, sizeof ask - 1));
}

Test(attacks, a_connection_that_does_not_read_its_response_is_closed,
     .init = deep_only)
{
    static const char *const settings[] = {"--request-seconds=1", NULL};
    struct service service;
    long until;

    service_begin(&service, settings);
    int fd = raw_connect_narrow(&service, 1);

    ask_for_much(fd, 40);
    until = raw_now_ms() + PATIENCE_MS;
    while (raw_metric(&service, "http_connections_timed_out_total") == 0 &&
           raw_now_ms() < until)
        pause_ms(50);
    cr_expect_gt(raw_metric(&service, "http_connections_timed_out_total"), 0);
    while (raw_metric(&service, "http_connections") > 0 && raw_now_ms() < until)
        pause_ms(50);
    cr_expect_eq(raw_metric(&service, "http_connections"), 0);
    close(fd);
    service_end(&service);
}

/* The path of the script that draws /docs. */
static void find_bundle(struct client *client, char *out, size_t size)
{
    struct answer page = client_get(client, "/docs");
    const char *name = strstr(page.body, "src=\"/docs/swagger-ui-b");

    cr_assert_not_null(name);
    name += strlen("src=\"");
    snprintf(out, size, "%.*s", (int)strcspn(name, "\""), name);
    answer_clear(&page);
}

/* The largest response, more than the kernel buffers for the client, at about
 * 130 KB a second: this takes longer than the deadline. */
Test(attacks, a_long_response_may_be_read_slowly, .init = deep_only)
{
    static const char *const settings[] = {"--request-seconds=5", NULL};
    static char text[8192];
    struct service service;
    char path[128], ask[192];
    size_t got = 0;
    long begun;

    service_begin(&service, settings);
    struct client client = client_open(&service);

    find_bundle(&client, path, sizeof path);
    struct answer once = client_get(&client, "%s", path);
    int fd = raw_connect_narrow(&service, 1);

    cr_assert_gt(once.length, 1000000);
    snprintf(ask, sizeof ask, "GET %s HTTP/1.1\r\nHost: x\r\n\r\n", path);
    cr_assert(raw_send(fd, ask, strlen(ask)));
    begun = raw_now_ms();
    for (ssize_t n = 1; n > 0 && got < once.length; pause_ms(60)) {
        n = read(fd, text, sizeof text);
        got += n > 0 ? (size_t)n : 0;
    }
    cr_expect_geq(got, once.length, "%zu of %zu", got, once.length);
    cr_expect_gt(raw_now_ms() - begun, 7500, "too quick to compare");
    close(fd);
    answer_clear(&once);
    client_close(&client);
    service_end(&service);
}

/* ---- many connections ---- */

Test(attacks, two_thousand_short_connections_leak_nothing, .init = deep_only)
{
    enum { CONNECTS = 2000 };
    static struct normal normal;
    struct service service;
    long until;

    service_expose();
    service_begin(&service, NULL);
    normal_begin(&normal, &service);
    for (int i = 0; i < CONNECTS || normal.asked <= ASKED_LEAST; i++) {
        int fd = raw_connect(&service, 2);

        if (i % 2)
            raw_send(fd, "GET /", 5);
        close(fd);
    }
    pause_ms(300);
    normal_end(&normal, "2,000 quick connections");
    until = raw_now_ms() + PATIENCE_MS;
    while (raw_metric(&service, "http_connections") > 0 && raw_now_ms() < until)
        pause_ms(20);
    cr_expect_eq(raw_metric(&service, "http_connections"), 0);
    service_end(&service);
}

/* Request a game by a connection from 127.0.0.`from`; the first status. */
static int ask_from(const struct service *service, int from, int *fd)
{
    static const char ask[] = "GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n";
    char text[64];
    struct raw_reply reply = {.text = text, .size = sizeof text};
    int first = 0, last;

    *fd = raw_connect(service, from);
    raw_send(*fd, ask, sizeof ask - 1);
    for (int i = 0; i < PATIENCE_MS / 100 && !first && !reply.is_ended; i++) {
        raw_read(*fd, &reply, 100);
        raw_count(text, &first, &last);
    }
    return first;
}

Test(attacks, connections_are_limited_for_each_address, .init = deep_only)
{
    enum { MOST = 5 };
    static const char *const settings[] = {"--connections-per-address=5", NULL};
    struct service service;
    int fd[MOST + 2], other;
    long until;

    service_begin(&service, settings);
    for (int i = 0; i < MOST; i++)
        cr_expect_eq(ask_from(&service, 2, &fd[i]), 200);
    cr_expect_eq(ask_from(&service, 2, &fd[MOST]), 0, "one too many");
    cr_expect_eq(ask_from(&service, 3, &other), 200);
    close(fd[0]);
    until = raw_now_ms() + PATIENCE_MS;
    while (ask_from(&service, 2, &fd[MOST + 1]) == 0) {
        close(fd[MOST + 1]);
        cr_assert_lt(raw_now_ms(), until, "the place is not given back");
    }
    for (int i = 1; i < MOST + 2; i++)
        close(fd[i]);
    close(other);
    service_end(&service);
}

/* Nine addresses open more connections than the service has; each sends this
 * and then nothing.  A later client is served long before their deadline. */
static void expect_room_for_others(const char *sent)
{
    enum { ADDRESSES = 9, EACH = 32, SOON_MS = 30000 };
    static const char *const settings[] = {"--connections=256",
                                           "--connections-per-address=32",
                                           "--request-seconds=120", NULL};
    static int fds[ADDRESSES * EACH];
    struct service service;
    int newcomer;

    service_begin(&service, settings);
    for (int i = 0; i < ADDRESSES * EACH; i++) {
        fds[i] = raw_connect(&service, 11 + i % ADDRESSES);
        raw_send(fds[i], sent, strlen(sent));
    }
    long begun = raw_now_ms();

    cr_expect_eq(ask_from(&service, 2, &newcomer), 200);
    long waited = raw_now_ms() - begun;

    printf("  beside those that sent \"%.5s\": served after %ld ms\n", sent,
           waited);
    cr_expect_lt(waited, SOON_MS);
    cr_expect_gt(raw_metric(&service, "http_connections_evicted_total"), 0);
    cr_expect_eq(raw_metric(&service, "http_connections_timed_out_total"), 0);
    for (int i = 0; i < ADDRESSES * EACH; i++)
        close(fds[i]);
    close(newcomer);
    service_end(&service);
}

Test(attacks, silent_sockets_do_not_keep_others_out, .init = deep_only)
{
    expect_room_for_others("");
}

Test(attacks, idle_connections_do_not_keep_others_out, .init = deep_only)
{
    expect_room_for_others("GET /v1/none HTTP/1.1\r\nHost: x\r\n\r\n");
}

Test(attacks, requests_without_an_end_do_not_keep_others_out, .init = deep_only)
{
    expect_room_for_others("G");
}

/* Connections that work, wait or send are not closed to make room. */
Test(attacks, only_idle_connections_are_closed_to_make_room, .init = deep_only)
{
    enum { ALL = 64, ROUNDS = 40 };
    static const char *const settings[] = {"--connections=64",
                                           "--request-seconds=120", NULL};
    static const char ask[] = "GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n";
    static char text[65536];
    struct raw_reply reply = {.text = text, .size = sizeof text};
    struct service service;
    struct fixture fixture;
    int silent[ALL], count = 0;
    char wait[160];

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    snprintf(wait, sizeof wait,
             "GET /v1/matches/%s/events?after=%ld&wait=25 HTTP/1.1\r\n"
             "Host: x\r\n\r\n",
             fixture.match, fixture.seq);
    int polls = raw_connect(&service, 2), talks = raw_connect(&service, 2);

    raw_send(polls, wait, strlen(wait));
    while (count < ALL - 6)
        silent[count++] = raw_connect(&service, 3);
    for (int i = 0; i < ROUNDS; i++) {
        cr_assert(raw_send(talks, ask, sizeof ask - 1));
        raw_read(talks, &reply, 100);
        cr_expect_not(reply.is_ended, "in round %d", i);
    }
    cr_expect_gt(raw_metric(&service, "http_connections_evicted_total"), 0);
    raw_read(polls, &reply, 10);
    cr_expect_not(reply.is_ended);
    while (count > 0)
        close(silent[--count]);
    close(polls);
    close(talks);
    fixture_end(&fixture);
    service_end(&service);
}

Test(attacks, behind_proxies_connections_are_not_counted_by_address)
{
    enum { CONNECTIONS = 6 };
    static const char *const settings[] = {"--connections-per-address=5",
                                           "--trusted-proxies=1", NULL};
    struct service service;
    int fd[CONNECTIONS];

    service_begin(&service, settings);
    for (int i = 0; i < CONNECTIONS; i++)
        cr_expect_eq(ask_from(&service, 2, &fd[i]), 200);
    for (int i = 0; i < CONNECTIONS; i++)
        close(fd[i]);
    service_end(&service);
}

/* ---- long polls ---- */

Test(attacks, long_polls_of_vanished_clients_free_their_slots,
     .init = deep_only)
{
    enum { POLLS = 9 }; /* all that are not for accounts alone */
    static const char *const settings[] = {"--long-polls=12", NULL};
    static struct normal normal;
    struct service service;
    struct fixture fixture;
    int fds[POLLS];
    char ask[160];
    long until;

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    snprintf(ask, sizeof ask,
             "GET /v1/matches/%s/events?after=%ld&wait=20 HTTP/1.1\r\n"
             "Host: x\r\n\r\n",
             fixture.match, fixture.seq);
    normal_begin(&normal, &service);
    for (int i = 0; i < POLLS; i++) {
        fds[i] = raw_connect(&service, 2);
        raw_send(fds[i], ask, strlen(ask));
    }
    until = raw_now_ms() + PATIENCE_MS;
    while (raw_metric(&service, "long_polls") < POLLS && raw_now_ms() < until)
        pause_ms(20);
    cr_assert_eq(raw_metric(&service, "long_polls"), POLLS);
    for (int i = 0; i < POLLS; i++)
        close(fds[i]);
    until = raw_now_ms() + PATIENCE_MS;
    while (raw_metric(&service, "long_polls") > 0 && raw_now_ms() < until)
        pause_ms(20);
    cr_expect_eq(raw_metric(&service, "long_polls"), 0);
    normal_end(&normal, "long polls that vanish");
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- the stop ---- */

/* A response that is not read delays the stop.  Clients that connected before
 * are still served for a moment, and later may read what needs no database. */
Test(attacks, while_it_stops_the_service_serves_reads_without_the_database,
     .init = deep_only)
{
    static const char games[] = "GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n";
    static const char list[] = "GET /v1/matches HTTP/1.1\r\nHost: x\r\n\r\n";
    static const char *const settings[] = {"--drain-seconds=30",
                                           "--request-seconds=30", NULL};
    static char text[65536];
    struct raw_reply reply = {.text = text, .size = sizeof text};
    struct service service;
    int one, other, third, resting, first, last, status;

    service_begin(&service, settings);
    int slow = raw_connect_narrow(&service, 1);

    cr_assert_eq(ask_from(&service, 1, &resting), 200);
    one = raw_connect(&service, 1);
    other = raw_connect(&service, 1);
    third = raw_connect(&service, 1);
    ask_for_much(slow, 40);
    while (raw_metric(&service, "http_server_active_requests") == 0)
        pause_ms(5);
    kill(service.pid, SIGTERM);
    while (!service_logged(&service, "\"stopping\""))
        pause_ms(5);
    cr_expect_eq(raw_read(resting, &reply, PATIENCE_MS), 0);
    cr_expect(reply.is_ended);
    raw_send(one, list, sizeof list - 1);
    raw_read(one, &reply, PATIENCE_MS);
    raw_count(text, &first, &last);
    cr_expect_eq(last, 200, "%s", text);
    cr_expect(strstr(text, "Connection: close"), "%.400s", text);
    cr_expect(reply.is_ended);
    pause_ms(SERVER_LAST_MS + 500); /* it waits this long for connected
                                     * clients */
    raw_send(other, list, sizeof list - 1);
    raw_read(other, &reply, PATIENCE_MS);
    raw_count(text, &first, &last);
    cr_expect_eq(last, 503, "%s", text);
    cr_expect(strstr(text, "Retry-After: "), "%s", text);
    cr_expect(reply.is_ended);
    raw_send(third, games, sizeof games - 1);
    raw_read(third, &reply, PATIENCE_MS);
    raw_count(text, &first, &last);
    cr_expect_eq(last, 200, "%s", text);
    close(slow);
    close(one);
    close(other);
    close(third);
    close(resting);
    cr_expect_eq(waitpid(service.pid, &status, 0), service.pid);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    service_start(&service);
    service_end(&service);
}
