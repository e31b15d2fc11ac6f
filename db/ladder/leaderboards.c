/* Leaderboards: pages, ranks, and a player's standings.
 *
 * A page is read along the index of its leaderboard.  Ranks and the total are
 * computed from list_counts, or board_counts for high scores, which have a row
 * for each value, not for each player. */
#include "db/store.h"

#define SEASON_ROW(FIRST, NEXT)                                                \
    FIRST(SEASON_ROW_NUMBER, "number")                                         \
    NEXT(SEASON_ROW_BEGAN, "began_at")                                         \
    NEXT(SEASON_ROW_ENDS, "ends_at")                                           \
    NEXT(SEASON_ROW_IS_FINAL, "closed_at IS NOT NULL")                         \
    NEXT(SEASON_ROW_LIST_MATCHES, "list_matches")                              \
    NEXT(SEASON_ROW_OPPONENTS, "list_opponents")                               \
    NEXT(SEASON_ROW_QUEUE_OPPONENTS, "list_queue_opponents")                   \
    NEXT(SEASON_ROW_IS_BY_BOUND, "list_by = 2")
enum { SEASON_ROW(PG_NUMBER, PG_NUMBER) };
#define SEASON_COLUMNS SEASON_ROW(PG_FIRST, PG_NEXT)

static void read_season(const struct pg_result *rows, int row,
                        struct season *out)
{
    *out = (struct season){
        .number = (int32_t)pg_int(rows, row, SEASON_ROW_NUMBER),
        .began_us = pg_time(rows, row, SEASON_ROW_BEGAN),
        .ends_us = pg_time(rows, row, SEASON_ROW_ENDS),
        .is_final = pg_bool(rows, row, SEASON_ROW_IS_FINAL),
        .list_matches = (int32_t)pg_int(rows, row, SEASON_ROW_LIST_MATCHES),
        .list_opponents = (int32_t)pg_int(rows, row, SEASON_ROW_OPPONENTS),
        .list_queue_opponents =
            (int32_t)pg_int(rows, row, SEASON_ROW_QUEUE_OPPONENTS),
        .is_by_lower_bound = pg_bool(rows, row, SEASON_ROW_IS_BY_BOUND),
    };
}

static enum store_err leaderboards_find_season(struct store *store,
                                               int32_t number, int64_t now_us,
                                               struct season *out)
{
    const struct pg_param in[] = {PG_INT4(number), PG_TIME(now_us)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " SEASON_COLUMNS " FROM seasons"
                 " WHERE CASE $1 WHEN 0 THEN began_at <= $2"
                 " ELSE number = $1 END ORDER BY number DESC LIMIT 1",
                 in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0)
        err = STORE_NOT_FOUND;
    else
        read_season(rows, 0, out);
    pg_clear(rows);
    return err;
}

static enum store_err leaderboards_list_seasons(struct store *store,
                                                int32_t below, unsigned limit,
                                                struct season *out,
                                                size_t *count)
{
    const struct pg_param in[] = {PG_INT4(below), PG_INT8(limit)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store),
                 "SELECT " SEASON_COLUMNS " FROM seasons WHERE number < $1"
                 " ORDER BY number DESC LIMIT $2",
                 in, PG_LENGTH(in), &rows);

    *count = 0;
    if (err)
        return err;
    while (*count < (size_t)pg_rows(rows)) {
        read_season(rows, (int)*count, &out[*count]);
        ++*count;
    }
    pg_clear(rows);
    return STORE_OK;
}

/* ---- pages ---- */

/* $1 the game, $2 the seats, $3 the pool, $4 the season. */
#define BOARD(t)                                                               \
    t ".game = $1 AND " t ".seat_count = $2 AND " t ".pool = $3"               \
      " AND " t ".season = $4"
#define BOARD_ALONE(t)                                                         \
    "$2 = 1 AND " t ".game = $1 AND " t ".pool = $3 AND " t ".season = $4"

/* The number of rows of the leaderboard, and of those above the page. */
#define COUNTS(counts)                                                         \
    "(SELECT coalesce(sum(c.players), 0) AS total, coalesce(sum(c.players)"    \
    "  FILTER (WHERE c.value > (SELECT max(value) FROM page)), 0) AS above"    \
    "  FROM " counts " c WHERE " BOARD("c") ")"

/* The number of players that share the value of a row. */
#define SHARING(counts)                                                        \
    "(SELECT c.players FROM " counts                                           \
    " c WHERE " BOARD("c") " AND c.value = p.value)"

