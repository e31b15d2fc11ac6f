/* Lists of matches, newest first, a page at a time.
 *
 * Each way to ask has a statement of its own, which goes along one index and
 * stops when the page is full, however the planner guesses and however many
 * matches there are. */
#include "store.h"

/* $1 is the status, $2 the game, $3 who asks, $4 and $5 where the last page
 * ended, $6 how many, $7 the player; not every statement uses all. */
/* clang-format off */
#define BEFORE(created_at, id)                                                 \
    "(" created_at ", " id ") < (coalesce($4, 'infinity'::timestamptz),"       \
    " coalesce($5, 'ffffffff-ffff-ffff-ffff-ffffffffffff'::uuid))"
#define SHOWN(m)                                                               \
    "(NOT " m ".is_private OR " m ".creator_id = $3 OR EXISTS (SELECT"         \
    " FROM seats s WHERE s.match_id = " m ".id AND s.account_id = $3))"
#define PAGE(m) " ORDER BY " m ".created_at DESC, " m ".id DESC LIMIT $6"

static const char all_sql[] =
    "SELECT " MATCH_COLUMNS " FROM matches m"
    " WHERE " BEFORE("m.created_at", "m.id")
    " AND " SHOWN("m") PAGE("m");

static const char status_sql[] =
    "SELECT " MATCH_COLUMNS " FROM matches m WHERE m.status = $1"
    " AND " BEFORE("m.created_at", "m.id")
    " AND " SHOWN("m") PAGE("m");

static const char game_status_sql[] =
    "SELECT " MATCH_COLUMNS " FROM matches m"
    " WHERE m.game = $2 AND m.status = $1"
    " AND " BEFORE("m.created_at", "m.id")
    " AND " SHOWN("m") PAGE("m");

/* The newest of each status, and of these the newest. */
static const char game_sql[] =
    "SELECT " MATCH_COLUMNS " FROM generate_series(0, 3) AS each"
    " CROSS JOIN LATERAL (SELECT g.* FROM matches g"
    "  WHERE g.game = $2 AND g.status = each::smallint"
    "  AND " BEFORE("g.created_at", "g.id")
    "  AND " SHOWN("g") PAGE("g") ") m" PAGE("m");

/* From the player's seats to their matches (OFFSET 0: one by one): the planner
 * would rather look through all matches there are, from the newest on. */
#define ONE_BY_ONE                                                             \
    " CROSS JOIN LATERAL (SELECT * FROM matches WHERE id = p.match_id OFFSET 0) m"
#define PLAYER "(SELECT a.id FROM accounts a WHERE a.name = $7)"

static const char player_sql[] =
    "SELECT " MATCH_COLUMNS
    " FROM (SELECT DISTINCT s.created_at, s.match_id FROM seats s"
    "  WHERE s.account_id = " PLAYER
    "  AND ($2::text IS NULL OR s.game = $2)"
    "  AND " BEFORE("s.created_at", "s.match_id")
    "  ORDER BY s.created_at DESC, s.match_id DESC) p" ONE_BY_ONE
    " WHERE ($1::smallint IS NULL OR m.status = $1)"
    " AND " SHOWN("m")
    " ORDER BY p.created_at DESC, p.match_id DESC LIMIT $6";

/* What goes on is little of all that a player has ever played. */
static const char player_live_sql[] =
    "SELECT " MATCH_COLUMNS
    " FROM (SELECT l.match_id, l.account_id FROM account_matches l"
    "  WHERE l.ended_xid IS NULL AND l.account_id = " PLAYER ") p" ONE_BY_ONE
    " CROSS JOIN LATERAL (SELECT FROM seats s WHERE s.match_id = p.match_id"
    "  AND s.account_id = p.account_id LIMIT 1) sits"
    " WHERE m.status = $1 AND ($2::text IS NULL OR m.game = $2)"
    " AND " BEFORE("m.created_at", "m.id")
    " AND " SHOWN("m") PAGE("m");
/* clang-format on */

static const char *statement(const struct store_filter *filter)
{
    const bool is_live = filter->by_status && (filter->status == MATCH_OPEN ||
                                               filter->status == MATCH_RUNNING);

    if (filter->player)
        return is_live ? player_live_sql : player_sql;
    if (filter->game)
        return filter->by_status ? game_status_sql : game_sql;
    return filter->by_status ? status_sql : all_sql;
}

enum store_err
db_match_list(struct store *store, const struct store_filter *filter,
              void (*visit)(void *ctx, const struct store_match *row),
              void *ctx)
{
    const struct store_filter *f = filter;
    const struct pg_param in[] = {
        PG_INT2_OR_NULL(f->status, !f->by_status),
        PG_TEXT(f->game),
        PG_UUID(f->has_asker ? &f->asker : NULL),
        PG_TIME(f->has_cursor ? f->cursor_us : 0),
        PG_UUID(f->has_cursor ? &f->cursor_id : NULL),
        PG_INT8(f->limit),
        PG_TEXT(f->player),
    };
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), statement(f), in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct store_match row = {0};

        match_row_read(rows, i, &row);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}
