/* The queue: entries of accounts that wait for an opponent.
 *
 * A transaction that gives an account an entry, or makes a match of one, locks
 * the account's row (FOR NO KEY UPDATE).  So an account is never in two matches
 * of which it may have only one, however many nodes run. */
#include "db/matchmaking/queue.h"
#include "db/accounts/accounts.h"
#include "db/node/notify.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- reading ---- */

enum {
    QUEUE_ENTRY_ROW_MATCH_GOES_ON = QUEUE_ENTRY_COLUMN_COUNT,
    QUEUE_ENTRY_ROW_OTHERS
};

/* $1: the account, $2: the game, $3: the time. */
static const char find_sql[] =
    "SELECT " QUEUE_ENTRY_COLUMNS ","
    " EXISTS (SELECT FROM matches m WHERE m.id = q.match_id AND m.status < 2),"
    " (SELECT count(*) FROM queue_tickets o WHERE o.status = 0"
    "  AND o.game = $2 AND o.account_id <> $1 AND o.expires_at > $3)"
    " FROM queue_tickets q WHERE q.account_id = $1 AND q.game = $2";

/* Takes the rows. */
static enum store_err read_found(struct pg_result *rows,
                                 struct store_queue_entry *out)
{
    bool is_there = pg_rows(rows) > 0;

    if (is_there) {
        queue_entry_row_read(rows, 0, out);
        out->match_goes_on = pg_bool(rows, 0, QUEUE_ENTRY_ROW_MATCH_GOES_ON);
        out->others = (uint32_t)pg_int(rows, 0, QUEUE_ENTRY_ROW_OTHERS);
    }
    pg_clear(rows);
    return is_there ? STORE_OK : STORE_NOT_FOUND;
}

static enum store_err find(struct pg *pg, const struct play_id *account,
                           const char *game, int64_t now_us,
                           struct store_queue_entry *out)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(game),
                                  PG_TIME(now_us)};
    struct pg_result *rows;
    enum store_err err = pg_run(pg, find_sql, in, PG_LENGTH(in), &rows);

    return err ? err : read_found(rows, out);
}

static enum store_err queue_find(struct store *store,
                                 const struct play_id *account,
                                 const char *game, int64_t now_us,
                                 struct store_queue_entry *out)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(game),
                                  PG_TIME(now_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), find_sql, in, PG_LENGTH(in), &rows);

    return err ? err : read_found(rows, out);
}

/* ---- who may play ---- */

/* Check whether the account may join.  The account is locked, and this is a
 * statement of its own, so that it sees what was committed before.
 * STORE_STALE: it may not.  The match `but` does not count. */
static enum store_err check_free(struct pg *pg, const struct play_id *account,
                                 bool is_fast, const struct play_id *but,
                                 struct store_queue_refusal *why)
{
    const struct pg_param in[] = {PG_UUID(account), PG_BOOL(is_fast),
                                  PG_UUID(but)};
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "SELECT CASE WHEN a.kind = 0 THEN $2 AND f.match IS NOT NULL"
               "  ELSE " QUEUE_BOT_IS_FULL(
                   "a.id", "$3") " END, f.match"
                                 " FROM accounts a CROSS JOIN LATERAL"
                                 " (SELECT " QUEUE_FAST_MATCH(
                                     "a.id", "$3") " AS match) f"
                                                   " WHERE a.id = $1",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    why->is_full = pg_rows(rows) == 1 && pg_bool(rows, 0, 0);
    why->has_match = why->is_full && !pg_is_null(rows, 0, 1);
    if (why->has_match)
        pg_bytes(rows, 0, 1, &why->match, sizeof why->match);
    pg_clear(rows);
    return why->is_full ? STORE_STALE : STORE_OK;
}

static enum store_err check_there(struct pg *pg, const struct play_id *account,
                                  int64_t now_us,
                                  struct store_queue_refusal *why)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TIME(now_us)};
    struct pg_result *rows;
    enum store_err err = pg_run(pg, "SELECT " QUEUE_IS_AWAY("$1", "$2"), in,
                                PG_LENGTH(in), &rows);

    if (err)
        return err;
    why->is_away = pg_bool(rows, 0, 0);
    pg_clear(rows);
    return why->is_away ? STORE_STALE : STORE_OK;
}

/* ---- asking for a match ---- */

struct putting {
    const struct db_store *db;
    const struct store_queue_entry *entry;
    struct store_queue_entry *out;
    struct store_queue_refusal *why;
};

static uint16_t tag_of(const struct play_id *account)
{
    return (uint16_t)(account->bytes[0] << 8 | account->bytes[1]);
}

static enum store_err put(struct pg *pg, void *ctx)
{
    const struct putting *it = ctx;
    const struct store_queue_entry *entry = it->entry;
    const uint16_t tag = tag_of(&entry->account);
    const bool is_fast = clock_is_realtime(&entry->clock);
    enum store_err err = db_account_lock(pg, &entry->account);
    bool is_kept = false;

    *it->why = (struct store_queue_refusal){0};
    if (!err)
        err = check_there(pg, &entry->account, entry->joined_us, it->why);
    if (!err)
        err = check_free(pg, &entry->account, is_fast, NULL, it->why);
    if (!err)
        err = queue_entry_row_keep(pg, entry, &is_kept);
    if (!err && !is_kept)
        err = queue_entry_row_put(pg, entry);
    if (!err && !is_kept)
        err = db_notify_accounts(it->db, pg, &tag, 1);
    return err ? err
               : find(pg, &entry->account, entry->game, entry->joined_us,
                      it->out);
}

