/* A changed name or display name of an account: in its events, and at all
 * nodes. */
#include "db/accounts/accounts.h"
#include "db/node/notify.h"

#include <stdio.h>
#include <stdlib.h>

/* Locks the row, which a transaction that seats the account locks, too. */
enum store_err db_account_rename_begin(struct pg *pg, struct account_rename *it)
{
    const struct pg_param in[] = {PG_UUID(it->account)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "SELECT name, is_guest FROM accounts WHERE id = $1"
               " AND deleted_at IS NULL FOR UPDATE",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        pg_text_into(rows, 0, 0, it->before, sizeof it->before);
        it->was_guest = pg_bool(rows, 0, 1);
    }
    pg_clear(rows);
    return err;
}

/* Names are unique, so the events with this name are the account's. */
static enum store_err rename_events(struct pg *pg,
                                    const struct account_rename *it)
{
    const struct pg_param in[] = {PG_TEXT(it->before), PG_TEXT(it->after)};

    return pg_run(pg, "UPDATE events SET player = $2 WHERE player = $1", in,
                  PG_LENGTH(in), NULL);
}

static enum store_err list_matches(struct pg *pg, struct account_rename *it)
{
    const struct pg_param in[] = {PG_UUID(it->account), PG_TEXT(it->after)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "SELECT match_id FROM seats"
               " WHERE account_id = $1 UNION"
               " SELECT match_id FROM events WHERE player = $2",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    free(it->matches); /* of an earlier attempt */
    it->count = (size_t)pg_rows(rows);
    it->matches = calloc(it->count + 1, sizeof *it->matches);
    for (size_t i = 0; it->matches && i < it->count; i++)
        pg_bytes(rows, (int)i, 0, &it->matches[i], sizeof *it->matches);
    pg_clear(rows);
    return it->matches ? STORE_OK : STORE_UNAVAILABLE;
}

enum store_err db_account_rename(struct pg *pg, struct account_rename *it)
{
    enum store_err err = rename_events(pg, it);

    if (!err)
        err = list_matches(pg, it);
    return err ? err : db_notify_names(it->node, pg, it->matches, it->count);
}

enum store_err db_account_notify_tokens(struct pg *pg,
                                        const struct account_rename *it)
{
    const struct pg_param in[] = {PG_UUID(it->account), PG_TEXT(it->node)};

    return pg_run(pg,
                  "SELECT pg_notify('" DB_CHANNEL "',"
                  "  $2 || ' token ' || encode(hash, 'hex'))"
                  " FROM tokens WHERE account_id = $1 AND revoked_at IS NULL",
                  in, PG_LENGTH(in), NULL);
}

/* ---- the display name ---- */

struct display {
    const char *text;
    struct account_rename rename; /* to the name that it has */
};

static enum store_err set_display(struct pg *pg, void *ctx)
{
    struct display *it = ctx;
    const struct pg_param in[] = {PG_UUID(it->rename.account),
                                  PG_TEXT(it->text)};
    enum store_err err = db_account_rename_begin(pg, &it->rename);

    if (!err)
        err = pg_run(pg,
                     "UPDATE accounts SET display_name = nullif($2::text, '')"
                     " WHERE id = $1",
                     in, PG_LENGTH(in), NULL);
    it->rename.after = it->rename.before;
    if (!err)
        err = db_account_notify_tokens(pg, &it->rename);
    if (!err)
        err = list_matches(pg, &it->rename);
    return err ? err
               : db_notify_names(it->rename.node, pg, it->rename.matches,
                                 it->rename.count);
}

enum store_err db_accounts_set_display(struct store *store,
                                       const struct play_id *account,
                                       const char *display,
                                       struct play_id **matches, size_t *count)
{
    struct display it = {
        .text = display,
        .rename = {.node = db_store(store)->node, .account = account}};
    enum store_err err = pg_transaction(db_pool(store), set_display, &it);

    *matches = it.rename.matches;
    *count = it.rename.matches ? it.rename.count : 0;
    return err;
}
