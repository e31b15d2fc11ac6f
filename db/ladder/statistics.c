/* Rating histories, statistics and cards of players. */
#include "db/ladder/ladder.h"

/* ---- how ratings came about ---- */

/* The match is named if it is public, or if the asker holds a seat in it. */
#define POINT_ROW(FIRST, NEXT)                                                 \
    FIRST(POINT_ROW_NUMBER, "u.number")                                        \
    NEXT(POINT_ROW_AT, "u.at")                                                 \
    NEXT(POINT_ROW_SEASON, "l.season")                                         \
    NEXT(POINT_ROW_MU_BEFORE, "u.mu_before")                                   \
    NEXT(POINT_ROW_MU, "u.mu")                                                 \
    NEXT(POINT_ROW_SIGMA, "u.sigma")                                           \
    NEXT(POINT_ROW_MATCH, "m.id")                                              \
    NEXT(POINT_ROW_SEAT, "u.seat")                                             \
    NEXT(POINT_ROW_RANK, "u.rank")                                             \
    NEXT(POINT_ROW_IS_TOLD, "NOT m.is_private OR m.creator_id = $6"            \
                            " OR EXISTS (SELECT FROM seats s"                  \
                            " WHERE s.match_id = m.id AND s.account_id = $6)")
enum { POINT_ROW(PG_NUMBER, PG_NUMBER) };
#define POINT_COLUMNS POINT_ROW(PG_FIRST, PG_NEXT)

static const char history_sql[] =
    "SELECT " POINT_COLUMNS
    " FROM (SELECT * FROM rating_updates WHERE account_id = $1 AND game = $2"
    "  AND seat_count = $3 AND pool = $4 AND number < $5"
    "  ORDER BY number DESC LIMIT $7) u"
    " JOIN ladder_matches l ON l.number = u.number"
    " JOIN matches m ON m.id = l.match_id ORDER BY u.number DESC";

static enum store_err statistics_read_history(
    struct store *store, const struct store_history_query *query,
    void (*visit)(void *ctx, const struct store_rating_point *row), void *ctx)
{
    const struct pg_param in[] = {
        PG_UUID(query->account), PG_TEXT(query->game),  PG_INT2(query->seats),
        PG_INT2(query->pool),    PG_INT8(query->below), PG_UUID(query->asker),
        PG_INT8(query->limit),
    };
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), history_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct store_rating_point row = {
            .number = pg_int(rows, i, POINT_ROW_NUMBER),
            .at_us = pg_time(rows, i, POINT_ROW_AT),
            .season = (int32_t)pg_int(rows, i, POINT_ROW_SEASON),
            .mu_before = pg_float(rows, i, POINT_ROW_MU_BEFORE),
            .mu = pg_float(rows, i, POINT_ROW_MU),
            .sigma = pg_float(rows, i, POINT_ROW_SIGMA),
            .seat = (int)pg_int(rows, i, POINT_ROW_SEAT),
            .rank = (int)pg_int(rows, i, POINT_ROW_RANK),
            .is_told = pg_bool(rows, i, POINT_ROW_IS_TOLD),
        };

        pg_bytes(rows, i, POINT_ROW_MATCH, &row.match, sizeof row.match);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

#define CHANGE_ROW(FIRST, NEXT)                                                \
    FIRST(CHANGE_ROW_MATCH, "l.match_id")                                      \
    NEXT(CHANGE_ROW_SEAT, "u.seat")                                            \
    NEXT(CHANGE_ROW_POOL, "u.pool")                                            \
    NEXT(CHANGE_ROW_MU_BEFORE, "u.mu_before")                                  \
    NEXT(CHANGE_ROW_MU, "u.mu")                                                \
    NEXT(CHANGE_ROW_NOTE,                                                      \
         "CASE WHEN l.annulled_at IS NOT NULL THEN 3 WHEN l.is_short THEN 1"   \
         " WHEN l.together <> 0 THEN 2 ELSE 0 END")
enum { CHANGE_ROW(PG_NUMBER, PG_NUMBER) };
#define CHANGE_COLUMNS CHANGE_ROW(PG_FIRST, PG_NEXT)

