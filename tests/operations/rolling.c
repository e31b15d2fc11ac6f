/* Two nodes behind the proxy are replaced one after the other while people
 * play, read, listen and sign in: nobody notices.
 *
 * FATHOM_ROLLING is how often each node is replaced. */
#include "crowd.h"
#include "haproxy.h"
#include "port.h"
#include "service.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

enum { NODES = 2 };

struct house {
    struct service nodes[NODES];
    struct haproxy proxy;
    struct crowd crowd;
};

static long rounds(long usual)
{
    const char *asked = getenv("FATHOM_ROLLING");

    return asked ? strtol(asked, NULL, 10) : usual;
}

/* A node at addresses that it keeps. */
static void begin_node(struct house *house, int number)
{
    char listen[48], admin[48];
    const char *const settings[] = {listen, admin, "--trusted-proxies=1",
                                    "--lame-duck-seconds=3", NULL};

    snprintf(listen, sizeof listen, "--listen=127.0.0.1:%d", port_free());
    snprintf(admin, sizeof admin, "--admin-listen=127.0.0.1:%d", port_free());
    if (number == 0)
        service_begin(&house->nodes[0], settings);
    else
        service_join_as(&house->nodes[number], &house->nodes[0], settings);
    haproxy_add(&house->proxy, &house->nodes[number]);
}

static void house_begin(struct house *house, const struct crowd_plan *plan)
{
    haproxy_prepare(&house->proxy);
    for (int i = 0; i < NODES; i++)
        begin_node(house, i);
    haproxy_start(&house->proxy);
    crowd_begin(&house->crowd, &house->proxy.front, plan);
}

static void house_end(struct house *house)
{
    crowd_end(&house->crowd);
    haproxy_end(&house->proxy);
    for (int i = NODES - 1; i >= 0; i--)
        service_end(&house->nodes[i]);
}

/* Told to end, a node ends kindly; another one comes at its address. */
static void replace(struct house *house, struct service *node)
{
    int status;

    crowd_watch(&house->crowd);
    status = service_signal(node, SIGTERM);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    service_start(node);
    haproxy_await(&house->proxy, NODES);
    crowd_await(&house->crowd, 3);
    fprintf(stderr, "replaced: nobody moved for %ld ms at most\n",
            crowd_gap_ms(&house->crowd, CROWD_MOVES));
}

static void report(const struct house *house, long replaced)
{
    const struct crowd *crowd = &house->crowd;

    fprintf(stderr,
            "%ld nodes replaced: %ld moves, %ld reads, %ld creations, %ld "
            "events by streams that came again %ld times; %ld stale, %ld "
            "failed; the "
            "proxy asked again %ld times, elsewhere %ld times\n",
            replaced, crowd->pulse[CROWD_MOVES].count,
            crowd->pulse[CROWD_READS].count,
            crowd->pulse[CROWD_CREATIONS].count, crowd->streamed,
            crowd->came_again, crowd->stale, crowd->failures,
            haproxy_metric(&house->proxy, "haproxy_backend_retry_warnings_"
                                          "total{proxy=\"nodes\"}"),
            haproxy_metric(&house->proxy, "haproxy_backend_redispatch_"
                                          "warnings_total{proxy=\"nodes\"}"));
}

Test(rolling, no_request_fails_while_nodes_are_replaced, .timeout = 1200)
{
    static struct house house;
    const struct crowd_plan plan = {
        .hands = 6, .cities = 2, .pace_ms = 10, .resigns = true};
    long twice = rounds(2);

    house_begin(&house, &plan);
    crowd_play(&house.crowd);
    crowd_await(&house.crowd, 3);
    for (long i = 0; i < NODES * twice; i++)
        replace(&house, &house.nodes[i % NODES]);
    crowd_finish(&house.crowd);
    report(&house, NODES * twice);
    crowd_expect_whole(&house.crowd);
    cr_expect_gt(house.crowd.came_again, 0, "no stream outlived its node");
    house_end(&house);
}
