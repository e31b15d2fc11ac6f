/* Writing the rows that settlement changes.
 *
 * Rows are written in slices, as arrays, one statement for each slice.  A
 * rebuild uses the same statements with its temporary tables. */
#include "db/ladder/ladder.h"

#include <stdlib.h>

enum { SLICE = 1000 };

/* Fills in the parameters of row n. */
typedef void bind_row(const void *rows, size_t n, struct pg_param *out);

static enum store_err write_slice(struct pg *pg, const char *sql,
                                  const void *rows, size_t from, size_t count,
                                  size_t params, bind_row *bind)
{
    struct pg_param *in = calloc(count * params, sizeof *in);
    struct pg_columns columns;
    enum store_err err = STORE_UNAVAILABLE;

    if (!in)
        return err;
    for (size_t i = 0; i < count; i++)
        bind(rows, from + i, in + i * params);
    if (pg_columns_begin(&columns, in, count, params)) {
        err = pg_run(pg, sql, columns.in, params, NULL);
        pg_columns_end(&columns);
    }
    free(in);
    return err;
}

static enum store_err write_rows(struct pg *pg, const char *sql,
                                 const void *rows, size_t count, size_t params,
                                 bind_row *bind)
{
    enum store_err err = STORE_OK;

    for (size_t from = 0; from < count && !err; from += SLICE) {
        size_t n = count - from < SLICE ? count - from : SLICE;

        err = write_slice(pg, sql, rows, from, n, params, bind);
    }
    return err;
}

/* ---- ratings ---- */

/* clang-format off */
#define RATING_WRITE(FIRST, NEXT)                                              \
    FIRST(account_id,   PG_UUID(&r->key.account))                              \
    NEXT(game,          PG_TEXT(r->key.game))                                  \
    NEXT(seat_count,    PG_INT2(r->key.seats))                                 \
    NEXT(pool,          PG_INT2(r->key.pool))                                  \
    NEXT(season,        PG_INT4(r->key.season))                                \
    NEXT(mu,            PG_FLOAT8(r->rating.mu))                               \
    NEXT(sigma,         PG_FLOAT8(r->rating.sigma))                            \
    NEXT(shown,         PG_INT4(rating_shown(r->rating.mu)))                   \
    NEXT(matches,       PG_INT4(r->matches))                                   \
    NEXT(wins,          PG_INT4(r->wins))                                      \
    NEXT(played_at,     PG_TIME(r->played_us))                                 \
    NEXT(uncounted,     PG_INT4(r->uncounted))                                 \
    NEXT(opponents,     PG_INT4(r->opponents))                                 \
    NEXT(queue_opponents, PG_INT4(r->queue_opponents))
enum { RATING_PARAMS = 14 };

/* `to` is the prefix of the tables' names. */
#define RATINGS_SQL(to)                                                        \
    "INSERT INTO " to "ratings AS r (" PG_NAMES(RATING_WRITE) ", is_listed)"   \
    " SELECT i.*, i.matches >= s.list_matches AND a.deleted_at IS NULL"        \
    PG_UNNEST(RATING_WRITE, 14)                                                \
    " JOIN seasons s ON s.number = i.season"                                   \
    " JOIN accounts a ON a.id = i.account_id"                                  \
    " ON CONFLICT (account_id, game, seat_count, pool, season) DO UPDATE SET"  \
    "  mu = excluded.mu, sigma = excluded.sigma, shown = excluded.shown,"      \
    "  matches = excluded.matches, wins = excluded.wins,"                      \
    "  played_at = excluded.played_at, uncounted = excluded.uncounted,"        \
    "  opponents = excluded.opponents,"                                        \
    "  queue_opponents = excluded.queue_opponents,"                            \
    "  is_listed = excluded.is_listed"

#define PAIR_WRITE(FIRST, NEXT)                                                \
    FIRST(account_id,   PG_UUID(&p->key.key.account))                          \
    NEXT(opponent_id,   PG_UUID(&p->key.opponent))                             \
    NEXT(game,          PG_TEXT(p->key.key.game))                              \
    NEXT(seat_count,    PG_INT2(p->key.key.seats))                             \
    NEXT(pool,          PG_INT2(p->key.key.pool))                              \
    NEXT(season,        PG_INT4(p->key.key.season))                            \
    NEXT(matches,       PG_INT4(p->matches))                                   \
    NEXT(queued,        PG_INT4(p->queued))
