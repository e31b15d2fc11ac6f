/* Many connections that send requests at the same moment: all get a response,
 * however many they are.
 *
 * Where Debian's HTTP library waits in a thread of its own, it sleeps with 128
 * unserved requests when it is notified of exactly 128 at once, so it must not
 * wait (api/http/connections/loop.h).  The service is stopped (SIGSTOP) while
 * the requests are sent: its threads are then notified of all of them at once.
 */
#include "depth.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum {
    HERD_MAX = 640,
    REPLY_SIZE = 16384,
    /* Without a response by then a client never gets one. */
    ANSWERED_MS = 15000,
};

static const int herds[] = {127, 128, 129, 255, 256, 257, 512, 640};
enum { HERDS = sizeof herds / sizeof *herds };

/* FATHOM_HERDS=10 for more. */
static int rounds(int usual)
{
    const char *asked = getenv("FATHOM_HERDS");

    return asked ? (int)strtol(asked, NULL, 10) : usual;
}

/* ---- reads ---- */

struct herd {
    struct service service;
    int count; /* connections */
    struct pollfd news[HERD_MAX];
    size_t got[HERD_MAX];
    char text[HERD_MAX][REPLY_SIZE];
};

static void gather(struct herd *herd, int count)
{
    while (herd->count < count) {
        /* Two addresses: one alone may not have this many. */
        int fd = raw_connect(&herd->service, 2 + herd->count % 2);

        herd->news[herd->count++] = (struct pollfd){.fd = fd, .events = POLLIN};
    }
}

static void scatter(struct herd *herd)
{
    while (herd->count > 0)
        close(herd->news[--herd->count].fd);
}

static void ask(struct herd *herd, int n)
{
    static const char request[] = "GET /v1/games HTTP/1.1\r\nHost: a\r\n\r\n";

    herd->got[n] = 0;
    herd->text[n][0] = '\0';
    cr_assert(raw_send(herd->news[n].fd, request, sizeof request - 1));
}

/* True when the response is complete. */
static bool take(struct herd *herd, int n)
{
    char *text = herd->text[n];
    ssize_t more = recv(herd->news[n].fd, text + herd->got[n],
                        REPLY_SIZE - 1 - herd->got[n], MSG_DONTWAIT);

    cr_assert_gt(more, 0, "a connection ended");
    herd->got[n] += (size_t)more;
    text[herd->got[n]] = '\0';
    return raw_is_whole(text);
}

/* The first `count` send at once; returns how many get no response. */
static int ask_at_once(struct herd *herd, int count)
{
    long until = raw_now_ms() + ANSWERED_MS;
    int waiting = count;

    kill(herd->service.pid, SIGSTOP);
    for (int i = 0; i < count; i++)
        ask(herd, i);
    kill(herd->service.pid, SIGCONT);
    for (int i = 0; i < count; i++)
        herd->news[i].events = POLLIN;
    while (waiting > 0 && raw_now_ms() < until) {
        poll(herd->news, (nfds_t)count, 100);
        for (int i = 0; i < count; i++)
            if (herd->news[i].revents && take(herd, i)) {
                herd->news[i].events = 0;
                waiting--;
            }
    }
    return waiting;
}

static void expect_answered(struct herd *herd, int count)
{
    int waiting = ask_at_once(herd, count);

    cr_assert_eq(waiting, 0, "%d of %d were never answered", waiting, count);
}

Test(herds, any_number_of_simultaneous_requests_get_responses,
     .init = deep_only, .timeout = 1200)
{
    static struct herd herd;

    service_begin(&herd.service, NULL);
    for (int i = 0; i < HERDS; i++) {
        gather(&herd, herds[i]);
        for (int round = rounds(2); round > 0; round--)
            expect_answered(&herd, herds[i]);
        scatter(&herd);
    }
    service_end(&herd.service);
}

/* The service has two threads for connections: however these are divided, each
 * thread has exactly 128 requests at once in one of these rounds. */
Test(herds, no_number_of_requests_stops_a_thread, .init = deep_only,
     .timeout = 1200)
{
    enum { LEAST = 240, MOST = 272 };
    static struct herd herd;
    /* Some connections rest for most rounds. */
    const char *const settings[] = {"--request-seconds=600",
                                    "--idle-seconds=600", NULL};

    service_begin(&herd.service, settings);
    gather(&herd, MOST);
    for (int round = rounds(1); round > 0; round--)
        for (int count = LEAST; count <= MOST; count++)
            expect_answered(&herd, count);
    scatter(&herd);
    service_end(&herd.service);
}

/* ---- moves ---- */

/* build/.../load plays matches over a number of connections, each of which
 * sends its next move after the response to the last; it fails when all are
 * silent. */
static void expect_moves(const struct service *service, int connections)
{
    const char *build = getenv("FATHOM_BUILD_DIR");
    char command[256], said[512];

    snprintf(command, sizeof command,
             "%s/load moves %s underwater-cities 1 %d 2 2>&1",
             build ? build : "build/asan", service->address, connections);
    FILE *load = popen(command, "r"); /* allowed: a program of the tests */
    size_t length = fread(said, 1, sizeof said - 1, load);

    said[length] = '\0';
    cr_assert_eq(pclose(load), 0, "%d connections: %s", connections, said);
}

Test(herds, moves_over_any_number_of_connections_continue, .init = deep_only,
     .timeout = 3600)
{
    struct service service;

    service_begin(&service, NULL);
    for (int round = rounds(0); round > 0; round--)
        for (int i = 0; i < HERDS; i++)
            expect_moves(&service, herds[i]);
    if (rounds(0) == 0)
        expect_moves(&service, 256);
    service_end(&service);
}
