/* Is the database well: does it answer, what time is it there, can it write? */
#include "db/store.h"

#include "db/pg/pg_inner.h"

#include <string.h>

bool db_ping(struct store *store)
{
    return pg_query(db_pool(store), "SELECT 1", NULL, 0, NULL) == STORE_OK;
}

enum store_err db_now(struct store *store, int64_t *now_us)
{
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), "SELECT clock_timestamp()", NULL, 0, &rows);

    if (err)
        return err;
    *now_us = pg_time(rows, 0, 0);
    pg_clear(rows);
    return STORE_OK;
}

/* On a full disk rows that are there can be changed for a long time: there is
 * room for them, and for the log of it.  What fails is to make a table larger,
 * as every move does sooner or later.  A row that leaves no room for another on
 * its page (8 KiB) needs a new page; rolled back, it is never seen, waits for
 * no standby, and autovacuum gives the page back.  The table is not logged. */
static const char write_sql[] =
    "INSERT INTO write_probe (filler) VALUES (repeat('x', 4200))";

/* Was it the server that said no, and did not just go or clash with others? */
static bool is_refused(const struct pg *pg)
{
    return pg->state[0] && !pg_is_soft(pg) && strncmp(pg->state, "57P", 3) != 0;
}

/* STORE_STALE: it could be written; nothing is to stay. */
static enum store_err write_row(struct pg *pg, void *ctx)
{
    enum store_err err = pg_run(pg, write_sql, NULL, 0, NULL);

    (void)ctx;
    if (!err)
        return STORE_STALE;
    return is_refused(pg) ? STORE_REFUSED : STORE_UNAVAILABLE;
}

enum store_err db_try_write(struct store *store)
{
    enum store_err err = pg_transaction(db_pool(store), write_row, NULL);

    return err == STORE_STALE ? STORE_OK : err;
}
