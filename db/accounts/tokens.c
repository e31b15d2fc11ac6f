/* Sessions and API tokens, by their hash. */
#include "base/hex.h"
#include "db/accounts/accounts.h"
#include "db/node/notify.h"

#include <string.h>

/* ---- giving out ---- */

struct giving {
    struct db_store *db;
    const struct store_token *token;
    const struct store_token_terms *terms;
};

/* Locks the account: its tokens are issued one after the other, and none while
 * it is deleted or its password changes.  A banned account is issued none. */
static enum store_err check_account(struct pg *pg, const struct giving *it)
{
    enum { PASSWORD, IS_ADMIN, KIND };
    const struct pg_param in[] = {PG_UUID(&it->token->account)};
    struct pg_result *rows;
    enum store_err err = pg_run(pg,
                                "SELECT password, is_admin, kind FROM accounts"
                                " WHERE id = $1 AND deleted_at IS NULL"
                                " AND banned_at IS NULL"
                                " FOR NO KEY UPDATE",
                                in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0 ||
        (it->terms->password &&
         strcmp(it->terms->password, pg_text(rows, 0, PASSWORD)) != 0) ||
        (it->token->scopes & SCOPE_ADMIN && !pg_bool(rows, 0, IS_ADMIN)) ||
        (it->token->scopes & SCOPE_MATCH_PLAY &&
         pg_int(rows, 0, KIND) != ACCOUNT_HUMAN))
        err = STORE_NOT_FOUND;
    pg_clear(rows);
    return err;
}

/* Is the requesting token still valid?  A child must not outlive it. */
static enum store_err check_asker(struct pg *pg, const struct giving *it)
{
    const struct store_token *token = it->token;
    const struct pg_param in[] = {
        PG_UUID(&token->account), PG_BYTES(it->terms->asker, 32),
        PG_UUID(token->has_parent ? &token->parent : NULL),
        PG_TIME(token->expires_us)};

    if (!it->terms->asker)
        return STORE_OK;
    return pg_run_one(pg,
                      "SELECT FROM tokens WHERE account_id = $1 AND hash = $2"
                      " AND revoked_at IS NULL"
                      " AND ($3::uuid IS NULL OR id = $3 AND expires_at >= $4)",
                      in, PG_LENGTH(in), STORE_NOT_FOUND);
}

/* The most recent sessions are kept; the others end. */
static enum store_err end_old_sessions(struct pg *pg, const struct giving *it)
{
    const struct pg_param in[] = {
        PG_UUID(&it->token->account), PG_TIME(it->token->created_us),
        PG_INT8((int64_t)it->terms->most - 1), PG_TEXT(it->db->node)};

    return pg_run(pg,
                  "WITH old AS (SELECT id FROM tokens WHERE account_id = $1"
                  "   AND label IS NULL AND revoked_at IS NULL"
                  "   AND expires_at > $2"
                  "   ORDER BY created_at DESC, id DESC OFFSET $3),"
                  " t AS (UPDATE tokens SET revoked_at = $2"
                  "  WHERE account_id = $1 AND revoked_at IS NULL"
                  "  AND (id IN (SELECT id FROM old)"
                  "   OR parent_id IN (SELECT id FROM old)) RETURNING hash)"
                  " SELECT pg_notify('" DB_CHANNEL "',"
                  "  $4 || ' token ' || encode(hash, 'hex')) FROM t",
                  in, PG_LENGTH(in), NULL);
}

