/* A pool that is used up, and a database that does not get on: whoever asks is
 * told so within the wait, and when it is over nothing is left of it. */
#include "race.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <string.h>
#include <time.h>

enum { ASKERS = 4, WAITS = 100 };

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* Nobody reads or writes a match until the connection is closed. */
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

Test(pool, who_finds_no_connection_is_told_to_come_again)
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
    /* The longest has the connection, and its statement five seconds. */
    cr_expect_lt(now_s() - begun, 12.0, "%.1f s", now_s() - begun);
    for (int i = 0; i < ASKERS; i++)
        expect_told_to_wait(&racers[i]);
    cr_expect_geq(raw_metric(&service, "db_pool_timeouts_total"), 1);
    racers_end(racers, ASKERS);
    PQfinish(lock);
    begun = now_s();
    for (int i = 0; i < WAITS && !gets_matches(&ada); i++)
        nanosleep(&(struct timespec){.tv_nsec = 50 * 1000000}, NULL);
    cr_expect(gets_matches(&ada));
    cr_expect_lt(now_s() - begun, 5.0, "%.1f s", now_s() - begun);
    client_close(&ada);
    service_end(&service);
}
