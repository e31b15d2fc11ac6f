/* Idle matches: those in which nothing has happened for a long time. */
#include "db/matches/matches.h"

/* $1 and $2: where the last step ended, $3: the limit, $4 and $5: the times
 * since which nothing must have happened (null: never idle).  Rows that are not
 * idle are returned, too: the next step begins after them. */
/* clang-format off */
#define IDLE_ROW(FIRST, NEXT, since)                                           \
    FIRST(IDLE_ROW_ID, "id")                                                   \
    NEXT(IDLE_ROW_CREATED, "created_at")                                       \
    NEXT(IDLE_ROW_SINCE, since)                                                \
    NEXT(IDLE_ROW_IS_IDLE, "coalesce(moved_at <= " since ", false)")
enum { IDLE_ROW(PG_NUMBER, PG_NUMBER, "") };
#define STEP(where, order, since)                                              \
    "SELECT " IDLE_ROW(PG_FIRST, PG_NEXT, since)                               \
    " FROM matches WHERE " where " ORDER BY " order " LIMIT $3"
/* The status is compared as part of a row: with an equality the planner would
 * scan all matches from the oldest on. */
#define LIVE(status, before, since)                                            \
    STEP("status < 2 AND (status, created_at, id) > (" status ", $1, $2)"      \
         " AND (status, created_at, id) <= (" status ", " before ","           \
         " 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid)",                     \
         "status, created_at, id", since)

static const char open_sql[] = LIVE("0", "$4", "$4::timestamptz");

/* Matches with a clock end by it. */
static const char running_sql[] =
    LIVE("1", "greatest($4, $5)",
         "CASE WHEN sandbox THEN $4::timestamptz"
         " WHEN turn_seconds IS NULL AND bank_seconds IS NULL"
         " THEN $5::timestamptz END");

static const char bots_sql[] =
    STEP("status = 1 AND bot_seats = (1 << seat_count) - 1"
         " AND created_at <= $4 AND (created_at, id) > ($1, $2)",
         "created_at, id", "$4::timestamptz");
/* clang-format on */

/* The statement of a kind, and its parameters. */
struct asking {
    const char *sql;
    int64_t first_us, second_us;
    size_t params;
};

static struct asking asking_of(const struct store_idle_query *query)
{
    switch (query->kind) {
    case IDLE_OPEN: return (struct asking){open_sql, query->open_us, 0, 4};
    case IDLE_RUNNING:
        return (struct asking){running_sql, query->sandbox_us, query->idle_us,
                               5};
    case IDLE_BOTS: return (struct asking){bots_sql, query->bots_us, 0, 4};
    case IDLE_KINDS: break;
    }
    return (struct asking){NULL, 0, 0, 0};
}

/* Read the idle ones, and set where the next step begins. */
static size_t read_idle(const struct pg_result *rows,
                        const struct store_idle_query *query,
                        struct store_idle *out)
{
    const int last = pg_rows(rows) - 1;
    size_t count = 0;

    for (int i = 0; i <= last; i++) {
        if (!pg_bool(rows, i, IDLE_ROW_IS_IDLE))
            continue;
        pg_bytes(rows, i, IDLE_ROW_ID, &out[count].match,
                 sizeof out[count].match);
        out[count++].since_us = pg_time(rows, i, IDLE_ROW_SINCE);
    }
    *query->after = (struct store_idle_place){0};
    if (last + 1 == (int)query->limit) {
        pg_bytes(rows, last, IDLE_ROW_ID, &query->after->match,
                 sizeof query->after->match);
        query->after->created_us = pg_time(rows, last, IDLE_ROW_CREATED);
    }
    return count;
}

enum store_err db_matches_list_idle(struct store *store,
                                    const struct store_idle_query *query,
                                    struct store_idle *out, size_t *count)
{
    const struct asking asking = asking_of(query);
    const struct store_idle_place *after = query->after;
    const struct pg_param in[] = {
        PG_TIME(after->created_us > 0 ? after->created_us : 1),
        PG_UUID(&after->match),
        PG_INT8(query->limit),
        PG_TIME(asking.first_us),
        PG_TIME(asking.second_us),
    };
    struct pg_result *rows;
    enum store_err err;

    *count = 0;
    if (!asking.sql)
        return STORE_REFUSED;
    err = pg_query(db_pool(store), asking.sql, in, asking.params, &rows);
    if (err)
        return err;
    *count = read_idle(rows, query, out);
    pg_clear(rows);
    return STORE_OK;
}
