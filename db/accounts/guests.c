/* Guests: becoming an account with a name and a password, and those that are no
 * longer used. */
#include "db/accounts/accounts.h"
#include "db/node/notify.h"

struct promotion {
    const struct store_promotion *promotion;
    struct account_rename rename;
};

static enum store_err set_name(struct pg *pg, const struct promotion *it)
{
    const struct store_promotion *promotion = it->promotion;
    const struct pg_param in[] = {PG_UUID(&promotion->account),
                                  PG_TEXT(promotion->name),
                                  PG_TEXT(promotion->password)};

    return pg_run_one(pg,
                      "UPDATE accounts SET name = $2, password = $3,"
                      " is_guest = false WHERE id = $1 AND is_guest"
                      " RETURNING id",
                      in, PG_LENGTH(in), STORE_NOT_FOUND);
}

static enum store_err promote(struct pg *pg, void *ctx)
{
    struct promotion *it = ctx;
    enum store_err err = db_account_rename_begin(pg, &it->rename);

    if (!err)
        err = db_names_hold(pg, it->promotion->name);
    if (!err)
        err = set_name(pg, it);
    if (!err)
        err = db_names_check_given(pg, &it->promotion->account,
                                   it->promotion->name);
    if (!err)
        err = db_account_notify_tokens(pg, &it->rename);
    return err ? err : db_account_rename(pg, &it->rename);
}

enum store_err db_guests_promote(struct store *store,
                                 const struct store_promotion *promotion,
                                 struct play_id **matches, size_t *count)
{
    struct promotion it = {.promotion = promotion,
                           .rename = {.node = db_store(store)->node,
                                      .account = &promotion->account,
                                      .after = promotion->name}};
    enum store_err err = pg_transaction(db_pool(store), promote, &it);

    *matches = it.rename.matches;
    *count = it.rename.matches ? it.rename.count : 0;
    return err;
}

enum store_err db_guests_list_idle(struct store *store, int64_t before_us,
                                   struct store_guest *out, size_t cap,
                                   size_t *count)
{
    const struct pg_param in[] = {PG_TIME(before_us), PG_INT8((int64_t)cap)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT a.id, a.name FROM accounts a WHERE a.is_guest"
                 " AND a.deleted_at IS NULL AND a.created_at < $1"
                 " AND NOT EXISTS (SELECT FROM tokens t"
                 "  WHERE t.account_id = a.id AND t.revoked_at IS NULL"
                 "  AND coalesce(t.last_used_at, t.created_at) >= $1)"
                 " ORDER BY a.created_at LIMIT $2",
                 in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct store_guest *guest = &out[(*count)++];

        pg_bytes(rows, i, 0, &guest->account, sizeof guest->account);
        pg_text_into(rows, i, 1, guest->name, sizeof guest->name);
    }
    pg_clear(rows);
    return STORE_OK;
}
