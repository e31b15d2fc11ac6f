/* Accounts: creating and finding them, and their passwords. */
#include "db/accounts/accounts.h"
#include "db/matches/matches.h"
#include "db/node/notify.h"

#include "db/schema/migrations.h"

static enum store_err insert_row(struct pg *pg,
                                 const struct store_account *account)
{
    const struct pg_param in[] = {
        PG_UUID(&account->id),      PG_TEXT(account->name),
        PG_TEXT(account->password), PG_TIME(account->created_us),
        PG_INT2(account->kind),     PG_BOOL(account->is_guest)};

    return pg_run(pg,
                  "INSERT INTO accounts"
                  " (id, name, password, created_at, kind, is_guest)"
                  " VALUES ($1, $2, $3, $4, $5, $6)",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err insert_named(struct pg *pg,
                                   const struct store_account *account)
{
    enum store_err err = db_names_hold(pg, account->name);

    if (!err)
        err = insert_row(pg, account);
    return err ? err : db_names_check_given(pg, &account->id, account->name);
}

struct insertion {
    const struct store_account *account;
};

static enum store_err insert(struct pg *pg, void *ctx)
{
    const struct store_account *account =
        ((const struct insertion *)ctx)->account;
    enum store_err err =
        account->issue_key
            ? db_issue_key_insert(pg, account->issue_key, STORE_STALE)
            : STORE_OK;

    if (err)
        return err;
    return account->is_guest ? insert_row(pg, account)
                             : insert_named(pg, account);
}

static enum store_err accounts_insert(struct store *store,
                                      const struct store_account *account)
{
    struct insertion it = {account};

    return pg_transaction(db_pool(store), insert, &it);
}

#define ACCOUNT_ROW(FIRST, NEXT)                                               \
    FIRST(ROW_ID, "id")                                                        \
    NEXT(ROW_NAME, "name")                                                     \
    NEXT(ROW_DISPLAY, "display_name")                                          \
    NEXT(ROW_PASSWORD, "password")                                             \
    NEXT(ROW_CREATED, "created_at")                                            \
    NEXT(ROW_IS_ADMIN, "is_admin")                                             \
    NEXT(ROW_KIND, "kind")                                                     \
    NEXT(ROW_BUILTIN_BOT, "house_bot")                                         \
    NEXT(ROW_IS_BANNED, "banned_at IS NOT NULL")                               \
    NEXT(ROW_IS_GUEST, "is_guest")
enum { ACCOUNT_ROW(PG_NUMBER, PG_NUMBER) };
#define ACCOUNT_COLUMNS ACCOUNT_ROW(PG_FIRST, PG_NEXT)

static enum store_err accounts_find(struct store *store, const char *name,
                                    struct store_account *out)
{
    const struct pg_param in[] = {PG_TEXT(name)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " ACCOUNT_COLUMNS
                 " FROM accounts WHERE name = $1 AND deleted_at IS NULL",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        pg_bytes(rows, 0, ROW_ID, &out->id, sizeof out->id);
        pg_text_into(rows, 0, ROW_NAME, out->name, sizeof out->name);
        pg_text_into(rows, 0, ROW_DISPLAY, out->display, sizeof out->display);
        pg_text_into(rows, 0, ROW_PASSWORD, out->password,
                     sizeof out->password);
        out->created_us = pg_time(rows, 0, ROW_CREATED);
        out->is_admin = pg_bool(rows, 0, ROW_IS_ADMIN);
        out->kind = (enum account_kind)pg_int(rows, 0, ROW_KIND);
        pg_text_into(rows, 0, ROW_BUILTIN_BOT, out->builtin_bot,
                     sizeof out->builtin_bot);
        out->is_banned = pg_bool(rows, 0, ROW_IS_BANNED);
        out->is_guest = pg_bool(rows, 0, ROW_IS_GUEST);
    }
    pg_clear(rows);
    return err;
}

/* ---- changing one ---- */

struct new_password {
    struct db_store *db;
    const struct store_new_password *change;
    char keep[KEEP_MAX * PG_UUID_SIZE + 1]; /* "HEX HEX …" */
};

static void write_keep(struct new_password *it)
{
    char *out = it->keep;

    for (size_t i = 0; i < it->change->keep_count; i++) {
        pg_uuid_write(&it->change->keep[i], out);
        out += PG_UUID_SIZE - 1;
        *out++ = ' ';
    }
    *out = '\0';
}

static enum store_err end_tokens(struct pg *pg, const struct new_password *it)
{
    const struct store_new_password *change = it->change;
    const struct pg_param in[] = {
        PG_UUID(&change->account), PG_BYTES(change->asker, 32),
        PG_TIME(change->now_us), PG_TEXT(it->db->node), PG_TEXT(it->keep)};
    const struct pg_param account[] = {PG_UUID(&change->account)};
    enum store_err err =
        pg_run(pg,
               "WITH t AS (UPDATE tokens SET revoked_at = $3"
               "  WHERE account_id = $1 AND hash <> $2 AND revoked_at IS NULL"
               "  AND NOT id = ANY (string_to_array(rtrim($5), ' ')::uuid[])"
               "  RETURNING hash)"
               " SELECT pg_notify('" DB_CHANNEL "',"
               "  $4 || ' token ' || encode(hash, 'hex')) FROM t",
               in, PG_LENGTH(in), NULL);

    if (err)
        return err;
    return pg_run(pg,
                  "UPDATE tokens t SET parent_id = NULL"
                  " WHERE account_id = $1 AND revoked_at IS NULL"
                  " AND parent_id IS NOT NULL AND NOT EXISTS (SELECT"
                  "  FROM tokens p WHERE p.account_id = $1"
                  "  AND p.id = t.parent_id AND p.revoked_at IS NULL)",
                  account, PG_LENGTH(account), NULL);
}

static enum store_err set_hash(struct pg *pg, const struct play_id *account,
                               const char *before, const char *after)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(before),
                                  PG_TEXT(after)};

    return pg_run_one(pg,
                      "UPDATE accounts SET password = $3"
                      " WHERE id = $1 AND password = $2 RETURNING id",
                      in, PG_LENGTH(in), STORE_STALE);
}

