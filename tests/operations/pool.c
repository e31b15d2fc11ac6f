/* A pool without a free connection, and a database that is stuck: each client
 * gets an error within its wait, and nothing remains afterwards. */
#include "depth.h"
#include "postgres.h"
#include "probe.h"
#include "race.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <string.h>
#include <time.h>

enum { ASKERS = 8, WAITS = 1200 };

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Block all reads and writes of matches until the connection is closed. */
static PGconn *lock_matches(const struct service *service)
{
    PGconn *pg = PQconnectdb(service->database);
    PGresult *done = PQexec(pg, "BEGIN; LOCK TABLE matches");

    cr_assert_eq(PQresultStatus(done), PGRES_COMMAND_OK, "%s",
                 PQerrorMessage(pg));
    PQclear(done);
    return pg;
}

static void expect_told_to_wait(const struct racer *racer)
{
    char seconds[16];

    cr_expect_eq(racer->answer.status, 503, "%ld: %s", racer->answer.status,
                 racer->answer.body);
    answer_header(&racer->answer, "Retry-After", seconds, sizeof seconds);
    cr_expect_str_neq(seconds, "");
}

static bool gets_matches(struct client *client)
{
    struct answer answer = client_get(client, "/v1/matches");
    bool is_good = answer.status == 200;

    answer_clear(&answer);
    return is_good;
}

Test(pool, without_a_free_connection_requests_are_refused_with_retry_after,
     .init = deep_only)
{
    static const char *const settings[] = {"--database-connections=1", NULL};
    static struct racer racers[ASKERS];
    struct service service;

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    PGconn *lock = lock_matches(&service);

    for (int i = 0; i < ASKERS; i++) {
        racer_init(&racers[i], &service, &ada);
        racer_asks(&racers[i], "GET", "/v1/matches");
    }
    double begun = now_s();

    racers_run(racers, ASKERS);
    /* The longest one has the connection, and its statement takes five
     * seconds. */
    cr_expect_lt(now_s() - begun, 30.0, "%.1f s", now_s() - begun);
    for (int i = 0; i < ASKERS; i++)
        expect_told_to_wait(&racers[i]);
    cr_expect_geq(raw_metric(&service, "db_pool_timeouts_total"), 1);
    racers_end(racers, ASKERS);
    PQfinish(lock);
    for (int i = 0; i < WAITS && !gets_matches(&ada); i++)
        nanosleep(&(struct timespec){.tv_nsec = 50 * 1000000}, NULL);
    cr_expect(gets_matches(&ada));
    client_close(&ada);
    service_end(&service);
}

Test(pool, all_requests_are_served_at_once_when_the_database_is_back,
     .init = deep_only)
{
    const int rounds = 2;
    static struct racer racers[ASKERS];
    struct postgres postgres;
    struct service service;

    postgres_begin(&postgres);
    service_use_cluster(postgres.conninfo);
    service_begin(&service, NULL);
    struct client ada = client_account(&service, "ada");

    for (int round = 0; round < rounds; round++) {
        postgres_stop(&postgres);
        cr_expect_not(gets_matches(&ada));
        postgres_start(&postgres);
        probe_await(&service, "/readyz", 200, "ready\n");
        for (int i = 0; i < ASKERS; i++) {
            racer_init(&racers[i], &service, &ada);
            racer_asks(&racers[i], "GET", "/v1/matches");
        }
        racers_run(racers, ASKERS);
        for (int i = 0; i < ASKERS; i++)
            cr_expect_eq(racers[i].answer.status, 200, "round %d: %s", round,
                         racers[i].answer.body);
        racers_end(racers, ASKERS);
    }
    client_close(&ada);
    service_end(&service);
    postgres_end(&postgres);
}
