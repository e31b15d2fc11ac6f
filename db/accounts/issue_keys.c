/* Idempotency keys of requests that create an account or issue a token. */
#include "db/accounts/accounts.h"
#include "db/matches/matches.h"

#define ISSUE_ROW(FIRST, NEXT)                                                 \
    FIRST(ISSUE_ROW_KEY_HASH, "key_hash")                                      \
    NEXT(ISSUE_ROW_BODY_HASH, "body_hash")                                     \
    NEXT(ISSUE_ROW_SALT, "salt")                                               \
    NEXT(ISSUE_ROW_ACCOUNT, "account_id")                                      \
    NEXT(ISSUE_ROW_CREATED, "created_at")
enum { ISSUE_ROW(PG_NUMBER, PG_NUMBER) };
#define ISSUE_COLUMNS ISSUE_ROW(PG_FIRST, PG_NEXT)

static enum store_err issue_keys_find(struct store *store,
                                      const uint8_t key_hash[32],
                                      int64_t since_us,
                                      struct store_issue_key *out)
{
    const struct pg_param in[] = {PG_BYTES(key_hash, 32), PG_TIME(since_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " ISSUE_COLUMNS DB_DURABLE " FROM issue_keys"
                 " WHERE key_hash = $1 AND created_at > $2",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        pg_bytes(rows, 0, ISSUE_ROW_KEY_HASH, out->key_hash, 32);
        pg_bytes(rows, 0, ISSUE_ROW_BODY_HASH, out->body_hash, 32);
        pg_bytes(rows, 0, ISSUE_ROW_SALT, out->salt, 32);
        pg_bytes(rows, 0, ISSUE_ROW_ACCOUNT, &out->account,
                 sizeof out->account);
        out->created_us = pg_time(rows, 0, ISSUE_ROW_CREATED);
    }
    pg_clear(rows);
    return err;
}

/* A second transaction with the key waits here for the first one's commit. */
enum store_err db_issue_key_insert(struct pg *pg,
                                   const struct store_issue_key *key,
                                   enum store_err if_used)
{
    const struct pg_param in[] = {
        PG_BYTES(key->key_hash, sizeof key->key_hash),
        PG_BYTES(key->body_hash, sizeof key->body_hash),
        PG_BYTES(key->salt, sizeof key->salt),
        PG_UUID(&key->account),
        PG_TIME(key->created_us),
        PG_TIME(key->since_us),
    };

    return pg_run_one(pg,
                      "INSERT INTO issue_keys AS k"
                      " (key_hash, body_hash, salt, account_id, created_at)"
                      " VALUES ($1, $2, $3, $4, $5)"
                      " ON CONFLICT (key_hash) DO UPDATE SET"
                      "  body_hash = excluded.body_hash, salt = excluded.salt,"
                      "  account_id = excluded.account_id,"
                      "  created_at = excluded.created_at"
                      "  WHERE k.created_at <= $6"
                      " RETURNING key_hash",
                      in, PG_LENGTH(in), if_used);
}

static enum store_err issue_keys_purge(struct store *store, int64_t before_us)
{
    const struct pg_param in[] = {PG_TIME(before_us)};

    return pg_query(db_pool(store),
                    "DELETE FROM issue_keys WHERE created_at < $1", in,
                    PG_LENGTH(in), NULL);
}

const struct store_issue_keys db_issue_keys = {
    .find = issue_keys_find,
    .purge = issue_keys_purge,
};