/* If the page is empty, one row with the counts is returned.  (OFFSET 0 makes
 * the planner look up the accounts one by one.) */
#define PAGE(counts)                                                           \
    " FROM " COUNTS(counts) " n LEFT JOIN (page p CROSS JOIN LATERAL"          \
                            "  (SELECT * FROM accounts WHERE id = "            \
                            "p.account_id OFFSET 0) a) ON true"                \
                            " ORDER BY p.value DESC, "

/* $5 to $8: where the page begins (value, account, time, inclusive), $9: the
 * limit, $10: the asker.  The columns of PAGE_* precede those of STANDING_*. */
/* clang-format off */
static const char rated_sql[] =
    "WITH page AS (SELECT r.*, r.list_value AS value FROM ratings r"
    "  WHERE " BOARD("r") " AND r.list_value IS NOT NULL"
    "  AND r.list_value <= $5 AND (r.list_value < $5 OR r.account_id > $6"
    "   OR ($8 AND r.account_id = $6))"
    "  ORDER BY r.list_value DESC, r.account_id LIMIT $9)"
    " SELECT n.total, n.above, " SHARING("list_counts") ", p.game,"
    " p.seat_count, p.pool, p.account_id, a.name, a.display_name, a.kind, p.final_rank,"
    " p.shown, p.sigma, p.matches, p.wins, p.played_at, false, NULL::uuid,"
    " p.value, p.uncounted, p.opponents, p.queue_opponents"
    PAGE("list_counts") "p.account_id";

static const char alone_sql[] =
    "WITH page AS (SELECT h.*, h.points AS value"
    "  FROM high_scores h WHERE " BOARD_ALONE("h") " AND h.points <= $5"
    "  AND (h.points < $5 OR (h.reached_at, h.account_id) > ($7, $6)"
    "   OR ($8 AND (h.reached_at, h.account_id) = ($7, $6)))"
    "  ORDER BY h.points DESC, h.reached_at, h.account_id LIMIT $9)"
    " SELECT n.total, n.above, " SHARING("board_counts") ", p.game, $2, p.pool,"
    " p.account_id, a.name, a.display_name, a.kind, 0, p.value, 1::float8,"
    " p.matches, 0, p.reached_at, p.won,"
    " (SELECT m.id FROM matches m WHERE m.id = p.match_id"
    "  AND (NOT m.is_private OR p.account_id = $10)), p.value, 0, 0, 0"
    PAGE("board_counts") "p.reached_at, p.account_id";
/* clang-format on */

/* The columns that read_standing reads, in the order of every statement. */
enum {
    STANDING_GAME,
    STANDING_SEATS,
    STANDING_POOL,
    STANDING_ACCOUNT,
    STANDING_NAME,
    STANDING_DISPLAY,
    STANDING_KIND,
    STANDING_RANK,
    STANDING_VALUE,
    STANDING_SIGMA,
    STANDING_MATCHES,
    STANDING_WINS,
    STANDING_AT,
    STANDING_WON,
    STANDING_MATCH,
    STANDING_LIST_VALUE,
    STANDING_UNCOUNTED,
    STANDING_OPPONENTS,
    STANDING_QUEUE_OPPONENTS,
};

/* The columns of a page before them. */
enum { PAGE_TOTAL, PAGE_ABOVE, PAGE_SHARING, PAGE_STANDING };

static void read_standing(const struct pg_result *rows, int row, int at,
                          struct store_standing *out)
{
    struct standing *it = &out->standing;

