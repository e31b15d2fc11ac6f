/* A pooler beside each of two PostgreSQLs, one of them a standby.  A pooler
 * tells what its server was when it first saw it: a node has to find out by
 * itself which one leads to the primary now. */
#include "depth.h"
#include "match_fixture.h"
#include "pgbouncer.h"
#include "postgres.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CONNECTIONS = 4, WAITS = 300 };

struct house {
    struct postgres old, new; /* the primary, and its standby */
    struct pgbouncer at_old, at_new;
    struct service base; /* whose the database is; it does not run */
    char pooler[256];    /* the setting */
};

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* ---- the house ---- */

/* Else a standby whose primary is gone may sleep for 5 s before it looks
 * whether it is promoted. */
static void begin_databases(struct house *house)
{
    static const char *const settings[] = {"wal_retrieve_retry_interval=200ms",
                                           NULL};
    const struct postgres_plan plan = {.settings = settings};
    char either[256];

    postgres_begin_as(&house->old, &plan);
    postgres_begin_standby(&house->new, &house->old, NULL);
    postgres_either(&house->old, &house->new, either, sizeof either);
    strncat(either, "dbname=postgres", sizeof either - strlen(either) - 1);
    service_use_cluster(either);
}

static bool is_led_through(const char *conninfo)
{
    PGconn *pg = PQconnectdb(conninfo);
    PGresult *rows = PQexec(pg, "SELECT 1");
    bool is_good = PQresultStatus(rows) == PGRES_TUPLES_OK;

    PQclear(rows);
    PQfinish(pg);
    return is_good;
}

/* The pooler learns what its server is, and keeps it; one whose server was away
 * tries again after 15 s. */
static void connect_through(const struct house *house,
                            const struct pgbouncer *pooler)
{
    char conninfo[256];

    snprintf(conninfo, sizeof conninfo, "%sdbname=%s", pooler->conninfo,
             house->base.database_name);
    for (int i = 0; !is_led_through(conninfo); i++) {
        cr_assert_lt(i, WAITS, "the pooler does not find its server");
        sleep_ms(100);
    }
}

static void house_begin(struct house *house)
{
    begin_databases(house);
    service_begin(&house->base, NULL);
    service_signal(&house->base, SIGTERM);
    pgbouncer_begin(&house->at_old, house->old.conninfo, CONNECTIONS);
    pgbouncer_begin(&house->at_new, house->new.conninfo, CONNECTIONS);
    snprintf(house->pooler, sizeof house->pooler,
             "--database-pooler=host=%s,%s port=6432 user=fathom dbname=%s",
             house->at_old.home, house->at_new.home, house->base.database_name);
    connect_through(house, &house->at_old);
    connect_through(house, &house->at_new);
}

static void house_end(struct house *house)
{
    service_start(&house->base);
    service_end(&house->base);
    pgbouncer_end(&house->at_new);
    pgbouncer_end(&house->at_old);
    postgres_end(&house->new);
    postgres_end(&house->old);
}

static void join(struct house *house, struct service *node)
{
    const char *const settings[] = {house->pooler, NULL};

    service_join_as(node, &house->base, settings);
}

/* ---- what a node does ---- */

static bool is_ready(const struct service *node)
{
    char *text = raw_admin(node, "/readyz");
    bool is_good = strstr(text, " 200 ") != NULL;

    free(text);
    return is_good;
}

/* By the pool: by its poolers. */
static bool makes_a_match(struct client *who)
{
    struct answer made = client_send(
        who, "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"bot:random\",\"bot:greedy\"]}");
    bool is_made = made.status == 201;

    cr_assert(is_made || made.status == 503, "%s", made.body);
    answer_clear(&made);
    return is_made;
}

static void await_service(const struct service *node, struct client *who)
{
    for (int i = 0; !makes_a_match(who) || !is_ready(node); i++) {
        cr_assert_lt(i, WAITS, "it does not find the pooler of the primary");
        sleep_ms(100);
    }
}

/* ---- claims ---- */

/* Its pooler saw it as a standby. */
static void expect_promoted_one_is_found(struct house *house,
                                         struct service *node,
                                         struct client *who)
{
    await_service(node, who);
    postgres_kill(&house->old);
    postgres_promote(&house->new);
    await_service(node, who);
}

/* Its pooler saw it as the primary, and is asked first. */
static void expect_standby_is_left_alone(struct house *house,
                                         const struct client *who)
{
    struct service node;

    postgres_rejoin(&house->old, &house->new);
    connect_through(house, &house->at_old);
    join(house, &node);
    struct client again = client_again(&node, who);

    await_service(&node, &again);
    cr_expect_not(service_logged(&node, "SPLIT BRAIN"));
    client_close(&again);
    service_end(&node);
}

/* The one that the pool goes to becomes a standby; the other was one. */
static void expect_way_back(struct house *house, struct service *node,
                            struct client *who)
{
    postgres_kill(&house->new);
    postgres_promote(&house->old);
    await_service(node, who);
    postgres_rejoin(&house->new, &house->old);
    postgres_sql(&house->old, "SELECT pg_terminate_backend(pid) FROM"
                              " pg_stat_activity WHERE usename = 'fathom'"
                              " AND pid <> pg_backend_pid()"
                              " AND backend_type = 'client backend'");
    await_service(node, who);
    cr_expect_not(service_logged(node, "SPLIT BRAIN"));
}

Test(poolers, the_one_of_the_primary_is_found_whatever_they_remember,
     .init = deep_only)
{
    static struct house house;
    struct service node;

    house_begin(&house);
    join(&house, &node);
    struct client zoe = client_account(&node, "zoe");

    expect_promoted_one_is_found(&house, &node, &zoe);
    expect_standby_is_left_alone(&house, &zoe);
    expect_way_back(&house, &node, &zoe);
    client_close(&zoe);
    service_end(&node);
    house_end(&house);
}
