/* The store over PostgreSQL, for the files that implement its operations. */
#ifndef DB_STORE_H
#define DB_STORE_H

#include "db/pg/pg.h"

#include <pthread.h>
#include <stdatomic.h>

struct db_listener; /* listener.c */

struct db_store {
    struct store store; /* first: play holds a pointer to this */
    struct db_config config;
    char *conninfo, *pooler; /* config's point here */
    struct pg_timeline past;
    struct pg_server direct, shared; /* shared: what the pool connects to */
    struct pg_pool *pool;
    struct pg *writer; /* write() alone uses it */
    int64_t writer_down_until_ms;
    int64_t short_keys_us; /* from then on keys are kept without replies that
                              follow from the record */
    char node[17];         /* who tells news: hex, NUL */
    struct db_listener *ear;
    atomic_bool control_is_refused; /* pg_control_system: account_feed.c */
    _Atomic uint64_t failures;      /* connections that could not be made */
};

/* The pool behind a store. */
static inline struct pg_pool *db_pool(struct store *store)
{
    return ((struct db_store *)(void *)store)->pool;
}

static inline struct db_store *db_store(struct store *store)
{
    return (struct db_store *)(void *)store;
}

/* db_health.c */
bool db_ping(struct store *store);
enum store_err db_now(struct store *store, int64_t *now_us);
enum store_err db_try_write(struct store *store);

/* backlog.c */
enum store_err db_backlog(struct store *store, int64_t now_us,
                          struct store_backlog *out);

/* accounts.c */
enum store_err db_account_insert(struct store *store,
                                 const struct store_account *account);
enum store_err db_account_find(struct store *store, const char *name,
                               struct store_account *out);
enum store_err db_account_password(struct store *store,
                                   const struct store_new_password *change);
enum store_err db_account_rehash(struct store *store,
                                 const struct play_id *account,
                                 const char *before, const char *after);
enum store_err db_argon2_since(struct store *store, int64_t *out_us);
/* In a transaction that gives the account a seat: it is there, and stays until
 * the transaction ends.  STORE_NOT_FOUND: it is gone. */
enum store_err db_account_hold(struct pg *pg, const struct play_id *account);
/* In a transaction that counts something of the account's, or gives it what it
 * may have only once: others that do wait until it ends.  STORE_NOT_FOUND: it
 * is gone. */
enum store_err db_account_lock(struct pg *pg, const struct play_id *account);

/* login_failures.c */
enum store_err db_failures_find(struct store *store, const char *name,
                                const char *source, struct store_record *out);
enum store_err db_failures_add(struct store *store,
                               const struct store_failure *failure);
enum store_err db_failures_clear(struct store *store, const char *name,
                                 const char *source);
enum store_err db_failures_purge(struct store *store, int64_t before_us);

/* devices.c */
enum store_err db_device_find(struct store *store, const char *name,
                              const uint8_t hash[32], int64_t since_us);
enum store_err db_device_list(
    struct store *store, const struct play_id *account, int64_t since_us,
    void (*visit)(void *ctx, const struct store_device *row), void *ctx);
enum store_err db_devices_purge(struct store *store, int64_t before_us);
/* In the transaction that gives the account a session: what the terms say of
 * its device. */
enum store_err db_device_keep(struct pg *pg, const struct play_id *account,
                              const struct store_terms *terms, int64_t now_us);

/* account_delete.c */
/* Rows of match, seat and the match's status: how many of them were read. */
size_t db_holds_read(const struct pg_result *rows, struct store_hold *out,
                     size_t cap);
enum store_err db_account_holds(struct store *store,
                                const struct play_id *account,
                                const struct store_hold *after,
                                struct store_hold *out, size_t cap,
                                size_t *count);
enum store_err db_account_erase(struct store *store,
                                const struct store_erasure *erasure,
                                struct play_id **matches, size_t *count);

/* tokens.c */
enum store_err db_token_insert(struct store *store,
                               const struct store_token *token,
                               const struct store_terms *terms);
enum store_err db_token_end(struct store *store, const struct play_id *account,
                            const struct play_id *token, int64_t now_us);
enum store_err db_tokens_end_others(struct store *store,
                                    const struct play_id *account,
                                    const uint8_t keep[32], int64_t now_us);
