/* Lists of matches, newest first, a page at a time; those that wait for an
 * account, most urgent first.
 *
 * Each combination of filters has a statement of its own, which reads along one
 * index and stops when the page is full, whatever the planner estimates and
 * however many matches there are.
 *
 * A page of all matches consists of public ones, from an index of public
 * matches, and private ones of the account: only those newer than the last of
 * the full public page are read.
 *
 * Of an account's own matches at most STORE_LIST_READ are read for a page: all
 * of 100,000 may have another status or game than the one that is asked for.
 * The statement says then where it stopped.
 *
 * An account has few unfinished matches, and all of them are read, unless
 * others have given it a seat in more than LIVE_MOST of theirs: then the lists
 * of unfinished matches are read like the others.  Those that wait for it are
 * no longer in the order of urgency then, but in that of their ids. */
#include "base/hex.h"
#include "db/matches/matches.h"

#include <string.h>

/* $1: the statuses, $2: the game, $3: the asker, $4 and $5: where the last page
 * ended, $6: the limit, $7: the player, $8: the time since when, $9: ids; not
 * every statement uses all. */
/* clang-format off */
#define BEFORE(created_at, id)                                                 \
    "(" created_at ", " id ") < (coalesce($4, 'infinity'::timestamptz),"       \
    " coalesce($5, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))"             \
    " AND " created_at " >= coalesce($8, '-infinity'::timestamptz)"
#define STATUSES "$1::text::smallint[]"
#define SHOWN(m)                                                               \
    "(NOT " m ".is_private OR " m ".creator_id = $3 OR EXISTS (SELECT"         \
    " FROM seats s WHERE s.match_id = " m ".id AND s.account_id = $3))"
#define PAGE(m) " ORDER BY " m ".created_at DESC, " m ".id DESC LIMIT $6"
/* Matches by the ids of p.  OFFSET 0 makes the planner look them up one by one:
 * it would scan all matches from the newest on. */
#define ONE_BY_ONE(id)                                                         \
    " CROSS JOIN LATERAL (SELECT * FROM matches WHERE id = " id " OFFSET 0) m"

/* ---- where a list stops ---- */

/* How many matches of an account are read; the last of them is behind the
 * others. */
#define READ   "150"
#define BEHIND "149"
_Static_assert(STORE_LIST_READ == 150, "READ says so");

/* The last of the matches that `own` selects, if the page has room for what may
 * follow those that `fit`.  `own` is a statement, not a CTE: the rows of that
 * have no order, and all would be read where a page of them is enough. */
#define STOP(own, fit)                                                         \
    "SELECT created_at AS at, match_id AS id FROM (" own ") AS last"           \
    " WHERE (SELECT count(*) FROM " fit ") < $6"                               \
    " ORDER BY created_at DESC, match_id DESC OFFSET " BEHIND " LIMIT 1"
/* The matches `found`, each with its place and `stop`; without any a row of
 * nulls, which has `stop`. */
#define SHOW                                                                   \
    " SELECT " MATCH_COLUMNS ", m.created_at, stop.at, stop.id"                \
    " FROM (SELECT) AS one LEFT JOIN stop ON true LEFT JOIN (SELECT m.*"       \
    "  FROM found p" ONE_BY_ONE("p.id") ") m ON true"                          \
    " ORDER BY m.created_at DESC, m.id DESC"
/* The columns of `stop` in statements that read all there are. */
#define TO_THE_END ", NULL::timestamptz, NULL::uuid"

/* ---- all matches ---- */

/* A page of ids of public matches. */
#define PUBLIC(where)                                                          \
    "SELECT o.id, o.created_at FROM matches o WHERE NOT o.is_private AND "     \
    where " AND " BEFORE("o.created_at", "o.id") PAGE("o")
/* The newest of each status, merged. */
#define PUBLIC_OF_EACH(where)                                                  \
    "SELECT e.id, e.created_at FROM unnest(" STATUSES ") AS each"              \
    " CROSS JOIN LATERAL (" PUBLIC(where "o.status = each") ") e" PAGE("e")

#define WANTED(m)                                                              \
    m ".status = ANY (" STATUSES ")"                                           \
    " AND ($2::text IS NULL OR " m ".game = $2)"
#define SINCE "(SELECT at FROM since)"

