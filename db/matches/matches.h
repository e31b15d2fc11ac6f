/* Matches: reading rows and events, and what transactions of other areas write
 * of them. */
#ifndef DB_MATCHES_H
#define DB_MATCHES_H

#include "db/store.h"

/* ---- the areas' operations that other files implement ---- */

/* positions.c */
enum store_err db_matches_find_position(struct store *store,
                                        const struct play_id *id, char **out);
/* match_list.c */
enum store_err
db_matches_list(struct store *store, const struct store_filter *filter,
                void (*visit)(void *ctx, const struct store_match *row),
                void *ctx);
/* expiry.c */
enum store_err db_matches_list_idle(struct store *store,
                                    const struct store_idle_query *query,
                                    struct store_idle *out, size_t *count);
/* deadlines.c */
enum store_err db_matches_clocks_due(
    struct store *store, int64_t now_us, size_t cap,
    int64_t (*look)(void *ctx, size_t index, const struct store_match *row),
    void *ctx, size_t *count);

/* ---- match_row.c ---- */

/* match_row.c: the columns of a match, in one place, and reading them. */
#define MATCH_COLUMNS                                                          \
    "m.id, m.created_at, m.started_at, m.finished_at, m.moved_at,"             \
    " m.creator_id, m.rules_version, m.deck_version, m.seq, m.status,"         \
    " m.seat_count, m.to_act, m.is_private, m.game, m.deck, m.options,"        \
    " m.reason, array_to_string(m.ranks, ' '),"                                \
    " array_to_string(m.totals, ' '), m.breakdown, m.outcome, m.goals,"        \
    " m.sandbox, m.turn_seconds, m.deadlines[1], m.deadlines[2],"              \
    " m.deadlines[3], m.deadlines[4], m.took_back, m.abort_votes,"             \
    " m.rated, m.decided, m.forfeits,"                                         \
    " (SELECT string_agg(s.kind || ' ' || coalesce(a.name, s.bot, '-')"        \
    " || ' ' || coalesce(s.account_id::text, '-') || ' '"                      \
    " || coalesce(s.bot, '-') || ' ' || coalesce(a.kind, 0),"                  \
    " E'\\n' ORDER BY s.seat)"                                                 \
    " FROM seats s LEFT JOIN accounts a ON a.id = s.account_id"                \
    " WHERE s.match_id = m.id),"                                               \
    " m.bank_seconds, m.increment_seconds, m.clock_policy, m.banks[1],"        \
    " m.banks[2], m.banks[3], m.banks[4], m.away_until[1],"                    \
    " m.away_until[2], m.away_until[3], m.away_until[4], m.abort_reason"
enum { MATCH_COLUMN_COUNT = 46 };
/* "c3fe…-…" as PostgreSQL writes it. */
void db_uuid_read(const char *text, struct play_id *out);
/* "c3fe…", which it reads, too. */
enum { DB_UUID_SIZE = 33 };
void db_uuid_write(const struct play_id *id, char out[DB_UUID_SIZE]);
/* The word at text, up to a space or the end of the line; behind it. */
const char *db_word_read(const char *text, char *out, size_t size);
void match_row_read(const struct pg_result *rows, int row,
                    struct store_match *out);
/* "{1,2}" for a smallint[] of `count`. */
void match_numbers_text(const int16_t *numbers, size_t count, char *out,
                        size_t size);
/* The breakdown as lines "item points points ...". */
void match_breakdown_text(const struct match_result *result, size_t seats,
                          char *out, size_t size);
/* The goals as lines "goal reached needed". */
void match_goals_text(const struct match_result *result, char *out,
                      size_t size);

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

/* STORE_CONFLICT: the key exists. */
enum store_err db_creation_insert(struct pg *pg, const struct store_match *row);

/* ---- events.c ---- */

enum store_err db_event_insert(struct pg *pg, const struct play_id *match,
                               const struct match_event *event);
/* All events of a match, as store_events.list returns them. */
enum store_err db_events_of(struct pg *pg, const struct play_id *match,
                            struct match_event **out, size_t *count);
/* The events that a statement returns for a match ($1), in its columns; no rows
 * are no error.  STORE_REFUSED also for an archive that cannot be read, which
 * is logged. */
enum store_err db_events_run(struct pg *pg, const char *sql,
                             const struct play_id *match,
                             struct match_event **out, size_t *count);

#endif