enum store_err db_token_list(
    struct store *store, const struct play_id *account, int64_t now_us,
    void (*visit)(void *ctx, const struct store_token *row), void *ctx);
enum store_err db_tokens_touch(struct store *store, const uint8_t (*hashes)[32],
                               size_t count, int64_t now_us, int64_t since_us);
enum store_err db_token_find(struct store *store, const uint8_t hash[32],
                             struct store_token *out);
enum store_err db_token_revoke(struct store *store, const uint8_t hash[32],
                               int64_t now_us);
enum store_err db_tokens_purge(struct store *store, int64_t before_us);

/* matches.c */
enum store_err db_match_insert(struct store *store,
                               const struct store_match *row,
                               const struct match_event *events,
                               size_t event_count);
enum store_err db_match_find(struct store *store, const struct play_id *id,
                             struct store_match *out);
enum store_err db_matches_empty(struct store *store,
                                const struct play_id *creator,
                                struct play_id *out, size_t cap, size_t *count);
enum store_err db_bots_due(struct store *store,
                           const struct store_bots_query *query,
                           struct play_id *out, size_t cap, size_t *count);
enum store_err db_match_watched(struct store *store,
                                const struct play_id *match, int64_t now_us);

/* expiry.c */
enum store_err db_matches_idle(struct store *store,
                               const struct store_idle_query *query,
                               struct store_idle *out, size_t *count);

/* match_caps.c: in a transaction that holds the lock of the creator's account
 * (db_account_lock), after the match was inserted.  STORE_FULL: too many; room
 * says more. */
enum store_err db_match_room(struct pg *pg, const struct store_match *row);
/* The same when a challenge is made, whose match would be one more. */
enum store_err db_challenge_room(struct pg *pg,
                                 const struct store_challenge *row);

/* queue.c, challenges.c: in the transaction that inserts a match, what it is
 * made of.  Each of the row's tickets becomes matched, the challenge accepted.
 * STORE_STALE: one of them is not waiting, or the challenge not accepted by
 * all its players. */
enum store_err db_queue_match(struct pg *pg, const struct store_match *row);
enum store_err db_challenge_accept(struct pg *pg,
                                   const struct store_match *row);
/* A rated match that asks its people to stay at the table: those of their
 * tickets that wait for another such are left. */
enum store_err db_queue_give_up(struct pg *pg, const struct store_match *row);
enum store_err db_queue_put(struct store *store,
                            const struct store_queue_entry *ticket,
                            struct store_queue_entry *out,
                            struct store_hindrance *why);
enum store_err db_queue_find(struct store *store, const struct play_id *account,
                             const char *game, int64_t now_us,
                             struct store_queue_entry *out);
enum store_err db_queue_leave(struct store *store,
                              const struct play_id *account, const char *game,
                              int64_t now_us, struct store_queue_entry *out);

/* queue_scan.c */
enum store_err db_queue_renew(struct store *store,
                              const struct play_id *tickets, size_t count,
                              int64_t now_us, int64_t expires_us);
enum store_err db_queue_waiting(struct store *store, int64_t now_us,
                                struct store_waiting **out, size_t *count);
enum store_err db_queue_sweep(struct store *store, int64_t now_us,
                              uint16_t **tags, size_t *count);
enum store_err db_queue_house(struct store *store, const char *game,
                              struct store_house out[STORE_HOUSE_MAX],
                              size_t *count);
enum store_err db_queue_purge(struct store *store, int64_t before_us);

/* vacations.c */
enum store_err db_vacation_list(struct store *store,
                                const struct play_id *account,
                                struct vacation *out, size_t cap,
                                size_t *count);
enum store_err db_vacation_write(struct store *store,
                                 const struct play_id *account,
                                 const struct vacation *before,
                                 const struct vacation *after);
enum store_err db_vacation_holds(struct store *store,
                                 const struct play_id *account,
                                 int64_t until_us, bool is_back,
                                 const struct store_hold *after,
                                 struct store_hold *out, size_t cap,
                                 size_t *count);

/* deadlines.c */
enum store_err db_clocks_due(struct store *store, int64_t now_us, size_t cap,
                             int64_t (*look)(void *ctx, size_t index,
                                             const struct store_match *row),
                             void *ctx, size_t *count);

/* positions.c */
enum store_err db_position_find(struct store *store, const struct play_id *id,
                                char **out);
