/* Login failures: wrong passwords, counted by name and source. */
#include "db/store.h"

#define FAILURE_ROW(FIRST, NEXT)                                               \
    FIRST(FAILURE_ROW_IS_ANY_NAME, "name = '*'")                               \
    NEXT(FAILURE_ROW_IS_ANY_SOURCE, "source = '*'")                            \
    NEXT(FAILURE_ROW_COUNT, "failures")                                        \
    NEXT(FAILURE_ROW_FAILED, "failed_at")                                      \
    NEXT(FAILURE_ROW_LOCKED_UNTIL, "locked_until")
enum { FAILURE_ROW(PG_NUMBER, PG_NUMBER) };
#define FAILURE_COLUMNS FAILURE_ROW(PG_FIRST, PG_NEXT)

static void read_row(const struct pg_result *rows, int row,
                     struct store_failures *out)
{
    *out = (struct store_failures){
        .count = (uint32_t)pg_int(rows, row, FAILURE_ROW_COUNT),
        .failed_us = pg_time(rows, row, FAILURE_ROW_FAILED),
        .locked_until_us = pg_time(rows, row, FAILURE_ROW_LOCKED_UNTIL),
    };
}

static enum store_err login_failures_find(struct store *store, const char *name,
                                          const char *source,
                                          struct store_failure_record *out)
{
    const struct pg_param in[] = {PG_TEXT(name), PG_TEXT(source)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " FAILURE_COLUMNS " FROM password_failures"
                 " WHERE name = $1 AND source IN ($2, '*')"
                 " OR name = '*' AND source = $2",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    *out = (struct store_failure_record){0};
    for (int i = 0; i < pg_rows(rows); i++) {
        if (pg_bool(rows, i, FAILURE_ROW_IS_ANY_NAME))
            read_row(rows, i, &out->source);
        else if (pg_bool(rows, i, FAILURE_ROW_IS_ANY_SOURCE))
            read_row(rows, i, &out->name);
        else
            read_row(rows, i, &out->pair);
    }
    pg_clear(rows);
    return STORE_OK;
}

static enum store_err login_failures_add(struct store *store,
                                         const struct store_failure *failure)
{
    const struct pg_param in[] = {
        PG_TEXT(failure->name), PG_TEXT(failure->source),
        PG_TIME(failure->now_us), PG_INT4(failure->limit),
        PG_TIME(failure->lock_until_us)};

    /* The new count: the failures before this one, less the minutes since the
     * last, and this one. */
#define SO_MANY                                                                \
    "(greatest(0, f.failures"                                                  \
    "  - greatest(0, floor(extract(epoch FROM $3 - f.failed_at) / 60))"        \
    "   ::integer) + 1)"
    return pg_query(db_pool(store),
                    "INSERT INTO password_failures AS f"
                    "  (name, source, failures, failed_at, locked_until)"
                    " VALUES ($1, $2, CASE WHEN $4 <= 1 THEN 0 ELSE 1 END, $3,"
                    "  CASE WHEN $4 <= 1 THEN $5 END)"
                    " ON CONFLICT (name, source) DO UPDATE SET"
                    "  failed_at = greatest(f.failed_at, $3),"
                    "  failures = CASE WHEN " SO_MANY " >= $4 THEN 0"
                    "   ELSE " SO_MANY " END,"
                    "  locked_until = CASE WHEN " SO_MANY " >= $4 THEN $5"
                    "   ELSE f.locked_until END",
                    in, PG_LENGTH(in), NULL);
#undef SO_MANY
}

static enum store_err login_failures_clear(struct store *store,
                                           const char *name, const char *source)
{
    const struct pg_param in[] = {PG_TEXT(name), PG_TEXT(source)};

    return pg_query(db_pool(store),
                    "DELETE FROM password_failures"
                    " WHERE name = $1 AND source = $2",
                    in, PG_LENGTH(in), NULL);
}

static enum store_err login_failures_purge(struct store *store,
                                           int64_t before_us)
{
    const struct pg_param in[] = {PG_TIME(before_us)};

    /* The tables of version 0.3, too: no node counts in them after an
     * upgrade. */
    return pg_query(db_pool(store),
                    "WITH names AS (DELETE FROM sign_in_failures"
                    "  WHERE failed_at < $1),"
                    " addresses AS (DELETE FROM address_failures"
                    "  WHERE failed_at < $1)"
                    " DELETE FROM password_failures WHERE failed_at < $1",
                    in, PG_LENGTH(in), NULL);
}

const struct store_login_failures db_login_failures = {
    .find = login_failures_find,
    .add = login_failures_add,
    .clear = login_failures_clear,
    .purge = login_failures_purge,
};