/* Seats without an update are returned, too, so that the caller knows that a
 * match without rating changes is settled.  (OFFSET 0 makes the planner use the
 * indexes.) */
static const char match_ratings_sql[] =
    "SELECT " CHANGE_COLUMNS " FROM unnest($1) AS each"
    " CROSS JOIN LATERAL (SELECT * FROM ladder_matches"
    "  WHERE match_id = each AND number IS NOT NULL OFFSET 0) l"
    " CROSS JOIN LATERAL (SELECT account_id FROM seats"
    "  WHERE match_id = l.match_id OFFSET 0) s"
    " LEFT JOIN LATERAL (SELECT * FROM rating_updates"
    "  WHERE account_id = s.account_id AND game = l.game"
    "  AND seat_count = l.seat_count AND pool = "
    "ANY('{0,1,2}'::smallint[])"
    "  AND number = l.number OFFSET 0) u ON true";

static enum store_err statistics_read_match_ratings(
    struct store *store, const struct play_id *matches, size_t count,
    void (*visit)(void *ctx, const struct store_match_rating *row), void *ctx)
{
    struct pg_param ids[100];
    struct pg_columns columns;
    struct pg_result *rows;
    enum store_err err;

    if (count == 0)
        return STORE_OK;
    for (size_t i = 0; i < count; i++)
        ids[i] = (struct pg_param)PG_UUID(&matches[i]);
    if (!pg_columns_begin(&columns, ids, count, 1))
        return STORE_UNAVAILABLE;
    err = pg_query(db_pool(store), match_ratings_sql, columns.in, 1, &rows);
    pg_columns_end(&columns);
    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct store_match_rating row = {
            .seat = pg_is_null(rows, i, CHANGE_ROW_SEAT)
                        ? -1
                        : (int)pg_int(rows, i, CHANGE_ROW_SEAT),
            .pool = (enum rating_pool)pg_int(rows, i, CHANGE_ROW_POOL),
            .mu_before = pg_float(rows, i, CHANGE_ROW_MU_BEFORE),
            .mu = pg_float(rows, i, CHANGE_ROW_MU),
            .note = (enum rating_note)pg_int(rows, i, CHANGE_ROW_NOTE),
        };

        pg_bytes(rows, i, CHANGE_ROW_MATCH, &row.match, sizeof row.match);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

/* ---- matches in figures ---- */

#define FIGURES_ROW(FIRST, NEXT)                                               \
    FIRST(FIGURES_ROW_GAME, "game")                                            \
    NEXT(FIGURES_ROW_SEATS, "seat_count")                                      \
    NEXT(FIGURES_ROW_MATCHES, "matches")                                       \
    NEXT(FIGURES_ROW_RATED, "rated")                                           \
    NEXT(FIGURES_ROW_WINS, "wins")                                             \
    NEXT(FIGURES_ROW_ABANDONED, "abandoned")                                   \
    NEXT(FIGURES_ROW_POINTS, "points")                                         \
    NEXT(FIGURES_ROW_BEST, "best")                                             \
    NEXT(FIGURES_ROW_SEAT_MATCHES, "seat_matches")                             \
    NEXT(FIGURES_ROW_SEAT_WINS, "seat_wins")                                   \
    NEXT(FIGURES_ROW_SEAT_POINTS, "seat_points")
enum { FIGURES_ROW(PG_NUMBER, PG_NUMBER) };
#define FIGURES_COLUMNS FIGURES_ROW(PG_FIRST, PG_NEXT)

static const char figures_sql[] =
    "SELECT " FIGURES_COLUMNS " FROM player_statistics"
    " WHERE account_id = $1 AND ($2::text IS NULL OR game = $2)"
    " ORDER BY game, seat_count";

static void read_figures(const struct pg_result *rows, int row,
                         struct figures *out)
{
    struct pg_values matches = pg_array(rows, row, FIGURES_ROW_SEAT_MATCHES);
    struct pg_values wins = pg_array(rows, row, FIGURES_ROW_SEAT_WINS);
    struct pg_values points = pg_array(rows, row, FIGURES_ROW_SEAT_POINTS);

    *out = (struct figures){
        .seats = (int)pg_int(rows, row, FIGURES_ROW_SEATS),
        .matches = (int32_t)pg_int(rows, row, FIGURES_ROW_MATCHES),
        .rated = (int32_t)pg_int(rows, row, FIGURES_ROW_RATED),
        .wins = (int32_t)pg_int(rows, row, FIGURES_ROW_WINS),
        .abandoned = (int32_t)pg_int(rows, row, FIGURES_ROW_ABANDONED),
        .points = pg_int(rows, row, FIGURES_ROW_POINTS),
        .has_best = !pg_is_null(rows, row, FIGURES_ROW_BEST),
        .best = (int32_t)pg_int(rows, row, FIGURES_ROW_BEST),
    };
    pg_text_into(rows, row, FIGURES_ROW_GAME, out->game, sizeof out->game);
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        out->seat[seat] = (struct seat_figures){
            .matches = (int32_t)pg_value_int(pg_next(&matches)),
            .wins = (int32_t)pg_value_int(pg_next(&wins)),
            .points = pg_value_int(pg_next(&points)),
        };
}

static enum store_err statistics_read_figures(
    struct store *store, const struct play_id *account, const char *game,
    void (*visit)(void *ctx, const struct figures *row), void *ctx)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(game)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), figures_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct figures row;

        read_figures(rows, i, &row);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

