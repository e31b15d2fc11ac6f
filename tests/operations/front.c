/* What docker/haproxy.cfg promises, apart from nodes that stop. */
#include "depth.h"
#include "fleet.h"
#include "http.h"
#include "postgres.h"
#include "raw.h"

#include <criterion/criterion.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct fleet fleet;

/* ---- addresses and ways in ---- */

static void expect_forged_addresses_do_not_help(struct client *client)
{
    char forged[64];
    long refused = 0;

    for (int i = 0; i < 60; i++) {
        snprintf(forged, sizeof forged, "X-Forwarded-For: 198.51.100.%d", i);
        client_with(client, forged);
        struct answer answer = client_get(client, "/v1/games");

        refused += answer.status == 429;
        answer_clear(&answer);
    }
    cr_expect_gt(refused, 0, "each claim had a quota of its own");
}

static void expect_https(struct client *client)
{
    struct answer answer = client_get(client, "/v1/config");
    char strict[64];

    cr_expect_eq(strncmp(answer.headers, "HTTP/2 ", 7), 0, "%s",
                 answer.headers);
    answer_header(&answer, "Strict-Transport-Security", strict, sizeof strict);
    cr_expect_str_neq(strict, "");
    answer_clear(&answer);
}

/* Expect a response without TLS that begins with this and contains that. */
static void expect_plain(const char *ask, const char *begins, const char *has)
{
    struct service plain = {0};
    char text[4096] = "";
    struct raw_reply reply = {.text = text, .size = sizeof text};

    snprintf(plain.address, sizeof plain.address, "%.50s",
             fleet.proxy.plain + strlen("http://"));
    int fd = raw_connect(&plain, 1);

    cr_assert(raw_send(fd, ask, strlen(ask)));
    raw_read(fd, &reply, 5000);
    close(fd);
    cr_expect_eq(strncmp(text, begins, strlen(begins)), 0, "%s", text);
    cr_expect_not_null(strstr(text, has), "%s", text);
}

/* A page is redirected, a request that may have a secret is refused. */
static void expect_nothing_in_the_open(void)
{
    expect_plain("GET /docs?a=b HTTP/1.1\r\nHost: fathom.example\r\n"
                 "Connection: close\r\n\r\n",
                 "HTTP/1.1 308 ",
                 "ocation: https://fathom.example:8443/docs?a=b\r\n");
    expect_plain("GET /v1/me HTTP/1.1\r\nHost: fathom.example\r\n"
                 "Authorization: Bearer x\r\nConnection: close\r\n\r\n",
                 "HTTP/1.1 403 ", "/problems/forbidden");
    expect_plain("POST /v1/sessions HTTP/1.1\r\nHost: fathom.example\r\n"
                 "Content-Length: 2\r\nConnection: close\r\n\r\n{}",
                 "HTTP/1.1 403 ", "/problems/forbidden");
}

/* Restart the proxy with this port for https, and read where it redirects a
 * page. */
static void expect_sent_on(const char *port, const char *location)
{
    setenv("FATHOM_PROXY_HTTPS_PORT", port, 1);
    haproxy_stop(&fleet.proxy, SIGTERM);
    haproxy_start(&fleet.proxy);
    expect_plain("GET /docs?a=b HTTP/1.1\r\nHost: fathom.example:8080\r\n"
                 "Connection: close\r\n\r\n",
                 "HTTP/1.1 308 ", location);
}

Test(front, a_page_is_redirected_to_the_public_https_port, .init = deep_only,
     .timeout = 600)
{
    fleet_begin(&fleet, NULL);
    expect_sent_on("443", "ocation: https://fathom.example/docs?a=b\r\n");
    expect_sent_on("9443", "ocation: https://fathom.example:9443/docs?a=b\r\n");
    expect_plain("GET /docs HTTP/1.1\r\nHost: [::1]:8080\r\n"
                 "Connection: close\r\n\r\n",
                 "HTTP/1.1 308 ", "ocation: https://[::1]:9443/docs\r\n");
    expect_plain("GET /docs HTTP/1.0\r\n\r\n", "HTTP/1.1 403 ",
                 "/problems/forbidden");
    fleet_end(&fleet);
}

Test(front, forged_addresses_are_ignored_and_plain_http_is_refused,
     .timeout = 600)
{
    static const char *const settings[] = {"--rate-address=20/60", NULL};
    struct client client;

    fleet_begin(&fleet, settings);
    client = client_open(&fleet.proxy.front);
    expect_https(&client);
    expect_nothing_in_the_open();
    expect_forged_addresses_do_not_help(&client);
    client_close(&client);
    fleet_end(&fleet);
}

