/* Accounts, and failures to sign in. */
#include "store.h"

enum store_err db_account_insert(struct store *store,
                                 const struct store_account *account)
{
    const struct pg_param in[] = {PG_UUID(&account->id), PG_TEXT(account->name),
                                  PG_TEXT(account->password),
                                  PG_TIME(account->created_us),
                                  PG_INT2(account->kind)};

    return pg_query(db_pool(store),
                    "INSERT INTO accounts"
                    " (id, name, password, created_at, kind)"
                    " VALUES ($1, $2, $3, $4, $5)",
                    in, PG_LENGTH(in), NULL);
}

enum store_err db_account_find(struct store *store, const char *name,
                               struct store_account *out)
{
    const struct pg_param in[] = {PG_TEXT(name)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT id, name, password, created_at, is_admin, kind,"
                 " house_bot"
                 " FROM accounts WHERE name = $1 AND deleted_at IS NULL",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        pg_bytes(rows, 0, 0, &out->id, sizeof out->id);
        pg_text_into(rows, 0, 1, out->name, sizeof out->name);
        pg_text_into(rows, 0, 2, out->password, sizeof out->password);
        out->created_us = pg_time(rows, 0, 3);
        out->is_admin = pg_bool(rows, 0, 4);
        out->kind = (enum account_kind)pg_int(rows, 0, 5);
        pg_text_into(rows, 0, 6, out->house_bot, sizeof out->house_bot);
    }
    pg_clear(rows);
    return err;
}

/* ---- changing one ---- */

struct new_password {
    struct db_store *db;
    const struct play_id *account;
    const char *before, *after;
    const uint8_t *keep;
    int64_t now_us;
};

static enum store_err set_password(struct pg *pg, void *ctx)
{
    const struct new_password *it = ctx;
    const struct pg_param in[] = {PG_UUID(it->account), PG_TEXT(it->before),
                                  PG_TEXT(it->after)};
    const struct pg_param sessions[] = {
        PG_UUID(it->account), PG_BYTES(it->keep, 32), PG_TIME(it->now_us),
        PG_TEXT(it->db->node)};
    enum store_err err =
        pg_run_one(pg,
                   "UPDATE accounts SET password = $3"
                   " WHERE id = $1 AND password = $2 RETURNING id",
                   in, PG_LENGTH(in), STORE_STALE);

    if (err)
        return err;
    return pg_run(pg,
                  "WITH t AS (UPDATE tokens SET revoked_at = $3"
                  "  WHERE account_id = $1 AND label IS NULL AND hash <> $2"
                  "  AND revoked_at IS NULL RETURNING hash)"
                  " SELECT pg_notify('" DB_CHANNEL "',"
                  "  $4 || ' token ' || encode(hash, 'hex')) FROM t",
                  sessions, PG_LENGTH(sessions), NULL);
}

enum store_err db_account_password(struct store *store,
                                   const struct play_id *account,
                                   const char *before, const char *after,
                                   const uint8_t keep[32], int64_t now_us)
{
    struct new_password it = {db_store(store), account, before,
                              after,           keep,    now_us};

    return pg_transaction(db_pool(store), set_password, &it);
}

enum store_err db_account_admin(struct store *store, const char *name,
                                bool is_admin, int64_t now_us)
{
    const struct pg_param in[] = {PG_TEXT(name), PG_BOOL(is_admin),
                                  PG_TIME(now_us),
                                  PG_TEXT(db_store(store)->node)};
    struct pg_result *rows;
    /* Nodes remember with a token whether its account is an administrator. */
    enum store_err err = pg_query(
        db_pool(store),
        "WITH a AS (UPDATE accounts SET is_admin = $2"
        "  WHERE name = $1 AND deleted_at IS NULL AND kind <> 2"
        "  RETURNING id),"
        " t AS (UPDATE tokens SET revoked_at = CASE WHEN NOT $2"
        "   AND scopes & 16 <> 0 THEN $3 ELSE revoked_at END"
        "  WHERE revoked_at IS NULL AND account_id IN (SELECT id FROM a)"
        "  RETURNING pg_notify('" DB_CHANNEL "',"
        "   $4 || ' token ' || encode(hash, 'hex')))"
        " SELECT id, (SELECT count(*) FROM t) FROM a",
        in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_rows(rows) == 1 ? STORE_OK : STORE_NOT_FOUND;
    pg_clear(rows);
    return err;
}

enum store_err db_account_hold(struct pg *pg, const struct play_id *account)
{
    const struct pg_param in[] = {PG_UUID(account)};

    return pg_run_one(pg,
                      "SELECT FROM accounts WHERE id = $1"
                      " AND deleted_at IS NULL FOR KEY SHARE",
                      in, PG_LENGTH(in), STORE_NOT_FOUND);
}

enum store_err db_account_lock(struct pg *pg, const struct play_id *account)
{
    const struct pg_param in[] = {PG_UUID(account)};

    return pg_run_one(pg,
                      "SELECT FROM accounts WHERE id = $1"
                      " AND deleted_at IS NULL FOR NO KEY UPDATE",
                      in, PG_LENGTH(in), STORE_NOT_FOUND);
}

/* ---- failures to sign in ---- */

enum store_err db_failures_find(struct store *store, const char *name,
                                struct store_failures *out)
{
    const struct pg_param in[] = {PG_TEXT(name)};
    struct pg_result *rows;
    enum store_err err = pg_query(db_pool(store),
                                  "SELECT failures, failed_at, locked_until"
                                  " FROM sign_in_failures WHERE name = $1",
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

enum store_err db_failures_add(struct store *store, const char *name,
                               int64_t now_us, uint32_t limit,
                               int64_t lock_until_us)
{
    const struct pg_param in[] = {PG_TEXT(name), PG_TIME(now_us),
                                  PG_INT4(limit), PG_TIME(lock_until_us)};

    /* A day without a failure is a fresh start. */
    return pg_query(
        db_pool(store),
        "WITH old AS (DELETE FROM sign_in_failures"
        "  WHERE failed_at < $2 - interval '24 hours' AND name <> $1)"
        " INSERT INTO sign_in_failures AS f"
        "  (name, failures, failed_at, locked_until)"
        " VALUES ($1, CASE WHEN $3 <= 1 THEN 0 ELSE 1 END, $2,"
        "  CASE WHEN $3 <= 1 THEN $4 END)"
        " ON CONFLICT (name) DO UPDATE SET failed_at = $2,"
        "  failures = CASE WHEN f.failures + 1 >= $3 THEN 0"
        "   WHEN f.failed_at < $2 - interval '24 hours' THEN 1"
        "   ELSE f.failures + 1 END,"
        "  locked_until = CASE WHEN f.failures + 1 >= $3 THEN $4"
        "   ELSE f.locked_until END",
        in, PG_LENGTH(in), NULL);
}

enum store_err db_failures_clear(struct store *store, const char *name)
{
    const struct pg_param in[] = {PG_TEXT(name)};

    return pg_query(db_pool(store),
                    "DELETE FROM sign_in_failures WHERE name = $1", in,
                    PG_LENGTH(in), NULL);
}
