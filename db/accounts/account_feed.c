/* Account feeds: an account's matches, challenges and queue entries, and which
 * of them changed.
 *
 * A cursor is the transaction snapshot of the last reading.  The rows that
 * changed since are exactly those that the snapshot does not see, whichever
 * transactions of any node were being committed at the time. */
#include "db/accounts/accounts.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- whose match it is ---- */

enum store_err db_feed_begin(struct pg *pg, const struct play_id *match,
                             const struct play_id *account)
{
    const struct pg_param in[] = {PG_UUID(match), PG_UUID(account)};

    return pg_run(pg,
                  "INSERT INTO account_matches (match_id, account_id)"
                  " VALUES ($1, $2) ON CONFLICT (match_id, account_id)"
                  " DO UPDATE SET ended_xid = NULL",
                  in, PG_LENGTH(in), NULL);
}

enum store_err db_feed_get_up(struct pg *pg, const struct play_id *match,
                              int seat)
{
    const struct pg_param in[] = {PG_UUID(match), PG_INT2(seat)};

    /* An account that holds another seat of a sandbox keeps the match in its
     * feed. */
    return pg_run(pg,
                  "UPDATE account_matches l SET ended_xid ="
                  "  pg_current_xact_id()"
                  " WHERE l.match_id = $1 AND l.ended_xid IS NULL"
                  " AND l.account_id = (SELECT s.account_id FROM seats s"
                  "  WHERE s.match_id = $1 AND s.seat = $2)"
                  " AND NOT EXISTS (SELECT FROM seats o WHERE o.match_id = $1"
                  "  AND o.seat <> $2 AND o.account_id = l.account_id)",
                  in, PG_LENGTH(in), NULL);
}

enum store_err db_feed_end(struct pg *pg, const struct play_id *match)
{
    const struct pg_param in[] = {PG_UUID(match)};

    return pg_run(pg,
                  "UPDATE account_matches SET ended_xid = pg_current_xact_id()"
                  " WHERE match_id = $1 AND ended_xid IS NULL",
                  in, PG_LENGTH(in), NULL);
}

/* ---- places ---- */

/* Write a cursor as PostgreSQL reads a snapshot: "10:20:12,15". */
static void write_place(const struct store_feed_cursor *place, char *out,
                        size_t size)
{
    size_t n = (size_t)snprintf(out, size,
                                "%llu:%llu:", (unsigned long long)place->low,
                                (unsigned long long)place->high);

    for (size_t i = 0; i < place->count && n < size; i++)
        n += (size_t)snprintf(out + n, size - n, "%s%llu", i > 0 ? "," : "",
                              (unsigned long long)place->running[i]);
}

/* Read a snapshot.  If more transactions run than a cursor holds, the cursor
 * becomes one before the first of them, and later changes are returned
 * again. */
static void read_place(const char *text, struct store_feed_cursor *out)
{
    char *end;

    out->low = strtoull(text, &end, 10);
    out->high = *end == ':' ? strtoull(end + 1, &end, 10) : out->low;
    out->count = 0;
    for (; *end && end[1]; out->count++) {
        uint64_t xid = strtoull(end + 1, &end, 10);

        if (out->count == STORE_RUNNING_MAX) {
            out->high = out->low;
            out->count = 0;
            return;
        }
        out->running[out->count] = xid;
    }
}

/* ---- reading ---- */

/* The matches: unfinished ones, and those that ended since the cursor.  A row
 * written by a transaction of the future was restored from another database's
 * dump, and is not new.
 *
 * OFFSET 0 makes the planner look up each match by its id: it cannot estimate
 * how many ended since the cursor, and would read all matches. */
#define MATCHES_SQL                                                            \
    "SELECT 0 AS kind, m.id, m.game, m.status, NULL::uuid AS made, m.seq,"     \
    "  m.to_act, (SELECT coalesce(bit_or(1 << s.seat), 0) FROM seats s"        \
    "   WHERE s.match_id = m.id AND s.account_id = $1) AS mine, 0 AS answer"   \
    " FROM (SELECT match_id FROM account_matches"                              \
    "   WHERE account_id = $1 AND ended_xid IS NULL"                           \
    "  UNION ALL SELECT match_id FROM account_matches"                         \
    "   WHERE account_id = $1 AND ended_xid >= $3::text::xid8"                 \
    "   AND NOT pg_visible_in_snapshot(ended_xid, $2::text::pg_snapshot)) l"   \
    " CROSS JOIN LATERAL (SELECT id, game, seq, status, to_act FROM matches"   \
    "  WHERE id = l.match_id AND ($2::text IS NULL OR ("                       \
    "   NOT pg_visible_in_snapshot(changed_xid, $2::text::pg_snapshot)"        \
    "   AND changed_xid < pg_snapshot_xmax(n.now))) OFFSET 0) m"               \
    " WHERE $4::uuid IS NULL OR (0, l.match_id) > ($6::integer, $4)"

