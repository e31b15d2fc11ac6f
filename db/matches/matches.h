/* Matches: reading rows and events, and what transactions of other areas write
 * of them. */
#ifndef DB_MATCHES_H
#define DB_MATCHES_H

#include "db/matches/match_columns.def"
#include "db/store.h"

/* ---- the areas' operations that other files implement ---- */

/* positions.c */
enum store_err db_matches_find_position(struct store *store,
                                        const struct play_id *id, char **out);
/* match_list.c */
enum store_err
db_matches_list(struct store *store, const struct store_filter *filter,
                void (*visit)(void *ctx, const struct store_match *row),
                void *ctx, struct store_list_stop *stop);
/* expiry.c */
enum store_err db_matches_list_idle(struct store *store,
                                    const struct store_idle_query *query,
                                    struct store_idle *out, size_t *count);
/* retention.c */
enum store_err db_matches_delete_ended(struct store *store, int64_t before_us,
                                       struct play_id *out, size_t cap,
                                       size_t *count);
/* deadlines.c */
enum store_err db_matches_clocks_due(
    struct store *store, int64_t now_us, size_t cap,
    int64_t (*look)(void *ctx, size_t index, const struct store_match *row),
    void *ctx, size_t *count);

/* ---- match_row.c ---- */

/* The columns of a match, for a SELECT with the match as `m`.  A statement
 * reads them first, and others from MATCH_COLUMN_COUNT on. */
#define MATCH_COLUMNS                 MATCH_ROW(MATCH_SQL_FIRST, MATCH_SQL_NEXT)
#define MATCH_STATE_COLUMNS           MATCH_STATE_ROW(MATCH_SQL_NEXT)
#define MATCH_SQL_FIRST(k, n, sql, m) sql
#define MATCH_SQL_NEXT(k, n, sql, m)  ", " sql
#define MATCH_NUMBER(k, n, sql, m)    MATCH_##n,
enum {
    MATCH_ROW(MATCH_NUMBER, MATCH_NUMBER) MATCH_COLUMN_COUNT,
    MATCH_BEFORE_STATE = MATCH_COLUMN_COUNT - 1,
    MATCH_STATE_ROW(MATCH_NUMBER)
};

void match_row_read(const struct pg_result *rows, int row,
                    struct store_match *out);
/* The same of a row that has MATCH_STATE_COLUMNS, too. */
void match_row_read_all(const struct pg_result *rows, int row,
                        struct store_match *out);
/* A result as PostgreSQL reads it: arrays as text ("{1,2}"; points as an array
 * for each item and goal), and the lines of text that nodes of a version before
 * read. */
struct match_result_texts {
    char ranks[64], totals[64];
    char item_names[512], item_points[640], goal_names[128], goal_points[128];
    char breakdown[2048]; /* "item points points ..." */
    char goals[256];      /* "goal reached needed" */
};

void match_result_write(const struct match_result *result, size_t seats,
                        struct match_result_texts *out);

/* ---- match_caps.c ---- */

/* In a transaction that holds the lock of the creator's account
 * (db_account_lock), after the match was inserted.  STORE_FULL: a limit is
 * reached, row->room says which. */
enum store_err db_match_room(struct pg *pg, const struct store_match *row);
/* The same when a challenge is made, whose match would be one more. */
enum store_err db_challenge_room(struct pg *pg,
                                 const struct store_challenge *row);

/* ---- positions.c ---- */

enum store_err db_position_insert(struct pg *pg, const struct play_id *match,
                                  const char *position);

/* ---- snapshots.c ---- */

/* Of a match that is being packed. */
enum store_err db_snapshots_drop(struct pg *pg, const struct play_id *match);

/* ---- idempotency_keys.c ---- */

/* The last column of a SELECT that finds an earlier change.  To report the
 * change again is a promise that it is durable: where commits wait for
 * standbys, the column writes to the log, so that the statement waits, too, and
 * all earlier commits are durable when it returns.  Otherwise it costs
 * nothing. */
#define DB_DURABLE                                                             \
    ", CASE WHEN current_setting('synchronous_standby_names') <> ''"           \
    " THEN pg_logical_emit_message(true, 'fathom', '') END"

/* The columns key_hash and body_hash of events and key_hashes.  key: NULL for
 * 0. */
int64_t db_key_hash(const struct play_id *account, const char *key);
int64_t db_body_word(const uint8_t body_hash[32]);

