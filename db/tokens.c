/* Bearer tokens, by their hash. */
#include "store.h"

enum store_err db_token_insert(struct store *store,
                               const struct store_token *token)
{
    const struct pg_param in[] = {PG_UUID(&token->id),
                                  PG_UUID(&token->account),
                                  PG_BYTES(token->hash, sizeof token->hash),
                                  PG_INT4(token->scopes),
                                  PG_TIME(token->created_us),
                                  PG_TIME(token->expires_us)};

    return pg_query(db_pool(store),
                    "INSERT INTO tokens"
                    " (id, account_id, hash, scopes, created_at, expires_at)"
                    " VALUES ($1, $2, $3, $4, $5, $6)",
                    in, PG_LENGTH(in), NULL);
}

enum store_err db_token_find(struct store *store, const uint8_t hash[32],
                             struct store_token *out)
{
    const struct pg_param in[] = {PG_BYTES(hash, 32)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT t.id, t.account_id, t.hash, t.scopes, t.created_at,"
                 " t.expires_at, a.name, a.created_at"
                 " FROM tokens t JOIN accounts a ON a.id = t.account_id"
                 " WHERE t.hash = $1 AND t.revoked_at IS NULL",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        pg_bytes(rows, 0, 0, &out->id, sizeof out->id);
        pg_bytes(rows, 0, 1, &out->account, sizeof out->account);
        pg_bytes(rows, 0, 2, out->hash, sizeof out->hash);
        out->scopes = (uint32_t)pg_int(rows, 0, 3);
        out->created_us = pg_time(rows, 0, 4);
        out->expires_us = pg_time(rows, 0, 5);
        pg_text_into(rows, 0, 6, out->account_name, sizeof out->account_name);
        out->account_created_us = pg_time(rows, 0, 7);
    }
    pg_clear(rows);
    return err;
}

enum store_err db_token_revoke(struct store *store, const uint8_t hash[32],
                               int64_t now_us)
{
    const struct pg_param in[] = {PG_BYTES(hash, 32), PG_TIME(now_us),
                                  PG_TEXT(db_store(store)->node)};

    return pg_query(db_pool(store),
                    "WITH t AS (UPDATE tokens SET revoked_at = $2"
                    "  WHERE hash = $1 AND revoked_at IS NULL RETURNING hash)"
                    " SELECT pg_notify('" DB_CHANNEL "',"
                    "  $3 || ' token ' || encode(hash, 'hex')) FROM t",
                    in, PG_LENGTH(in), NULL);
}

enum store_err db_tokens_purge(struct store *store, int64_t before_us)
{
    const struct pg_param in[] = {PG_TIME(before_us)};

    return pg_query(db_pool(store),
                    "DELETE FROM tokens WHERE expires_at < $1"
                    " OR revoked_at < $1",
                    in, PG_LENGTH(in), NULL);
}
