/* The queue as a whole: waiting entries, entries that ended, and the built-in
 * bots. */
#include "db/matchmaking/queue.h"
#include "db/node/notify.h"

#include <stdlib.h>

/* The last rating in matches of this number of seats, in the pool of all
 * players (2). */
#define RATING(account, game, seats)                                           \
    "(SELECT r.shown FROM ratings r WHERE r.account_id = " account             \
    " AND r.game = " game " AND r.seat_count = " seats " AND r.pool = 2"       \
    " ORDER BY r.season DESC LIMIT 1)"
/* The ratings in matches of two to four seats: the number of the first column,
 * SQL. */
#define RATINGS(account, game)                                                 \
    RATING(account, game, "2")                                                 \
    ", " RATING(account, game, "3") ", " RATING(account, game, "4")

static void read_ratings(const struct pg_result *rows, int row, int column,
                         bool has[RULES_SEATS_MAX],
                         int32_t out[RULES_SEATS_MAX])
{
    has[0] = false; /* matches of one seat are not rated */
    out[0] = 0;
    for (int i = 1; i < RULES_SEATS_MAX; i++) {
        has[i] = !pg_is_null(rows, row, column + i - 1);
        out[i] = (int32_t)pg_int(rows, row, column + i - 1);
    }
}

/* ---- waiting entries ---- */

/* clang-format off */
#define IS_HINDERED(now)                                                       \
    "(" QUEUE_IS_AWAY("q.account_id", now)                                     \
    " OR CASE WHEN a.kind <> 0"                                                \
    "  THEN " QUEUE_BOT_IS_FULL("q.account_id", "NULL")                        \
    "  ELSE " QUEUE_IS_FAST("q")                                               \
    "   AND " QUEUE_FAST_MATCH("q.account_id", "NULL") " IS NOT NULL END)"
/* clang-format on */

/* The further columns of a waiting entry. */
#define WAITING_ROW(NEXT)                                                      \
    NEXT(WAITING_ROW_NAME, "a.name")                                           \
    NEXT(WAITING_ROW_DISPLAY, "a.display_name")                                \
    NEXT(WAITING_ROW_KIND, "a.kind")                                           \
    NEXT(WAITING_ROW_IS_HINDERED, IS_HINDERED("$1"))                           \
    NEXT(WAITING_ROW_RATINGS, RATINGS("q.account_id", "q.game"))
enum { WAITING_BEFORE = QUEUE_ENTRY_COLUMN_COUNT - 1, WAITING_ROW(PG_NUMBER) };
#define WAITING_COLUMNS QUEUE_ENTRY_COLUMNS WAITING_ROW(PG_NEXT)