/* ---- cards ---- */

/* $3: the limit of each list, $4: the matches in which a card must have been
 * played to be among the best.  The order is total, so the list is stable. */
/* clang-format off */
#define CARDS(is_best, which, order)                                           \
    "(SELECT " is_best " AS is_best, row_number() OVER (ORDER BY " order ")"   \
    " AS place, card, played, wins, points FROM card_statistics"               \
    " WHERE account_id = $1 AND game = g.game AND " which                      \
    " ORDER BY place LIMIT $3)"

#define CARD_ROW(FIRST, NEXT) \
    FIRST(CARD_ROW_GAME, "g.game") \
    NEXT(CARD_ROW_IS_BEST, "c.is_best") \
    NEXT(CARD_ROW_ID, "c.card") \
    NEXT(CARD_ROW_PLAYED, "c.played") \
    NEXT(CARD_ROW_WINS, "c.wins") \
    NEXT(CARD_ROW_POINTS, "c.points")
enum { CARD_ROW(PG_NUMBER, PG_NUMBER) };
#define CARD_COLUMNS CARD_ROW(PG_FIRST, PG_NEXT)

static const char cards_sql[] =
    "SELECT " CARD_COLUMNS
    " FROM (SELECT DISTINCT game FROM player_statistics"
    "  WHERE account_id = $1 AND ($2::text IS NULL OR game = $2)) g"
    " CROSS JOIN LATERAL ("
    CARDS("false", "played > 0",
          "played DESC, wins DESC, points DESC, card")
    " UNION ALL "
    CARDS("true", "played >= $4",
          "wins::float8 / played DESC, points::float8 / played DESC,"
          " played DESC, card")
    ") c ORDER BY g.game, c.is_best, c.place";
/* clang-format on */

static enum store_err
statistics_read_cards(struct store *store, const struct play_id *account,
                      const char *game,
                      void (*visit)(void *ctx, const char *game, bool is_best,
                                    const struct card_figures *row),
                      void *ctx)
{
    const struct pg_param in[] = {PG_UUID(account), PG_TEXT(game),
                                  PG_INT8(CARDS_LISTED),
                                  PG_INT4(CARD_MATCHES_MIN)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), cards_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct card_figures row = {
            .played = (int32_t)pg_int(rows, i, CARD_ROW_PLAYED),
            .wins = (int32_t)pg_int(rows, i, CARD_ROW_WINS),
            .points = pg_int(rows, i, CARD_ROW_POINTS),
        };

        pg_text_into(rows, i, CARD_ROW_ID, row.card, sizeof row.card);
        visit(ctx, pg_text(rows, i, CARD_ROW_GAME),
              pg_bool(rows, i, CARD_ROW_IS_BEST), &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

const struct store_statistics db_statistics = {
    .read_history = statistics_read_history,
    .read_match_ratings = statistics_read_match_ratings,
    .read_figures = statistics_read_figures,
    .read_cards = statistics_read_cards,
    .read_pairs = db_ladder_read_pairs,
};
