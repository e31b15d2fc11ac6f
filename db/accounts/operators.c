/* Operator actions: one transaction applies the action and records the
 * operator. */
#include "db/accounts/accounts.h"
#include "db/matchmaking/challenges.h"
#include "db/node/notify.h"

struct doing {
    struct db_store *db;
    const struct store_operator_command *deed;
    struct play_id account;
    bool is_guest;
};

static bool is_about_account(const struct store_operator_command *deed)
{
    return deed->action.what != OPERATOR_ABORT_MATCH &&
           deed->action.what != OPERATOR_ANNUL_MATCH;
}

/* The lock keeps the account from signing in or being issued a token
 * meanwhile. */
static enum store_err find_account(struct pg *pg, struct doing *it)
{
    const struct store_operator_command *deed = it->deed;
    const struct pg_param in[] = {PG_TEXT(deed->name),
                                  PG_UUID(deed->name ? NULL : &deed->id)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "SELECT id, is_guest FROM accounts WHERE id = coalesce($2,"
               "  (SELECT id FROM accounts WHERE name = $1"
               "   AND deleted_at IS NULL))"
               " AND deleted_at IS NULL AND kind <> 2 FOR NO KEY UPDATE",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        pg_bytes(rows, 0, 0, &it->account, sizeof it->account);
        it->is_guest = pg_bool(rows, 0, 1);
    }
    pg_clear(rows);
    return err;
}

/* A guest has no password, and no rights but those of a guest. */
static enum store_err check_guest(const struct doing *it)
{
    const enum operator_what what = it->deed->action.what;

    return it->is_guest && (what == OPERATOR_RESET_PASSWORD ||
                            what == OPERATOR_GRANT_ADMIN)
               ? STORE_STALE
               : STORE_OK;
}

/* Nodes cache with a token whether its account is an administrator: notify them
 * of all its tokens. */
static enum store_err set_admin(struct pg *pg, const struct doing *it,
                                bool is_admin)
{
    const struct pg_param in[] = {PG_UUID(&it->account), PG_BOOL(is_admin),
                                  PG_TIME(it->deed->now_us),
                                  PG_TEXT(it->db->node)};

    return pg_run(pg,
                  "WITH a AS (UPDATE accounts SET is_admin = $2"
                  "  WHERE id = $1 RETURNING id),"
                  " ending AS (SELECT id FROM tokens WHERE NOT $2"
                  "   AND scopes & 16 <> 0"
                  "   AND account_id IN (SELECT id FROM a)),"
                  " t AS (UPDATE tokens SET revoked_at = CASE"
                  "   WHEN id IN (SELECT id FROM ending)"
                  "   OR parent_id IN (SELECT id FROM ending) THEN $3 END"
                  "  WHERE revoked_at IS NULL"
                  "  AND account_id IN (SELECT id FROM a) RETURNING hash)"
                  " SELECT pg_notify('" DB_CHANNEL "',"
                  "  $4 || ' token ' || encode(hash, 'hex')) FROM t",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err end_tokens(struct pg *pg, const struct doing *it)
{
    const struct pg_param in[] = {PG_UUID(&it->account),
                                  PG_TIME(it->deed->now_us),
                                  PG_TEXT(it->db->node)};

    return pg_run(pg,
                  "WITH t AS (UPDATE tokens SET revoked_at = $2"
                  "  WHERE account_id = $1 AND revoked_at IS NULL"
                  "  RETURNING hash)"
                  " SELECT pg_notify('" DB_CHANNEL "',"
                  "  $3 || ' token ' || encode(hash, 'hex')) FROM t",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err set_banned(struct pg *pg, const struct doing *it,
                                 bool is_banned)
{
    const struct pg_param in[] = {PG_UUID(&it->account), PG_BOOL(is_banned),
                                  PG_TIME(it->deed->now_us)};

    return pg_run(pg,
                  "UPDATE accounts SET banned_at = CASE WHEN $2 THEN"
                  " coalesce(banned_at, $3) END WHERE id = $1",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err ban(struct pg *pg, const struct doing *it)
{
    const struct pg_param in[] = {PG_UUID(&it->account)};
    enum store_err err = set_banned(pg, it, true);

    if (!err)
        err = end_tokens(pg, it);
    if (!err)
        err = pg_run(pg, "DELETE FROM queue_tickets WHERE account_id = $1", in,
                     PG_LENGTH(in), NULL);
    return err ? err : db_challenges_leave(pg, &it->account, it->deed->now_us);
}

static enum store_err reset_password(struct pg *pg, const struct doing *it)
{
    const struct pg_param in[] = {PG_UUID(&it->account),
                                  PG_TEXT(it->deed->password)};
    const struct pg_param account[] = {PG_UUID(&it->account)};
    enum store_err err =
        pg_run(pg, "UPDATE accounts SET password = $2 WHERE id = $1", in,
               PG_LENGTH(in), NULL);

    if (!err)
        err = end_tokens(pg, it);
    if (err)
        return err;
    return pg_run(pg, "DELETE FROM devices WHERE account_id = $1", account,
                  PG_LENGTH(account), NULL);
}

static enum store_err change(struct pg *pg, const struct doing *it)
{
    switch (it->deed->action.what) {
    case OPERATOR_GRANT_ADMIN: return set_admin(pg, it, true);
    case OPERATOR_REVOKE_ADMIN: return set_admin(pg, it, false);
    case OPERATOR_BAN: return ban(pg, it);
    case OPERATOR_UNBAN: return set_banned(pg, it, false);
    case OPERATOR_END_SESSIONS: return end_tokens(pg, it);
    case OPERATOR_RESET_PASSWORD: return reset_password(pg, it);
    case OPERATOR_ABORT_MATCH:
    case OPERATOR_ANNUL_MATCH: return STORE_OK; /* applied elsewhere */
    }
    return STORE_REFUSED;
}

enum store_err db_operators_keep(struct pg *pg,
                                 const struct store_operator_command *deed,
                                 const struct play_id *account)
{
    const struct pg_param in[] = {
        PG_TIME(deed->now_us),    PG_TEXT(operator_word(deed->action.what)),
        PG_UUID(account),         PG_UUID(account ? NULL : &deed->id),
        PG_TEXT(deed->action.by), PG_TEXT(deed->action.why),
    };

    return pg_run(pg,
                  "INSERT INTO operator_actions (acted_at, action, account_id,"
                  " match_id, said_by, reason) VALUES ($1, $2, $3, $4, $5, $6)",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err act(struct pg *pg, void *ctx)
{
    struct doing *it = ctx;
    enum store_err err =
        is_about_account(it->deed) ? find_account(pg, it) : STORE_OK;

    if (!err)
        err = check_guest(it);
    if (!err)
        err = change(pg, it);
    return err ? err
               : db_operators_keep(pg, it->deed,
                                   is_about_account(it->deed) ? &it->account
                                                              : NULL);
}

static enum store_err operators_act(struct store *store,
                                    const struct store_operator_command *deed,
                                    struct play_id *account)
{
    struct doing it = {.db = db_store(store), .deed = deed};
    enum store_err err = pg_transaction(db_pool(store), act, &it);

    *account = it.account;
    return err;
}

const struct store_operators db_operators = {
    .act = operators_act,
};
