/* Two nodes behind the proxy are replaced one after the other while people
 * play, read, listen and sign in: nobody notices.
 *
 * FATHOM_ROLLING is how often each node is replaced. */
#include "crowd.h"
#include "fleet.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>

struct scene {
    struct fleet fleet;
    struct crowd crowd;
};

static long rounds(long usual)
{
    const char *asked = getenv("FATHOM_ROLLING");

    return asked ? strtol(asked, NULL, 10) : usual;
}

/* Told to end, a node ends kindly; another one comes at its address. */
static void replace(struct scene *scene, int node)
{
    crowd_watch(&scene->crowd);
    fleet_replace(&scene->fleet, node);
    crowd_await(&scene->crowd, 3);
    fprintf(stderr, "node %d replaced: nobody moved for %ld ms at most\n",
            node + 1, crowd_gap_ms(&scene->crowd, CROWD_MOVES));
}

static void report(const struct scene *scene, long replaced)
{
    const struct crowd *crowd = &scene->crowd;

    fprintf(
        stderr,
        "%ld nodes replaced: %ld moves, %ld reads, %ld creations, %ld "
        "events by streams that came again %ld times; %ld stale, %ld "
        "failed; the "
        "proxy asked again %ld times, elsewhere %ld times\n",
        replaced, crowd->pulse[CROWD_MOVES].count,
        crowd->pulse[CROWD_READS].count, crowd->pulse[CROWD_CREATIONS].count,
        crowd->streamed, crowd->came_again, crowd->stale, crowd->failures,
        haproxy_metric(&scene->fleet.proxy, "haproxy_backend_retry_warnings_"
                                            "total{proxy=\"nodes\"}"),
        haproxy_metric(&scene->fleet.proxy, "haproxy_backend_redispatch_"
                                            "warnings_total{proxy=\"nodes\"}"));
}

Test(rolling, no_request_fails_while_nodes_are_replaced, .timeout = 1200)
{
    static struct scene scene;
    static const char *const settings[] = {"--lame-duck-seconds=3", NULL};
    const struct crowd_plan plan = {
        .hands = 6, .cities = 2, .pace_ms = 10, .resigns = true};
    long all = FLEET_NODES * rounds(2);

    fleet_begin(&scene.fleet, settings);
    crowd_begin(&scene.crowd, &scene.fleet.proxy.front, &plan);
    crowd_play(&scene.crowd);
    crowd_await(&scene.crowd, 3);
    for (long i = 0; i < all; i++)
        replace(&scene, (int)(i % FLEET_NODES));
    crowd_finish(&scene.crowd);
    report(&scene, all);
    crowd_expect_whole(&scene.crowd);
    cr_expect_gt(scene.crowd.came_again, 0, "no stream outlived its node");
    crowd_end(&scene.crowd);
    fleet_end(&scene.fleet);
}