    *out = (struct store_standing){0};
    pg_text_into(rows, row, at + STANDING_GAME, it->game, sizeof it->game);
    it->seats = (int)pg_int(rows, row, at + STANDING_SEATS);
    it->pool = (enum rating_pool)pg_int(rows, row, at + STANDING_POOL);
    pg_bytes(rows, row, at + STANDING_ACCOUNT, &it->account,
             sizeof it->account);
    pg_text_into(rows, row, at + STANDING_NAME, it->name, sizeof it->name);
    pg_text_into(rows, row, at + STANDING_DISPLAY, it->display,
                 sizeof it->display);
    it->kind = (enum account_kind)pg_int(rows, row, at + STANDING_KIND);
    it->rank = pg_int(rows, row, at + STANDING_RANK);
    it->value = (int32_t)pg_int(rows, row, at + STANDING_VALUE);
    out->sigma = pg_float(rows, row, at + STANDING_SIGMA);
    it->matches = (int32_t)pg_int(rows, row, at + STANDING_MATCHES);
    it->wins = (int32_t)pg_int(rows, row, at + STANDING_WINS);
    it->at_us = pg_time(rows, row, at + STANDING_AT);
    it->won = pg_bool(rows, row, at + STANDING_WON);
    it->list_value = (int32_t)pg_int(rows, row, at + STANDING_LIST_VALUE);
    it->counted =
        it->matches - (int32_t)pg_int(rows, row, at + STANDING_UNCOUNTED);
    it->opponents = (int32_t)pg_int(rows, row, at + STANDING_OPPONENTS);
    it->queue_opponents =
        (int32_t)pg_int(rows, row, at + STANDING_QUEUE_OPPONENTS);
    out->has_match = !pg_is_null(rows, row, at + STANDING_MATCH);
    pg_bytes(rows, row, at + STANDING_MATCH, &out->match, sizeof out->match);
}

/* Visit the rows of a page.  Rows with the same value share a rank; the next
 * rank is higher by their number, on this page and before it. */
static void
tell_page(const struct pg_result *rows,
          void (*visit)(void *ctx, const struct store_standing *row), void *ctx)
{
    int64_t rank = 1 + pg_int(rows, 0, PAGE_ABOVE), sharing = 0;
    struct store_standing row = {0};

    for (int i = 0; i < pg_rows(rows); i++) {
        const int32_t before = row.standing.list_value;

        read_standing(rows, i, PAGE_STANDING, &row);
        if (i > 0 && row.standing.list_value != before)
            rank += sharing;
        sharing = pg_int(rows, i, PAGE_SHARING);
        if (row.standing.rank == 0) /* it is final otherwise */
            row.standing.rank = rank;
        visit(ctx, &row);
    }
}

static enum store_err
leaderboards_read(struct store *store,
                  const struct store_leaderboard_query *query, int64_t *total,
                  void (*visit)(void *ctx, const struct store_standing *row),
                  void *ctx)
{
    static const struct store_leaderboard_place top = {.value = INT32_MAX,
                                                       .at_us = 1};
    const struct store_leaderboard_place *from =
        query->from ? query->from : &top;
    const struct pg_param in[] = {
        PG_TEXT(query->game),   PG_INT2(query->seats), PG_INT2(query->pool),
        PG_INT4(query->season), PG_INT4(from->value),  PG_UUID(&from->account),
        PG_TIME(from->at_us),   PG_BOOL(from->is_in),  PG_INT8(query->limit),
        PG_UUID(query->asker),
    };
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), query->seats == 1 ? alone_sql : rated_sql, in,
                 PG_LENGTH(in), &rows);

    if (err)
        return err;
    *total = pg_int(rows, 0, PAGE_TOTAL);
    if (!pg_is_null(rows, 0, PAGE_STANDING + STANDING_ACCOUNT))
        tell_page(rows, visit, ctx);
    pg_clear(rows);
    return STORE_OK;
}

/* ---- around a player ---- */

/* $5: the name, $6: the rows above.  Reads from the player upwards. */
/* clang-format off */
static const char rated_find_sql[] =
    "WITH me AS (SELECT r.list_value, r.account_id FROM ratings r"
    "  JOIN accounts a ON a.id = r.account_id WHERE a.name = $5"
    "  AND a.deleted_at IS NULL AND " BOARD("r")
    "  AND r.list_value IS NOT NULL)"
    " SELECT list_value, NULL::timestamptz, account_id"
    " FROM (SELECT list_value, account_id FROM me UNION ALL"
    "  SELECT b.list_value, b.account_id FROM me CROSS JOIN LATERAL"
    "  (SELECT r.list_value, r.account_id FROM ratings r"
    "   WHERE " BOARD("r") " AND r.list_value >= me.list_value"
    "   AND (r.list_value > me.list_value OR r.account_id < me.account_id)"
    "   ORDER BY r.list_value, r.account_id DESC LIMIT $6) b) all_of_them"
    " ORDER BY list_value DESC, account_id LIMIT 1";

