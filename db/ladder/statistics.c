/* What is known of a player beside where it stands: how its ratings came about,
 * its matches in figures, its cards. */
#include "db/store.h"

/* ---- how ratings came about ---- */

/* Which match it was is told of one that everybody may know, or that the asker
 * sits in. */
static const char history_sql[] =
    "SELECT u.number, u.at, l.season, u.mu_before, u.mu, u.sigma, m.id,"
    " u.seat, u.rank, NOT m.is_private OR m.creator_id = $6"
    "  OR EXISTS (SELECT FROM seats s"
    "   WHERE s.match_id = m.id AND s.account_id = $6)"
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
            .number = pg_int(rows, i, 0),
            .at_us = pg_time(rows, i, 1),
            .season = (int32_t)pg_int(rows, i, 2),
            .mu_before = pg_float(rows, i, 3),
            .mu = pg_float(rows, i, 4),
            .sigma = pg_float(rows, i, 5),
            .seat = (int)pg_int(rows, i, 7),
            .rank = (int)pg_int(rows, i, 8),
            .is_told = pg_bool(rows, i, 9),
        };

        pg_bytes(rows, i, 6, &row.match, sizeof row.match);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

/* Seats without an update are told of, too, so that a match that changed no
 * rating is known to be settled.  (OFFSET 0: one by one, by index.) */
static const char match_ratings_sql[] =
    "SELECT l.match_id, u.seat, u.pool, u.mu_before, u.mu"
    " FROM unnest($1) AS each"
    " CROSS JOIN LATERAL (SELECT * FROM ladder_matches"
    "  WHERE match_id = each AND number IS NOT NULL OFFSET 0) l"
    " CROSS JOIN LATERAL (SELECT account_id FROM seats"
    "  WHERE match_id = l.match_id OFFSET 0) s"
    " LEFT JOIN LATERAL (SELECT * FROM rating_updates"
    "  WHERE account_id = s.account_id AND game = l.game"
    "  AND seat_count = l.seat_count AND pool = ANY('{0,1,2}'::smallint[])"
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
            .seat = pg_is_null(rows, i, 1) ? -1 : (int)pg_int(rows, i, 1),
            .pool = (enum rating_pool)pg_int(rows, i, 2),
            .mu_before = pg_float(rows, i, 3),
            .mu = pg_float(rows, i, 4),
        };

        pg_bytes(rows, i, 0, &row.match, sizeof row.match);
        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

/* ---- matches in figures ---- */

#define SEAT(n) ", seat_matches[" #n "], seat_wins[" #n "], seat_points[" #n "]"

static const char figures_sql[] =
    "SELECT game, seat_count, matches, rated, wins, abandoned, points,"
    " best" SEAT(1) SEAT(2) SEAT(3)
        SEAT(4) " FROM player_statistics"
                " WHERE account_id = $1 AND ($2::text IS NULL OR game = $2)"
                " ORDER BY game, seat_count";

static void read_figures(const struct pg_result *rows, int row,
                         struct figures *out)
{
    *out = (struct figures){
        .seats = (int)pg_int(rows, row, 1),
        .matches = (int32_t)pg_int(rows, row, 2),
        .rated = (int32_t)pg_int(rows, row, 3),
        .wins = (int32_t)pg_int(rows, row, 4),
        .abandoned = (int32_t)pg_int(rows, row, 5),
        .points = pg_int(rows, row, 6),
        .has_best = !pg_is_null(rows, row, 7),
        .best = (int32_t)pg_int(rows, row, 7),
    };
    pg_text_into(rows, row, 0, out->game, sizeof out->game);
    for (int seat = 0; seat < RULES_SEATS_MAX; seat++)
        out->seat[seat] = (struct seat_figures){
            .matches = (int32_t)pg_int(rows, row, 8 + 3 * seat),
            .wins = (int32_t)pg_int(rows, row, 9 + 3 * seat),
            .points = pg_int(rows, row, 10 + 3 * seat),
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

/* $3 cards of each kind, $4 matches that one must have been played in to be
 * among the best.  Some order for every two: the same list each time. */
/* clang-format off */
#define CARDS(is_best, which, order)                                           \
    "(SELECT " is_best " AS is_best, row_number() OVER (ORDER BY " order ")"   \
    " AS place, card, played, wins, points FROM card_statistics"               \
    " WHERE account_id = $1 AND game = g.game AND " which                      \
    " ORDER BY place LIMIT $3)"

static const char cards_sql[] =
    "SELECT g.game, c.is_best, c.card, c.played, c.wins, c.points"
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
                                  PG_INT8(CARDS_TOLD), PG_INT4(CARDS_PLAYED)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), cards_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        struct card_figures row = {
            .played = (int32_t)pg_int(rows, i, 3),
            .wins = (int32_t)pg_int(rows, i, 4),
            .points = pg_int(rows, i, 5),
        };

        pg_text_into(rows, i, 2, row.card, sizeof row.card);
        visit(ctx, pg_text(rows, i, 0), pg_bool(rows, i, 1), &row);
    }
    pg_clear(rows);
    return STORE_OK;
}

const struct store_statistics db_statistics = {
    .read_history = statistics_read_history,
    .read_match_ratings = statistics_read_match_ratings,
    .read_figures = statistics_read_figures,
    .read_cards = statistics_read_cards,
};
