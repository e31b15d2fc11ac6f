/* The rows that settlement changes: reading and writing them.
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

/* ---- ratings: reading ---- */

static void bind_concerned(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_key *key = (const struct ladder_key *)rows + n;
    const struct pg_param all[] = {PG_UUID(&key->account), PG_TEXT(key->game),
                                   PG_INT2(key->seats)};

    memcpy(out, all, sizeof all);
}

#define RATING_ROW(FIRST, NEXT)                                                \
    FIRST(RATING_ROW_ACCOUNT, "r.account_id")                                  \
    NEXT(RATING_ROW_GAME, "r.game")                                            \
    NEXT(RATING_ROW_SEATS, "r.seat_count")                                     \
    NEXT(RATING_ROW_POOL, "r.pool")                                            \
    NEXT(RATING_ROW_SEASON, "r.season")                                        \
    NEXT(RATING_ROW_MU, "r.mu")                                                \
    NEXT(RATING_ROW_SIGMA, "r.sigma")                                          \
    NEXT(RATING_ROW_MATCHES, "r.matches")                                      \
    NEXT(RATING_ROW_WINS, "r.wins")                                            \
    NEXT(RATING_ROW_PLAYED, "r.played_at")
enum { RATING_ROW(PG_NUMBER, PG_NUMBER) };
#define RATING_COLUMNS RATING_ROW(PG_FIRST, PG_NEXT)

static void read_rating(const struct pg_result *rows, int row,
                        struct ladder_rating *out)
{
    memset(out, 0, sizeof *out);
    pg_bytes(rows, row, RATING_ROW_ACCOUNT, &out->key.account,
             sizeof out->key.account);
    pg_text_into(rows, row, RATING_ROW_GAME, out->key.game,
                 sizeof out->key.game);
    out->key.seats = (uint8_t)pg_int(rows, row, RATING_ROW_SEATS);
    out->key.pool = (uint8_t)pg_int(rows, row, RATING_ROW_POOL);
    out->key.season = (int32_t)pg_int(rows, row, RATING_ROW_SEASON);
    out->rating.mu = pg_float(rows, row, RATING_ROW_MU);
    out->rating.sigma = pg_float(rows, row, RATING_ROW_SIGMA);
    out->matches = (int32_t)pg_int(rows, row, RATING_ROW_MATCHES);
    out->wins = (int32_t)pg_int(rows, row, RATING_ROW_WINS);
    out->played_us = pg_time(rows, row, RATING_ROW_PLAYED);
}

static enum store_err add_ratings(struct pg_result *rows,
                                  struct rating_batch *book)
{
    enum store_err err = STORE_OK;

    for (int i = 0; i < pg_rows(rows) && !err; i++) {
        struct ladder_rating read, *row;

        read_rating(rows, i, &read);
        row = ladder_row_make(&book->ratings, &read.key);
        if (row)
            *row = read;
        else
            err = STORE_UNAVAILABLE;
    }
    pg_clear(rows);
    return err;
}

static enum store_err read_ratings(struct pg *pg, const struct ladder_key *keys,
                                   size_t count, struct rating_batch *book)
{
    enum { PARAMS = 3 };
    struct pg_param *in = calloc(count * PARAMS, sizeof *in);
    struct pg_columns columns;
    struct pg_result *rows = NULL;
    enum store_err err = STORE_UNAVAILABLE;

    if (!in)
        return err;
    for (size_t i = 0; i < count; i++)
        bind_concerned(keys, i, in + i * PARAMS);
    if (pg_columns_begin(&columns, in, count, PARAMS)) {
        err = pg_run(pg,
                     "SELECT " RATING_COLUMNS
                     " FROM (SELECT DISTINCT * FROM unnest($1, $2, $3)"
                     "  i (account_id, game, seat_count)) i"
                     " JOIN ratings r USING (account_id, game, seat_count)",
                     columns.in, PARAMS, &rows);
        pg_columns_end(&columns);
    }
    free(in);
    return err ? err : add_ratings(rows, book);
}

enum store_err db_ladder_read_ratings(struct store_settlement *ladder,
                                      const struct ladder_match *matches,
                                      size_t count, struct rating_batch *book)
{
    struct ladder_key *keys = calloc(count * RULES_SEATS_MAX + 1, sizeof *keys);
    enum store_err err = STORE_OK;
    size_t n = 0;

    if (!keys)
        return STORE_UNAVAILABLE;
    for (size_t i = 0; i < count; i++)
        for (int seat = 0; seat < matches[i].seats; seat++)
            if (ladder_is_rated(&matches[i]))
                keys[n++] = ladder_key_of(&matches[i], seat, POOL_ALL);
    if (n > 0)
        err = read_ratings(ladder->pg, keys, n, book);
    free(keys);
    return err;
}

