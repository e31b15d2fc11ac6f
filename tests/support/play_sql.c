#include "play_sql.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { KEPT = 2 }; /* a test's own database, and that where it is created */

/* One thread at a time may use it. */
struct kept {
    pthread_mutex_t in_use;
    char conninfo[512];
    PGconn *pg;
};

static struct kept kept[KEPT] = {{.in_use = PTHREAD_MUTEX_INITIALIZER},
                                 {.in_use = PTHREAD_MUTEX_INITIALIZER}};

/* Is the database system starting, stopping or recovering? */
static bool is_for_a_moment(PGconn *pg)
{
    const char *why = PQerrorMessage(pg);

    return PQstatus(pg) != CONNECTION_OK &&
           (strstr(why, "the database system") ||
            strstr(why, "closed the connection"));
}

static PGconn *open_at(const char *conninfo)
{
    PGconn *pg = PQconnectdb(conninfo);

    for (int tries = 0; tries < 1200 && is_for_a_moment(pg); tries++) {
        usleep(50000);
        PQreset(pg);
    }
    if (PQstatus(pg) == CONNECTION_OK)
        return pg;
    fprintf(stderr, "%s", PQerrorMessage(pg));
    PQfinish(pg);
    return NULL;
}

/* A failure without an SQLSTATE is one of the connection, although libpq may
 * still think it good when the statement could not be sent. */
static bool is_of_connection(const PGconn *pg, const PGresult *rows)
{
    const char *state = PQresultErrorField(rows, PG_DIAG_SQLSTATE);

    return PQstatus(pg) != CONNECTION_OK || !state ||
           strncmp(state, "57P", 3) == 0;
}

enum outcome { DONE, REFUSED, LOST };

static enum outcome run_on(PGconn *pg, const char *sql, int64_t *number)
{
    PGresult *rows = PQexec(pg, sql);
    ExecStatusType status = PQresultStatus(rows);
    enum outcome outcome = DONE;

    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) {
        outcome = is_of_connection(pg, rows) ? LOST : REFUSED;
        fprintf(stderr, "%s: %s", sql, PQerrorMessage(pg));
    }
    if (number)
        *number = outcome == DONE && PQntuples(rows) > 0
                      ? strtoll(PQgetvalue(rows, 0, 0), NULL, 10)
                      : -1;
    PQclear(rows);
    return outcome;
}

bool sql_once(const char *conninfo, const char *sql, int64_t *number)
{
    PGconn *pg = open_at(conninfo);
    bool is_done = pg && run_on(pg, sql, number) == DONE;

    PQfinish(pg);
    return is_done;
}

static void close_kept(struct kept *one)
{
    PQfinish(one->pg);
    one->pg = NULL;
    one->conninfo[0] = '\0';
}

/* A test may have ended the connection that was kept.  One in a transaction is
 * not kept. */
static bool run_kept(struct kept *one, const char *sql, int64_t *number)
{
    enum outcome outcome = LOST;

    for (int tries = 0; tries < 100 && outcome == LOST; tries++) {
        usleep(tries > 0 ? 50000 : 0);
        if (!one->pg)
            one->pg = open_at(one->conninfo);
        if (!one->pg)
            return false;
        outcome = run_on(one->pg, sql, number);
        if (outcome == LOST || PQtransactionStatus(one->pg) != PQTRANS_IDLE) {
            PQfinish(one->pg);
            one->pg = NULL;
        }
    }
    return outcome == DONE;
}

/* Take the one of a database, or one that is free.  NULL: others use them. */
static struct kept *take(const char *conninfo)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < KEPT; i++) {
            if (pthread_mutex_trylock(&kept[i].in_use) != 0)
                continue;
            if (pass == 1 && !kept[i].conninfo[0])
                snprintf(kept[i].conninfo, sizeof kept[i].conninfo, "%s",
                         conninfo);
            if (strcmp(kept[i].conninfo, conninfo) == 0)
                return &kept[i];
            pthread_mutex_unlock(&kept[i].in_use);
        }
    return NULL;
}

bool sql_kept(const char *conninfo, const char *sql, int64_t *number)
{
    struct kept *one = take(conninfo);
    bool is_done;

    if (!one)
        return sql_once(conninfo, sql, number);
    is_done = run_kept(one, sql, number);
    pthread_mutex_unlock(&one->in_use);
    return is_done;
}

void sql_forget(const char *conninfo)
{
    for (int i = 0; i < KEPT; i++) {
        pthread_mutex_lock(&kept[i].in_use);
        if (strcmp(kept[i].conninfo, conninfo) == 0)
            close_kept(&kept[i]);
        pthread_mutex_unlock(&kept[i].in_use);
    }
}
