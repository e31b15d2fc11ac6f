/* Lists of matches, newest first, a page at a time. */
#include "store.h"

#define WHAT_AND_ORDER                                                         \
    " WHERE ($1::smallint IS NULL OR m.status = $1)"                           \
    " AND ($2::text IS NULL OR m.game = $2)"                                   \
    " AND (NOT m.is_private OR m.creator_id = $3 OR EXISTS (SELECT"            \
    "  FROM seats s WHERE s.match_id = m.id AND s.account_id = $3))"           \
    " AND ($4::timestamptz IS NULL OR (m.created_at, m.id) < ($4, $5))"        \
    " ORDER BY m.created_at DESC, m.id DESC LIMIT $6"

static const char all_sql[] =
    "SELECT " MATCH_COLUMNS " FROM matches m" WHAT_AND_ORDER;

/* From the player's seats to their matches (OFFSET 0: one by one): the planner
 * would rather look through all matches there are, from the newest on. */
static const char player_sql[] =
    "SELECT " MATCH_COLUMNS " FROM (SELECT DISTINCT s.match_id FROM seats s"
    "  JOIN accounts a ON a.id = s.account_id WHERE a.name = $7) p"
    " CROSS JOIN LATERAL (SELECT * FROM matches WHERE id = p.match_id"
    "  OFFSET 0) m" WHAT_AND_ORDER;

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
        pg_query(db_pool(store), f->player ? player_sql : all_sql, in,
                 f->player ? PG_LENGTH(in) : PG_LENGTH(in) - 1, &rows);

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
