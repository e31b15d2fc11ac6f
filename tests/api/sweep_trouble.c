/* Responses of every route that cannot serve: beyond a rate limit, and without
 * the database. */
#include "contract.h"
#include "depth.h"
#include "samples.h"

#include "api/routes.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Restart the service of the scene: its memory is empty. */
static void start_again(struct scene *scene, const char *setting)
{
    service_signal(&scene->service, SIGTERM);
    if (setting)
        scene->service.settings[0] = strdup(setting);
    service_start(&scene->service);
}

Test(sweep, a_client_beyond_a_rate_limit_is_refused_by_every_route,
     .init = deep_only)
{
    struct scene scene;
    char retry[16], left[64], policy[64];

    scene_begin(&scene, NULL);
    start_again(&scene, "--rate-address=1/3600");
    struct answer first = client_get(&scene.nobody, "/v1/games");

    answer_header(&first, "RateLimit", left, sizeof left);
    answer_header(&first, "RateLimit-Policy", policy, sizeof policy);
    cr_expect_eq(first.status, 200);
    cr_expect_str_eq(policy, "\"address\";q=1;w=3600;qu=\"cost\"");
    cr_expect(strncmp(left, "\"address\";r=0", 13) == 0, "%s", left);
    for (size_t i = 0; i < route_count; i++) {
        struct answer no = sample_send(&scene, sample_of(&routes[i]),
                                       routes[i].method, NULL, NULL, NULL, 0);

        answer_header(&no, "Retry-After", retry, sizeof retry);
        answer_header(&no, "RateLimit", left, sizeof left);
        cr_expect_eq(no.status, 429, "%s %s: %ld", routes[i].method,
                     routes[i].template, no.status);
        cr_expect_str_eq(answer_problem(&no), "rate-limited");
        cr_expect_gt(strtol(retry, NULL, 10), 0);
        cr_expect_str_neq(left, "");
        answer_clear(&no);
    }
    answer_clear(&first);
    scene_end(&scene);
}

/* Refuse new connections to the database, and end those that exist. */
static void close_database(struct scene *scene, bool is_closed)
{
    char sql[320];

    snprintf(sql, sizeof sql, "ALTER DATABASE %s ALLOW_CONNECTIONS %s",
             scene->service.database_name, is_closed ? "false" : "true");
    cluster_sql(sql);
    snprintf(sql, sizeof sql,
             "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
             "WHERE datname = '%s' AND usename = current_user",
             scene->service.database_name);
    if (is_closed)
        cluster_sql(sql);
}

Test(sweep, without_the_database_routes_that_need_it_respond_503,
     .init = deep_only)
{
    struct scene scene;
    char retry[16];

    scene_begin(&scene, NULL);
    start_again(&scene, NULL);
    close_database(&scene, true);
    for (size_t i = 0; i < route_count; i++) {
        const struct route *route = &routes[i];
        bool needs_it = contract_status(route->template, route->method, 503);
        struct answer answer = sample_send(&scene, sample_of(route),
                                           route->method, NULL, NULL, NULL, 0);

        answer_header(&answer, "Retry-After", retry, sizeof retry);
        cr_expect_eq(answer.status == 503, needs_it, "%s %s: %ld",
                     route->method, route->template, answer.status);
        cr_expect_eq(strtol(retry, NULL, 10) > 0, needs_it);
        answer_clear(&answer);
    }
    close_database(&scene, false);
    scene_end(&scene);
}