/* The challenges, likewise. */
#define CHALLENGES_SQL                                                         \
    "SELECT 1, c.id, c.game, c.status, c.match_id, 0, 0, 0, l.answer"          \
    " FROM (SELECT challenge_id, answer FROM challenge_players"                \
    "   WHERE account_id = $1 AND ended_xid IS NULL"                           \
    "  UNION ALL SELECT challenge_id, answer FROM challenge_players"           \
    "   WHERE account_id = $1 AND ended_xid >= $3::text::xid8"                 \
    "   AND NOT pg_visible_in_snapshot(ended_xid, $2::text::pg_snapshot)) l"   \
    " CROSS JOIN LATERAL (SELECT id, game, status, match_id FROM challenges"   \
    "  WHERE id = l.challenge_id AND ($2::text IS NULL OR ("                   \
    "   NOT pg_visible_in_snapshot(changed_xid, $2::text::pg_snapshot)"        \
    "   AND changed_xid < pg_snapshot_xmax(n.now))) OFFSET 0) c"               \
    " WHERE $4::uuid IS NULL OR (1, l.challenge_id) > ($6::integer, $4)"

/* The queue entries: at most one for each game. */
#define QUEUE_SQL                                                              \
    "SELECT 2, t.id, t.game, t.status, t.match_id, 0, 0, 0, 0"                 \
    " FROM queue_tickets t WHERE t.account_id = $1"                            \
    " AND CASE WHEN $2::text IS NULL THEN t.status = 0"                        \
    "  ELSE NOT pg_visible_in_snapshot(t.changed_xid, $2::text::pg_snapshot)"  \
    "   AND t.changed_xid < pg_snapshot_xmax(n.now) END"                       \
    " AND ($4::uuid IS NULL OR (2, t.id) > ($6::integer, $4))"

/* The id of the database: a cursor of another database is invalid. */
#define NUMBER_SQL                                                             \
    "SELECT system_identifier # (SELECT oid::bigint FROM pg_database"          \
    " WHERE datname = current_database()) AS number"

/* The id of the cluster.  A dump that is restored into another cluster gets
 * another id. */
#define CLUSTER_SQL NUMBER_SQL " FROM pg_control_system()"

/* For engines that do not permit pg_control_system (some managed services):
 * from a random number in the database.  A dump contains it, so a restored
 * database differs only in its lower transaction counter. */
#define RANDOM_SQL                                                             \
    NUMBER_SQL                                                                 \
    " FROM (SELECT ('x' || left(encode(sha256(limits_secret), 'hex'), 16))"    \
    "  ::bit(64)::bigint AS system_identifier FROM shared) s"

#define FEED_ROW(FIRST, NEXT)                                                  \
    FIRST(FEED_ROW_PLACE, "n.now::text")                                       \
    NEXT(FEED_ROW_DATABASE, "d.number")                                        \
    NEXT(FEED_ROW_ID, "f.id")                                                  \
    NEXT(FEED_ROW_GAME, "f.game")                                              \
    NEXT(FEED_ROW_SEQ, "f.seq")                                                \
    NEXT(FEED_ROW_STATUS, "f.status")                                          \
    NEXT(FEED_ROW_TO_ACT, "f.to_act")                                          \
    NEXT(FEED_ROW_MINE, "f.mine")                                              \
    NEXT(FEED_ROW_KIND, "f.kind")                                              \
    NEXT(FEED_ROW_ANSWER, "f.answer")                                          \
    NEXT(FEED_ROW_MADE, "f.made")                                              \
    NEXT(FEED_ROW_PLAYERS,                                                     \
         "CASE f.kind WHEN 0 THEN (SELECT array_agg(coalesce(a.name, s.bot)"   \
         " ORDER BY s.seat) FROM seats s"                                      \
         " LEFT JOIN accounts a ON a.id = s.account_id"                        \
         " WHERE s.match_id = f.id)"                                           \
         " WHEN 1 THEN (SELECT array_agg(a.name ORDER BY"                      \
         " c.place) FROM challenge_players c"                                  \
         " JOIN accounts a ON a.id = c.account_id WHERE c.challenge_id = "     \
         "f.id) END")                                                          \
    NEXT(FEED_ROW_MOVED, "m.moved_at")                                         \
    NEXT(FEED_ROW_DEADLINE,                                                    \
         "(SELECT min(m.deadlines[s.seat + 1]) FROM seats s WHERE"             \
         " s.match_id = m.id AND s.account_id = $1"                            \
         " AND m.to_act >> s.seat & 1 = 1)")                                   \
    NEXT(FEED_ROW_RANKS, "m.ranks")
