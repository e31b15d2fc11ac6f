/* Stream tickets: the credentials of streams. */
#include "db/store.h"

/* The token's oldest tickets beyond its share are deleted: those in use have no
 * end of their own. */
static enum store_err stream_tickets_insert(struct store *store,
                                            const uint8_t hash[32],
                                            const uint8_t token_hash[32],
                                            int64_t expires_us)
{
    const struct pg_param in[] = {PG_BYTES(hash, 32), PG_BYTES(token_hash, 32),
                                  PG_TIME(expires_us),
                                  PG_INT8(STORE_TICKETS_MAX - 1)};

    return pg_query(db_pool(store),
                    "WITH old AS (DELETE FROM stream_tickets WHERE hash IN"
                    "  (SELECT hash FROM stream_tickets WHERE token_hash = $2"
                    "   ORDER BY expires_at DESC, hash OFFSET $4))"
                    " INSERT INTO stream_tickets (hash, token_hash, expires_at)"
                    " VALUES ($1, $2, $3)",
                    in, PG_LENGTH(in), NULL);
}

static enum store_err stream_tickets_redeem(struct store *store,
                                            const uint8_t hash[32],
                                            const char *path, int64_t now_us,
                                            uint8_t token_hash[32])
{
    const struct pg_param in[] = {PG_BYTES(hash, 32), PG_TIME(now_us),
                                  PG_TEXT(path)};
    struct pg_result *rows;
    enum store_err err = pg_query(db_pool(store),
                                  "UPDATE stream_tickets SET path = $3"
                                  " WHERE hash = $1 AND (path = $3"
                                  "  OR path IS NULL AND expires_at > $2)"
                                  " RETURNING token_hash",
                                  in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0)
        err = STORE_NOT_FOUND;
    else
        pg_bytes(rows, 0, 0, token_hash, 32);
    pg_clear(rows);
    return err;
}

/* Those in use are deleted together with their token. */
static enum store_err stream_tickets_purge(struct store *store,
                                           int64_t before_us)
{
    const struct pg_param in[] = {PG_TIME(before_us)};

    return pg_query(db_pool(store),
                    "DELETE FROM stream_tickets"
                    " WHERE expires_at < $1 AND path IS NULL",
                    in, PG_LENGTH(in), NULL);
}

const struct store_stream_tickets db_stream_tickets = {
    .insert = stream_tickets_insert,
    .redeem = stream_tickets_redeem,
    .purge = stream_tickets_purge,
};
