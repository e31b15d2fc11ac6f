/* What waits to be done.  Each is counted by an index of what waits, and never
 * further than STORE_BACKLOG_MAX. */
#include "db/store.h"

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

/* A count, and since when the oldest waits. */
static struct store_backlog_row row_at(const struct pg_result *rows, int column)
{
    return (struct store_backlog_row){
        .count = (uint32_t)pg_int(rows, 0, column),
        .since_us = pg_time(rows, 0, column + 1),
    };
}

enum store_err db_backlog(struct store *store, int64_t now_us,
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