/* ---- limit of connections ---- */

enum { MOST = 6 };

/* Does the proxy close this connection at once? */
static bool is_turned_away(int fd)
{
    char text[8] = "";
    struct raw_reply reply = {.text = text, .size = sizeof text};

    raw_read(fd, &reply, 300);
    return reply.is_ended;
}

Test(front, connections_of_an_address_are_limited, .timeout = 600)
{
    int held[2 * MOST], turned_away = 0;

    setenv("FATHOM_PROXY_CONNECTIONS_PER_ADDRESS", "6", 1);
    fleet_begin(&fleet, NULL);
    for (int i = 0; i < 2 * MOST; i++)
        held[i] = raw_connect(&fleet.proxy.front, 7);
    int other = raw_connect(&fleet.proxy.front, 8);

    for (int i = 0; i < 2 * MOST; i++)
        turned_away += is_turned_away(held[i]);
    cr_expect_eq(turned_away, MOST, "%d of %d were turned away", turned_away,
                 2 * MOST);
    cr_expect_not(is_turned_away(other));
    for (int i = 0; i < 2 * MOST; i++)
        close(held[i]);
    close(other);
    fleet_end(&fleet);
}

/* The status of a request over a connection of its own; 0: it was closed. */
static long visit(struct client *client, long version)
{
    *client = client_open(&fleet.proxy.front);
    client->version = version;
    client->may_fail = true;
    struct answer answer = client_get(client, "/v1/config");
    long status = answer.status;

    answer_clear(&answer);
    return status;
}

/* Each of them may have 16 requests at a time. */
Test(front, an_address_has_a_quarter_as_many_connections_with_http_2,
     .init = deep_only, .timeout = 600)
{
    struct client over_2[3], over_1;

    setenv("FATHOM_PROXY_CONNECTIONS_PER_ADDRESS", "8", 1);
    fleet_begin(&fleet, NULL);
    for (int i = 0; i < 3; i++)
        cr_expect_eq(visit(&over_2[i], CURL_HTTP_VERSION_2TLS), i < 2 ? 200 : 0,
                     "%d", i);
    cr_expect_eq(visit(&over_1, CURL_HTTP_VERSION_1_1), 200);
    client_close(&over_1);
    for (int i = 0; i < 3; i++)
        client_close(&over_2[i]);
    fleet_end(&fleet);
}

/* ---- silent connections ---- */

enum {
    SILENT = 5,
    EACH = 200,
    FEW = 25,
    NEWCOMER_MS = 4000,
    PATIENCE_MS = 30000
};

/* Open connections from the addresses 127.0.0.11 and following, and send
 * nothing.  The proxy of the tests has 500 for clients: without a lower limit
 * when most are in use, three addresses would have them all. */
static void be_silent(int held[SILENT][EACH])
{
    for (int i = 0; i < SILENT; i++)
        for (int k = 0; k < EACH; k++)
            held[i][k] = raw_connect(&fleet.proxy.front, 11 + i);
}

static int count_open(int held[SILENT][EACH])
{
    char byte;
    int open = 0;

    for (int i = 0; i < SILENT; i++)
        for (int k = 0; k < EACH; k++)
            open += recv(held[i][k], &byte, 1, MSG_DONTWAIT) < 0 &&
                    (errno == EAGAIN || errno == EWOULDBLOCK);
    return open;
}

Test(front, silent_connections_of_many_addresses_leave_room_and_are_closed,
     .init = deep_only, .timeout = 600)
{
    static int held[SILENT][EACH];
    struct client newcomer;

    setenv("FATHOM_PROXY_CONNECTIONS_PER_ADDRESS", "200", 1);
    fleet_begin(&fleet, NULL);
    be_silent(held);
    const long soon = raw_now_ms() + NEWCOMER_MS;
    long status = visit(&newcomer, CURL_HTTP_VERSION_1_1);

    /* The proxy may count connections that it is just about to refuse. */
    while (status != 200 && raw_now_ms() < soon) {
        client_close(&newcomer);
        status = visit(&newcomer, CURL_HTTP_VERSION_1_1);
    }
    cr_expect_eq(status, 200, "%ld; %d are open", status, count_open(held));
    client_close(&newcomer);
    cr_expect_gt(count_open(held), 2 * FEW, "the proxy accepted none");

    long until = raw_now_ms() + PATIENCE_MS;

    while (count_open(held) > 0 && raw_now_ms() < until)
        usleep(100000);
    cr_expect_eq(count_open(held), 0, "%d are still open", count_open(held));
    for (int i = 0; i < SILENT; i++)
        for (int k = 0; k < EACH; k++)
            close(held[i][k]);
    fleet_end(&fleet);
}

