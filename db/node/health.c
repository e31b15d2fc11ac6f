/* The health of the database: does it respond, what time is it there, can it
 * write, and how much work waits in it? */
#include "db/store.h"

#include "db/pg/pg_inner.h"

#include <string.h>

static bool health_ping(struct store *store)
{
    return pg_query(db_pool(store), "SELECT 1", NULL, 0, NULL) == STORE_OK;
}

static enum store_err health_now(struct store *store, int64_t *now_us)
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

/* On a full disk, existing rows can be updated for a long time: their pages and
 * the preallocated log have room.  Extending a table fails, which every
 * move does sooner or later.  A row that fills its page (8 KiB) needs a new
 * page.  It is rolled back: no reader sees it, it waits for no standby, and
 * autovacuum frees the page.  The table is not logged. */
static const char write_sql[] =
    "INSERT INTO write_probe (filler) VALUES (repeat('x', 4200))";

/* Did the server refuse the statement, rather than shut down (57P...) or report
 * a conflict? */
static bool is_refused(const struct pg *pg)
{
    return pg->state[0] && !pg_is_soft(pg) && strncmp(pg->state, "57P", 3) != 0;
}

/* STORE_STALE: the row could be written, and is rolled back. */
static enum store_err write_row(struct pg *pg, void *ctx)
{
    enum store_err err = pg_run(pg, write_sql, NULL, 0, NULL);

    (void)ctx;
    if (!err)
        return STORE_STALE;
    return is_refused(pg) ? STORE_REFUSED : STORE_UNAVAILABLE;
}

static enum store_err health_try_write(struct store *store)
{
    enum store_err err = pg_transaction(db_pool(store), write_row, NULL);

    return err == STORE_STALE ? STORE_OK : err;
}

/* ---- work that waits ---- */

/* Each kind is counted in a partial index, up to STORE_BACKLOG_MAX. */
#define AS_FAR_AS_IT_COUNTS " LIMIT 10000"

_Static_assert(STORE_BACKLOG_MAX == 10000, "as the statement has it");

static const char backlog_sql[] =
    "SELECT count(*) FILTER (WHERE a.kind = 0),"
    "  min(t.joined_at) FILTER (WHERE a.kind = 0),"
    "  count(*) FILTER (WHERE a.kind <> 0),"
    "  min(t.joined_at) FILTER (WHERE a.kind <> 0),"
    "  (SELECT count(*) FROM (SELECT FROM ladder_matches"
    "    WHERE number IS NULL AND NOT put_aside" AS_FAR_AS_IT_COUNTS ") m),"
    "  (SELECT finished_at FROM ladder_matches"
    "    WHERE number IS NULL AND NOT put_aside"
    "    ORDER BY finished_at, match_id LIMIT 1),"
    "  (SELECT count(*) FROM (SELECT FROM matches"
    "    WHERE status = 1 AND look_at <= $1" AS_FAR_AS_IT_COUNTS ") m),"
    "  (SELECT look_at FROM matches WHERE status = 1 AND look_at <= $1"
    "    ORDER BY look_at LIMIT 1)"
    " FROM (SELECT account_id, joined_at FROM queue_tickets"
    "   WHERE status = 0" AS_FAR_AS_IT_COUNTS ") t"
    " JOIN accounts a ON a.id = t.account_id";

/* A count, and the time since which the oldest waits. */
static struct store_backlog_row row_at(const struct pg_result *rows, int column)
{
    return (struct store_backlog_row){
        .count = (uint32_t)pg_int(rows, 0, column),
        .since_us = pg_time(rows, 0, column + 1),
    };
}

static enum store_err health_backlog(struct store *store, int64_t now_us,
                                     struct store_backlog *out)
{
    const struct pg_param in[] = {PG_TIME(now_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), backlog_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    *out = (struct store_backlog){
        .queue_people = row_at(rows, 0),
        .queue_bots = row_at(rows, 2),
        .unsettled = row_at(rows, 4),
        .clocks = row_at(rows, 6),
    };
    pg_clear(rows);
    return STORE_OK;
}

/* VACUUM and ANALYZE write the estimate; before the first it is -1. */
static enum store_err health_size(struct store *store, uint64_t *bytes,
                                  uint64_t *matches)
{
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT pg_database_size(current_database()), (SELECT"
                 " greatest(reltuples, 0)::bigint FROM pg_class"
                 " WHERE oid = 'matches'::regclass)",
                 NULL, 0, &rows);

    if (err)
        return err;
    *bytes = (uint64_t)pg_int(rows, 0, 0);
    *matches = (uint64_t)pg_int(rows, 0, 1);
    pg_clear(rows);
    return STORE_OK;
}

static void health_count(struct store *store, struct store_counts *out)
{
    pg_pool_count(db_pool(store), out);
    out->failures = atomic_load(&db_store(store)->failures);
}

const struct store_health db_health = {
    .ping = health_ping,
    .now = health_now,
    .try_write = health_try_write,
    .count = health_count,
    .backlog = health_backlog,
    .size = health_size,
};
