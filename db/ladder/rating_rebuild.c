/* Rebuilding the ladder: temporary tables of the transaction, compared with the
 * stored ones.  Rows are compared byte for byte, so numbers that are merely
 * printed alike differ. */
#include "db/ladder/ladder.h"

/* The tables of the ladder, with their keys. */
#define LADDER_TABLES(X)                                                       \
    X(ratings, "account_id, game, seat_count, pool, season")                   \
    X(rating_updates, "account_id, game, seat_count, pool, number")            \
    X(high_scores, "account_id, game, pool, season")                           \
    X(player_statistics, "account_id, game, seat_count")                       \
    X(card_statistics, "account_id, game, card")

struct table {
    const char *name, *make, *compare, *empty, *fill;
};

#define ROW(t, key)                                                            \
    {                                                                          \
        .name = #t,                                                            \
        .make = "CREATE TEMP TABLE again_" #t " (LIKE " #t                     \
                " INCLUDING INDEXES) ON COMMIT DROP",                          \
        .compare = "SELECT count(a.account_id), count(*) FILTER (WHERE"        \
                   " a.account_id IS NULL OR t.account_id IS NULL OR a *<> t)" \
                   " FROM again_" #t " a FULL JOIN " #t " t USING (" key ")",  \
        .empty = "DELETE FROM " #t,                                            \
        .fill = "INSERT INTO " #t " SELECT * FROM again_" #t,                  \
    },

static const struct table tables[] = {LADDER_TABLES(ROW)};

_Static_assert(PG_LENGTH(tables) == STORE_LADDER_TABLES, "all of them");

enum store_err db_ladder_may_rebuild(struct store *store, bool *out)
{
    struct pg_result *rows;
    enum store_err err = pg_query(
        db_pool(store),
        "SELECT has_database_privilege(current_database(), 'TEMPORARY')", NULL,
        0, &rows);

    if (err)
        return err;
    *out = pg_bool(rows, 0, 0);
    pg_clear(rows);
    return STORE_OK;
}

enum store_err db_ladder_rebuild(struct store_settlement *ladder)
{
    enum store_err err = STORE_OK;

    for (size_t i = 0; i < PG_LENGTH(tables) && !err; i++)
        err = pg_run(ladder->pg, tables[i].make, NULL, 0, NULL);
    return err;
}

/* ---- final ranks ---- */

/* $1: the season, or 0: all closed ones. */
#define RANK_SQL(to)                                                           \
    "UPDATE " to "ratings r SET final_rank = f.rank FROM (SELECT account_id,"  \
    "  game, seat_count, pool, season, rank() OVER (PARTITION BY game,"        \
    "   seat_count, pool, season ORDER BY shown DESC)"                         \
    "  FROM " to "ratings JOIN seasons s ON s.number = season"                 \
    "  WHERE (s.number = $1 OR $1 = 0) AND s.closed_at IS NOT NULL"            \
    "  AND matches >= s.list_matches) f"                                       \
    " WHERE r.account_id = f.account_id AND r.game = f.game"                   \
    " AND r.seat_count = f.seat_count AND r.pool = f.pool"                     \
    " AND r.season = f.season"

enum store_err db_ladder_rank(struct store_settlement *ladder, int32_t season)
{
    const struct pg_param in[] = {PG_INT4(season)};

    return pg_run(ladder->pg, ladder->again ? RANK_SQL("again_") : RANK_SQL(""),
                  in, PG_LENGTH(in), NULL);
}

/* ---- comparing ---- */

static enum store_err compare(struct store_settlement *ladder,
                              const struct table *table,
                              struct store_difference *out)
{
    struct pg_result *rows;
    enum store_err err = pg_run(ladder->pg, table->compare, NULL, 0, &rows);

    if (err)
        return err;
    *out = (struct store_difference){table->name, pg_int(rows, 0, 0),
                                     pg_int(rows, 0, 1)};
    pg_clear(rows);
    return STORE_OK;
}

enum store_err
db_ladder_compare(struct store_settlement *ladder,
                  struct store_difference out[STORE_LADDER_TABLES])
{
    enum store_err err = db_ladder_rank(ladder, 0);

    for (size_t i = 0; i < PG_LENGTH(tables) && !err; i++)
        err = compare(ladder, &tables[i], &out[i]);
    return err;
}

enum store_err db_ladder_replace(struct store_settlement *ladder)
{
    enum store_err err = STORE_OK;

    for (size_t i = 0; i < PG_LENGTH(tables) && !err; i++) {
        err = pg_run(ladder->pg, tables[i].empty, NULL, 0, NULL);
        if (!err)
            err = pg_run(ladder->pg, tables[i].fill, NULL, 0, NULL);
    }
    return err;
}
