/* Two nodes behind the proxy are replaced one after the other while clients
 * play, read, stream and sign in: no request fails.
 *
 * FATHOM_ROLLING is how often each node is replaced. */
#include "depth.h"
#include "fleet.h"
#include "workload.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

struct scene {
    struct fleet fleet;
    struct workload workload;
};

static long rounds(long usual)
{
    const char *asked = getenv("FATHOM_ROLLING");

    return asked ? strtol(asked, NULL, 10) : usual;
}

/* The node stops gracefully; another one starts at its address. */
static void replace(struct scene *scene, int node)
{
    workload_reset_counts(&scene->workload);
    fleet_replace(&scene->fleet, node);
    workload_await(&scene->workload, 3);
    fprintf(stderr, "node %d replaced: no move for %ld ms at most\n", node + 1,
            workload_gap_ms(&scene->workload, WORKLOAD_MOVES));
}

static void report(const struct scene *scene, long replaced)
{
    const struct workload *workload = &scene->workload;

    fprintf(
        stderr,
        "%ld nodes replaced: %ld moves, %ld reads, %ld creations, %ld "
        "events by streams that came again %ld times; %ld stale, %ld "
        "failed; the "
        "proxy retried %ld times, at another node %ld times\n",
        replaced, workload->progress[WORKLOAD_MOVES].count,
        workload->progress[WORKLOAD_READS].count,
        workload->progress[WORKLOAD_CREATIONS].count, workload->streamed,
        workload->reconnected, workload->stale, workload->failures,
        haproxy_metric(&scene->fleet.proxy, "haproxy_backend_retry_warnings_"
                                            "total{proxy=\"nodes\"}"),
        haproxy_metric(&scene->fleet.proxy, "haproxy_backend_redispatch_"
                                            "warnings_total{proxy=\"nodes\"}"));
}

Test(rolling, no_request_fails_while_nodes_are_replaced, .init = deep_only,
     .timeout = 1200)
{
    static struct scene scene;
    static const char *const settings[] = {"--lame-duck-seconds=15", NULL};
    const struct workload_plan plan = {
        .pairs = 4, .cities = 2, .pace_ms = 200, .resigns = true};
    long all = FLEET_NODES * rounds(1);

    fleet_begin(&scene.fleet, settings);
    workload_begin(&scene.workload, &scene.fleet.proxy.front, &plan);
    workload_play(&scene.workload);
    workload_await(&scene.workload, 3);
    for (long i = 0; i < all; i++)
        replace(&scene, (int)(i % FLEET_NODES));
    workload_finish(&scene.workload);
    report(&scene, all);
    workload_expect_complete(&scene.workload);
    cr_expect_gt(scene.workload.reconnected, 0, "no stream outlived its node");
    workload_end(&scene.workload);
    fleet_end(&scene.fleet);
}