/* ---- clients that leave ---- */

enum { LEAVES_S = 3, POLL_S = 25, SOON_MS = 15000 };

static long polls(void)
{
    long sum = 0;

    for (int i = 0; i < FLEET_NODES; i++)
        sum += raw_metric(&fleet.nodes[i], "long_polls");
    return sum;
}

/* Wait until this many long polls wait at the nodes.  Returns milliseconds. */
static long await_polls(long count)
{
    long begun = raw_now_ms();

    while (polls() != count && raw_now_ms() - begun < 2 * POLL_S * 1000L)
        usleep(50000);
    return raw_now_ms() - begun;
}

Test(front, a_poll_makes_room_when_its_client_has_left, .init = deep_only,
     .timeout = 600)
{
    struct client client;
    char command[400];

    fleet_begin(&fleet, NULL);
    client = client_account(&fleet.proxy.front, "ada");
    snprintf(command, sizeof command,
             "curl -sk -m %d -H 'Authorization: Bearer %s' -o /dev/null "
             "'%s/v1/me/events?wait=%d' &",
             LEAVES_S, client.token, fleet.proxy.front.url, POLL_S);
    int status = system(command); /* allowed: a tool of the tests */

    cr_assert_eq(status, 0);
    await_polls(1);
    long waited_ms = await_polls(0);

    cr_expect_lt(waited_ms, SOON_MS, "%ld ms", waited_ms);
    client_close(&client);
    fleet_end(&fleet);
}

/* ---- without nodes or database ---- */

/* Expect 503 as a problem of the service; from a node it has the request's
 * id. */
static void expect_unavailable(struct client *client, bool by_node)
{
    struct answer answer = client_get(client, "/v1/matches?limit=1");
    char retry[16];

    cr_expect_eq(answer.status, 503, "%s", answer.body);
    cr_expect_str_eq(answer_problem(&answer), "unavailable", "%s", answer.body);
    cr_expect_eq(answer_text(&answer, "request_id")[0] != '\0', by_node, "%s",
                 answer.body);
    answer_header(&answer, "Retry-After", retry, sizeof retry);
    cr_expect_str_eq(retry, "2");
    answer_clear(&answer);
}

static void expect_well(struct client *client)
{
    struct answer answer = client_get(client, "/v1/matches?limit=1");

    cr_expect_eq(answer.status, 200, "%s", answer.body);
    answer_clear(&answer);
}

/* ---- before it has resolved the names of the nodes ---- */

static void *open_stream(void *arg)
{
    struct client client = client_open(&fleet.proxy.front);

    client_with(&client, "Accept: text/event-stream");
    client.may_fail = true;
    struct answer answer = client_get(&client, "/v1/me/events");

    *(long *)arg = answer.status;
    answer_clear(&answer);
    client_close(&client);
    return NULL;
}

/* An EventSource connects again after that, but not after a 503.  The socket of
 * the proxy listens before it starts: the request is there already. */
Test(front, a_starting_proxy_without_a_node_closes_streams, .init = deep_only,
     .timeout = 600)
{
    pthread_t page;
    long status = -1;

    fleet_begin(&fleet, NULL);
    haproxy_stop(&fleet.proxy, SIGKILL);
    fleet.proxy.names.delay_ms = 400;
    cr_assert_eq(pthread_create(&page, NULL, open_stream, &status), 0);
    haproxy_start(&fleet.proxy);
    pthread_join(page, NULL);
    cr_expect_eq(status, 0, "%ld", status);
    fleet_end(&fleet);
}

Test(front, without_database_or_nodes_clients_get_a_problem_document,
     .init = deep_only, .timeout = 600)
{
    struct postgres postgres;
    struct client client;

    postgres_begin(&postgres);
    service_use_cluster(postgres.conninfo);
    fleet_begin(&fleet, NULL);
    client = client_open(&fleet.proxy.front);
    expect_well(&client);
    postgres_kill(&postgres);
    haproxy_await(&fleet.proxy, 0);
    expect_unavailable(&client, true);
    postgres_start(&postgres);
    haproxy_await(&fleet.proxy, FLEET_NODES);
    expect_well(&client);
    for (int i = 0; i < FLEET_NODES; i++)
        service_signal(&fleet.nodes[i], SIGKILL);
    expect_unavailable(&client, false);
    for (int i = 0; i < FLEET_NODES; i++)
        service_start(&fleet.nodes[i]);
    haproxy_await(&fleet.proxy, FLEET_NODES);
    expect_well(&client);
    client_close(&client);
    fleet_end(&fleet);
    postgres_end(&postgres);
}
