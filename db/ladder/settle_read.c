/* Reading the ratings and pairs that settlement changes. */
#include "db/ladder/ladder.h"

#include <stdlib.h>

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
    NEXT(RATING_ROW_PLAYED, "r.played_at")                                     \
    NEXT(RATING_ROW_UNCOUNTED, "r.uncounted")                                  \
    NEXT(RATING_ROW_OPPONENTS, "r.opponents")                                  \
    NEXT(RATING_ROW_QUEUE_OPPONENTS, "r.queue_opponents")
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
    out->uncounted = (int32_t)pg_int(rows, row, RATING_ROW_UNCOUNTED);
    out->opponents = (int32_t)pg_int(rows, row, RATING_ROW_OPPONENTS);
    out->queue_opponents =
        (int32_t)pg_int(rows, row, RATING_ROW_QUEUE_OPPONENTS);
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

/* ---- pairs ---- */

#define PAIR_ROW(FIRST, NEXT)                                                  \
    FIRST(PAIR_ROW_ACCOUNT, "p.account_id")                                    \
    NEXT(PAIR_ROW_OPPONENT, "p.opponent_id")                                   \
    NEXT(PAIR_ROW_GAME, "p.game")                                              \
    NEXT(PAIR_ROW_SEATS, "p.seat_count")                                       \
    NEXT(PAIR_ROW_POOL, "p.pool")                                              \
    NEXT(PAIR_ROW_SEASON, "p.season")                                          \
    NEXT(PAIR_ROW_MATCHES, "p.matches")                                        \
    NEXT(PAIR_ROW_QUEUED, "p.queued")
enum { PAIR_ROW(PG_NUMBER, PG_NUMBER) };
#define PAIR_COLUMNS PAIR_ROW(PG_FIRST, PG_NEXT)

static void read_pair(const struct pg_result *rows, int row,
                      struct ladder_pair *out)
{
    struct ladder_key *key = &out->key.key;

    memset(out, 0, sizeof *out);
    pg_bytes(rows, row, PAIR_ROW_ACCOUNT, &key->account, sizeof key->account);
    pg_bytes(rows, row, PAIR_ROW_OPPONENT, &out->key.opponent,
             sizeof out->key.opponent);
    pg_text_into(rows, row, PAIR_ROW_GAME, key->game, sizeof key->game);
    key->seats = (uint8_t)pg_int(rows, row, PAIR_ROW_SEATS);
    key->pool = (uint8_t)pg_int(rows, row, PAIR_ROW_POOL);
    key->season = (int32_t)pg_int(rows, row, PAIR_ROW_SEASON);
    out->matches = (int32_t)pg_int(rows, row, PAIR_ROW_MATCHES);
    out->queued = (int32_t)pg_int(rows, row, PAIR_ROW_QUEUED);
}

static enum store_err add_pairs(struct pg_result *rows,
                                struct rating_batch *book)
{
    enum store_err err = STORE_OK;

    for (int i = 0; i < pg_rows(rows) && !err; i++) {
        struct ladder_pair read, *row;

        read_pair(rows, i, &read);
        row = ladder_row_make(&book->pairs, &read.key);
        if (row)
            *row = read;
        else
            err = STORE_UNAVAILABLE;
    }
    pg_clear(rows);
    return err;
}

enum { PAIR_KEY_PARAMS = 5 };

/* Each pair of seats of the rated matches, both ways round.  Returns their
 * number. */
static size_t bind_pairs(const struct ladder_match *matches, size_t count,
                         struct pg_param *in)
{
    size_t n = 0;

    for (size_t i = 0; i < count; i++) {
        const struct ladder_match *match = &matches[i];

        for (int a = 0; a < match->seats && ladder_is_rated(match); a++)
            for (int b = 0; b < match->seats; b++) {
                if (a == b)
                    continue;
                in[n * PAIR_KEY_PARAMS + 0] =
                    (struct pg_param)PG_UUID(&match->seat[a].account);
                in[n * PAIR_KEY_PARAMS + 1] =
                    (struct pg_param)PG_UUID(&match->seat[b].account);
                in[n * PAIR_KEY_PARAMS + 2] =
                    (struct pg_param)PG_TEXT(match->game);
                in[n * PAIR_KEY_PARAMS + 3] =
                    (struct pg_param)PG_INT2(match->seats);
                in[n++ * PAIR_KEY_PARAMS + 4] =
                    (struct pg_param)PG_INT4(match->season);
            }
    }
    return n;
}

static enum store_err read_pairs(struct pg *pg,
                                 const struct ladder_match *matches,
                                 size_t count, struct rating_batch *book)
{
    const size_t most = count * RULES_SEATS_MAX * (RULES_SEATS_MAX - 1);
    struct pg_param *in = calloc(most * PAIR_KEY_PARAMS + 1, sizeof *in);
    enum store_err err = in ? STORE_OK : STORE_UNAVAILABLE;
    size_t n = in ? bind_pairs(matches, count, in) : 0;
    struct pg_result *rows = NULL;
    struct pg_columns columns;

    if (n > 0 && !pg_columns_begin(&columns, in, n, PAIR_KEY_PARAMS))
        err = STORE_UNAVAILABLE;
    if (n > 0 && !err) {
        err = pg_run(pg,
                     "SELECT " PAIR_COLUMNS
                     " FROM (SELECT DISTINCT * FROM unnest($1, $2, $3, $4, $5)"
                     "  i (account_id, opponent_id, game, seat_count, season))"
                     " i CROSS JOIN unnest('{0,1,2}'::smallint[])"
                     "  AS q (pool) JOIN rating_pairs p USING (account_id,"
                     "  opponent_id, game, seat_count, season, pool)",
                     columns.in, PAIR_KEY_PARAMS, &rows);
        pg_columns_end(&columns);
    }
    free(in);
    return err || n == 0 ? err : add_pairs(rows, book);
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
    if (n > 0 && !err)
        err = read_pairs(ladder->pg, matches, count, book);
    free(keys);
    return err;
}
