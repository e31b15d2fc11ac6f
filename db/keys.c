/* Idempotency keys.  They are written with their effects: write.c. */
#include "store.h"

#include <stdlib.h>
#include <string.h>

enum store_err db_key_find(struct store *store, const struct play_id *match,
                           const struct play_id *account, const char *key,
                           int64_t since_us, struct store_key *out)
{
    const struct pg_param in[] = {PG_UUID(match), PG_UUID(account),
                                  PG_TEXT(key), PG_TIME(since_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT body_hash, seq, seat, reply FROM idempotency_keys"
                 " WHERE match_id = $1 AND account_id = $2 AND key = $3"
                 " AND created_at > $4",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        pg_bytes(rows, 0, 0, out->body_hash, sizeof out->body_hash);
        out->seq = (uint32_t)pg_int(rows, 0, 1);
        out->seat = (int)pg_int(rows, 0, 2);
        out->reply = NULL;
        if (!pg_is_null(rows, 0, 3)) {
            out->reply = strdup(pg_text(rows, 0, 3));
            if (!out->reply)
                err = STORE_UNAVAILABLE;
        }
    }
    pg_clear(rows);
    return err;
}

enum store_err db_keys_purge(struct store *store, int64_t before_us)
{
    const struct pg_param in[] = {PG_TIME(before_us)};

    return pg_query(db_pool(store),
                    "DELETE FROM idempotency_keys WHERE created_at < $1", in,
                    PG_LENGTH(in), NULL);
}
