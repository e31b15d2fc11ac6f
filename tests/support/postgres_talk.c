/* Statements for a PostgreSQL server of a test's own. */
#include "postgres.h"

#include <criterion/criterion.h>
#include <libpq-fe.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { AWAIT_MAX = 12000, AWAIT_MS = 20 };

static PGresult *ask(const char *conninfo, const char *sql)
{
    PGconn *pg = PQconnectdb(conninfo);

    cr_assert_eq(PQstatus(pg), CONNECTION_OK, "%s", PQerrorMessage(pg));
    PGresult *result = PQexec(pg, sql);

    cr_assert(PQresultStatus(result) == PGRES_COMMAND_OK ||
                  PQresultStatus(result) == PGRES_TUPLES_OK,
              "%s: %s", sql, PQerrorMessage(pg));
    PQfinish(pg);
    return result;
}

void postgres_sql(const struct postgres *postgres, const char *sql)
{
    PQclear(ask(postgres->conninfo, sql));
}

long postgres_number(const struct postgres *postgres, const char *sql)
{
    PGresult *rows = ask(postgres->conninfo, sql);
    long number =
        PQntuples(rows) > 0 ? strtol(PQgetvalue(rows, 0, 0), NULL, 10) : -1;

    PQclear(rows);
    return number;
}

void postgres_await(const struct postgres *postgres, const char *sql,
                    long number)
{
    const struct timespec pause = {0, AWAIT_MS * 1000000L};

    for (int tries = 0; postgres_number(postgres, sql) != number; tries++) {
        cr_assert_lt(tries, AWAIT_MAX, "never %ld: %s", number, sql);
        nanosleep(&pause, NULL);
    }
}

void postgres_set(const struct postgres *postgres, const char *name,
                  const char *value)
{
    char sql[256];

    snprintf(sql, sizeof sql, "ALTER SYSTEM SET %s = '%s'", name, value);
    postgres_sql(postgres, sql);
    postgres_sql(postgres, "SELECT pg_reload_conf()");
}
