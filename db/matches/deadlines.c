/* Deadline checks: which matches are due, and when the next check is. */
#include "db/matches/matches.h"

#include <stdlib.h>

struct looking {
    int64_t now_us;
    size_t cap;
    int64_t (*look)(void *ctx, size_t index, const struct store_match *row);
    void *ctx;
    size_t count;
};

/* SKIP LOCKED: a match that a move or another node locks is due again later, so
 * neither waits for the other. */
static const char due_sql[] =
    "SELECT " MATCH_COLUMNS " FROM matches m"
    " WHERE m.status = 1 AND m.look_at <= $1"
    " ORDER BY m.look_at LIMIT $2 FOR NO KEY UPDATE OF m SKIP LOCKED";

static const char next_sql[] =
    "UPDATE matches SET look_at = i.look FROM unnest($1, $2) AS i (id, look)"
    " WHERE matches.id = i.id";

enum { NEXT_PARAMS = 2 };

static enum store_err write_next(struct pg *pg, const struct pg_param *rows,
                                 size_t count)
{
    struct pg_columns columns;
    enum store_err err;

    if (count == 0)
        return STORE_OK;
    if (!pg_columns_begin(&columns, rows, count, NEXT_PARAMS))
        return STORE_UNAVAILABLE;
    err = pg_run(pg, next_sql, columns.in, NEXT_PARAMS, NULL);
    pg_columns_end(&columns);
    return err;
}

/* ids and next have room for cap rows. */
static enum store_err look_at_rows(struct pg *pg, struct looking *looking,
                                   struct pg_param *next, struct play_id *ids)
{
    const struct pg_param in[] = {PG_TIME(looking->now_us),
                                  PG_INT8((int64_t)looking->cap)};
    struct store_match *row = calloc(1, sizeof *row);
    struct pg_result *rows = NULL;
    enum store_err err = STORE_UNAVAILABLE;

    looking->count = 0;
    if (row)
        err = pg_run(pg, due_sql, in, PG_LENGTH(in), &rows);
    for (int i = 0; !err && i < pg_rows(rows); i++) {
        int64_t look_us;

        match_row_read(rows, i, row);
        ids[i] = row->match.key;
        look_us = looking->look(looking->ctx, looking->count, row);
        next[NEXT_PARAMS * i] = (struct pg_param)PG_UUID(&ids[i]);
        next[NEXT_PARAMS * i + 1] = (struct pg_param)PG_TIME(look_us);
        looking->count++;
    }
    if (!err)
        err = write_next(pg, next, looking->count);
    pg_clear(rows);
    free(row);
    return err;
}

static enum store_err look_at_all(struct pg *pg, void *ctx)
{
    struct looking *looking = ctx;
    struct pg_param *next = calloc(looking->cap * NEXT_PARAMS, sizeof *next);
    struct play_id *ids = calloc(looking->cap, sizeof *ids);
    enum store_err err = STORE_UNAVAILABLE;

    if (next && ids)
        err = look_at_rows(pg, looking, next, ids);
    free(next);
    free(ids);
    return err;
}

enum store_err db_matches_clocks_due(
    struct store *store, int64_t now_us, size_t cap,
    int64_t (*look)(void *ctx, size_t index, const struct store_match *row),
    void *ctx, size_t *count)
{
    struct looking looking = {now_us, cap, look, ctx, 0};
    enum store_err err;

    if (cap == 0 || cap > STORE_BATCH_MAX)
        return STORE_REFUSED;
    err = pg_transaction(db_pool(store), look_at_all, &looking);
    *count = err ? 0 : looking.count;
    return err;
}