enum { PAIR_PARAMS = 8 };

#define PAIRS_SQL(to)                                                          \
    "INSERT INTO " to "rating_pairs AS p (" PG_NAMES(PAIR_WRITE) ")"           \
    " SELECT i.*" PG_UNNEST(PAIR_WRITE, 8)                                     \
    " ON CONFLICT (account_id, game, seat_count, pool, season, opponent_id)"   \
    " DO UPDATE SET matches = excluded.matches, queued = excluded.queued"
/* clang-format on */

static void bind_rating(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_rating *r =
        ((const struct ladder_rating *const *)rows)[n];
    const struct pg_param all[] = {PG_VALUES(RATING_WRITE)};

    _Static_assert(PG_LENGTH(all) == RATING_PARAMS, "one for each");
    memcpy(out, all, sizeof all);
}

static void bind_pair(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_pair *p = ((const struct ladder_pair *const *)rows)[n];
    const struct pg_param all[] = {PG_VALUES(PAIR_WRITE)};

    _Static_assert(PG_LENGTH(all) == PAIR_PARAMS, "one for each");
    memcpy(out, all, sizeof all);
}

static enum store_err write_pairs(struct store_settlement *ladder,
                                  const struct ladder_table *table)
{
    const struct ladder_pair **changed =
        calloc(table->count + 1, sizeof(struct ladder_pair *));
    enum store_err err;
    size_t count = 0;

    if (!changed)
        return STORE_UNAVAILABLE;
    for (size_t i = 0; i < table->count; i++) {
        const struct ladder_pair *pair = ladder_row(table, i);

        if (pair->is_changed)
            changed[count++] = pair;
    }
    err = write_rows(ladder->pg,
                     ladder->again ? PAIRS_SQL("again_") : PAIRS_SQL(""),
                     changed, count, PAIR_PARAMS, bind_pair);
    free(changed);
    return err;
}

static enum store_err write_ratings(struct store_settlement *ladder,
                                    const struct ladder_table *table)
{
    const struct ladder_rating **changed =
        calloc(table->count + 1, sizeof(struct ladder_rating *));
    enum store_err err;
    size_t count = 0;

    if (!changed)
        return STORE_UNAVAILABLE;
    for (size_t i = 0; i < table->count; i++) {
        const struct ladder_rating *row = ladder_row(table, i);

        if (row->is_changed)
            changed[count++] = row;
    }
    err = write_rows(ladder->pg,
                     ladder->again ? RATINGS_SQL("again_") : RATINGS_SQL(""),
                     changed, count, RATING_PARAMS, bind_rating);
    free(changed);
    return err;
}

/* clang-format off */
#define UPDATE_WRITE(FIRST, NEXT)                                              \
    FIRST(account_id,   PG_UUID(&u->key.account))                              \
    NEXT(number,        PG_INT8(u->number))                                    \
    NEXT(pool,          PG_INT2(u->key.pool))                                  \
    NEXT(game,          PG_TEXT(u->key.game))                                  \
    NEXT(seat_count,    PG_INT2(u->key.seats))                                 \
    NEXT(seat,          PG_INT2(u->seat))                                      \
    NEXT(rank,          PG_INT2(u->rank))                                      \
    NEXT(at,            PG_TIME(u->at_us))                                     \
    NEXT(idle_seconds,  PG_INT8(u->idle_seconds))                              \
    NEXT(mu_before,     PG_FLOAT8(u->before.mu))                               \
    NEXT(sigma_before,  PG_FLOAT8(u->before.sigma))                            \
    NEXT(mu,            PG_FLOAT8(u->after.mu))                                \
    NEXT(sigma,         PG_FLOAT8(u->after.sigma))
enum { UPDATE_PARAMS = 13 };

#define UPDATES_SQL(to)                                                        \
    "INSERT INTO " to "rating_updates (" PG_NAMES(UPDATE_WRITE) ")"            \
    " SELECT i.*" PG_UNNEST(UPDATE_WRITE, 13)
/* clang-format on */

static void bind_update(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_update *u = (const struct ladder_update *)rows + n;
    const struct pg_param all[] = {PG_VALUES(UPDATE_WRITE)};

    _Static_assert(PG_LENGTH(all) == UPDATE_PARAMS, "one for each");
    memcpy(out, all, sizeof all);
}

