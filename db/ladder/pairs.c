/* Which accounts met each other how often in rated matches. */
#include "db/ladder/ladder.h"

#define PAIR_ROW(FIRST, NEXT)                                                  \
    FIRST(PAIR_ROW_FIRST, "first")                                             \
    NEXT(PAIR_ROW_SECOND, "second")                                            \
    NEXT(PAIR_ROW_GAME, "game")                                                \
    NEXT(PAIR_ROW_SEATS, "seat_count")                                         \
    NEXT(PAIR_ROW_MATCHES, "matches")                                          \
    NEXT(PAIR_ROW_QUEUED, "queued")                                            \
    NEXT(PAIR_ROW_WON, "won")                                                  \
    NEXT(PAIR_ROW_LOST, "lost")                                                \
    NEXT(PAIR_ROW_SHORT, "short")                                              \
    NEXT(PAIR_ROW_NETWORK, "network")                                          \
    NEXT(PAIR_ROW_ANNULLED, "annulled")
enum { PAIR_ROW(PG_NUMBER, PG_NUMBER) };
#define PAIR_COLUMNS PAIR_ROW(PG_FIRST, PG_NEXT)

/* Whether seat x of a match came before seat y: a match that was aborted has no
 * ranks, but seats that forfeited it. */
#define BEFORE(x, y)                                                           \
    "CASE WHEN m.ranks IS NULL THEN m.forfeits >> " y                          \
    " & 1 > m.forfeits >> " x " & 1"                                           \
    " ELSE m.ranks[" x " + 1] < m.ranks[" y " + 1] END"

/* ladder_matches.together has bit 4 i + k for the seats i < k. */
static const char pairs_sql[] =
    "WITH met AS (SELECT first.name AS first, second.name AS second,"
    "  l.game, l.seat_count, count(*) AS matches,"
    "  count(*) FILTER (WHERE m.origin = 3) AS queued,"
    "  count(*) FILTER (WHERE " BEFORE(
        "a.seat",
        "b.seat") ") AS won,"
                  "  count(*) FILTER (WHERE " BEFORE(
                      "b.seat",
                      "a.seat") ") AS lost,"
                                "  count(*) FILTER (WHERE l.is_short OR "
                                "m.status = 3) AS short,"
                                "  count(*) FILTER (WHERE l.together >>"
                                "   (4 * least(a.seat, b.seat) + "
                                "greatest(a.seat, b.seat)) & 1 = 1)"
                                "   AS network,"
                                "  count(l.annulled_at) AS annulled"
                                " FROM ladder_matches l JOIN matches m ON m.id "
                                "= l.match_id"
                                " JOIN seats a ON a.match_id = l.match_id"
                                " JOIN seats b ON b.match_id = l.match_id"
                                " JOIN accounts first ON first.id = "
                                "a.account_id"
                                " JOIN accounts second ON second.id = "
                                "b.account_id"
                                "  AND first.name < second.name"
                                " WHERE l.rated AND l.season = (SELECT "
                                "max(number) FROM seasons)"
                                " GROUP BY 1, 2, 3, 4)"
                                " SELECT " PAIR_COLUMNS " FROM met"
                                " ORDER BY matches DESC, first, second, game, "
                                "seat_count LIMIT $1";

enum store_err db_ladder_read_pairs(
    struct store *store, unsigned limit,
    void (*visit)(void *ctx, const struct store_rated_pair *row), void *ctx)
{
    const struct pg_param in[] = {PG_INT8(limit)};
    struct pg_result *rows;
    enum store_err err =
        pg_query(db_pool(store), pairs_sql, in, PG_LENGTH(in), &rows);

    if (err)
        return err;
    for (int i = 0; i < pg_rows(rows); i++) {
        const struct store_rated_pair row = {
            .names = {pg_text(rows, i, PAIR_ROW_FIRST),
                      pg_text(rows, i, PAIR_ROW_SECOND)},
            .game = pg_text(rows, i, PAIR_ROW_GAME),
            .seats = (int)pg_int(rows, i, PAIR_ROW_SEATS),
            .matches = pg_int(rows, i, PAIR_ROW_MATCHES),
            .queued = pg_int(rows, i, PAIR_ROW_QUEUED),
            .won = pg_int(rows, i, PAIR_ROW_WON),
            .lost = pg_int(rows, i, PAIR_ROW_LOST),
            .are_short = pg_int(rows, i, PAIR_ROW_SHORT),
            .of_one_network = pg_int(rows, i, PAIR_ROW_NETWORK),
            .annulled = pg_int(rows, i, PAIR_ROW_ANNULLED),
        };

        visit(ctx, &row);
    }
    pg_clear(rows);
    return STORE_OK;
}
