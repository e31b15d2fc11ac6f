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
    X(card_statistics, "account_id, game, card")                               \
    X(rating_pairs, "account_id, game, seat_count, pool, season, opponent_id")

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

/* ---- places on lists ---- */

/* Everybody's place at the end of a closed season.  An account that is deleted
 * later keeps its rank, so that those of others do not change, but is not
 * listed.  $1: the season, or 0: all closed ones. */
#define RANK_SQL(to)                                                           \
    "UPDATE " to "ratings r SET final_rank = f.rank, lapses_at = NULL,"        \
    "  list_value = CASE WHEN r.is_listed THEN f.value END"                    \
    " FROM (SELECT account_id, game, seat_count, pool, season, v.value,"       \
    "  CASE WHEN v.value IS NOT NULL THEN rank() OVER (PARTITION BY game,"     \
    "   seat_count, pool, season ORDER BY v.value DESC NULLS LAST) END rank"   \
    "  FROM " to "ratings r JOIN seasons s ON s.number = season"               \
    "  CROSS JOIN LATERAL (SELECT ladder_final_value("                         \
    "   r.matches >= s.list_matches, r.shown, r.sigma,"                        \
    "   r.matches - r.uncounted, r.opponents, r.queue_opponents, r.played_at," \
    "   s) AS value) v"                                                        \
    "  WHERE (s.number = $1 OR $1 = 0) AND s.closed_at IS NOT NULL) f"         \
    " WHERE r.account_id = f.account_id AND r.game = f.game"                   \
    " AND r.seat_count = f.seat_count AND r.pool = f.pool"                     \
    " AND r.season = f.season"

enum store_err db_ladder_rank(struct store_settlement *ladder, int32_t season)
{
    const struct pg_param in[] = {PG_INT4(season)};

    return pg_run(ladder->pg, ladder->again ? RANK_SQL("again_") : RANK_SQL(""),
                  in, PG_LENGTH(in), NULL);
}

/* $1: the time; null: that of the database. */
#define LAPSE_SQL(to)                                                          \
    "UPDATE " to "ratings r SET list_value = NULL, lapses_at = NULL"           \
    " FROM seasons s WHERE s.number = r.season AND s.closed_at IS NULL"        \
    " AND r.lapses_at <= least(coalesce($1, now()), s.ends_at)"

static enum store_err lapse(struct store_settlement *ladder, const char *sql,
                            int64_t now_us)
{
    const struct pg_param in[] = {PG_TIME(now_us)};

    return pg_run(ladder->pg, sql, in, PG_LENGTH(in), NULL);
}

enum store_err db_ladder_lapse(struct store_settlement *ladder, int64_t now_us)
{
    return lapse(ladder, LAPSE_SQL(""), now_us);
}

/* The temporary table has no triggers: compute what they do. */
static enum store_err list_again(struct store_settlement *ladder,
                                 int64_t now_us)
{
    enum store_err err =
        pg_run(ladder->pg,
               "UPDATE again_ratings r SET (list_value, lapses_at) ="
               " (SELECT v, CASE WHEN v IS NOT NULL AND s.list_by = 2 THEN"
               "   ladder_lapses_at(r.sigma, r.played_at) END FROM seasons s,"
               "  LATERAL (SELECT ladder_list_value(r.is_listed, r.shown,"
               "   r.sigma, r.matches - r.uncounted, r.opponents,"
               "   r.queue_opponents, s) AS v) l WHERE s.number = r.season)",
               NULL, 0, NULL);

    if (!err)
        err = db_ladder_rank(ladder, 0);
    if (!err)
        err = lapse(ladder, LAPSE_SQL("again_"), now_us);
    return err ? err : db_ladder_lapse(ladder, now_us);
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
db_ladder_compare(struct store_settlement *ladder, int64_t now_us,
                  struct store_difference out[STORE_LADDER_TABLES])
{
    enum store_err err = list_again(ladder, now_us);

    for (size_t i = 0; i < PG_LENGTH(tables) && !err; i++)
        err = compare(ladder, &tables[i], &out[i]);
    return err;
}

/* The triggers list those again whom a time without play has taken from the
 * lists. */
enum store_err db_ladder_replace(struct store_settlement *ladder,
                                 int64_t now_us)
{
    enum store_err err = STORE_OK;

    for (size_t i = 0; i < PG_LENGTH(tables) && !err; i++) {
        err = pg_run(ladder->pg, tables[i].empty, NULL, 0, NULL);
        if (!err)
            err = pg_run(ladder->pg, tables[i].fill, NULL, 0, NULL);
    }
    return err ? err : db_ladder_lapse(ladder, now_us);
}
