/* Commits that wait for a silent standby: every request gets a response soon, a
 * node that must stop does so, and no move is played twice. */
#include "depth.h"
#include "postgres.h"
#include "race.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>

/* A commit is waited for 6 s, then once for its locks, 5 s; the rest is for a
 * busy machine. */
enum { MATCHES = 20, MOVE = 128, SOON_S = 40, DRAIN_S = 10, FEW_S = 20 };

static const char hanging_sql[] =
    "SELECT (count(*) > 0)::int FROM pg_stat_activity"
    " WHERE wait_event = 'SyncRep'";

struct scene {
    struct postgres primary, standby; /* no commit without the standby */
    struct service service;
    struct fixture fixtures[MATCHES]; /* of one player, which is that of the
                                       * first */
    struct racer racers[MATCHES];     /* the next move in each match */
};

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* A move with a key; all keys are different. */
static void prepare_move(struct scene *scene, int i)
{
    struct fixture *fixture = &scene->fixtures[i];
    struct racer *racer = &scene->racers[i];
    char move[MOVE];

    racer_init(racer, &scene->service, &fixture->players[0]);
    racer->client.may_fail = true; /* its response is checked later */
    cr_assert(fixture_choose(fixture, 0, move, sizeof move));
    racer_asks(racer, "POST", "/v1/matches/%s/moves", fixture->match);
    snprintf(racer->body, sizeof racer->body, "{\"move\":\"%s\"}", move);
    snprintf(racer->if_match, sizeof racer->if_match, "If-Match: \"%ld\"",
             fixture->seq);
    snprintf(racer->key, sizeof racer->key, "Idempotency-Key: move-%d", i);
}

static void scene_begin(struct scene *scene)
{
    char hosts[192], conninfo[256];

    postgres_begin(&scene->primary);
    postgres_begin_standby(&scene->standby, &scene->primary, NULL);
    postgres_either(&scene->primary, &scene->standby, hosts, sizeof hosts);
    snprintf(conninfo, sizeof conninfo, "%sdbname=postgres", hosts);
    service_use_cluster(conninfo);
    service_begin(&scene->service, NULL);
    fixture_begin(&scene->fixtures[0], &scene->service, "underwater-cities", 1);
    for (int i = 1; i < MATCHES; i++) {
        scene->fixtures[i] = scene->fixtures[0];
        fixture_begin_again(&scene->fixtures[i], "underwater-cities");
    }
    for (int i = 0; i < MATCHES; i++)
        prepare_move(scene, i);
    postgres_synchronous(&scene->primary, true);
    postgres_freeze(&scene->standby);
}

static void scene_end(struct scene *scene)
{
    racers_end(scene->racers, MATCHES);
    fixture_end(&scene->fixtures[0]);
    service_end(&scene->service);
    postgres_end(&scene->standby);
    postgres_end(&scene->primary);
}

/* A client that repeats its request has moved once, whatever happened to the
 * first attempt. */
static void expect_moved_once(struct scene *scene)
{
    racers_clear(scene->racers, MATCHES);
    racers_run(scene->racers, MATCHES);
    for (int i = 0; i < MATCHES; i++) {
        const struct answer *answer = &scene->racers[i].answer;
        long seq = scene->fixtures[i].seq + 1;

        cr_expect_eq(answer->status, 201, "%ld: %s", answer->status,
                     answer->body);
        cr_expect_eq(answer_number(answer, "seq"), seq);
        cr_expect_eq(race_seq(&scene->fixtures[i]), seq);
    }
}

static void expect_all_unavailable(const struct scene *scene)
{
    for (int i = 0; i < MATCHES; i++) {
        const struct answer *answer = &scene->racers[i].answer;

        cr_expect_eq(answer->status, 503, "move %d: %ld %s", i, answer->status,
                     answer->body ? answer->body : "no response");
    }
}

Test(hanging, many_simultaneous_moves_all_get_a_response_soon,
     .init = deep_only)
{
    static struct scene scene;
    double begun;

    scene_begin(&scene);
    begun = now_s();
    racers_run(scene.racers, MATCHES);
    cr_expect_lt(now_s() - begun, SOON_S, "%.1f s", now_s() - begun);
    expect_all_unavailable(&scene);
    postgres_thaw(&scene.standby);
    expect_moved_once(&scene);
    scene_end(&scene);
}

/* ---- a node that stops meanwhile ---- */

/* Wait until the node has every move, and a commit waits.  A commit alone could
 * be one of the service itself, before the moves are sent. */
static void await_all_asked(const struct scene *scene)
{
    const struct timespec pause = {.tv_nsec = 1000000};
    const double begun = now_s();

    while (raw_metric(&scene->service, "http_server_active_requests") <
           MATCHES) {
        cr_assert_lt(now_s() - begun, SOON_S, "some moves were not received");
        nanosleep(&pause, NULL);
    }
    postgres_await(&scene->primary, hanging_sql, 1);
}

static void *ask_all(void *arg)
{
    struct scene *scene = arg;

    racers_run(scene->racers, MATCHES);
    return NULL;
}

Test(hanging, a_node_stops_in_time_and_responds_to_all, .init = deep_only)
{
    static struct scene scene;
    pthread_t asking;
    double begun;
    int status;

    scene_begin(&scene);
    cr_assert_eq(pthread_create(&asking, NULL, ask_all, &scene), 0);
    await_all_asked(&scene);
    begun = now_s();
    status = service_signal(&scene.service, SIGTERM);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    cr_expect_lt(now_s() - begun, DRAIN_S + FEW_S, "%.1f s", now_s() - begun);
    pthread_join(asking, NULL);
    expect_all_unavailable(&scene);
    postgres_thaw(&scene.standby);
    service_start(&scene.service);
    expect_moved_once(&scene);
    scene_end(&scene);
}