/* Matches of the asker, private ones among them: in which it holds a seat, and
 * which it has created. */
#define OWN                                                                    \
    "SELECT u.created_at, u.match_id FROM ((SELECT DISTINCT s.created_at,"     \
    "   s.match_id FROM seats s WHERE s.account_id = $3"                       \
    "   AND s.created_at >= " SINCE                                            \
    "   AND " BEFORE("s.created_at", "s.match_id")                             \
    "   ORDER BY s.created_at DESC, s.match_id DESC LIMIT " READ ")"           \
    "  UNION (SELECT o.created_at, o.id FROM matches o"                        \
    "   WHERE o.creator_id = $3 AND o.is_private AND o.created_at >= " SINCE   \
    "   AND " BEFORE("o.created_at", "o.id")                                   \
    "   ORDER BY o.created_at DESC, o.id DESC LIMIT " READ ")) u"              \
    " ORDER BY u.created_at DESC, u.match_id DESC LIMIT " READ
/* The unfinished matches of an account, one more than LIVE_MOST at most, and
 * whether there are that many.  A condition on `is_many` alone is judged once,
 * before the rows that depend on it are read. */
#define LIVE_MOST "1000"
#define FEW(account)                                                           \
    "few AS MATERIALIZED (SELECT l.match_id FROM account_matches l"            \
    "  WHERE l.account_id = " account " AND l.ended_xid IS NULL"               \
    "  LIMIT " LIVE_MOST " + 1),"                                              \
    " many AS MATERIALIZED (SELECT count(*) > " LIVE_MOST " AS is_many"        \
    "  FROM few)"
#define IS_MANY "(TABLE many)"

/* The same of unfinished matches, which are few. */
#define OWN_LIVE                                                               \
    "SELECT m.created_at, m.id AS match_id FROM (SELECT match_id FROM few"     \
    "   WHERE NOT " IS_MANY                                                    \
    "  UNION SELECT o.id FROM matches o WHERE o.creator_id = $3"               \
    "   AND o.status < 2 AND NOT " IS_MANY ") p"                               \
    ONE_BY_ONE("p.match_id")                                                   \
    " WHERE m.created_at >= " SINCE " AND " BEFORE("m.created_at", "m.id")     \
    " UNION ALL SELECT created_at, match_id FROM (" OWN ") AS every"           \
    " WHERE " IS_MANY

/* Each of its CTEs but the last is used twice, and therefore computed once. */
#define LIST(public, of_asker) "WITH " LISTED(public, "", of_asker)
/* Of these all are read at once. */
#define LIST_LIVE(public)                                                      \
    "WITH " FEW("$3") ", "                                                     \
    LISTED(public, " own AS MATERIALIZED (" OWN_LIVE "),", "SELECT * FROM own")
#define LISTED(public, own, of_asker)                                          \
    "listed AS (" public "),"                                                  \
    " since AS (SELECT coalesce((SELECT created_at FROM listed"                \
    "  ORDER BY created_at DESC, id DESC OFFSET $6 - 1 LIMIT 1),"              \
    "  '-infinity') AS at)," own                                               \
    " fit AS (SELECT m.id, m.created_at FROM (" of_asker ") p"                 \
    ONE_BY_ONE("p.match_id") " WHERE m.is_private AND " WANTED("m")            \
    "  ORDER BY p.created_at DESC, p.match_id DESC LIMIT $6),"                 \
    " stop AS (" STOP(of_asker, "fit") "),"                                    \
    " found AS MATERIALIZED (SELECT u.id, u.created_at FROM"                   \
    "  (SELECT * FROM listed UNION SELECT * FROM fit) u"                       \
    "  WHERE NOT EXISTS (SELECT FROM stop"                                     \
    "   WHERE (u.created_at, u.id) < (stop.at, stop.id))" PAGE("u") ")"        \
    SHOW

static const char all_sql[] = LIST(PUBLIC_OF_EACH(""), OWN);
static const char live_sql[] = LIST_LIVE(PUBLIC_OF_EACH(""));
static const char game_sql[] = LIST(PUBLIC_OF_EACH("o.game = $2 AND "), OWN);
static const char game_live_sql[] =
    LIST_LIVE(PUBLIC_OF_EACH("o.game = $2 AND "));