enum store_err db_queue_list_waiting(struct store *store, int64_t now_us,
                                     struct store_waiting **out, size_t *count)
{
    const struct pg_param in[] = {PG_TIME(now_us), PG_INT8(STORE_QUEUE_MAX)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " WAITING_COLUMNS
                 " FROM (SELECT t.*, row_number() OVER (PARTITION BY"
                 "   t.game, t.options, t.turn_seconds, t.bank_seconds,"
                 "   t.increment_seconds, b.kind = 0"
                 "   ORDER BY t.joined_at, t.id) AS place"
                 "  FROM queue_tickets t JOIN accounts b ON b.id = t.account_id"
                 "  WHERE t.status = 0) q"
                 " JOIN accounts a ON a.id = q.account_id"
                 "  AND a.deleted_at IS NULL"
                 " WHERE q.place <= $2 ORDER BY q.game, q.joined_at, q.id",
                 in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    *out = calloc((size_t)pg_rows(rows) + 1, sizeof **out);
    for (int i = 0; *out && i < pg_rows(rows); i++) {
        struct store_waiting *who = &(*out)[(*count)++];

        queue_entry_row_read(rows, i, &who->entry);
        pg_text_into(rows, i, WAITING_ROW_NAME, who->name, sizeof who->name);
        pg_text_into(rows, i, WAITING_ROW_DISPLAY, who->display,
                     sizeof who->display);
        who->kind = (enum account_kind)pg_int(rows, i, WAITING_ROW_KIND);
        who->is_hindered = pg_bool(rows, i, WAITING_ROW_IS_HINDERED);
        read_ratings(rows, i, WAITING_ROW_RATINGS, who->has_rating,
                     who->rating);
    }
    pg_clear(rows);
    return *out ? STORE_OK : STORE_UNAVAILABLE;
}

/* ---- entries that end ---- */

struct sweeping {
    const struct db_store *db;
    int64_t now_us;
    uint16_t *tags;
    size_t count;
};

static enum store_err sweep(struct pg *pg, void *ctx)
{
    struct sweeping *it = ctx;
    const struct pg_param in[] = {PG_TIME(it->now_us)};
    struct pg_result *rows;
    /* SKIP LOCKED: entries that another transaction changes are skipped. */
    enum store_err err =
        pg_run(pg,
               "WITH due AS (SELECT q.id, q.expires_at <= $1 AS is_late"
               "  FROM queue_tickets q JOIN accounts a ON a.id = q.account_id"
               "  WHERE q.status = 0 AND (q.expires_at <= $1"
               "   OR a.kind = 0 AND " IS_HINDERED(
                   "$1") ")"
                         "  FOR UPDATE OF q SKIP LOCKED)"
                         " UPDATE queue_tickets t SET status = CASE WHEN "
                         "due.is_late THEN 3"
                         "   ELSE 2 END, ended_at = $1, changed_xid = "
                         "pg_current_xact_id()"
                         " FROM due WHERE t.id = due.id AND t.status = 0 "
                         "RETURNING t.account_id",
               in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    free(it->tags); /* of an earlier attempt */
    it->count = 0;
    it->tags = calloc((size_t)pg_rows(rows) + 1, sizeof *it->tags);
    for (int i = 0; it->tags && i < pg_rows(rows); i++) {
        uint8_t head[2] = {0};

        pg_bytes(rows, i, 0, head, sizeof head);
        it->tags[it->count++] = (uint16_t)(head[0] << 8 | head[1]);
    }
    pg_clear(rows);
    if (!it->tags)
        return STORE_UNAVAILABLE;
    return db_notify_accounts(it->db, pg, it->tags, it->count);
}

enum store_err db_queue_sweep(struct store *store, int64_t now_us,
                              uint16_t **tags, size_t *count)
{
    struct sweeping it = {.db = db_store(store), .now_us = now_us};
    enum store_err err = pg_transaction(db_pool(store), sweep, &it);

    *tags = it.tags;
    *count = err ? 0 : it.count;
    return err;
}

enum store_err db_queue_renew(struct store *store,
                              const struct play_id *entries, size_t count,
                              int64_t now_us, int64_t expires_us)
{
    struct pg_param *ids = calloc(count, sizeof *ids);
    struct pg_columns columns = {0};
    enum store_err err = STORE_UNAVAILABLE;

    for (size_t i = 0; ids && i < count; i++)
        ids[i] = (struct pg_param)PG_UUID(&entries[i]);
    if (ids && pg_columns_begin(&columns, ids, count, 1)) {
        const struct pg_param in[] = {columns.in[0], PG_TIME(now_us),
                                      PG_TIME(expires_us)};

        err = pg_query(db_pool(store),
                       "UPDATE queue_tickets"
                       " SET expires_at = greatest(expires_at, $3)"
                       " WHERE id = ANY ($1) AND status = 0"
                       " AND expires_at > $2",
                       in, PG_LENGTH(in), NULL);
    }
    pg_columns_end(&columns);
    free(ids);
    return err;
}

enum store_err db_queue_purge(struct store *store, int64_t before_us)
{
    const struct pg_param in[] = {PG_TIME(before_us)};

    return pg_query(db_pool(store),
                    "DELETE FROM queue_tickets"
                    " WHERE status <> 0 AND ended_at < $1",
                    in, PG_LENGTH(in), NULL);
}

/* ---- the built-in bots ---- */

#define BUILTIN_ROW(FIRST, NEXT)                                               \
    FIRST(BUILTIN_ROW_ACCOUNT, "a.id")                                         \
    NEXT(BUILTIN_ROW_NAME, "a.name")                                           \
    NEXT(BUILTIN_ROW_BOT, "a.house_bot")                                       \
    NEXT(BUILTIN_ROW_RATINGS, RATINGS("a.id", "$1"))
enum { BUILTIN_ROW(PG_NUMBER, PG_NUMBER) };
#define BUILTIN_COLUMNS BUILTIN_ROW(PG_FIRST, PG_NEXT)

enum store_err
db_queue_list_builtin_bots(struct store *store, const char *game,
                           struct store_builtin_bot out[STORE_BUILTIN_BOTS_MAX],
                           size_t *count)
{
    const struct pg_param in[] = {PG_TEXT(game)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " BUILTIN_COLUMNS " FROM accounts a"
                 " WHERE a.house_bot > '' ORDER BY a.house_bot",
                 in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows) && *count < STORE_BUILTIN_BOTS_MAX; i++) {
        struct store_builtin_bot *who = &out[(*count)++];

        pg_bytes(rows, i, BUILTIN_ROW_ACCOUNT, &who->account,
                 sizeof who->account);
        pg_text_into(rows, i, BUILTIN_ROW_NAME, who->name, sizeof who->name);
        pg_text_into(rows, i, BUILTIN_ROW_BOT, who->bot, sizeof who->bot);
        read_ratings(rows, i, BUILTIN_ROW_RATINGS, who->has_rating,
                     who->rating);
    }
    pg_clear(rows);
    return STORE_OK;
}