enum store_err db_position_insert(struct pg *pg, const struct play_id *match,
                                  const char *position);

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

/* match_list.c */
enum store_err
db_match_list(struct store *store, const struct store_filter *filter,
              void (*visit)(void *ctx, const struct store_match *row),
              void *ctx);

/* events.c */
enum store_err db_event_list(struct store *store, const struct play_id *id,
                             uint32_t after, uint32_t limit,
                             struct match_event **out, size_t *count);
enum store_err db_event_list_assured(struct store *store,
                                     const struct play_id *id, uint32_t after,
                                     uint32_t limit, struct match_event **out,
                                     size_t *count);
enum store_err db_log_find(struct store *store,
                           const struct store_log_query *query,
                           struct store_log *out);

/* snapshots.c */
enum store_err db_snapshots_write(struct store *store, const char *build,
                                  const struct store_snapshot *list,
                                  size_t count);
/* Of a match that is being packed. */
enum store_err db_snapshots_drop(struct pg *pg, const struct play_id *match);

/* idempotency_keys.c */
/* A last column of what finds that something was done before.  To tell so again
 * is a promise: where commits wait for standbys, the statement does, too, by
 * writing something itself; what was committed before is there when that is.
 * Otherwise it costs nothing. */
#define DB_ASSURED                                                             \
    ", CASE WHEN current_setting('synchronous_standby_names') <> ''"           \
    " THEN pg_logical_emit_message(true, 'fathom', '') END"
enum store_err db_key_find(struct store *store, const struct play_id *match,
                           const struct play_id *account, const char *key,
                           int64_t since_us, struct store_key *out);
enum store_err db_keys_purge(struct store *store, int64_t before_us);
enum store_err db_creation_find(struct store *store,
                                const struct play_id *account, const char *key,
                                int64_t since_us, struct store_created *out);
/* STORE_CONFLICT: there is such a key. */
enum store_err db_creation_insert(struct pg *pg, const struct store_match *row);

/* challenges.c */
enum store_err db_challenge_insert(struct store *store,
                                   const struct store_challenge *row,
                                   struct store_challenge_limits *limits);
enum store_err db_challenge_find(struct store *store, const struct play_id *id,
                                 struct store_challenge *out);
enum store_err db_challenge_find_key(struct store *store,
                                     const struct play_id *creator,
                                     const char *key, int64_t since_us,
                                     struct store_challenge *out);
enum store_err db_challenge_answer(struct store *store,
                                   const struct play_id *id,
                                   const struct play_id *account, bool accepts,
                                   int64_t now_us);
enum store_err db_challenge_cancel(struct store *store,
                                   const struct play_id *id, int64_t now_us);
enum store_err db_challenges_expire(struct store *store, int64_t now_us,
                                    uint16_t *tags, size_t cap, size_t *count);
enum store_err db_challenges_purge(struct store *store, int64_t before_us);
/* In the transaction that takes an account away: what waits with it ends, what
 * it has declared goes. */
enum store_err db_challenges_leave(struct pg *pg, const struct play_id *account,
                                   int64_t now_us);

/* blocks.c */
enum store_err db_block_put(struct store *store, const struct play_id *account,
                            const struct play_id *blocked, unsigned most,
                            int64_t now_us);
enum store_err db_block_drop(struct store *store, const struct play_id *account,
                             const struct play_id *blocked);
enum store_err
db_block_list(struct store *store, const struct play_id *account,
              const char *after, unsigned limit,
              void (*visit)(void *ctx, const struct block *block), void *ctx);
/* In the transaction that inserts a challenge, after its players were held.
 * STORE_STALE: one of them has blocked its creator. */
enum store_err db_blocks_check(struct pg *pg,
                               const struct challenge *challenge);
/* In the transaction that deletes an account. */
enum store_err db_blocks_leave(struct pg *pg, const struct play_id *account);

/* challenge_list.c */
enum store_err db_challenge_list(
    struct store *store, const struct store_challenge_query *query,
    void (*visit)(void *ctx, const struct store_challenge *row), void *ctx);
enum store_err db_challenges_of_house(struct store *store, int64_t now_us,
                                      struct store_house_call *out, size_t cap,
                                      size_t *count);
