/* Wrong system clocks: a node's, the database's, or all of them.  Rated matches
 * with a day for each decision run at a node whose clock is right; no player
 * may lose one because of a wrong clock. */
#include "skew.h"
#include "depth.h"
#include "http.h"
#include "postgres.h"
#include "probe.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

enum {
    MATCHES = 5,
    DAY = 86400,
    GRACE_S = 15, /* of a node with a wrong clock */
    ROUNDS_MS = 1500,
    NEAR_S = 300, /* the same time, for a busy machine */
    PATIENCE_MS = 240000,
};

struct scene {
    struct skew skew;
    struct postgres postgres;
    struct postgres named; /* the same, but in the service's database */
    struct service service;
    struct client players[2];
};

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- stored times ---- */

static long number(const struct scene *scene, const char *sql)
{
    return postgres_number(&scene->named, sql);
}

static long running(const struct scene *scene)
{
    return number(scene, "SELECT count(*) FROM matches"
                         " WHERE status = 1 AND forfeits = 0");
}

/* Seconds from the newest such time of a match to the database's time. */
static long age_of(const struct scene *scene, const char *column)
{
    char sql[128];

    snprintf(sql, sizeof sql,
             "SELECT extract(epoch FROM now() - max(%s))::bigint FROM matches",
             column);
    return number(scene, sql);
}

static void expect_near(const struct scene *scene, const char *column)
{
    cr_expect_lt(labs(age_of(scene, column)), NEAR_S, "%s: %ld s ago", column,
                 age_of(scene, column));
}

static void await_running(const struct scene *scene, long matches)
{
    const long until = raw_now_ms() + PATIENCE_MS;

    while (running(scene) != matches && raw_now_ms() < until)
        pause_ms(50);
    cr_assert_eq(running(scene), matches);
}

/* ---- play ---- */

static void begin_match(struct scene *scene)
{
    char path[128];
    struct answer made = client_send(
        &scene->players[0], "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"rated\":true}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(path, sizeof path, "/v1/matches/%s/seats",
             answer_text(&made, "id"));
    answer_clear(&made);
    made = client_send(&scene->players[1], "POST", path, NULL);
    cr_assert_eq(made.status, 201, "%s", made.body);
    answer_clear(&made);
}

/* A match created at another node has the database's time. */
static void expect_right_times(struct scene *scene, struct service *node)
{
    struct client own[2] = {client_again(node, &scene->players[0]),
                            client_again(node, &scene->players[1])};
    struct client before[2] = {scene->players[0], scene->players[1]};

    memcpy(scene->players, own, sizeof own);
    begin_match(scene);
    memcpy(scene->players, before, sizeof before);
    client_close(&own[0]);
    client_close(&own[1]);
    expect_near(scene, "created_at");
    expect_near(scene, "started_at");
    expect_near(scene, "deadlines[1] - '1 d'::interval");
}

static void await_log(const struct service *service, const char *text)
{
    const long until = raw_now_ms() + PATIENCE_MS;

    while (!service_logged(service, text) && raw_now_ms() < until)
        pause_ms(20);
    cr_assert(service_logged(service, text), "%s", text);
}

/* Wait for some runs of a node's jobs, which run twice a second. */
static void let_chores_run(void)
{
    pause_ms(ROUNDS_MS);
}

/* ---- the scene ---- */

/* PostgreSQL, and perhaps the node, have the configured clock. */
static void scene_begin(struct scene *scene, bool postgres_is_skewed,
                        bool node_is_skewed, const char *const *settings)
{
    memset(scene, 0, sizeof *scene);
    skew_begin(&scene->skew);
    if (postgres_is_skewed)
        skew_enter(&scene->skew);
    postgres_begin(&scene->postgres);
    skew_leave();
    service_use_cluster(scene->postgres.conninfo);
    if (node_is_skewed)
        skew_enter(&scene->skew);
    service_begin(&scene->service, settings);
    skew_leave();
    scene->named = scene->postgres;
    snprintf(scene->named.conninfo, sizeof scene->named.conninfo, "%s",
             scene->service.database);
    scene->players[0] = client_account(&scene->service, "ada");
    scene->players[1] = client_account(&scene->service, "bob");
    for (int i = 0; i < MATCHES; i++)
        begin_match(scene);
    cr_assert_eq(running(scene), MATCHES);
}

