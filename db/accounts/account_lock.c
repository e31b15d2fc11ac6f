/* Locks on accounts, for transactions of every area. */
#include "db/accounts/accounts.h"

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