#define CHALLENGE_COLUMNS                                                      \
    "c.id, c.game, c.options, c.rated, c.is_private, c.turn_seconds,"          \
    " c.bank_seconds, c.increment_seconds, c.clock_policy, c.status,"          \
    " c.created_at, c.expires_at, c.ended_at, c.match_id, c.body_hash,"        \
    " (SELECT string_agg(p.account_id || ' ' || a.name || ' ' || a.kind"       \
    " || ' ' || coalesce(a.house_bot, '-') || ' ' || p.answer,"                \
    " E'\\n' ORDER BY p.place) FROM challenge_players p"                       \
    " JOIN accounts a ON a.id = p.account_id WHERE p.challenge_id = c.id)"
void challenge_row_read(const struct pg_result *rows, int row,
                        struct store_challenge *out);

/* bot_rules.c */
enum store_err db_bot_find(struct store *store, const struct play_id *account,
                           struct store_bot *out);
enum store_err db_bot_put(struct store *store, const struct play_id *account,
                          const struct bot_rules *rules);
enum store_err db_bot_drop(struct store *store, const struct play_id *account);
enum store_err
db_bot_list(struct store *store, const char *game, const char *after,
            unsigned limit,
            void (*visit)(void *ctx, const struct store_bot *row), void *ctx);
/* In the transaction that seats them in a match, before they are told of it:
 * STORE_FULL when a bot account has as many as its rules take.  Its rules stay
 * as they are, and no other match is made for it, until the transaction
 * ends. */
enum store_err db_bots_have_room(struct pg *pg, const struct match *match);

/* match_write.c */
enum store_err db_write(struct store *store, struct store_update **effects,
                        size_t count, int64_t keys_since_us);
enum store_err db_event_insert(struct pg *pg, const struct play_id *match,
                               const struct match_event *event);
/* events.c: all of a match, as db_event_list gives them. */
enum store_err db_events_of(struct pg *pg, const struct play_id *match,
                            struct match_event **out, size_t *count);
/* Those that a statement gives for a match ($1), in its columns; none at all is
 * no error.  STORE_REFUSED also for an archive that cannot be read, which is
 * logged. */
enum store_err db_events_run(struct pg *pg, const char *sql,
                             const struct play_id *match,
                             struct match_event **out, size_t *count);

/* archiver.c */
enum store_err db_archive_next(struct store *store,
                               const struct store_archiving *archiving);
enum store_err db_archive_undo(struct store *store, struct play_id *after);

/* account_feed.c: what of a match's effect concerns who hears of it,
 * within the effect's transaction. */
enum store_err db_feed_begin(struct pg *pg, const struct play_id *match,
                             const struct play_id *account);
/* Before the seat's row changes. */
enum store_err db_feed_get_up(struct pg *pg, const struct play_id *match,
                              int seat);
enum store_err db_feed_end(struct pg *pg, const struct play_id *match);
enum store_err db_feed_read(struct store *store,
                            const struct store_feed_query *query,
                            struct store_notice *out, size_t *count,
                            struct store_place *now);
enum store_err db_stream_ticket_insert(struct store *store,
                                       const uint8_t hash[32],
                                       const uint8_t token_hash[32],
                                       int64_t expires_us);
enum store_err db_stream_ticket_redeem(struct store *store,
                                       const uint8_t hash[32], int64_t now_us,
                                       uint8_t token_hash[32]);
enum store_err db_stream_tickets_purge(struct store *store, int64_t before_us);

/* notify.c: news of matches, as many as one notification holds.  db_notify_add
 * is false when there is no room: send this one and begin another. */
struct db_notifications {
    size_t length;
    char text[7900]; /* PostgreSQL takes less than 8000 */
};
extern const char db_notify_sql[]; /* tells $1, a news' text */
void db_notify_begin(const struct db_store *db, struct db_notifications *news);
bool db_notify_add(struct db_notifications *news, const struct play_id *match,
                   uint32_t seq, const uint16_t *tags, size_t tag_count);
enum store_err db_notify_send(struct pg *pg,
                              const struct db_notifications *news);
/* Tell of accounts alone, by their tags (store_update.tags), any number.
 * db NULL: this node shall hear it, too. */
enum store_err db_notify_accounts(const struct db_store *db, struct pg *pg,
                                  const uint16_t *tags, size_t count);