static enum store_err check_count(struct pg *pg, const struct giving *it)
{
    const struct pg_param in[] = {PG_UUID(&it->token->account),
                                  PG_TIME(it->token->created_us)};
    struct pg_result *rows;
    enum store_err err = pg_run(pg,
                                "SELECT count(*) FROM tokens"
                                " WHERE account_id = $1 AND label IS NOT NULL"
                                " AND revoked_at IS NULL AND expires_at > $2",
                                in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_int(rows, 0, 0) < it->terms->most ? STORE_OK : STORE_STALE;
    pg_clear(rows);
    return err;
}

/* clang-format off */
#define TOKEN_WRITE(FIRST, NEXT)                                               \
    FIRST(id,           PG_UUID(&token->id))                                   \
    NEXT(account_id,    PG_UUID(&token->account))                              \
    NEXT(hash,          PG_BYTES(token->hash, sizeof token->hash))             \
    NEXT(scopes,        PG_INT4(token->scopes))                                \
    NEXT(created_at,    PG_TIME(token->created_us))                            \
    NEXT(expires_at,    PG_TIME(token->expires_us))                            \
    NEXT(label,         PG_TEXT(is_session ? NULL : token->label))             \
    NEXT(parent_id,     PG_UUID(token->has_parent ? &token->parent : NULL))
/* clang-format on */

static enum store_err insert_token(struct pg *pg, void *ctx)
{
    const struct giving *it = ctx;
    const struct store_token *token = it->token;
    bool is_session = token->label[0] == '\0';
    const struct pg_param in[] = {PG_VALUES(TOKEN_WRITE)};
    enum store_err err = check_account(pg, it);