static const char alone_find_sql[] =
    "WITH me AS (SELECT h.points, h.reached_at, h.account_id"
    "  FROM high_scores h JOIN accounts a ON a.id = h.account_id"
    "  WHERE a.name = $5 AND a.deleted_at IS NULL"
    "  AND " BOARD_ALONE("h") ")"
    " SELECT points, reached_at, account_id"
    " FROM (SELECT * FROM me UNION ALL"
    "  SELECT b.* FROM me CROSS JOIN LATERAL"
    "  (SELECT h.points, h.reached_at, h.account_id FROM high_scores h"
    "   WHERE " BOARD_ALONE("h") " AND h.points >= me.points"
    "   AND (h.points > me.points OR"
    "    (h.reached_at, h.account_id) < (me.reached_at, me.account_id))"
    "   ORDER BY h.points, h.reached_at DESC, h.account_id DESC"
    "   LIMIT $6) b) all_of_them"
    " ORDER BY points DESC, reached_at, account_id LIMIT 1";
/* clang-format on */

static enum store_err leaderboards_find_player(
    struct store *store, const struct store_leaderboard_query *query,
    const char *name, unsigned above, struct store_leaderboard_place *out)
{
    const struct pg_param in[] = {
        PG_TEXT(query->game),   PG_INT2(query->seats), PG_INT2(query->pool),
        PG_INT4(query->season), PG_TEXT(name),         PG_INT8(above),
    };
    enum { VALUE, AT, ACCOUNT };
    struct pg_result *rows;
    enum store_err err = pg_query(
        db_pool(store), query->seats == 1 ? alone_find_sql : rated_find_sql, in,
        PG_LENGTH(in), &rows);

    if (err)
        return err;
    if (pg_rows(rows) == 0) {
        err = STORE_NOT_FOUND;
    } else {
        *out = (struct store_leaderboard_place){.is_in = true};
        out->value = (int32_t)pg_int(rows, 0, VALUE);
        out->at_us = pg_time(rows, 0, AT);
        pg_bytes(rows, 0, ACCOUNT, &out->account, sizeof out->account);
    }
    pg_clear(rows);
    return err;
}

/* ---- all of one account ---- */

/* The rank of a value on the leaderboard of row t. */
#define RANK(t, counts, seats, value)                                          \
    "(SELECT 1 + coalesce(sum(c.players), 0) FROM " counts " c"                \
    " WHERE c.game = " t ".game AND c.seat_count = " seats " AND c.pool = " t  \
    ".pool AND c.season = " t ".season"                                        \
    " AND c.value > " value ")"

/* clang-format off */
static const char standings_sql[] =
    "SELECT r.game, r.seat_count, r.pool, r.account_id, a.name, a.display_name, a.kind,"
    " CASE WHEN r.list_value IS NULL THEN 0 WHEN r.final_rank IS NOT NULL"
    "  THEN r.final_rank"
    "  ELSE " RANK("r", "list_counts", "r.seat_count", "r.list_value") " END,"
    " r.shown, r.sigma, r.matches, r.wins, r.played_at, false, NULL::uuid,"
    " r.list_value, r.uncounted, r.opponents, r.queue_opponents"
    " FROM ratings r JOIN accounts a ON a.id = r.account_id"
    " WHERE r.account_id = $1 AND r.season = $2"
    " UNION ALL"
    " SELECT h.game, 1::smallint, h.pool, h.account_id, a.name, a.display_name, a.kind,"
    " " RANK("h", "board_counts", "1", "h.points") ","
    " h.points, 1::float8, h.matches, 0, h.reached_at, h.won,"
    " (SELECT m.id FROM matches m WHERE m.id = h.match_id"
    "  AND (NOT m.is_private OR h.account_id = $3)), h.points, 0, 0, 0"
    " FROM high_scores h JOIN accounts a ON a.id = h.account_id"
    " WHERE h.account_id = $1 AND h.season = $2"
    " ORDER BY 1, 2, 3";
/* clang-format on */

static enum store_err leaderboards_list_standings(
    struct store *store, const struct play_id *account, int32_t season,
    const struct play_id *asker,
    void (*visit)(void *ctx, const struct store_standing *row), void *ctx)
{
    const struct pg_param in[] = {PG_UUID(account), PG_INT4(season),
                                  PG_UUID(asker)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), standings_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct store_standing row;

        read_standing(rows, i, 0, &row);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

const struct store_leaderboards db_leaderboards = {
    .find_season = leaderboards_find_season,
    .list_seasons = leaderboards_list_seasons,
    .read = leaderboards_read,
    .find_player = leaderboards_find_player,
    .list_standings = leaderboards_list_standings,
};