/* STORE_CONFLICT: the key exists. */
enum store_err db_creation_insert(struct pg *pg, const struct store_match *row);

/* ---- events.c ---- */

/* The columns of an event, and in their places those of an archive of events
 * and of a snapshot: the number, SQL of each. */
/* clang-format off */
#define EVENT_ROW(FIRST, NEXT)                                                 \
    FIRST(EVENT_ROW_SEQ,       "seq",         "0",                 "seq")      \
    NEXT(EVENT_ROW_KIND,       "kind",        "0::smallint", "-1::smallint")   \
    NEXT(EVENT_ROW_SEAT,       "seat",        "0::smallint", "0::smallint")    \
    NEXT(EVENT_ROW_AT,         "created_at",  "NULL::timestamptz", "NULL")     \
    NEXT(EVENT_ROW_STATE_HASH, "state_hash",  "0::bigint",   "state_hash")     \
    NEXT(EVENT_ROW_MOVE,       "move",        "NULL::text",        "NULL")     \
    NEXT(EVENT_ROW_PLAYER,     "player",      "NULL::text",        "NULL")     \
    NEXT(EVENT_ROW_TO_SEQ,     "to_seq",      "NULL::integer", "NULL::integer") \
    NEXT(EVENT_ROW_PACKED,     "NULL::bytea", "packed",            "body")
#define EVENT_NUMBER(number, event, archive, snapshot)   number,
#define EVENT_FIRST(number, event, archive, snapshot)    event
#define EVENT_NEXT(number, event, archive, snapshot)     ", " event
#define ARCHIVE_FIRST(number, event, archive, snapshot)  archive
#define ARCHIVE_NEXT(number, event, archive, snapshot)   ", " archive
#define SNAPSHOT_FIRST(number, event, archive, snapshot) snapshot
#define SNAPSHOT_NEXT(number, event, archive, snapshot)  ", " snapshot

/* What an event is written from: column, parameter; `event` is it, `match` the
 * id of its match. */
#define EVENT_WRITE(FIRST, NEXT)                                               \
    FIRST(match_id,  PG_UUID(match))                                           \
    NEXT(seq,        PG_INT4(event->seq))                                      \
    NEXT(kind,       PG_INT2(event->kind))                                     \
    NEXT(seat,       PG_INT2(event->seat))                                     \
    NEXT(created_at, PG_TIME(event->at_us))                                    \
    NEXT(state_hash, PG_INT8((int64_t)event->state_hash))                      \
    NEXT(move,       PG_TEXT(event->move[0] ? event->move : NULL))             \
    NEXT(player,     PG_TEXT(event->player[0] ? event->player : NULL))         \
    NEXT(to_seq,     PG_INT4_OR_NULL(event->to_seq, event->kind != EVENT_UNDO && !event->to_seq))
/* clang-format on */
#define EVENT_COLUMNS             EVENT_ROW(EVENT_FIRST, EVENT_NEXT)
#define EVENT_COLUMNS_OF_ARCHIVE  EVENT_ROW(ARCHIVE_FIRST, ARCHIVE_NEXT)
#define EVENT_COLUMNS_OF_SNAPSHOT EVENT_ROW(SNAPSHOT_FIRST, SNAPSHOT_NEXT)
enum {
    EVENT_ROW(EVENT_NUMBER, EVENT_NUMBER) EVENT_ROW_KIND_SNAPSHOT = -1,
};

enum store_err db_event_insert(struct pg *pg, const struct play_id *match,
                               const struct match_event *event);
/* All events of a match, as store_events.list returns them. */
enum store_err db_events_of(struct pg *pg, const struct play_id *match,
                            struct match_event **out, size_t *count);
/* The events that a statement returns for a match ($1), in EVENT_COLUMNS; no
 * rows is a valid result.  STORE_REFUSED also for an archive that cannot be
 * read, which is logged. */
enum store_err db_events_run(struct pg *pg, const char *sql,
                             const struct play_id *match,
                             struct match_event **out, size_t *count);

/* ---- networks.c ---- */

enum store_err db_networks_note(struct store *store,
                                const struct play_id *account,
                                const char *network, int64_t now_us);
/* Forget the networks that the players of a match came from. */
enum store_err db_networks_forget(struct pg *pg, const struct play_id *match);

#endif
