/* Beginning and ending a transaction. */
#include "db/pg/pg.h"

#include "db/pg/pg_inner.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

/* A pooler's session is ours until the transaction ends: settings are local to
 * it, and sent in the same round trip. */
static enum store_err begin_pooled(struct pg *pg)
{
    char sql[256];
    int n = snprintf(
        sql, sizeof sql,
        "BEGIN; SET LOCAL statement_timeout = %u; SET LOCAL lock_timeout = %u;"
        "SET LOCAL idle_in_transaction_session_timeout = 60000;"
        "SET LOCAL client_min_messages = warning",
        pg->config->statement_ms, pg->config->statement_ms);

    assert(n > 0 && (size_t)n < sizeof sql);
    return pg_script(pg, sql);
}

enum store_err pg_begin(struct pg *pg)
{
    return pg->server->is_pooled ? begin_pooled(pg)
                                 : pg_run(pg, "BEGIN", NULL, 0, NULL);
}

/* COMMIT rolls back a failed transaction, and reports that. */
enum store_err pg_commit(struct pg *pg)
{
    struct pg_result *result;
    enum store_err err;

    if (!pg_is_usable(pg))
        return STORE_UNAVAILABLE;
    err = pg_run(pg, "COMMIT", NULL, 0, &result);
    if (err)
        return pg_is_usable(pg) ? err : STORE_UNSURE;
    if (strcmp(PQcmdStatus(result), "COMMIT") != 0)
        err = STORE_UNAVAILABLE;
    else if (pg->is_warned)
        err = STORE_UNSURE;
    pg_clear(result);
    return err;
}

void pg_roll_back(struct pg *pg)
{
    bool is_soft = pg->is_soft;

    if (pg_is_usable(pg) && pg_run(pg, "ROLLBACK", NULL, 0, NULL))
        pg->is_broken = true;
    pg->is_soft = is_soft;
}
