/* Account deletion: the seats that an account holds, and the transaction that
 * removes everything of it but the matches that it played. */
#include "db/accounts/accounts.h"
#include "db/matchmaking/challenges.h"
#include "db/node/notify.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An account that resigned (4) or ran out of time (10) has left a running
 * match. */
#define HOLDS                                                                  \
    " FROM seats s JOIN matches m ON m.id = s.match_id"                        \
    " WHERE s.account_id = $1 AND (m.status = 0 OR m.status = 1"               \
    "  AND NOT EXISTS (SELECT FROM events e WHERE e.match_id = s.match_id"     \
    "   AND e.seat = s.seat AND e.kind IN (4, 10)))"

size_t db_held_seats_read(const struct pg_result *rows,
                          struct store_held_seat *out, size_t cap)
{
    size_t count = 0;

    for (int i = 0; i < pg_rows(rows) && count < cap; i++) {
        struct store_held_seat *hold = &out[count++];

        pg_bytes(rows, i, HELD_SEAT_ROW_MATCH, &hold->match,
                 sizeof hold->match);
        hold->seat = (int)pg_int(rows, i, HELD_SEAT_ROW_SEAT);
        hold->is_open = pg_int(rows, i, HELD_SEAT_ROW_STATUS) == MATCH_OPEN;
    }
    return count;
}

enum store_err db_accounts_list_seats(struct store *store,
                                      const struct play_id *account,
                                      const struct store_held_seat *after,
                                      struct store_held_seat *out, size_t cap,
                                      size_t *count)
{
    const struct pg_param in[] = {
        PG_UUID(account),
        PG_UUID(after ? &after->match : NULL),
        PG_INT2(after ? after->seat : 0),
        PG_INT8((int64_t)cap),
    };
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " HELD_SEAT_COLUMNS HOLDS
                 " AND ($2::uuid IS NULL OR (s.match_id, s.seat) > ($2, $3))"
                 " ORDER BY s.match_id, s.seat LIMIT $4",
                 in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    *count = db_held_seats_read(rows, out, cap);
    pg_clear(rows);
    return STORE_OK;
}

struct erasing {
    struct db_store *db;
    const struct store_account_deletion *erasure;
    struct account_rename rename;
};

static enum store_err check_holds(struct pg *pg, const struct erasing *it)
{
    const struct pg_param in[] = {PG_UUID(&it->erasure->account)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg, "SELECT count(*)" HOLDS, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    err = pg_int(rows, 0, 0) <= it->erasure->spared ? STORE_OK : STORE_STALE;
    pg_clear(rows);
    return err;
}

static enum store_err forget_secrets(struct pg *pg, const struct erasing *it)
{
    const struct pg_param account[] = {PG_UUID(&it->erasure->account)};
    const struct pg_param name[] = {PG_TEXT(it->rename.before)};
    const struct pg_param tokens[] = {PG_UUID(&it->erasure->account),
                                      PG_TEXT(it->db->node)};
    enum store_err err =
        pg_run(pg,
               "DELETE FROM idempotency_keys WHERE account_id = $1"
               " AND match_id IN (SELECT match_id FROM account_matches"
               "  WHERE account_id = $1)",
               account, PG_LENGTH(account), NULL);

    if (!err)
        err = pg_run(pg, "DELETE FROM creation_keys WHERE account_id = $1",
                     account, PG_LENGTH(account), NULL);
    if (!err)
        err = pg_run(pg, "DELETE FROM account_matches WHERE account_id = $1",
                     account, PG_LENGTH(account), NULL);
    if (!err)
        err = pg_run(pg, "DELETE FROM vacations WHERE account_id = $1", account,
                     PG_LENGTH(account), NULL);
    if (!err)
        err = pg_run(pg, "DELETE FROM queue_tickets WHERE account_id = $1",
                     account, PG_LENGTH(account), NULL);
    if (!err)
        err = pg_run(pg, "DELETE FROM devices WHERE account_id = $1", account,
                     PG_LENGTH(account), NULL);
    if (!err)
        err = pg_run(pg, "DELETE FROM account_networks WHERE account_id = $1",
                     account, PG_LENGTH(account), NULL);
    if (!err)
        err = pg_run(pg, "DELETE FROM password_failures WHERE name = $1", name,
                     PG_LENGTH(name), NULL);
    if (!err)
        err = pg_run(pg, "DELETE FROM sign_in_failures WHERE name = $1", name,
                     PG_LENGTH(name), NULL);
    if (!err)
        err = pg_run(pg,
                     "WITH t AS (DELETE FROM tokens WHERE account_id = $1"
                     "  RETURNING hash)"
                     " SELECT pg_notify('" DB_CHANNEL "',"
                     "  $2 || ' token ' || encode(hash, 'hex')) FROM t",
                     tokens, PG_LENGTH(tokens), NULL);
    return err;
}

static enum store_err mark_deleted(struct pg *pg, const struct erasing *it)
{
    const struct store_account_deletion *erasure = it->erasure;
    const struct pg_param in[] = {PG_UUID(&erasure->account),
                                  PG_TEXT(erasure->name),
                                  PG_TIME(erasure->now_us)};

    return pg_run(pg,
                  "UPDATE accounts SET name = $2, password = '',"
                  " display_name = NULL,"
                  " deleted_at = greatest($3, created_at), is_admin = false"
                  " WHERE id = $1",
                  in, PG_LENGTH(in), NULL);
}

/* The ratings are kept: those of other accounts were computed from them. */
static enum store_err leave_boards(struct pg *pg, const struct erasing *it)
{
    const struct pg_param in[] = {PG_UUID(&it->erasure->account)};
    enum store_err err = pg_run(pg,
                                "UPDATE ratings SET is_listed = false"
                                " WHERE account_id = $1 AND is_listed",
                                in, PG_LENGTH(in), NULL);

    if (err)
        return err;
    return pg_run(pg, "DELETE FROM high_scores WHERE account_id = $1", in,
                  PG_LENGTH(in), NULL);
}

static enum store_err erase(struct pg *pg, void *ctx)
{
    struct erasing *it = ctx;
    enum store_err err = db_account_rename_begin(pg, &it->rename);

    if (!err)
        err = check_holds(pg, it);
    if (!err)
        err = forget_secrets(pg, it);
    if (!err)
        err =
            db_challenges_leave(pg, &it->erasure->account, it->erasure->now_us);
    if (!err)
        err = db_blocks_leave(pg, &it->erasure->account);
    if (!err)
        err = it->rename.was_guest ? db_blocks_forget(pg, &it->erasure->account)
                                   : db_names_retire(pg, &it->erasure->account,
                                                     it->rename.before);
    if (!err)
        err = mark_deleted(pg, it);
    if (!err)
        err = leave_boards(pg, it);
    return err ? err : db_account_rename(pg, &it->rename);
}

enum store_err db_accounts_erase(struct store *store,
                                 const struct store_account_deletion *erasure,
                                 struct play_id **matches, size_t *count)
{
    struct erasing it = {.db = db_store(store),
                         .erasure = erasure,
                         .rename = {.node = db_store(store)->node,
                                    .account = &erasure->account,
                                    .after = erasure->name}};
    enum store_err err = pg_transaction(db_pool(store), erase, &it);

    *matches = it.rename.matches;
    *count = it.rename.matches ? it.rename.count : 0;
    return err;
}
