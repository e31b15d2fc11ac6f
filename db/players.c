/* Accounts, and failures to sign in. */
#include "store.h"

enum store_err db_account_insert(struct store *store,
                                 const struct store_account *account)
{
    const struct pg_param in[] = {PG_UUID(&account->id), PG_TEXT(account->name),
                                  PG_TEXT(account->password),
                                  PG_TIME(account->created_us)};

    return pg_query(db_pool(store),
                    "INSERT INTO accounts (id, name, password, created_at)"
                    " VALUES ($1, $2, $3, $4)",
                    in, PG_LENGTH(in), NULL);
}

enum store_err db_account_find(struct store *store, const char *name,
                               struct store_account *out)
{
    const struct pg_param in[] = {PG_TEXT(name)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT id, name, password, created_at FROM accounts"
                 " WHERE name = $1",
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
    }
    pg_clear(rows);
    return err;
}

enum store_err db_failures_find(struct store *store, const char *name,
                                struct store_failures *out)
{
    const struct pg_param in[] = {PG_TEXT(name)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT failures, locked_until FROM sign_in_failures"
                 " WHERE name = $1",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    *out = (struct store_failures){0};
    if (pg_rows(rows) > 0) {
        out->count = (uint32_t)pg_int(rows, 0, 0);
        out->locked_until_us = pg_time(rows, 0, 1);
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
    return pg_query(db_pool(store),
                    "WITH old AS (DELETE FROM sign_in_failures"
                    "  WHERE failed_at < $2 - interval '1 day' AND name <> $1)"
                    " INSERT INTO sign_in_failures AS f"
                    "  (name, failures, failed_at, locked_until)"
                    " VALUES ($1, CASE WHEN $3 <= 1 THEN 0 ELSE 1 END, $2,"
                    "  CASE WHEN $3 <= 1 THEN $4 END)"
                    " ON CONFLICT (name) DO UPDATE SET failed_at = $2,"
                    "  failures = CASE WHEN f.failures + 1 >= $3 THEN 0"
                    "   WHEN f.failed_at < $2 - interval '1 day' THEN 1"
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