enum { FEED_ROW(PG_NUMBER, PG_NUMBER) };
#define FEED_COLUMNS FEED_ROW(PG_FIRST, PG_NEXT)

/* Returns at least one row, for the new cursor.  $1: the account, $2: the
 * cursor or null, $3: its lowest transaction, $4: the last id of the previous
 * page, $5: the limit, $6: the kind of $4. */
#define FEED_SQL(number, matches, challenges)                                  \
    "SELECT " FEED_COLUMNS " FROM (SELECT pg_current_snapshot() AS now) n"     \
    " CROSS JOIN (" number ") d"                                               \
    " LEFT JOIN LATERAL (SELECT * FROM (" matches "  UNION ALL " challenges    \
    " UNION ALL " QUEUE_SQL ") e"                                              \
    "  ORDER BY e.kind, e.id LIMIT $5) f ON true"                              \
    " LEFT JOIN LATERAL (SELECT * FROM matches"                                \
    "  WHERE f.kind = 0 AND id = f.id OFFSET 0) m ON true"                     \
    " ORDER BY f.kind, f.id"

/* Without a cursor: everything unfinished.  There may be many, so they are read
 * in the order of their ids, a page of each kind. */
#define FIRST "'00000000-0000-0000-0000-000000000000'::uuid"
#define LAST  "'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid"
#define AFTER(kind)                                                            \
    "CASE WHEN $4::uuid IS NULL THEN " FIRST " WHEN $6::integer < " kind       \
    " THEN " FIRST " WHEN $6 = " kind " THEN $4 ELSE " LAST " END"

#define ALL_MATCHES_SQL                                                        \
    "SELECT 0 AS kind, m.id, m.game, m.status, NULL::uuid AS made, m.seq,"     \
    "  m.to_act, (SELECT coalesce(bit_or(1 << s.seat), 0) FROM seats s"        \
    "   WHERE s.match_id = m.id AND s.account_id = $1) AS mine, 0 AS answer"   \
    " FROM (SELECT match_id FROM account_matches WHERE account_id = $1"        \
    "   AND ended_xid IS NULL AND match_id > " AFTER(                          \
        "0") "   ORDER BY match_id LIMIT $5) l"                                \
             " CROSS JOIN LATERAL (SELECT id, game, seq, status, to_act FROM " \
             "matches"                                                         \
             "  WHERE id = l.match_id OFFSET 0) m"

#define ALL_CHALLENGES_SQL                                                     \
    "SELECT 1, c.id, c.game, c.status, c.match_id, 0, 0, 0, l.answer"          \
    " FROM (SELECT challenge_id, answer FROM challenge_players"                \
    "   WHERE account_id = $1 AND ended_xid IS NULL"                           \
    "   AND challenge_id > " AFTER(                                            \
        "1") " ORDER BY challenge_id LIMIT $5) l"                              \
             " CROSS JOIN LATERAL (SELECT id, game, status, match_id FROM "    \
             "challenges"                                                      \
             "  WHERE id = l.challenge_id OFFSET 0) c"

enum { NEWS, ALL };
enum { OF_CLUSTER, OF_RANDOM };