/* ---- ratings: writing ---- */

/* `to` is the prefix of the tables' names. */
#define RATINGS_SQL(to)                                                        \
    "INSERT INTO " to "ratings AS r (account_id, game, seat_count, pool,"      \
    " season, mu, sigma, shown, matches, wins, played_at, is_listed)"          \
    " SELECT i.account_id, i.game, i.seat_count, i.pool, i.season, i.mu,"      \
    "  i.sigma, i.shown, i.matches, i.wins, i.played_at,"                      \
    "  i.matches >= s.list_matches AND a.deleted_at IS NULL"                   \
    " FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)"               \
    "  i (account_id, game, seat_count, pool, season, mu, sigma, shown,"       \
    "  matches, wins, played_at)"                                              \
    " JOIN seasons s ON s.number = i.season"                                   \
    " JOIN accounts a ON a.id = i.account_id"                                  \
    " ON CONFLICT (account_id, game, seat_count, pool, season) DO UPDATE SET"  \
    "  mu = excluded.mu, sigma = excluded.sigma, shown = excluded.shown,"      \
    "  matches = excluded.matches, wins = excluded.wins,"                      \
    "  played_at = excluded.played_at, is_listed = excluded.is_listed"
enum { RATING_PARAMS = 11 };

static void bind_rating(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_rating *r =
        ((const struct ladder_rating *const *)rows)[n];
    const struct pg_param all[] = {
        PG_UUID(&r->key.account),   PG_TEXT(r->key.game),
        PG_INT2(r->key.seats),      PG_INT2(r->key.pool),
        PG_INT4(r->key.season),     PG_FLOAT8(r->rating.mu),
        PG_FLOAT8(r->rating.sigma), PG_INT4(rating_shown(r->rating.mu)),
        PG_INT4(r->matches),        PG_INT4(r->wins),
        PG_TIME(r->played_us),
    };

    _Static_assert(PG_LENGTH(all) == RATING_PARAMS, "one for each");
    memcpy(out, all, sizeof all);
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

#define UPDATES_SQL(to)                                                        \
    "INSERT INTO " to "rating_updates (account_id, number, pool, game,"        \
    " seat_count, seat, rank, at, idle_seconds, mu_before, sigma_before, mu,"  \
    " sigma) SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,"    \
    " $11, $12, $13)"
enum { UPDATE_PARAMS = 13 };

static void bind_update(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_update *u = (const struct ladder_update *)rows + n;
    const struct pg_param all[] = {
        PG_UUID(&u->key.account),   PG_INT8(u->number),
        PG_INT2(u->key.pool),       PG_TEXT(u->key.game),
        PG_INT2(u->key.seats),      PG_INT2(u->seat),
        PG_INT2(u->rank),           PG_TIME(u->at_us),
        PG_INT8(u->idle_seconds),   PG_FLOAT8(u->before.mu),
        PG_FLOAT8(u->before.sigma), PG_FLOAT8(u->after.mu),
        PG_FLOAT8(u->after.sigma),
    };

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

/* Of equal scores the first is kept. */
#define HIGHS_SQL(to)                                                          \
    "INSERT INTO " to "high_scores AS h (account_id, game, pool, season,"      \
    " points, won, match_id, reached_at, matches)"                             \
    " SELECT i.* FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9)"              \
    "  i (account_id, game, pool, season, points, won, match_id, reached_at,"  \
    "  matches) JOIN accounts a ON a.id = i.account_id"                        \
    " WHERE a.deleted_at IS NULL"                                              \
    " ON CONFLICT (account_id, game, pool, season) DO UPDATE SET"              \
    "  matches = h.matches + excluded.matches,"                                \
    "  points = greatest(h.points, excluded.points),"                          \
    "  (won, match_id, reached_at) = (SELECT excluded.won, excluded.match_id," \
    "    excluded.reached_at WHERE excluded.points > h.points"                 \
    "   UNION ALL SELECT h.won, h.match_id, h.reached_at"                      \
    "    WHERE excluded.points <= h.points)"
enum { HIGH_PARAMS = 9 };

static void bind_high(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_high *h = (const struct ladder_high *)rows + n;
    const struct pg_param all[] = {
        PG_UUID(&h->key.account), PG_TEXT(h->key.game),   PG_INT2(h->key.pool),
        PG_INT4(h->key.season),   PG_INT4(h->points),     PG_BOOL(h->won),
        PG_UUID(&h->match),       PG_TIME(h->reached_us), PG_INT4(h->matches),
    };

    _Static_assert(PG_LENGTH(all) == HIGH_PARAMS, "one for each");
    memcpy(out, all, sizeof all);
}

/* ---- statistics ---- */

#define ADD(a, n) #a "[" #n "] + excluded." #a "[" #n "]"
#define ADD_ALL(a)                                                             \
#a " = ARRAY[p." ADD(a, 1) ", p." ADD(a, 2) ", p." ADD(a, 3) ", p." ADD(   \
        a, 4) "]"
#define SUMS_SQL(to)                                                           \
    "INSERT INTO " to "player_statistics AS p (account_id, game, seat_count,"  \
    " matches, rated, wins, abandoned, points, best, seat_matches, seat_wins," \
    " seat_points)"                                                            \
    " SELECT i.account_id, i.game, i.seat_count, i.matches, i.rated, i.wins,"  \
    "  i.abandoned, i.points, i.best, ARRAY[m0, m1, m2, m3],"                  \
    "  ARRAY[w0, w1, w2, w3], ARRAY[p0, p1, p2, p3]"                           \
    " FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13,"     \
    "  $14, $15, $16, $17, $18, $19, $20, $21)"                                \
    "  i (account_id, game, seat_count, matches, rated, wins, abandoned,"      \
    "  points, best, m0, m1, m2, m3, w0, w1, w2, w3, p0, p1, p2, p3)"          \
    " ON CONFLICT (account_id, game, seat_count) DO UPDATE SET"                \
    "  matches = p.matches + excluded.matches,"                                \
    "  rated = p.rated + excluded.rated, wins = p.wins + excluded.wins,"       \
    "  abandoned = p.abandoned + excluded.abandoned,"                          \
    "  points = p.points + excluded.points,"                                   \
    "  best = greatest(p.best, excluded.best), " ADD_ALL(                      \
        seat_matches) ", " ADD_ALL(seat_wins) ", " ADD_ALL(seat_points)
enum { SUM_PARAMS = 21 };

static void bind_sum(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_sum *s = (const struct ladder_sum *)rows + n;
    const struct pg_param first[] = {
        PG_UUID(&s->key.account),
        PG_TEXT(s->key.game),
        PG_INT2(s->key.seats),
        PG_INT4(s->matches),
        PG_INT4(s->rated),
        PG_INT4(s->wins),
        PG_INT4(s->abandoned),
        PG_INT8(s->points),
        PG_INT4_OR_NULL(s->best, !s->has_best),
    };
    enum { FIRST = PG_LENGTH(first) };

    _Static_assert(FIRST + 3 * RULES_SEATS_MAX == SUM_PARAMS, "one for each");
    memcpy(out, first, sizeof first);
    for (size_t i = 0; i < RULES_SEATS_MAX; i++) {
        out[FIRST + i] = (struct pg_param)PG_INT4(s->seat_matches[i]);
        out[FIRST + 4 + i] = (struct pg_param)PG_INT4(s->seat_wins[i]);
        out[FIRST + 8 + i] = (struct pg_param)PG_INT8(s->seat_points[i]);
    }
}

#define TALLIES_SQL(to)                                                        \
    "INSERT INTO " to "card_statistics AS c (account_id, game, card, played,"  \
    " wins, points) SELECT * FROM unnest($1, $2, $3, $4, $5, $6)"              \
    " ON CONFLICT (account_id, game, card) DO UPDATE SET"                      \
    "  played = c.played + excluded.played, wins = c.wins + excluded.wins,"    \
    "  points = c.points + excluded.points"
enum { TALLY_PARAMS = 6 };

static void bind_tally(const void *rows, size_t n, struct pg_param *out)
{
    const struct ladder_tally *t = (const struct ladder_tally *)rows + n;
    const struct pg_param all[] = {
        PG_UUID(&t->key.key.account),
        PG_TEXT(t->key.key.game),
        PG_TEXT(t->key.card),
        PG_INT4(t->played),
        PG_INT4(t->wins),
        PG_INT8(t->points),
    };

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