/* leaderboards.c */
enum store_err db_season_find(struct store *store, int32_t number,
                              int64_t now_us, struct season *out);
enum store_err db_season_list(struct store *store, int32_t below,
                              unsigned limit, struct season *out,
                              size_t *count);
enum store_err
db_leaderboard_read(struct store *store,
                    const struct store_leaderboard_query *query, int64_t *total,
                    void (*visit)(void *ctx, const struct store_standing *row),
                    void *ctx);
enum store_err db_leaderboard_find(struct store *store,
                                   const struct store_leaderboard_query *query,
                                   const char *name, unsigned above,
                                   struct store_leaderboard_place *out);
enum store_err
db_standing_list(struct store *store, const struct play_id *account,
                 int32_t season, const struct play_id *asker,
                 void (*visit)(void *ctx, const struct store_standing *row),
                 void *ctx);

/* statistics.c */
enum store_err
db_history_read(struct store *store, const struct store_history_query *query,
                void (*visit)(void *ctx, const struct store_rating_point *row),
                void *ctx);
enum store_err db_match_ratings_read(
    struct store *store, const struct play_id *matches, size_t count,
    void (*visit)(void *ctx, const struct store_match_rating *row), void *ctx);
enum store_err
db_figures_read(struct store *store, const struct play_id *account,
                const char *game,
                void (*visit)(void *ctx, const struct figures *row), void *ctx);
enum store_err db_cards_read(struct store *store, const struct play_id *account,
                             const char *game,
                             void (*visit)(void *ctx, const char *game,
                                           bool is_best,
                                           const struct card_figures *row),
                             void *ctx);

/* settle.c, settle_write.c, settled.c, rating_rebuild.c */
struct store_ladder {
    struct db_store *db;
    struct pg *pg;
    bool again; /* everything, into the tables again_... */
};
enum store_err db_ladder_begin(struct store *store, bool again,
                               struct store_ladder **out, int64_t *last);
enum store_err db_ladder_end(struct store_ladder *ladder, bool keep);
enum store_err db_ladder_seasons(struct store_ladder *ladder,
                                 struct ladder_season **out, size_t *count);
enum store_err db_ladder_season_open(struct store_ladder *ladder,
                                     const struct ladder_season *season);
enum store_err db_ladder_season_close(struct store_ladder *ladder,
                                      int32_t season, int64_t now_us);
enum store_err db_ladder_matches(struct store_ladder *ladder, int64_t after,
                                 size_t limit, struct ladder_match **out,
                                 size_t *count);
enum store_err db_ladder_record(struct store_ladder *ladder,
                                const struct play_id *match,
                                struct store_match *row,
                                struct match_event **events, size_t *count);
enum store_err db_ladder_ratings(struct store_ladder *ladder,
                                 const struct ladder_match *matches,
                                 size_t count, struct rating_batch *book);
enum store_err db_ladder_settled(struct store_ladder *ladder,
                                 const struct ladder_match *matches,
                                 size_t count);
enum store_err db_ladder_updates(struct store_ladder *ladder,
                                 struct rating_batch *book);
enum store_err db_ladder_write(struct store_ladder *ladder,
                               const struct rating_batch *book);
enum store_err db_ladder_quarantine(struct store *store,
                                    const struct play_id *match);
enum store_err db_ladder_rebuild(struct store_ladder *ladder);
enum store_err
db_ladder_compare(struct store_ladder *ladder,
                  struct store_difference out[STORE_LADDER_TABLES]);
enum store_err db_ladder_replace(struct store_ladder *ladder);
/* Everybody's rank at the end of a season; 0: of all that are closed. */
enum store_err db_ladder_rank(struct store_ladder *ladder, int32_t season);

/* rate_sync.c */
enum store_err db_rate_usage_secret(struct store *store,
                                    uint8_t out[TAKEN_SECRET_SIZE]);
enum store_err db_rate_usage_send(struct store *store,
                                  const struct rate_usage *list, size_t count);

/* listener.c */
enum store_err db_listen_start(struct store *store,
                               const struct store_listener *ears);
void db_listen_stop(struct store *store);
/* The channel on which nodes tell each other. */
#define DB_CHANNEL "fathom"

/* operators.c */
enum store_err db_operator_act(struct store *store,
                               const struct store_deed *deed,
                               struct play_id *account);

#endif