enum store_err db_ladder_write_updates(struct store_settlement *ladder,
                                       struct rating_batch *book)
{
    enum store_err err = write_rows(
        ladder->pg, ladder->again ? UPDATES_SQL("again_") : UPDATES_SQL(""),
        book->updates, book->update_count, UPDATE_PARAMS, bind_update);

    book->update_count = 0;
    return err;
}

/* ---- high scores ---- */

/* clang-format off */
#define HIGH_WRITE(FIRST, NEXT)                                                \
    FIRST(account_id,   PG_UUID(&h->key.account))                              \
    NEXT(game,          PG_TEXT(h->key.game))                                  \
    NEXT(pool,          PG_INT2(h->key.pool))                                  \
    NEXT(season,        PG_INT4(h->key.season))                                \
    NEXT(points,        PG_INT4(h->points))                                    \
    NEXT(won,           PG_BOOL(h->won))                                       \
    NEXT(match_id,      PG_UUID(&h->match))                                    \
    NEXT(reached_at,    PG_TIME(h->reached_us))                                \
    NEXT(matches,       PG_INT4(h->matches))
enum { HIGH_PARAMS = 9 };

/* Of equal scores the first is kept. */
#define HIGHS_SQL(to)                                                          \
    "INSERT INTO " to "high_scores AS h (" PG_NAMES(HIGH_WRITE) ")"            \
    " SELECT i.*" PG_UNNEST(HIGH_WRITE, 9)                                     \
    " JOIN accounts a ON a.id = i.account_id WHERE a.deleted_at IS NULL"       \
    " ON CONFLICT (account_id, game, pool, season) DO UPDATE SET"              \
    "  matches = h.matches + excluded.matches,"                                \
    "  points = greatest(h.points, excluded.points),"                          \
    "  (won, match_id, reached_at) = (SELECT excluded.won, excluded.match_id," \
    "    excluded.reached_at WHERE excluded.points > h.points"                 \
    "   UNION ALL SELECT h.won, h.match_id, h.reached_at"                      \
    "    WHERE excluded.points <= h.points)"
/* clang-format on */

static void bind_high(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_high *h = (const struct ladder_high *)rows + n;
    const struct pg_param all[] = {PG_VALUES(HIGH_WRITE)};

    _Static_assert(PG_LENGTH(all) == HIGH_PARAMS, "one for each");
    memcpy(out, all, sizeof all);
}

/* ---- statistics ---- */

/* clang-format off */
#define SUM_WRITE(FIRST, NEXT)                                                 \
    FIRST(account_id,   PG_UUID(&s->key.account))                              \
    NEXT(game,          PG_TEXT(s->key.game))                                  \
    NEXT(seat_count,    PG_INT2(s->key.seats))                                 \
    NEXT(matches,       PG_INT4(s->matches))                                   \
    NEXT(rated,         PG_INT4(s->rated))                                     \
    NEXT(wins,          PG_INT4(s->wins))                                      \
    NEXT(abandoned,     PG_INT4(s->abandoned))                                 \
    NEXT(points,        PG_INT8(s->points))                                    \
    NEXT(best,          PG_INT4_OR_NULL(s->best, !s->has_best))

/* And its numbers by seat, which become arrays. */
#define SUM_WRITE_SEATS(FIRST, NEXT) SUM_WRITE(FIRST, NEXT)                    \
    SUM_WRITE_SEAT(NEXT, 0) SUM_WRITE_SEAT(NEXT, 1)                            \
    SUM_WRITE_SEAT(NEXT, 2) SUM_WRITE_SEAT(NEXT, 3)
