/* The two roles of db/roles.sql: one migrates, the other serves and may do
 * nothing else. */
#include "depth.h"
#include "match_fixture.h"
#include "probe.h"
#include "scene.h"
#include "service.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ENDLESS = 5000 };

static const char password[] = "of-a-role-of-the-tests";

/* A database of its own with its administrator and its two roles. */
struct place {
    char name[64], admin[64], owner[64], service[64];
};

static const char *base(void)
{
    static char text[256];
    const char *cluster = getenv("FATHOM_TEST_DATABASE");

    cr_assert_not_null(cluster);
    const char *user = strstr(cluster, "user=");

    snprintf(text, sizeof text, "%.*s",
             (int)(user ? user - cluster : (long)strlen(cluster)), cluster);
    return text;
}

static void conninfo_of(const struct place *place, const char *role,
                        char out[256])
{
    snprintf(out, 256, "%suser=%s dbname=%s password=%s", base(), role,
             place->name, password);
}

/* Run statements as a superuser of the cluster. */
static void admin_sql(const char *sql)
{
    PGconn *pg = PQconnectdb(getenv("FATHOM_ADMIN_DATABASE"));
    PGresult *result = PQexec(pg, sql);

    cr_assert_eq(PQresultStatus(result), PGRES_COMMAND_OK, "%s: %s", sql,
                 PQerrorMessage(pg));
    PQclear(result);
    PQfinish(pg);
}

/* Run db/roles.sql as the administrator of the database. */
static void make_roles(const struct place *place)
{
    char command[512];

    snprintf(command, sizeof command,
             "psql -X -q '%suser=%s dbname=%s password=%s' -v owner=%s"
             " -v service=%s -f db/roles.sql",
             base(), place->admin, place->name, password, place->owner,
             place->service);
    cr_assert_eq(system(command), /* allowed: a tool of the tests */
                 0);
}