static enum store_err queue_put(struct store *store,
                                const struct store_queue_entry *entry,
                                struct store_queue_entry *out,
                                struct store_queue_refusal *why)
{
    struct putting it = {db_store(store), entry, out, why};

    return pg_transaction(db_pool(store), put, &it);
}

/* ---- leaving ---- */

struct leaving {
    const struct db_store *db;
    const struct play_id *account;
    const char *game;
    int64_t now_us;
    struct store_queue_entry *out;
};

static enum store_err leave(struct pg *pg, void *ctx)
{
    const struct leaving *it = ctx;
    const struct pg_param in[] = {PG_UUID(it->account), PG_TEXT(it->game),
                                  PG_TIME(it->now_us)};
    const uint16_t tag = tag_of(it->account);
    struct pg_result *rows;
    enum store_err err =
        pg_run(pg,
               "UPDATE queue_tickets SET status = 2, ended_at = $3,"
               " changed_xid = pg_current_xact_id()"
               " WHERE account_id = $1 AND game = $2 AND status = 0"
               " RETURNING id",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 1)
        err = db_notify_accounts(it->db, pg, &tag, 1);
    pg_clear(rows);
    return err ? err : find(pg, it->account, it->game, it->now_us, it->out);
}

static enum store_err queue_leave(struct store *store,
                                  const struct play_id *account,
                                  const char *game, int64_t now_us,
                                  struct store_queue_entry *out)
{
    struct leaving it = {db_store(store), account, game, now_us, out};

    return pg_transaction(db_pool(store), leave, &it);
}

/* ---- matches that are made of entries, in the transaction that inserts
 * them ---- */

static int by_id(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct play_id));
}

static enum store_err mark_matched(struct pg *pg, const struct play_id *entry,
                                   const struct store_match *row)
{
    const struct pg_param in[] = {PG_UUID(entry), PG_TIME(row->moved_us),
                                  PG_UUID(&row->match.key)};

    return pg_run_one(pg,
                      "UPDATE queue_tickets SET status = 1, ended_at = $2,"
                      " match_id = $3, changed_xid = pg_current_xact_id()"
                      " WHERE id = $1 AND status = 0 AND expires_at > $2"
                      " RETURNING id",
                      in, PG_LENGTH(in), STORE_STALE);
}

/* None of the players has begun another match meanwhile. */
static enum store_err lock_players(struct pg *pg, const struct store_match *row)
{
    const struct match *m = &row->match;
    const bool is_fast = clock_is_realtime(&m->clock);
    struct play_id sorted[RULES_SEATS_MAX] = {0};
    struct store_queue_refusal why;
    enum store_err err = STORE_OK;
    size_t count = 0;

    for (int i = 0; i < m->settings.seats; i++)
        if (m->seats[i].kind == SEAT_HUMAN)
            sorted[count++] = m->seats[i].account;
    /* Accounts are locked in the order of their ids, which prevents
     * deadlocks. */
    qsort(sorted, count, sizeof *sorted, by_id);
    for (size_t i = 0; i < count && !err; i++)
        err = db_account_lock(pg, &sorted[i]);
    for (size_t i = 0; i < count && !err; i++)
        err = check_free(pg, &sorted[i], is_fast, &m->key, &why);
    return err == STORE_NOT_FOUND ? STORE_STALE : err;
}

enum store_err db_queue_match(struct pg *pg, const struct store_match *row)
{
    enum store_err err = lock_players(pg, row);

    assert(row->queue_entry_count <= RULES_SEATS_MAX);
    for (size_t i = 0; i < row->queue_entry_count && !err; i++)
        err = mark_matched(pg, &row->queue_entries[i], row);
    return err;
}

enum store_err db_queue_give_up(struct pg *pg, const struct store_match *row)
{
    const struct match *m = &row->match;
    enum store_err err = STORE_OK;

    if (!m->rated || m->status != MATCH_RUNNING ||
        !clock_is_realtime(&m->clock))
        return STORE_OK;
    for (int i = 0; i < m->settings.seats && !err; i++) {
        const struct match_seat *seat = &m->seats[i];
        const struct pg_param in[] = {PG_UUID(&seat->account),
                                      PG_TIME(row->moved_us)};

        if (seat->kind == SEAT_HUMAN && !seat->is_bot_account)
            err = pg_run(pg,
                         "UPDATE queue_tickets q SET status = 2,"
                         " ended_at = $2, changed_xid = pg_current_xact_id()"
                         " WHERE account_id = $1 AND status = 0"
                         " AND " QUEUE_IS_FAST("q"),
                         in, PG_LENGTH(in), NULL);
    }
    return err;
}

const struct store_queue db_queue = {
    .put = queue_put,
    .find = queue_find,
    .leave = queue_leave,
    .renew = db_queue_renew,
    .list_waiting = db_queue_list_waiting,
    .sweep = db_queue_sweep,
    .list_builtin_bots = db_queue_list_builtin_bots,
    .purge = db_queue_purge,
};