static const char *const feed_sql[2][2] = {
    [NEWS] = {FEED_SQL(CLUSTER_SQL, MATCHES_SQL, CHALLENGES_SQL),
              FEED_SQL(RANDOM_SQL, MATCHES_SQL, CHALLENGES_SQL)},
    [ALL] = {FEED_SQL(CLUSTER_SQL, ALL_MATCHES_SQL, ALL_CHALLENGES_SQL),
             FEED_SQL(RANDOM_SQL, ALL_MATCHES_SQL, ALL_CHALLENGES_SQL)},
};

static void read_notice(const struct pg_result *rows, int row,
                        struct store_feed_entry *out)
{
    struct pg_values players = pg_array(rows, row, FEED_ROW_PLAYERS);
    struct pg_values ranks = pg_array(rows, row, FEED_ROW_RANKS);

    *out = (struct store_feed_entry){
        .seq = (uint32_t)pg_int(rows, row, FEED_ROW_SEQ),
        .status = (uint8_t)pg_int(rows, row, FEED_ROW_STATUS),
        .to_act = (seat_set)pg_int(rows, row, FEED_ROW_TO_ACT),
        .mine = (seat_set)pg_int(rows, row, FEED_ROW_MINE),
        .kind = (enum feed_kind)pg_int(rows, row, FEED_ROW_KIND),
        .answer = (enum challenge_answer)pg_int(rows, row, FEED_ROW_ANSWER),
        .moved_us = pg_time(rows, row, FEED_ROW_MOVED),
        .deadline_us = pg_time(rows, row, FEED_ROW_DEADLINE),
        .has_match = !pg_is_null(rows, row, FEED_ROW_MADE),
    };
    pg_bytes(rows, row, FEED_ROW_ID, &out->id, sizeof out->id);
    pg_text_into(rows, row, FEED_ROW_GAME, out->game, sizeof out->game);
    pg_bytes(rows, row, FEED_ROW_MADE, &out->match, sizeof out->match);
    while (players.left > 0 && out->player_count < RULES_SEATS_MAX)
        pg_value_text_into(pg_next(&players), out->players[out->player_count++],
                           PLAY_NAME_SIZE);
    for (int seat = 0; ranks.left > 0 && seat < RULES_SEATS_MAX; seat++)
        out->rank[seat] = (uint8_t)pg_value_int(pg_next(&ranks));
}

/* Run the statement that the engine permits: after the first was refused once,
 * use only the second. */
static enum store_err ask(struct store *store, const char *const sql[2],
                          const struct pg_param *in, size_t count,
                          struct pg_result **rows)
{
    atomic_bool *is_refused = &db_store(store)->control_is_refused;
    enum store_err err = STORE_REFUSED;

    if (!atomic_load(is_refused))
        err = pg_query(db_pool(store), sql[OF_CLUSTER], in, count, rows);
    if (err != STORE_REFUSED)
        return err;
    err = pg_query(db_pool(store), sql[OF_RANDOM], in, count, rows);
    if (!err)
        atomic_store(is_refused, true);
    return err;
}

static enum store_err read_feed(struct store *store,
                                const struct store_feed_query *query,
                                struct store_feed_entry *out, size_t *count,
                                struct store_feed_cursor *now)
{
    char after[64 + 24 * STORE_RUNNING_MAX], low[24];
    const struct store_feed_cursor *place = query->after;
    const struct pg_param in[] = {
        PG_UUID(query->account),        PG_TEXT(place ? after : NULL),
        PG_TEXT(place ? low : NULL),    PG_UUID(query->after_id),
        PG_INT8((int64_t)query->limit), PG_INT4(query->after_kind),
    };
    struct pg_result *rows;
    enum store_err err;

    if (place) {
        write_place(place, after, sizeof after);
        snprintf(low, sizeof low, "%llu", (unsigned long long)place->low);
    }
    err = ask(store, feed_sql[place ? NEWS : ALL], in, PG_LENGTH(in), &rows);
    *count = 0;
    if (err)
        return err;
    read_place(pg_text(rows, 0, FEED_ROW_PLACE), now);
    now->database = (uint64_t)pg_int(rows, 0, FEED_ROW_DATABASE);
    for (int i = 0; i < pg_rows(rows) && *count < query->limit; i++)
        if (!pg_is_null(rows, i, FEED_ROW_ID))
            read_notice(rows, i, &out[(*count)++]);
    pg_clear(rows);
    return STORE_OK;
}

const struct store_feed db_feed = {
    .read = read_feed,
};