    if (!err)
        err = check_asker(pg, it);
    if (!err)
        err = is_session ? end_old_sessions(pg, it) : check_count(pg, it);
    if (!err && it->terms->device)
        err = db_device_keep(pg, &token->account, it->terms, token->created_us);
    if (!err && it->terms->issue_key)
        err = db_issue_key_insert(pg, it->terms->issue_key, STORE_CONFLICT);
    if (err)
        return err;
    return pg_run(pg, PG_INSERT("tokens", TOKEN_WRITE, 8), in, PG_LENGTH(in),
                  NULL);
}

static enum store_err tokens_insert(struct store *store,
                                    const struct store_token *token,
                                    const struct store_token_terms *terms)
{
    struct giving it = {db_store(store), token, terms};

    return pg_transaction(db_pool(store), insert_token, &it);
}

/* ---- finding ---- */

#define TOKEN_ROW(FIRST, NEXT)                                                 \
    FIRST(TOKEN_ROW_ID, "t.id")                                                \
    NEXT(TOKEN_ROW_ACCOUNT, "t.account_id")                                    \
    NEXT(TOKEN_ROW_HASH, "t.hash")                                             \
    NEXT(TOKEN_ROW_SCOPES, "t.scopes")                                         \
    NEXT(TOKEN_ROW_CREATED, "t.created_at")                                    \
    NEXT(TOKEN_ROW_EXPIRES, "t.expires_at")                                    \
    NEXT(TOKEN_ROW_LABEL, "t.label")                                           \
    NEXT(TOKEN_ROW_LAST_USED, "t.last_used_at")                                \
    NEXT(TOKEN_ROW_NAME, "a.name")                                             \
    NEXT(TOKEN_ROW_DISPLAY, "a.display_name")                                  \
    NEXT(TOKEN_ROW_ACCOUNT_CREATED, "a.created_at")                            \
    NEXT(TOKEN_ROW_IS_ADMIN, "a.is_admin")                                     \
    NEXT(TOKEN_ROW_KIND, "a.kind")                                             \
    NEXT(TOKEN_ROW_IS_GUEST, "a.is_guest")                                     \
    NEXT(TOKEN_ROW_PARENT, "t.parent_id")
enum { TOKEN_ROW(PG_NUMBER, PG_NUMBER) TOKEN_ROW_IS_EXPERIENCED };
#define TOKEN_COLUMNS TOKEN_ROW(PG_FIRST, PG_NEXT)
#define TOKEN_TABLES  " FROM tokens t JOIN accounts a ON a.id = t.account_id"

static void read_token(const struct pg_result *rows, int row,
                       struct store_token *out)
{
    *out = (struct store_token){
        .scopes = (uint32_t)pg_int(rows, row, TOKEN_ROW_SCOPES),
        .created_us = pg_time(rows, row, TOKEN_ROW_CREATED),
        .expires_us = pg_time(rows, row, TOKEN_ROW_EXPIRES),
        .last_used_us = pg_time(rows, row, TOKEN_ROW_LAST_USED),
        .account_created_us = pg_time(rows, row, TOKEN_ROW_ACCOUNT_CREATED),
        .account_is_admin = pg_bool(rows, row, TOKEN_ROW_IS_ADMIN),
        .account_is_guest = pg_bool(rows, row, TOKEN_ROW_IS_GUEST),
        .account_kind = (enum account_kind)pg_int(rows, row, TOKEN_ROW_KIND),
        .has_parent = !pg_is_null(rows, row, TOKEN_ROW_PARENT),
    };
    pg_bytes(rows, row, TOKEN_ROW_ID, &out->id, sizeof out->id);
    pg_bytes(rows, row, TOKEN_ROW_ACCOUNT, &out->account, sizeof out->account);
    pg_bytes(rows, row, TOKEN_ROW_HASH, out->hash, sizeof out->hash);
    pg_bytes(rows, row, TOKEN_ROW_PARENT, &out->parent, sizeof out->parent);
    pg_text_into(rows, row, TOKEN_ROW_LABEL, out->label, sizeof out->label);
    pg_text_into(rows, row, TOKEN_ROW_NAME, out->account_name,
                 sizeof out->account_name);
    pg_text_into(rows, row, TOKEN_ROW_DISPLAY, out->account_display,
                 sizeof out->account_display);
}

static enum store_err tokens_find(struct store *store, const uint8_t hash[32],
                                  struct store_token *out)
{
    const struct pg_param in[] = {PG_BYTES(hash, 32)};
    struct pg_result *rows;
    enum store_err err = pg_query(db_pool(store),
                                  "SELECT " TOKEN_COLUMNS
                                  ", EXISTS (SELECT FROM player_statistics p"
                                  "  WHERE p.account_id = a.id)" TOKEN_TABLES
                                  " WHERE t.hash = $1 AND t.revoked_at IS NULL",
                                  in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        read_token(rows, 0, out);
        out->account_is_experienced =
            pg_bool(rows, 0, TOKEN_ROW_IS_EXPERIENCED);
    }
    pg_clear(rows);
    return err;
}

static enum store_err
tokens_list(struct store *store, const struct play_id *account, int64_t now_us,
            void (*visit)(void *ctx, const struct store_token *row), void *ctx)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TIME(now_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " TOKEN_COLUMNS TOKEN_TABLES " WHERE t.account_id = $1"
                 " AND t.revoked_at IS NULL"
                 " AND t.expires_at > $2"
                 " ORDER BY t.created_at DESC, t.id DESC",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct store_token row;

        read_token(rows, i, &row);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

/* "HEX HEX …" */
static void write_hashes(const uint8_t (*hashes)[32], size_t count, char *out)
{
    for (size_t i = 0; i < count; i++) {
        hex_write(hashes[i], sizeof hashes[i], out);
        out += 2 * sizeof hashes[i];
        if (i + 1 < count)
            *out++ = ' ';
    }
}

static enum store_err tokens_touch(struct store *store,
                                   const uint8_t (*hashes)[32], size_t count,
                                   int64_t now_us, int64_t since_us)
{
    char text[STORE_TOUCH_MAX * 65];
    const struct pg_param in[] = {PG_TEXT(text), PG_TIME(now_us),
                                  PG_TIME(since_us)};

    if (count == 0 || count > STORE_TOUCH_MAX)
        return count == 0 ? STORE_OK : STORE_REFUSED;
    write_hashes(hashes, count, text);
    /* SKIP LOCKED: rows that another transaction changes are skipped. */
    return pg_query(db_pool(store),
                    "UPDATE tokens SET last_used_at = $2 WHERE hash IN"
                    " (SELECT hash FROM tokens WHERE hash IN"
                    "   (SELECT decode(h, 'hex')"
                    "    FROM unnest(string_to_array($1, ' ')) h)"
                    "  AND (last_used_at IS NULL OR last_used_at < $3)"
                    "  FOR NO KEY UPDATE SKIP LOCKED)",
                    in, PG_LENGTH(in), NULL);
}

/* ---- ending ---- */

/* A token that was made with another cannot make tokens (a check of the table),
 * so there are no grandchildren. */
static enum store_err tokens_revoke(struct store *store, const uint8_t hash[32],
                                    int64_t now_us)
{
    const struct pg_param in[] = {PG_BYTES(hash, 32), PG_TIME(now_us),
                                  PG_TEXT(db_store(store)->node)};

    return pg_query(db_pool(store),
                    "WITH own AS (SELECT id, account_id FROM tokens"
                    "  WHERE hash = $1),"
                    " t AS (UPDATE tokens t SET revoked_at = $2 FROM own"
                    "  WHERE t.account_id = own.account_id"
                    "  AND (t.id = own.id OR t.parent_id = own.id)"
                    "  AND t.revoked_at IS NULL RETURNING t.hash)"
                    " SELECT pg_notify('" DB_CHANNEL "',"
                    "  $3 || ' token ' || encode(hash, 'hex')) FROM t",
                    in, PG_LENGTH(in), NULL);
}

static enum store_err tokens_revoke_by_id(struct store *store,
                                          const struct play_id *account,
                                          const struct play_id *token,
                                          int64_t now_us)
{
    const struct pg_param in[] = {PG_UUID(account), PG_UUID(token),
                                  PG_TIME(now_us),
                                  PG_TEXT(db_store(store)->node)};
    struct pg_result *rows;
    enum store_err err = pg_query(
        db_pool(store),
        "WITH own AS (SELECT id FROM tokens WHERE account_id = $1 AND id = $2"
        "  AND revoked_at IS NULL AND expires_at > $3),"
        " t AS (UPDATE tokens SET revoked_at = $3"
        "  WHERE account_id = $1 AND revoked_at IS NULL"
        "  AND (id IN (SELECT id FROM own)"
        "   OR parent_id IN (SELECT id FROM own)) RETURNING hash)"
        " SELECT pg_notify('" DB_CHANNEL "',"
        "  $4 || ' token ' || encode(hash, 'hex')) FROM t",
        in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_rows(rows) > 0 ? STORE_OK : STORE_NOT_FOUND;
    pg_clear(rows);
    return err;
}

static enum store_err tokens_revoke_others(struct store *store,
                                           const struct play_id *account,
                                           const uint8_t keep[32],
                                           int64_t now_us)
{
    const struct pg_param in[] = {PG_UUID(account), PG_BYTES(keep, 32),
                                  PG_TIME(now_us),
                                  PG_TEXT(db_store(store)->node)};

    return pg_query(db_pool(store),
                    "WITH t AS (UPDATE tokens SET revoked_at = $3"
                    "  WHERE account_id = $1 AND hash <> $2"
                    "  AND revoked_at IS NULL RETURNING hash)"
                    " SELECT pg_notify('" DB_CHANNEL "',"
                    "  $4 || ' token ' || encode(hash, 'hex')) FROM t",
                    in, PG_LENGTH(in), NULL);
}

static enum store_err tokens_purge(struct store *store, int64_t before_us)
{
    const struct pg_param in[] = {PG_TIME(before_us)};

    return pg_query(db_pool(store),
                    "DELETE FROM tokens WHERE expires_at < $1"
                    " OR revoked_at < $1",
                    in, PG_LENGTH(in), NULL);
}

const struct store_tokens db_tokens = {
    .insert = tokens_insert,
    .find = tokens_find,
    .revoke = tokens_revoke,
    .revoke_by_id = tokens_revoke_by_id,
    .revoke_others = tokens_revoke_others,
    .list = tokens_list,
    .touch = tokens_touch,
    .purge = tokens_purge,
};
