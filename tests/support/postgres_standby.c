/* Standbys of a PostgreSQL server of a test's own. */
#include "postgres.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

/* pg_basebackup stores the connection to the primary in the copy. */
static void copy_data(const struct postgres *standby,
                      const struct postgres *primary)
{
    char from[256], data[96];
    const char *const words[] = {
        "pg_basebackup",     "-d", from, "-D", data, "-R", "-X", "stream",
        "--checkpoint=fast", "-N", NULL};

    /* "fathom-pg.XXXXXX" is its name. */
    snprintf(from, sizeof from, "%.*s application_name=%s",
             (int)(sizeof primary->conninfo - 1), primary->conninfo,
             standby->home + sizeof "/tmp/" - 1);
    snprintf(data, sizeof data, "%s/data", standby->home);
    postgres_run(standby, words);
}

/* The number of standbys with this name that stream from the primary. */
static void await_streaming(const struct postgres *primary,
                            const struct postgres *standby)
{
    char sql[192];

    snprintf(sql, sizeof sql,
             "SELECT count(*) FROM pg_stat_replication"
             " WHERE state = 'streaming' AND application_name = '%s'",
             standby->home + sizeof "/tmp/" - 1);
    postgres_await(primary, sql, 1);
}

void postgres_begin_standby(struct postgres *standby,
                            const struct postgres *primary,
                            const struct postgres_plan *plan)
{
    postgres_prepare(standby, plan);
    copy_data(standby, primary);
    postgres_configure(standby, plan);
    postgres_start(standby);
    await_streaming(primary, standby);
}

void postgres_rejoin(struct postgres *old, const struct postgres *primary)
{
    char command[96];

    snprintf(command, sizeof command, "rm -rf %s/data", old->home);
    cr_assert_eq(system(command), /* allowed: a tool of the tests */
                 0);
    copy_data(old, primary);
    postgres_start(old);
    await_streaming(primary, old);
}

void postgres_synchronous(const struct postgres *primary, bool is_synchronous)
{
    postgres_set(primary, "synchronous_standby_names",
                 is_synchronous ? "*" : "");
    if (is_synchronous)
        postgres_await(primary,
                       "SELECT count(*) FROM pg_stat_replication"
                       " WHERE sync_state = 'sync'",
                       1);
}

void postgres_hold_back(const struct postgres *primary)
{
    long sender =
        postgres_number(primary, "SELECT pid FROM pg_stat_replication");

    cr_assert_gt(sender, 1, "nothing is sent");
    kill((pid_t)sender, SIGSTOP);
}

void postgres_promote(const struct postgres *standby)
{
    postgres_set(standby, "synchronous_standby_names", "");
    postgres_await(standby, "SELECT pg_promote(true, 60)::int", 1);
    postgres_await(standby, "SELECT pg_is_in_recovery()::int", 0);
}

static int port_of(const struct postgres *postgres)
{
    return postgres->port ? postgres->port : POSTGRES_PORT;
}

void postgres_either(const struct postgres *a, const struct postgres *b,
                     char *out, size_t size)
{
    snprintf(out, size,
             "host=%s,%s port=%d,%d target_session_attrs=read-write"
             " user=fathom ",
             a->home, b->home, port_of(a), port_of(b));
}
