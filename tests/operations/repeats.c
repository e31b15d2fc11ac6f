/* Which requests docker/haproxy.cfg sends to another node when one accepted
 * them without a response, and which only once: nothing may be done twice, and
 * requests refused by an overloaded node are not repeated. */
#include "depth.h"
#include "fleet.h"
#include "haproxy.h"
#include "http.h"
#include "match_fixture.h"
#include "raw.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* ---- a node that is ready, accepts requests, and sends nothing, or this
 * ---- */

struct mute {
    struct service service; /* only its addresses are used */
    const char *says;       /* NULL: nothing */
    int listening;
    atomic_int taken; /* requests, except probes and the first ones */
    pthread_t thread;
};

/* A probe of the proxy, or the first request of a connection: see send_one. */
static bool is_answered(const char *text)
{
    return strncmp(text, "GET /readyz ", 12) == 0 ||
           strncmp(text, "GET /metrics ", 13) == 0;
}

static void take_one(struct mute *mute, int fd)
{
    static const char ready[] = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n"
                                "Connection: close\r\n\r\n";
    char text[4096] = "";
    size_t length = 0;

    while (!strstr(text, "\r\n\r\n") && length < sizeof text - 1) {
        ssize_t n = read(fd, text + length, sizeof text - 1 - length);

        if (n <= 0)
            break;
        length += (size_t)n;
        text[length] = '\0';
    }
    if (is_answered(text))
        send(fd, ready, sizeof ready - 1, MSG_NOSIGNAL);
    else if (length > 0)
        atomic_fetch_add(&mute->taken, 1);
    if (mute->says && !is_answered(text))
        send(fd, mute->says, strlen(mute->says), MSG_NOSIGNAL);
    shutdown(fd, SHUT_WR);
    while (length > 0 && read(fd, text, sizeof text) > 0)
        continue; /* not reset: the proxy sees an end of the stream */
    close(fd);
}

static void *be_mute(void *arg)
{
    struct mute *mute = arg;
    int fd;

    while ((fd = accept(mute->listening, NULL, NULL)) >= 0)
        take_one(mute, fd);
    return NULL;
}

static void mute_begin(struct mute *mute, const char *says)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof at;

    *mute = (struct mute){.says = says};
    mute->listening = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    cr_assert_eq(bind(mute->listening, (struct sockaddr *)&at, length), 0);
    cr_assert_eq(listen(mute->listening, 64), 0);
    getsockname(mute->listening, (struct sockaddr *)&at, &length);
    snprintf(mute->service.address, sizeof mute->service.address,
             "127.0.0.1:%d", ntohs(at.sin_port));
    snprintf(mute->service.admin, sizeof mute->service.admin,
             "http://127.0.0.1:%d", ntohs(at.sin_port));
    cr_assert_eq(pthread_create(&mute->thread, NULL, be_mute, mute), 0);
}

static void mute_end(struct mute *mute)
{
    shutdown(mute->listening, SHUT_RDWR);
    pthread_join(mute->thread, NULL);
    close(mute->listening);
}

/* ---- repeated requests ---- */

static const char key[] = "Idempotency-Key: 1";

static const struct {
    const char *method, *path, *header;
    bool is_repeated;
} requests[] = {
    {"GET", "/v1/matches", NULL, true},
    {"PUT", "/v1/queue/template", NULL, true},
    {"DELETE", "/v1/queue/template", NULL, true},
    {"POST", "/v1/matches", key, true},
    {"POST", "/v1/matches?a=b", key, true},
    {"POST", "/v1/matches/m/moves", key, true},
    {"POST", "/v1/challenges", key, true},
    {"POST", "/v1/matches/m/moves/preview", NULL, true},
    {"POST", "/v1/matches", NULL, false},
    {"POST", "/v1/matches/m/moves", NULL, false},
    {"POST", "/v1/challenges/c/answers", key, false},
    {"POST", "/v1/accounts", key, false},
    {"POST", "/v1/sessions", key, false},
    {"POST", "/v1/tokens", key, false},
    {"POST", "/v1/stream-tickets", key, false},
    {"PATCH", "/v1/me", key, false},
};

/* How often the i-th request is sent; the status is stored in *status.  It is
 * not the first of its connection: if that ends without a response, or with
 * REFUSED_STREAM, then curl and browsers repeat any request. */
static int send_one(struct client *client, struct mute *mute, size_t i,
                    long *status)
{
    const bool has_body = *requests[i].method == 'P';
    struct answer first = client_get(client, "/metrics");

    cr_expect_eq(first.status, 200);
    answer_clear(&first);
    atomic_store(&mute->taken, 0);
    if (requests[i].header)
        client_with(client, requests[i].header);
    struct answer answer = client_send(
        client, requests[i].method, requests[i].path, has_body ? "{}" : NULL);

    *status = answer.status;
    answer_clear(&answer);
    return atomic_load(&mute->taken);
}

