/* Databases that resemble PostgreSQL and refuse some of its features, like
 * managed ones: the service works without these. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENDLESS = 5000 };

/* Statements of a superuser that make a database refuse features. */
struct engine {
    const char *name;
    const char *refuses;
};

/* Functions of the schema public hide PostgreSQL's own. */
#define ANSWERS(function, state, words)                                        \
    "CREATE FUNCTION public." function " RETURNS pg_lsn LANGUAGE plpgsql AS "  \
    "'BEGIN RAISE SQLSTATE ''" state "'' USING MESSAGE = ''" words "''; END';"

#define NO_CONTROL "REVOKE EXECUTE ON FUNCTION pg_control_system() FROM PUBLIC;"

static const struct engine engines[] = {
    {"Aurora: no names of files of the log",
     ANSWERS("pg_current_wal_lsn()", "55000",
             "wal_level must be set to logical")},
    {"no control file", NO_CONTROL},
    {"neither", NO_CONTROL ANSWERS("pg_current_wal_lsn()", "55000",
                                   "wal_level must be set to logical")},
    {"a log that is not supported",
     NO_CONTROL ANSWERS("pg_current_wal_lsn()", "0A000", "not supported")},
    {"a log that no user may read",
     "REVOKE EXECUTE ON FUNCTION pg_walfile_name(pg_lsn) FROM PUBLIC;"},
};

static void admin_sql(const char *database, const char *sql)
{
    char conninfo[320];

    snprintf(conninfo, sizeof conninfo, "%s dbname=%s",
             getenv("FATHOM_ADMIN_DATABASE"), database);
    PGconn *pg = PQconnectdb(conninfo);
    PGresult *result = PQexec(pg, sql);

    cr_assert_eq(PQresultStatus(result), PGRES_COMMAND_OK, "%s: %s", sql,
                 PQerrorMessage(pg));
    PQclear(result);
    PQfinish(pg);
}

/* The database of a stopped service refuses the feature from now on. */
static void make_engine(const struct service *service,
                        const struct engine *engine)
{
    const char *name = service->database_name;
    char sql[256];

    admin_sql(name, engine->refuses);
    snprintf(sql, sizeof sql,
             "ALTER DATABASE %s SET search_path = public, pg_catalog", name);
    admin_sql("postgres", sql);
}

/* A player reads its events; after the last one there is nothing more. */
static void expect_feed(struct client *player, const char *name)
{
    struct answer page = client_get(player, "/v1/me/events");

    cr_assert_eq(page.status, 200, "%s: %s", name, page.body);
    struct answer later = client_get(player, "/v1/me/events?after=%s",
                                     answer_text(&page, "next_after"));

    cr_expect_eq(later.status, 200, "%s: %s", name, later.body);
    cr_expect_eq(json_array_size(json_object_get(later.json, "data")), 0);
    answer_clear(&page);
    answer_clear(&later);
}

static void expect_service(const struct engine *engine)
{
    struct service service;
    struct fixture fixture;

    service_begin(&service, NULL);
    service_signal(&service, SIGTERM);
    make_engine(&service, engine);
    service_start(&service);
    fixture_begin(&fixture, &service, "template", 2);
    fixture_play(&fixture, ENDLESS);
    cr_expect(fixture.is_over, "%s", engine->name);
    expect_feed(&fixture.players[0], engine->name);
    fixture_end(&fixture);
    service_end(&service);
}

Test(engines, the_service_works_without_features_that_managed_databases_refuse,
     .init = deep_only)
{
    for (size_t i = 0; i < sizeof engines / sizeof *engines; i++)
        expect_service(&engines[i]);
}