/* The exit status of a migration as this role. */
static int migrate_as(const struct place *place, const char *role)
{
    char conninfo[256], command[640];

    conninfo_of(place, role, conninfo);
    snprintf(command, sizeof command, "%s migrate --database='%s' 2>/dev/null",
             service_program(), conninfo);
    int status = system(command); /* allowed: a tool of the tests */

    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

static void set_password(const char *role)
{
    char sql[160];

    snprintf(sql, sizeof sql, "ALTER ROLE %s PASSWORD '%s'", role, password);
    admin_sql(sql);
}

/* power: the rights of the administrator. */
static void place_begin(struct place *place, const char *power)
{
    char sql[256];
    int pid = (int)getpid();

    snprintf(place->name, sizeof place->name, "roles_%d", pid);
    snprintf(place->admin, sizeof place->admin, "admin_%d", pid);
    snprintf(place->owner, sizeof place->owner, "owner_%d", pid);
    snprintf(place->service, sizeof place->service, "service_%d", pid);
    snprintf(sql, sizeof sql, "CREATE ROLE %s LOGIN %s", place->admin, power);
    admin_sql(sql);
    set_password(place->admin);
    snprintf(sql, sizeof sql, "CREATE DATABASE %s OWNER %s", place->name,
             place->admin);
    admin_sql(sql);
    make_roles(place);
    set_password(place->owner);
    set_password(place->service);
    cr_assert_eq(migrate_as(place, place->service), 1,
                 "the serving role cannot migrate");
    cr_assert_eq(migrate_as(place, place->owner), 0);
}

static void place_end(const struct place *place)
{
    char sql[256];

    snprintf(sql, sizeof sql, "DROP DATABASE %s WITH (FORCE)", place->name);
    admin_sql(sql);
    snprintf(sql, sizeof sql, "DROP ROLE %s, %s, %s", place->owner,
             place->service, place->admin);
    admin_sql(sql);
}

/* The SQLSTATE of a role's statement; "" when it succeeds. */
static void state_of(const struct place *place, const char *role,
                     const char *sql, char out[8])
{
    char conninfo[256];

    conninfo_of(place, role, conninfo);
    PGconn *pg = PQconnectdb(conninfo);
    PGresult *result = PQexec(pg, sql);
    const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

    snprintf(out, 8, "%s", state ? state : "");
    if (PQstatus(pg) != CONNECTION_OK)
        snprintf(out, 8, "no");
    PQclear(result);
    PQfinish(pg);
}

static void expect_little_power(const struct place *place)
{
    static const char *const too_much[] = {
        "DROP TABLE events",
        "TRUNCATE events",
        "ALTER TABLE events ADD COLUMN more integer",
        "CREATE INDEX ON events (seat)",
        "CREATE TABLE mine ()",
        "CREATE TEMP TABLE mine ()",
        "CREATE SCHEMA mine",
        "CREATE FUNCTION mine() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "CREATE ROLE mine",
        "INSERT INTO migrations (number, name) VALUES (9999, 'mine')",
        "DELETE FROM migrations",
        "UPDATE shared SET limits_secret = limits_secret",
        "UPDATE operator_actions SET reason = ''",
        "DELETE FROM operator_actions",
        "DROP OWNED BY fathom_admin",
        "COPY (SELECT 1) TO PROGRAM 'true'",
        "SELECT pg_read_file('/etc/passwd')",
    };
    char state[8];

    for (size_t i = 0; i < sizeof too_much / sizeof *too_much; i++) {
        state_of(place, place->service, too_much[i], state);
        cr_expect_str_eq(state, "42501", "%s: %s", too_much[i], state);
    }
    state_of(place, place->service, "SELECT count(*) FROM migrations", state);
    cr_expect_str_eq(state, "");
}

/* A role without any rights. */
static void expect_no_stranger(const struct place *place)
{
    char sql[128], role[64], state[8];

    snprintf(role, sizeof role, "stranger_%d", (int)getpid());
    snprintf(sql, sizeof sql, "CREATE ROLE %s LOGIN PASSWORD '%s'", role,
             password);
    admin_sql(sql);
    state_of(place, role, "SELECT 1", state);
    cr_expect_str_eq(state, "no");
    snprintf(sql, sizeof sql, "DROP ROLE %s", role);
    admin_sql(sql);
}

Test(roles, the_serving_role_can_do_what_the_service_needs_and_no_more)
{
    static struct scene scene;
    struct place place;
    char conninfo[256], setting[300];
    const char *const settings[] = {setting, "--migrate=no", NULL};

    place_begin(&place, "SUPERUSER");
    conninfo_of(&place, place.service, conninfo);
    snprintf(setting, sizeof setting, "--database=%s", conninfo);
    scene_begin(&scene, settings);
    fixture_play(&scene.fixture, ENDLESS);
    cr_expect(scene.fixture.is_over);
    fixture_expect_complete_log(&scene.fixture, 0);
    probe_await(&scene.service, "/readyz", 200, "ready\n");
    cr_expect_not(service_logged(&scene.service, "permission denied"));
    expect_little_power(&place);
    expect_no_stranger(&place);
    scene_end(&scene);
    place_end(&place);
}

/* How check-ratings ends for this role, and what it prints. */
static int check_ratings_as(const struct place *place, const char *role,
                            char *out, size_t size)
{
    char conninfo[256], command[640];

    conninfo_of(place, role, conninfo);
    snprintf(command, sizeof command,
             "%s check-ratings --database='%s' --log-level=error 2>&1",
             service_program(), conninfo);
    FILE *said = popen(command, "r"); /* allowed: the program, as it is used */
    size_t length = fread(out, 1, size - 1, said);

    out[length] = '\0';
    int status = pclose(said);

    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

Test(roles, check_ratings_says_that_the_serving_role_is_not_enough,
     .init = deep_only)
{
    struct place place;
    char said[1024];

    place_begin(&place, "CREATEROLE CREATEDB");
    cr_expect_eq(check_ratings_as(&place, place.service, said, sizeof said), 1);
    cr_expect_not_null(strstr(said, "Use the role that owns the database."),
                       "%s", said);
    cr_expect_null(strstr(said, "unavailable"), "%s", said);
    cr_expect_eq(check_ratings_as(&place, place.owner, said, sizeof said), 0,
                 "%s", said);
    place_end(&place);
}

/* Like in a managed PostgreSQL. */
Test(roles, the_administrator_need_not_be_a_superuser, .init = deep_only)
{
    struct place place;

    place_begin(&place, "CREATEROLE CREATEDB");
    expect_little_power(&place);
    expect_no_stranger(&place);
    place_end(&place);
}

Test(roles, creating_the_roles_again_changes_nothing, .init = deep_only)
{
    struct place place;

    place_begin(&place, "CREATEROLE CREATEDB");
    make_roles(&place);
    make_roles(&place);
    expect_little_power(&place);
    place_end(&place);
}