#define SUM_WRITE_SEAT(NEXT, n)                                                \
    NEXT(m##n,          PG_INT4(s->seat_matches[n]))                           \
    NEXT(w##n,          PG_INT4(s->seat_wins[n]))                              \
    NEXT(p##n,          PG_INT8(s->seat_points[n]))
enum { SUM_PARAMS = 21 };

#define ADD(a)       #a " = p." #a " + excluded." #a
#define ADD_AT(a, n) "p." #a "[" #n "] + excluded." #a "[" #n "]"
#define ADD_ALL(a)                                                             \
    #a " = ARRAY[" ADD_AT(a, 1) ", " ADD_AT(a, 2) ", " ADD_AT(a, 3) ", "       \
    ADD_AT(a, 4) "]"
#define SUMS_SQL(to)                                                           \
    "INSERT INTO " to "player_statistics AS p (" PG_NAMES(SUM_WRITE)           \
    ", seat_matches, seat_wins, seat_points)"                                  \
    " SELECT " PG_NAMES(SUM_WRITE) ", ARRAY[m0, m1, m2, m3],"                  \
    "  ARRAY[w0, w1, w2, w3], ARRAY[p0, p1, p2, p3]"                           \
    PG_UNNEST(SUM_WRITE_SEATS, 21)                                             \
    " ON CONFLICT (account_id, game, seat_count) DO UPDATE SET "               \
    ADD(matches) ", " ADD(rated) ", " ADD(wins) ", " ADD(abandoned) ", "       \
    ADD(points) ", best = greatest(p.best, excluded.best), "                   \
    ADD_ALL(seat_matches) ", " ADD_ALL(seat_wins) ", " ADD_ALL(seat_points)
/* clang-format on */

static void bind_sum(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_sum *s = (const struct ladder_sum *)rows + n;
    const struct pg_param all[] = {PG_VALUES(SUM_WRITE_SEATS)};

    _Static_assert(PG_LENGTH(all) == SUM_PARAMS, "one for each");
    _Static_assert(RULES_SEATS_MAX == 4, "numbers for each seat");
    memcpy(out, all, sizeof all);
}

/* clang-format off */
#define TALLY_WRITE(FIRST, NEXT)                                               \
    FIRST(account_id,   PG_UUID(&t->key.key.account))                          \
    NEXT(game,          PG_TEXT(t->key.key.game))                              \
    NEXT(card,          PG_TEXT(t->key.card))                                  \
    NEXT(played,        PG_INT4(t->played))                                    \
    NEXT(wins,          PG_INT4(t->wins))                                      \
    NEXT(points,        PG_INT8(t->points))
enum { TALLY_PARAMS = 6 };

#define TALLIES_SQL(to)                                                        \
    "INSERT INTO " to "card_statistics AS c (" PG_NAMES(TALLY_WRITE) ")"       \
    " SELECT i.*" PG_UNNEST(TALLY_WRITE, 6)                                    \
    " ON CONFLICT (account_id, game, card) DO UPDATE SET"                      \
    "  played = c.played + excluded.played, wins = c.wins + excluded.wins,"    \
    "  points = c.points + excluded.points"
/* clang-format on */

static void bind_tally(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_tally *t = (const struct ladder_tally *)rows + n;
    const struct pg_param all[] = {PG_VALUES(TALLY_WRITE)};

    _Static_assert(PG_LENGTH(all) == TALLY_PARAMS, "one for each");
    memcpy(out, all, sizeof all);
}

/* ---- all of it ---- */

static void bind_account(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_sum *s = (const struct ladder_sum *)rows + n;

    out[0] = (struct pg_param)PG_UUID(&s->key.account);
}

/* Waits for accounts that are being deleted, and keeps the others from being
 * deleted until the transaction ends.  Every match is in the statistics, so
 * these contain all accounts. */
static enum store_err hold_accounts(struct store_settlement *ladder,
                                    const struct ladder_table *sums)
{
    return write_rows(ladder->pg,
                      "SELECT FROM accounts WHERE id = ANY ($1)"
                      " ORDER BY id FOR KEY SHARE",
                      sums->rows, sums->count, 1, bind_account);
}

enum store_err db_ladder_write_totals(struct store_settlement *ladder,
                                      const struct rating_batch *book)
{
    const bool again = ladder->again;
    struct pg *pg = ladder->pg;
    enum store_err err = hold_accounts(ladder, &book->sums);

    if (!err)
        err = write_ratings(ladder, &book->ratings);
    if (!err)
        err = write_pairs(ladder, &book->pairs);
    if (!err)
        err = write_rows(pg, again ? HIGHS_SQL("again_") : HIGHS_SQL(""),
                         book->highs.rows, book->highs.count, HIGH_PARAMS,
                         bind_high);
    if (!err)
        err =
            write_rows(pg, again ? SUMS_SQL("again_") : SUMS_SQL(""),
                       book->sums.rows, book->sums.count, SUM_PARAMS, bind_sum);
    if (!err)
        err = write_rows(pg, again ? TALLIES_SQL("again_") : TALLIES_SQL(""),
                         book->tallies.rows, book->tallies.count, TALLY_PARAMS,
                         bind_tally);
    return err;
}
