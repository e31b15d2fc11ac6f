/* Deleting matches that ended long ago and count for nothing. */
#include "db/matches/matches.h"
#include "db/node/notify.h"

/* $1: the end, $2: the number of matches.  Their logs have 2,000 events, or
 * those of one match, so that the statement does not take long.  Rows that
 * refer to a match are deleted with it.  A match of the ladder is never
 * deleted, although none is expected here.  What another node deletes is
 * skipped. */
static const char delete_sql[] =
    "WITH old AS (SELECT m.id, m.finished_at, m.seq FROM matches m"
    "  WHERE (m.status = 3 AND m.forfeits = 0 OR m.status = 2 AND m.sandbox)"
    "  AND m.finished_at < $1 AND NOT EXISTS"
    "   (SELECT FROM ladder_matches l WHERE l.match_id = m.id)"
    "  ORDER BY m.finished_at, m.id LIMIT $2 FOR UPDATE OF m SKIP LOCKED),"
    " chosen AS (SELECT id, sum(seq) OVER (ORDER BY finished_at, id) - seq"
    "  AS events FROM old)"
    " DELETE FROM matches WHERE id = ANY (ARRAY("
    "  SELECT id FROM chosen WHERE events < 2000)) RETURNING id";

/* A lost transaction is repeated. */
static const char hurry_sql[] = "SET LOCAL synchronous_commit = off";

struct deleting {
    const char *node;
    int64_t before_us;
    struct play_id *out;
    size_t cap, count;
};

static enum store_err delete_some(struct pg *pg, void *ctx)
{
    struct deleting *it = ctx;
    const struct pg_param in[] = {PG_TIME(it->before_us),
                                  PG_INT8((int64_t)it->cap)};
    struct pg_result *rows;
    enum store_err err = pg_run(pg, hurry_sql, NULL, 0, NULL);

    it->count = 0;
    if (!err)
        err = pg_run(pg, delete_sql, in, PG_LENGTH(in), &rows);
    if (err)
        return err;
    it->count = (size_t)pg_rows(rows);
    for (size_t i = 0; i < it->count; i++)
        pg_bytes(rows, (int)i, 0, &it->out[i], sizeof it->out[i]);
    pg_clear(rows);
    return db_notify_names(it->node, pg, it->out, it->count);
}

enum store_err db_matches_delete_ended(struct store *store, int64_t before_us,
                                       struct play_id *out, size_t cap,
                                       size_t *count)
{
    struct deleting it = {.node = db_store(store)->node,
                          .before_us = before_us,
                          .out = out,
                          .cap = cap};
    enum store_err err = pg_transaction(db_pool(store), delete_some, &it);

    *count = err ? 0 : it.count;
    return err;
}
