/* The queue: what its files share, and what inserting a match writes of it. */
#ifndef DB_QUEUE_H
#define DB_QUEUE_H

#include "db/store.h"

/* The columns of an entry: a statement reads them first, and others from
 * QUEUE_ENTRY_COLUMN_COUNT on. */
#define QUEUE_ENTRY_ROW(FIRST, NEXT)                                           \
    FIRST(QUEUE_ENTRY_ROW_ID, "q.id")                                          \
    NEXT(QUEUE_ENTRY_ROW_ACCOUNT, "q.account_id")                              \
    NEXT(QUEUE_ENTRY_ROW_GAME, "q.game")                                       \
    NEXT(QUEUE_ENTRY_ROW_SEATS, "q.seats")                                     \
    NEXT(QUEUE_ENTRY_ROW_OPTIONS, "q.options")                                 \
    NEXT(QUEUE_ENTRY_ROW_TURN_SECONDS, "q.turn_seconds")                       \
    NEXT(QUEUE_ENTRY_ROW_BANK_SECONDS, "q.bank_seconds")                       \
    NEXT(QUEUE_ENTRY_ROW_INCREMENT_SECONDS, "q.increment_seconds")             \
    NEXT(QUEUE_ENTRY_ROW_TAKES_BOTS, "q.takes_bots")                           \
    NEXT(QUEUE_ENTRY_ROW_STATUS, "q.status")                                   \
    NEXT(QUEUE_ENTRY_ROW_JOINED, "q.joined_at")                                \
    NEXT(QUEUE_ENTRY_ROW_EXPIRES, "q.expires_at")                              \
    NEXT(QUEUE_ENTRY_ROW_MATCH, "q.match_id")
enum { QUEUE_ENTRY_ROW(PG_NUMBER, PG_NUMBER) QUEUE_ENTRY_COLUMN_COUNT };
#define QUEUE_ENTRY_COLUMNS QUEUE_ENTRY_ROW(PG_FIRST, PG_NEXT)

/* queue_row.c */
void queue_entry_row_read(const struct pg_result *rows, int row,
                          struct store_queue_entry *out);
/* Extend the account's entry, if it waits and has the same wishes: *is_kept. */
enum store_err queue_entry_row_keep(struct pg *pg,
                                    const struct store_queue_entry *entry,
                                    bool *is_kept);
/* Insert the entry, which replaces the one that the account has. */
enum store_err queue_entry_row_put(struct pg *pg,
                                   const struct store_queue_entry *entry);

/* clock_is_realtime of a row. */
#define QUEUE_IS_FAST(row)                                                     \
    "(" row ".bank_seconds IS NOT NULL OR " row ".turn_seconds < 86400)"

_Static_assert(MATCH_DAY_SECONDS == 86400, "QUEUE_IS_FAST has it");

/* A rated real-time match of a person, or null; `but` does not count.  A seat
 * that resigned (4) or ran out of time (10) has left it. */
/* clang-format off */
#define QUEUE_FAST_MATCH(account, but)                                         \
    "(SELECT m.id FROM account_matches l"                                      \
    " JOIN matches m ON m.id = l.match_id"                                     \
    " JOIN seats s ON s.match_id = m.id AND s.account_id = l.account_id"       \
    " WHERE l.account_id = " account " AND l.ended_xid IS NULL"                \
    " AND m.rated AND m.status < 2 AND " QUEUE_IS_FAST("m")                    \
    " AND m.id IS DISTINCT FROM " but "::uuid"                                 \
    " AND NOT EXISTS (SELECT FROM events e WHERE e.match_id = m.id"            \
    "  AND e.seat = s.seat AND e.kind IN (4, 10)) LIMIT 1)"
/* clang-format on */

/* Does a bot play the number of open and running matches that its rules allow
 * (without rules: one)? */
#define QUEUE_BOT_IS_FULL(account, but)                                        \
    "((SELECT count(*) FROM account_matches l"                                 \
    "  JOIN matches m ON m.id = l.match_id"                                    \
    "  WHERE l.account_id = " account " AND l.ended_xid IS NULL"               \
    "  AND m.status < 2 AND m.id IS DISTINCT FROM " but "::uuid)"              \
    " >= coalesce((SELECT b.at_once FROM bot_rules b"                          \
    "  WHERE b.account_id = " account "), 1))"

#define QUEUE_IS_AWAY(account, now)                                            \
    "EXISTS (SELECT FROM vacations v WHERE v.account_id = " account            \
    " AND v.began_at <= " now " AND v.until > " now ")"

/* ---- queue.c: in the transaction that inserts a match ---- */

/* Each of the row's queue entries becomes matched.  STORE_STALE: one of them is
 * not waiting. */
enum store_err db_queue_match(struct pg *pg, const struct store_match *row);
/* After a rated real-time match is created: mark those entries of its people as
 * left that wait for another such match. */
enum store_err db_queue_give_up(struct pg *pg, const struct store_match *row);

/* ---- queue_scan.c ---- */

enum store_err db_queue_renew(struct store *store,
                              const struct play_id *entries, size_t count,
                              int64_t now_us, int64_t expires_us);
enum store_err db_queue_list_waiting(struct store *store, int64_t now_us,
                                     struct store_waiting **out, size_t *count);
enum store_err db_queue_sweep(struct store *store, int64_t now_us,
                              uint16_t **tags, size_t *count);
enum store_err
db_queue_list_builtin_bots(struct store *store, const char *game,
                           struct store_builtin_bot out[STORE_BUILTIN_BOTS_MAX],
                           size_t *count);
enum store_err db_queue_purge(struct store *store, int64_t before_us);

#endif