static void expect_repeats(struct client *client, struct mute *mute, size_t i)
{
    long status;
    int taken = send_one(client, mute, i, &status);

    cr_expect(status == 502 || (status == 0 && requests[i].is_repeated), "%ld",
              status);
    cr_expect(requests[i].is_repeated ? taken > 1 : taken == 1,
              "%s %s%s was sent %d times", requests[i].method, requests[i].path,
              requests[i].header ? " with a key" : "", taken);
}

static void expect_one_reply(struct client *client, struct mute *mute, size_t i)
{
    long status;
    int taken = send_one(client, mute, i, &status);

    cr_expect_eq(status, 503);
    cr_expect_eq(taken, 1, "%s %s%s was sent %d times", requests[i].method,
                 requests[i].path, requests[i].header ? " with a key" : "",
                 taken);
}

/* Send them all to a node that responds with this. */
static void send_all(const char *says, long version,
                     void (*expect)(struct client *client, struct mute *mute,
                                    size_t i))
{
    static struct mute mute;
    static struct haproxy proxy;
    struct client client;

    sigaction(SIGPIPE, &(struct sigaction){.sa_handler = SIG_IGN}, NULL);
    mute_begin(&mute, says);
    haproxy_prepare(&proxy);
    haproxy_add(&proxy, &mute.service);
    haproxy_start(&proxy);
    for (size_t i = 0; i < sizeof requests / sizeof *requests; i++) {
        client = client_open(&proxy.front);
        client.may_fail = true;
        client.version = version;
        expect(&client, &mute, i);
        client_close(&client);
    }
    haproxy_end(&proxy);
    mute_end(&mute);
}

Test(repeats, only_repeatable_requests_are_sent_again, .timeout = 600)
{
    send_all(NULL, CURL_HTTP_VERSION_1_1, expect_repeats);
}

Test(repeats, over_http_2_only_repeatable_requests_are_sent_again,
     .init = deep_only, .timeout = 600)
{
    send_all(NULL, CURL_HTTP_VERSION_2TLS, expect_repeats);
}

Test(repeats, a_request_refused_for_overload_is_not_repeated, .timeout = 600)
{
    send_all("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\n"
             "Content-Type: application/problem+json\r\n"
             "Content-Length: 2\r\nConnection: close\r\n\r\n{}",
             CURL_HTTP_VERSION_2TLS, expect_one_reply);
}

/* ---- a node without free slots for long polls ---- */

static long refused_polls(const struct fleet *fleet)
{
    long sum = 0;

    for (int i = 0; i < FLEET_NODES; i++)
        sum += raw_metric(&fleet->nodes[i], "long_polls_refused_total");
    return sum;
}

static long polls(const struct fleet *fleet)
{
    long sum = 0;

    for (int i = 0; i < FLEET_NODES; i++)
        sum += raw_metric(&fleet->nodes[i], "long_polls");
    return sum;
}

static void *poll_on(void *arg)
{
    const struct fixture *fixture = arg;
    struct client nobody = client_open(fixture->service);
    struct answer answer =
        client_get(&nobody, "/v1/matches/%s/events?after=%ld&wait=25",
                   fixture->match, fixture->seq);

    cr_expect_eq(answer.status, 200, "%s", answer.body);
    answer_clear(&answer);
    client_close(&nobody);
    return NULL;
}

Test(repeats, a_refused_long_poll_reaches_one_node_once, .init = deep_only,
     .timeout = 600)
{
    static const char *const settings[] = {"--long-polls=1", NULL};
    static struct fleet fleet;
    struct fixture fixture;
    pthread_t thread;

    fleet_begin(&fleet, settings);
    fixture_begin(&fixture, &fleet.proxy.front, "template", 2);
    pthread_create(&thread, NULL, poll_on, &fixture);
    for (int i = 0; i < 3000 && polls(&fleet) == 0; i++)
        usleep(10000);
    cr_assert_eq(polls(&fleet), 1);
    struct client nobody = client_open(&fleet.proxy.front);
    struct answer refused =
        client_get(&nobody, "/v1/matches/%s/events?after=%ld&wait=25",
                   fixture.match, fixture.seq);

    cr_expect_eq(refused.status, 503, "%s", refused.body);
    cr_expect_eq(refused_polls(&fleet), 1, "%ld were refused",
                 refused_polls(&fleet));
    fixture_play(&fixture, 1);
    pthread_join(thread, NULL);
    answer_clear(&refused);
    client_close(&nobody);
    fixture_end(&fixture);
    fleet_end(&fleet);
}
