/* A pooler in front of each of two PostgreSQL servers, one of them a standby.
 * A pooler reports the role that its server had at first: a node must find out
 * by itself which one leads to the primary now. */
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

struct cluster {
    struct postgres old, new; /* the primary, and its standby */
    struct pgbouncer at_old, at_new;
    struct service base; /* the owner of the database; it is not running */
    char pooler[256];    /* the setting */
};

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

/* ---- start and stop ---- */

/* Otherwise a standby without its primary may sleep for 5 s before it checks
 * whether it is promoted. */
static void begin_databases(struct cluster *cluster)
{
    static const char *const settings[] = {"wal_retrieve_retry_interval=200ms",
                                           NULL};
    const struct postgres_plan plan = {.settings = settings};
    char either[256];

    postgres_begin_as(&cluster->old, &plan);
    postgres_begin_standby(&cluster->new, &cluster->old, NULL);
    postgres_either(&cluster->old, &cluster->new, either, sizeof either);
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

/* The pooler reads the role of its server, and keeps it; if the server was away
 * it tries again after 15 s. */
static void connect_through(const struct cluster *cluster,
                            const struct pgbouncer *pooler)
{
    char conninfo[256];

    snprintf(conninfo, sizeof conninfo, "%sdbname=%s", pooler->conninfo,
             cluster->base.database_name);
    for (int i = 0; !is_led_through(conninfo); i++) {
        cr_assert_lt(i, WAITS, "the pooler does not find its server");
        sleep_ms(100);
    }
}

static void cluster_begin(struct cluster *cluster)
{
    begin_databases(cluster);
    service_begin(&cluster->base, NULL);
    service_signal(&cluster->base, SIGTERM);
    pgbouncer_begin(&cluster->at_old, cluster->old.conninfo, CONNECTIONS);
    pgbouncer_begin(&cluster->at_new, cluster->new.conninfo, CONNECTIONS);
    snprintf(cluster->pooler, sizeof cluster->pooler,
             "--database-pooler=host=%s,%s port=6432 user=fathom dbname=%s",
             cluster->at_old.home, cluster->at_new.home,
             cluster->base.database_name);
    connect_through(cluster, &cluster->at_old);
    connect_through(cluster, &cluster->at_new);
}

static void cluster_end(struct cluster *cluster)
{
    service_start(&cluster->base);
    service_end(&cluster->base);
    pgbouncer_end(&cluster->at_new);
    pgbouncer_end(&cluster->at_old);
    postgres_end(&cluster->new);
    postgres_end(&cluster->old);
}

static void join(struct cluster *cluster, struct service *node)
{
    const char *const settings[] = {cluster->pooler, NULL};

    service_join_as(node, &cluster->base, settings);
}

/* ---- actions of a node ---- */

static bool is_ready(const struct service *node)
{
    char *text = raw_admin(node, "/readyz");
    bool is_good = strstr(text, " 200 ") != NULL;

    free(text);
    return is_good;
}

/* With the pool: through its poolers. */
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

/* ---- promises ---- */

/* Its pooler has it as a standby. */
static void expect_promoted_one_is_found(struct cluster *cluster,
                                         struct service *node,
                                         struct client *who)
{
    await_service(node, who);
    postgres_kill(&cluster->old);
    postgres_promote(&cluster->new);
    await_service(node, who);
}

/* Its pooler has it as the primary, and is tried first. */
static void expect_standby_is_left_alone(struct cluster *cluster,
                                         const struct client *who)
{
    struct service node;

    postgres_rejoin(&cluster->old, &cluster->new);
    connect_through(cluster, &cluster->at_old);
    join(cluster, &node);
    struct client again = client_again(&node, who);

    await_service(&node, &again);
    cr_expect_not(service_logged(&node, "SPLIT BRAIN"));
    client_close(&again);
    service_end(&node);
}

/* The current primary becomes a standby; the other was one. */
static void expect_way_back(struct cluster *cluster, struct service *node,
                            struct client *who)
{
    postgres_kill(&cluster->new);
    postgres_promote(&cluster->old);
    await_service(node, who);
    postgres_rejoin(&cluster->new, &cluster->old);
    postgres_sql(&cluster->old, "SELECT pg_terminate_backend(pid) FROM"
                                " pg_stat_activity WHERE usename = 'fathom'"
                                " AND pid <> pg_backend_pid()"
                                " AND backend_type = 'client backend'");
    await_service(node, who);
    cr_expect_not(service_logged(node, "SPLIT BRAIN"));
}

Test(poolers, the_pooler_of_the_primary_is_found_whatever_poolers_report,
     .init = deep_only)
{
    static struct cluster cluster;
    struct service node;

    cluster_begin(&cluster);
    join(&cluster, &node);
    struct client zoe = client_account(&node, "zoe");

    expect_promoted_one_is_found(&cluster, &node, &zoe);
    expect_standby_is_left_alone(&cluster, &zoe);
    expect_way_back(&cluster, &node, &zoe);
    client_close(&zoe);
    service_end(&node);
    cluster_end(&cluster);
}