/* ---- matches of a player ---- */

#define PLAYER "(SELECT a.id FROM accounts a WHERE a.name = $7)"

#define OF_PLAYER                                                              \
    "SELECT DISTINCT ON (s.created_at, s.match_id) s.created_at, s.match_id,"  \
    " s.game FROM seats s WHERE s.account_id = " PLAYER                        \
    " AND " BEFORE("s.created_at", "s.match_id")                               \
    " ORDER BY s.created_at DESC, s.match_id DESC LIMIT " READ

static const char player_sql[] =
    "WITH found AS MATERIALIZED (SELECT m.id, m.created_at"
    "  FROM (" OF_PLAYER ") p" ONE_BY_ONE("p.match_id")
    "  WHERE ($2::text IS NULL OR p.game = $2)"
    "  AND m.status = ANY (" STATUSES ") AND " SHOWN("m")
    "  ORDER BY p.created_at DESC, p.match_id DESC LIMIT $6),"
    " stop AS MATERIALIZED (" STOP(OF_PLAYER, "found") ")"
    SHOW;

/* Those of a player, or all of its matches, of which it selects. */
static const char player_live_sql[] =
    "WITH " FEW(PLAYER) ", found AS MATERIALIZED (SELECT m.id, m.created_at"
    "  FROM (SELECT match_id FROM few WHERE NOT " IS_MANY
    "   UNION ALL SELECT match_id FROM (" OF_PLAYER ") AS every"
    "   WHERE " IS_MANY ") p" ONE_BY_ONE("p.match_id")
    "  CROSS JOIN LATERAL (SELECT FROM seats s WHERE s.match_id = p.match_id"
    "   AND s.account_id = " PLAYER " LIMIT 1) own_seat"
    "  WHERE m.status = ANY (" STATUSES ")"
    "  AND ($2::text IS NULL OR m.game = $2)"
    "  AND " BEFORE("m.created_at", "m.id") " AND " SHOWN("m") PAGE("m") "),"
    " stop AS MATERIALIZED (SELECT at, id FROM (" STOP(OF_PLAYER, "found")
    "  ) AS last WHERE " IS_MANY ")"
    SHOW;

/* ---- matches that wait for the asker ---- */

/* When the time of the asker's seats is up.  Without a clock there is time for
 * longer than any clock gives, from the last event on. */
#define DUE                                                                    \
    "(SELECT coalesce(min(m.deadlines[s.seat + 1]),"                           \
    "  m.moved_at + interval '100 years') AS at FROM seats s"                  \
    " WHERE s.match_id = m.id AND s.account_id = $3"                           \
    "  AND m.to_act >> s.seat & 1 = 1 HAVING count(*) > 0)"

/* Of many matches the next ones by their ids. */
static const char to_act_sql[] =
    "WITH " FEW("$3") ", next AS MATERIALIZED (SELECT l.match_id"
    "  FROM account_matches l WHERE l.account_id = $3 AND l.ended_xid IS NULL"
    "  AND " IS_MANY " AND l.match_id > coalesce($5,"
    "  '00000000-0000-0000-0000-000000000000'::uuid)"
    "  ORDER BY l.match_id LIMIT 100),"
    " found AS MATERIALIZED (SELECT m.id, due.at FROM (SELECT match_id"
    "   FROM few WHERE NOT " IS_MANY " UNION ALL SELECT match_id FROM next) p"
    ONE_BY_ONE("p.match_id") " CROSS JOIN LATERAL " DUE " due"
    "  WHERE " WANTED("m")
    "  AND ($7::text IS NULL OR EXISTS (SELECT FROM seats s"
    "   WHERE s.match_id = m.id AND s.account_id = " PLAYER "))"
    "  AND m.created_at >= coalesce($8, '-infinity'::timestamptz)"
    "  AND (" IS_MANY " OR (due.at, m.id) >"
    "   (coalesce($4, '-infinity'::timestamptz),"
    "   coalesce($5, '00000000-0000-0000-0000-000000000000'::uuid)))"
    "  ORDER BY CASE WHEN NOT " IS_MANY " THEN due.at END, m.id LIMIT $6),"
    " stop AS (SELECT now() AS at, match_id AS id FROM next"
    "  WHERE (SELECT count(*) FROM found) < $6"
    "  ORDER BY match_id OFFSET 99 LIMIT 1)"
    " SELECT " MATCH_COLUMNS ", m.due, stop.at, stop.id"
    " FROM (SELECT) AS one LEFT JOIN stop ON true LEFT JOIN (SELECT m.*,"
    "  p.at AS due FROM found p" ONE_BY_ONE("p.id") ") m ON true"
    " ORDER BY CASE WHEN NOT " IS_MANY " THEN m.due END, m.id";