static enum store_err set_password(struct pg *pg, void *ctx)
{
    const struct new_password *it = ctx;
    const struct store_new_password *change = it->change;
    const struct pg_param account[] = {PG_UUID(&change->account)};
    enum store_err err =
        set_hash(pg, &change->account, change->before, change->after);

    if (!err)
        err = end_tokens(pg, it);
    if (err)
        return err;
    return pg_run(pg, "DELETE FROM devices WHERE account_id = $1", account,
                  PG_LENGTH(account), NULL);
}

static enum store_err
accounts_change_password(struct store *store,
                         const struct store_new_password *change)
{
    struct new_password it = {.db = db_store(store), .change = change};

    if (change->keep_count > KEEP_MAX)
        return STORE_REFUSED;
    write_keep(&it);
    return pg_transaction(db_pool(store), set_password, &it);
}

struct rehash {
    const struct play_id *account;
    const char *before, *after;
};

static enum store_err rehash(struct pg *pg, void *ctx)
{
    const struct rehash *it = ctx;

    return set_hash(pg, it->account, it->before, it->after);
}

static enum store_err accounts_replace_hash(struct store *store,
                                            const struct play_id *account,
                                            const char *before,
                                            const char *after)
{
    struct rehash it = {account, before, after};

    return pg_transaction(db_pool(store), rehash, &it);
}

static enum store_err accounts_argon2_since(struct store *store,
                                            int64_t *out_us)
{
    const struct pg_param in[] = {PG_TEXT("sign-in")};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), db_common_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 1)
        *out_us = pg_time(rows, 0, 0);
    else
        err = STORE_NOT_FOUND;
    pg_clear(rows);
    return err;
}

const struct store_accounts db_accounts = {
    .check_name = db_names_check,
    .insert = accounts_insert,
    .find = accounts_find,
    .change_password = accounts_change_password,
    .replace_hash = accounts_replace_hash,
    .argon2_since = accounts_argon2_since,
    .list_seats = db_accounts_list_seats,
    .erase = db_accounts_erase,
    .promote = db_guests_promote,
    .set_display = db_accounts_set_display,
    .list_idle_guests = db_guests_list_idle,
};
