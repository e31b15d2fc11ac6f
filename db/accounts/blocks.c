/* Blocks: accounts whose challenges an account does not accept. */
#include "db/accounts/accounts.h"

/* ---- blocking ---- */

struct blocking {
    const struct play_id *account, *blocked;
    unsigned most;
    int64_t now_us;
};

/* Locking the account prevents other blocks of it from being added. */
static enum store_err check_room(struct pg *pg, const struct blocking *it)
{
    const struct pg_param in[] = {PG_UUID(it->account), PG_UUID(it->blocked)};
    struct pg_result *rows;
    enum store_err err = pg_run(pg,
                                "SELECT count(*) FROM blocks"
                                " WHERE account_id = $1 AND blocked_id <> $2",
                                in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_int(rows, 0, 0) < it->most ? STORE_OK : STORE_FULL;
    pg_clear(rows);
    return err;
}

static enum store_err put(struct pg *pg, void *ctx)
{
    const struct blocking *it = ctx;
    const struct pg_param in[] = {PG_UUID(it->account), PG_UUID(it->blocked),
                                  PG_TIME(it->now_us)};
    enum store_err err = db_account_lock(pg, it->account);

    if (!err)
        err = db_account_hold(pg, it->blocked);
    if (!err)
        err = check_room(pg, it);
    if (err)
        return err;
    return pg_run(pg,
                  "INSERT INTO blocks (account_id, blocked_id, created_at)"
                  " VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err blocks_put(struct store *store,
                                 const struct play_id *account,
                                 const struct play_id *blocked, unsigned most,
                                 int64_t now_us)
{
    struct blocking it = {account, blocked, most, now_us};

    return pg_transaction(db_pool(store), put, &it);
}

static enum store_err blocks_remove(struct store *store,
                                    const struct play_id *account,
                                    const char *name)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(name)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "DELETE FROM blocks b USING accounts a"
                 " WHERE b.account_id = $1 AND a.name = $2"
                 " AND b.blocked_id = a.id RETURNING b.blocked_id",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_rows(rows) > 0 ? STORE_OK : STORE_NOT_FOUND;
    pg_clear(rows);
    return err;
}

enum store_err db_blocks_leave(struct pg *pg, const struct play_id *account)
{
    const struct pg_param in[] = {PG_UUID(account)};

    return pg_run(pg, "DELETE FROM blocks WHERE account_id = $1", in,
                  PG_LENGTH(in), NULL);
}

enum store_err db_blocks_forget(struct pg *pg, const struct play_id *account)
{
    const struct pg_param in[] = {PG_UUID(account)};

    return pg_run(pg, "DELETE FROM blocks WHERE blocked_id = $1", in,
                  PG_LENGTH(in), NULL);
}

/* ---- reading ---- */

static enum store_err
blocks_list(struct store *store, const struct play_id *account,
            const char *after, unsigned limit,
            void (*visit)(void *ctx, const struct block *block), void *ctx)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(after),
                                  PG_INT8(limit)};
    struct pg_result *rows;
    /* OFFSET 0 makes the planner go from the blocks to the accounts, however
     * many accounts there are. */
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT a.name, b.created_at FROM (SELECT * FROM blocks"
                 "  WHERE account_id = $1 OFFSET 0) b"
                 " JOIN accounts a ON a.id = b.blocked_id"
                 " WHERE $2::text IS NULL OR a.name > $2"
                 " ORDER BY a.name LIMIT $3",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct block block = {.created_us = pg_time(rows, i, 1)};

        pg_text_into(rows, i, 0, block.name, sizeof block.name);
        visit(ctx, &block);
    }
    pg_clear(rows);
    return STORE_OK;
}

enum store_err db_blocks_check(struct pg *pg, const struct challenge *challenge)
{
    const struct pg_param in[] = {PG_UUID(&challenge->key),
                                  PG_UUID(&challenge->players[0].account)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "SELECT FROM challenge_players p WHERE p.challenge_id = $1"
               " AND EXISTS (SELECT FROM blocks b"
               "  WHERE b.account_id = p.account_id AND (b.blocked_id = $2"
               "   OR b.former_name = " DB_NAME_HASH(
                   "(SELECT name"
                   "    FROM accounts WHERE id = $2)") "))",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_rows(rows) == 0 ? STORE_OK : STORE_STALE;
    pg_clear(rows);
    return err;
}

const struct store_blocks db_blocks = {
    .put = blocks_put,
    .remove = blocks_remove,
    .list = blocks_list,
};