/* ---- certain matches ---- */

static const char ids_sql[] =
    "SELECT " MATCH_COLUMNS ", m.created_at" TO_THE_END
    " FROM (SELECT DISTINCT id FROM unnest($9::text::uuid[]) AS u (id)) p"
    ONE_BY_ONE("p.id") PAGE("m");
/* clang-format on */

enum { LIVE = 1 << MATCH_OPEN | 1 << MATCH_RUNNING };

/* The columns behind those of a match. */
enum { PLACE = MATCH_COLUMN_COUNT, STOP_PLACE, STOP_ID };

static const char *statement(const struct store_filter *filter)
{
    const bool is_live =
        filter->statuses && !(filter->statuses & ~(unsigned)LIVE);

    if (filter->ids)
        return ids_sql;
    if (filter->is_to_act)
        return to_act_sql;
    if (filter->player)
        return is_live ? player_live_sql : player_sql;
    if (is_live)
        return filter->game ? game_live_sql : live_sql;
    return filter->game ? game_sql : all_sql;
}

/* "{0,1}": the statuses as an array. */
static void write_statuses(unsigned statuses, char out[16])
{
    size_t length = 0;

    for (int status = MATCH_OPEN; status <= MATCH_ABORTED; status++) {
        if (statuses && !(statuses >> status & 1))
            continue;
        out[length] = length ? ',' : '{';
        out[length + 1] = (char)('0' + status);
        length += 2;
    }
    memcpy(out + length, "}", 2);
}

/* "{HEX,HEX,…}" */
static void write_ids(const struct store_filter *filter, char *out)
{
    char *end = out;

    *end++ = '{';
    for (size_t i = 0; i < filter->id_count; i++) {
        if (i)
            *end++ = ',';
        hex_write(&filter->ids[i], sizeof filter->ids[i], end);
        end += 2 * sizeof filter->ids[i];
    }
    memcpy(end, "}", 2);
}

static void read_stop(const struct pg_result *rows,
                      struct store_list_stop *stop)
{
    *stop = (struct store_list_stop){0};
    if (pg_rows(rows) == 0 || pg_is_null(rows, 0, STOP_ID))
        return;
    stop->is_early = true;
    stop->place_us = pg_time(rows, 0, STOP_PLACE);
    pg_bytes(rows, 0, STOP_ID, stop->match.bytes, sizeof stop->match.bytes);
}

enum store_err
db_matches_list(struct store *store, const struct store_filter *filter,
                void (*visit)(void *ctx, const struct store_match *row),
                void *ctx, struct store_list_stop *stop)
{
    const struct store_filter *f = filter;
    char statuses[16], ids[STORE_IDS_MAX * 33 + 3];
    const struct pg_param in[] = {
        PG_TEXT(statuses),
        PG_TEXT(f->game),
        PG_UUID(f->has_asker ? &f->asker : NULL),
        PG_TIME(f->has_cursor ? f->cursor_us : 0),
        PG_UUID(f->has_cursor ? &f->cursor_id : NULL),
        PG_INT8(f->limit),
        PG_TEXT(f->player),
        PG_TIME(f->since_us),
        PG_TEXT(f->ids ? ids : NULL),
    };
    struct pg_result *rows;

    if (f->id_count > STORE_IDS_MAX)
        return STORE_REFUSED;
    write_statuses(f->statuses, statuses);
    write_ids(f, ids);
    enum store_err err =
        pg_query(db_pool(store), statement(f), in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    read_stop(rows, stop);
    for (int i = 0; i < pg_rows(rows); i++) {
        struct store_match row = {0};

        if (pg_is_null(rows, i, PLACE))
            continue; /* the row that has `stop` alone */
        match_row_read(rows, i, &row);
        row.place_us = pg_time(rows, i, PLACE);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}
