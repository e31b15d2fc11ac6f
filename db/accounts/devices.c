/* Devices on which an account has signed in, by the hash of their token. */
#include "db/accounts/accounts.h"

static enum store_err devices_find(struct store *store, const char *name,
                                   const uint8_t hash[32], int64_t since_us)
{
    const struct pg_param in[] = {PG_TEXT(name), PG_BYTES(hash, 32),
                                  PG_TIME(since_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT FROM devices WHERE hash = $2 AND seen_at >= $3"
                 " AND account_id = (SELECT id FROM accounts"
                 "  WHERE name = $1 AND deleted_at IS NULL)",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_rows(rows) > 0 ? STORE_OK : STORE_NOT_FOUND;
    pg_clear(rows);
    return err;
}

static enum store_err devices_list(
    struct store *store, const struct play_id *account, int64_t since_us,
    void (*visit)(void *ctx, const struct store_device *row), void *ctx)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TIME(since_us)};
    struct pg_result *rows;
    enum store_err err = pg_query(db_pool(store),
                                  "SELECT created_at, seen_at FROM devices"
                                  " WHERE account_id = $1 AND seen_at >= $2"
                                  " ORDER BY seen_at DESC, hash",
                                  in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        const struct store_device row = {pg_time(rows, i, 0),
                                         pg_time(rows, i, 1)};

        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

static enum store_err devices_purge(struct store *store, int64_t before_us)
{
    const struct pg_param in[] = {PG_TIME(before_us)};

    return pg_query(db_pool(store), "DELETE FROM devices WHERE seen_at < $1",
                    in, PG_LENGTH(in), NULL);
}

/* ---- signing in ---- */

static enum store_err note_device(struct pg *pg, const struct play_id *account,
                                  const uint8_t hash[32], int64_t now_us)
{
    const struct pg_param in[] = {PG_UUID(account), PG_BYTES(hash, 32),
                                  PG_TIME(now_us)};

    return pg_run(pg,
                  "INSERT INTO devices AS d"
                  " (account_id, hash, created_at, seen_at)"
                  " VALUES ($1, $2, $3, $3)"
                  " ON CONFLICT (account_id, hash) DO UPDATE"
                  " SET seen_at = greatest(d.seen_at, excluded.seen_at)",
                  in, PG_LENGTH(in), NULL);
}

enum store_err db_device_keep(struct pg *pg, const struct play_id *account,
                              const struct store_token_terms *terms,
                              int64_t now_us)
{
    const struct pg_param in[] = {PG_UUID(account), PG_BYTES(terms->device, 32),
                                  PG_INT8((int64_t)terms->devices_most - 1)};
    enum store_err err = note_device(pg, account, terms->device, now_us);

    if (err)
        return err;
    return pg_run(pg,
                  "DELETE FROM devices WHERE account_id = $1 AND hash IN"
                  " (SELECT hash FROM devices"
                  "  WHERE account_id = $1 AND hash <> $2"
                  "  ORDER BY seen_at > created_at DESC, seen_at DESC, hash"
                  "  OFFSET $3)",
                  in, PG_LENGTH(in), NULL);
}

const struct store_devices db_devices = {
    .find = devices_find,
    .list = devices_list,
    .purge = devices_purge,
};
