/* Failures to sign in, by the address they came from. */
#include "store.h"

enum store_err db_address_failures_find(struct store *store,
                                        const char *address,
                                        struct store_failures *out)
{
    const struct pg_param in[] = {PG_TEXT(address)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT failures, failed_at, locked_until"
                 " FROM address_failures WHERE address = $1::text::inet",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    *out = (struct store_failures){0};
    if (pg_rows(rows) > 0) {
        out->count = (uint32_t)pg_int(rows, 0, 0);
        out->failed_us = pg_time(rows, 0, 1);
        out->locked_until_us = pg_time(rows, 0, 2);
    }
    pg_clear(rows);
    return STORE_OK;
}

enum store_err db_address_failures_add(struct store *store, const char *address,
                                       int64_t now_us, uint32_t limit,
                                       int64_t lock_until_us)
{
    const struct pg_param in[] = {PG_TEXT(address), PG_TIME(now_us),
                                  PG_INT4(limit), PG_TIME(lock_until_us)};

    /* So many count: those before this one less the minutes since the last,
     * and this one.  A day without a failure needs no row. */
#define SO_MANY                                                                \
    "(greatest(0, f.failures"                                                  \
    "  - greatest(0, floor(extract(epoch FROM $2 - f.failed_at) / 60))"        \
    "   ::integer) + 1)"
    return pg_query(db_pool(store),
                    "WITH old AS (DELETE FROM address_failures"
                    "  WHERE failed_at < $2 - interval '24 hours'"
                    "  AND address <> $1::text::inet)"
                    " INSERT INTO address_failures AS f"
                    "  (address, failures, failed_at, locked_until)"
                    " VALUES ($1::text::inet, CASE WHEN $3 <= 1 THEN 0"
                    "   ELSE 1 END, $2, CASE WHEN $3 <= 1 THEN $4 END)"
                    " ON CONFLICT (address) DO UPDATE SET"
                    "  failed_at = greatest(f.failed_at, $2),"
                    "  failures = CASE WHEN " SO_MANY " >= $3 THEN 0"
                    "   ELSE " SO_MANY " END,"
                    "  locked_until = CASE WHEN " SO_MANY " >= $3 THEN $4"
                    "   ELSE f.locked_until END",
                    in, PG_LENGTH(in), NULL);
#undef SO_MANY
}