static void scene_end(struct scene *scene)
{
    client_close(&scene->players[0]);
    client_close(&scene->players[1]);
    service_end(&scene->service);
    postgres_end(&scene->postgres);
    skew_end(&scene->skew);
}

/* Restart the same database, perhaps with another clock. */
static void restart_postgres(struct scene *scene)
{
    postgres_stop(&scene->postgres);
    skew_enter(&scene->skew);
    postgres_start(&scene->postgres);
    skew_leave();
}

/* ---- one node ---- */

static void expect_harmless(int64_t ahead_s, const char *words)
{
    static const char *const settings[] = {"--grace-seconds=0", NULL};
    static struct scene scene;
    struct service guest;

    scene_begin(&scene, false, false, settings);
    skew_set(&scene.skew, ahead_s);
    skew_enter(&scene.skew);
    service_join(&guest, &scene.service);
    skew_leave();
    let_chores_run();
    cr_expect_eq(running(&scene), MATCHES, "no player has lost");
    probe_await(&guest, "/readyz", 503, words);
    probe_await(&scene.service, "/readyz", 200, "ready\n");
    cr_expect_eq(raw_metric(&guest, "clock_skew_seconds") / DAY, ahead_s / DAY);
    cr_expect_eq(raw_metric(&scene.service, "clock_skew_seconds"), 0);
    cr_expect(service_logged(&guest, "\"event\":\"clock\""));
    expect_right_times(&scene, &guest);

    skew_set(&scene.skew, 0);
    probe_await(&guest, "/readyz", 200, "ready\n");
    let_chores_run();
    cr_expect_eq(running(&scene), MATCHES + 1);
    service_end(&guest);
    scene_end(&scene);
}

Test(skew, a_node_two_days_ahead_is_not_ready_and_no_player_loses,
     .init = deep_only, .timeout = 600)
{
    expect_harmless(2 * DAY + 1, "ahead of the database's\n");
}

Test(skew, a_node_two_days_behind_is_not_ready_and_no_player_loses,
     .init = deep_only, .timeout = 600)
{
    expect_harmless(-2 * DAY - 1, "behind the database's\n");
}

/* ---- the database ---- */

/* Another server takes over with a wrong clock, which is corrected later. */
Test(skew, a_wrong_database_clock_costs_no_match, .init = deep_only,
     .timeout = 600)
{
    static const char *const settings[] = {"--grace-seconds=0", NULL};
    static struct scene scene;

    scene_begin(&scene, true, false, settings);
    probe_await(&scene.service, "/readyz", 200, "ready\n");
    skew_set(&scene.skew, 2 * DAY);
    restart_postgres(&scene);
    probe_await(&scene.service, "/readyz", 503, "behind the database's\n");
    let_chores_run();
    cr_expect_eq(running(&scene), MATCHES);
    expect_right_times(&scene, &scene.service);

    skew_set(&scene.skew, 0);
    probe_await(&scene.service, "/readyz", 200, "ready\n");
    let_chores_run();
    cr_expect_eq(running(&scene), MATCHES + 1);
    scene_end(&scene);
}

/* ---- all clocks ---- */

/* As when all machines have the same time source. */
Test(skew, after_all_clocks_were_changed_players_have_a_grace_period,
     .init = deep_only, .timeout = 600)
{
    static const char *const settings[] = {"--grace-seconds=15", NULL};
    static struct scene scene;

    scene_begin(&scene, true, true, settings);
    pause_ms(GRACE_S * 1000L); /* its start is long ago */
    skew_set(&scene.skew, 2 * DAY);
    await_log(&scene.service, "the database clock was changed");
    probe_await(&scene.service, "/readyz", 200, "ready\n");
    let_chores_run();
    cr_expect_eq(running(&scene), MATCHES, "their players still have time");
    begin_match(&scene);
    expect_near(&scene, "created_at");
    await_running(&scene, 1);
    expect_near(&scene, "finished_at");
    scene_end(&scene);
}
