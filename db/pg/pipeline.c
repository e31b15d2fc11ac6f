/* Many statements in one round trip: libpq's pipeline mode. */
#include "db/pg/pg.h"

#include "db/pg/pg_inner.h"

#include <assert.h>

/* Sent by the pipeline itself; prepared like the statements. */
static const char begin_sql[] = "BEGIN";
static const char commit_sql[] = "COMMIT";

static bool send(struct pg *pg, const char *sql, const struct pg_param *in,
                 size_t count)
{
    struct pg_bound bound;
    char name[PG_NAME_SIZE];

    pg_bind(&bound, in, count);
    /* Known already: pg_pipeline_know prepared it. */
    if (pg_prepare(pg, sql, &bound, count, name))
        return false;
    return PQsendQueryPrepared(pg->conn, name, (int)count, bound.values,
                               bound.lengths, bound.formats, 1) != 0;
}

bool pg_pipeline_know(struct pg *pg, const char *sql, const struct pg_param *in,
                      size_t count)
{
    struct pg_bound bound;
    char name[PG_NAME_SIZE];

    pg_bind(&bound, in, count);
    return pg_prepare(pg, sql, &bound, count, name) == STORE_OK;
}

bool pg_pipeline_begin(struct pg *pg)
{
    assert(!pg->server->is_pooled); /* prepared statements would be missing */
    pg->pipelined = 0;
    pg_begin_statement(pg);
    if (!pg_pipeline_know(pg, begin_sql, NULL, 0) ||
        !pg_pipeline_know(pg, commit_sql, NULL, 0))
        return false;
    if (!PQenterPipelineMode(pg->conn) || !send(pg, begin_sql, NULL, 0)) {
        pg->is_broken = true;
        return false;
    }
    return true;
}

int pg_pipeline_add(struct pg *pg, const char *sql, const struct pg_param *in,
                    size_t count)
{
    if (!pg->is_broken && !send(pg, sql, in, count))
        pg->is_broken = true;
    return pg->pipelined++;
}

/* The results of one statement: its rows, then a NULL. */
static enum store_err
collect(struct pg *pg, int number, int64_t deadline_ms,
        void (*visit)(void *, int, const struct pg_result *), void *ctx)
{
    PGresult *result = pg_next_result(pg, deadline_ms);
    enum store_err err = pg_judge(pg, result);

    if (!err && visit && number >= 0 && number < pg->pipelined)
        visit(ctx, number, result);
    if (result) {
        PQclear(result);
        PQclear(pg_next_result(pg, deadline_ms));
    }
    return err;
}

/* Consume the result of the sync, so that the connection can be used again. */
static void leave(struct pg *pg, int64_t deadline_ms)
{
    if (!pg->is_broken) {
        PGresult *result = pg_next_result(pg, deadline_ms);

        if (PQresultStatus(result) != PGRES_PIPELINE_SYNC ||
            !PQexitPipelineMode(pg->conn))
            pg->is_broken = true;
        PQclear(result);
    }
}

enum store_err pg_pipeline_end(struct pg *pg,
                               void (*visit)(void *ctx, int number,
                                             const struct pg_result *result),
                               void *ctx)
{
    int64_t deadline_ms = pg_deadline_ms(pg);
    enum store_err err = STORE_OK;
    bool is_soft = false;

    if (pg->is_broken || !send(pg, commit_sql, NULL, 0) ||
        !PQpipelineSync(pg->conn)) {
        /* Without a sync the server does not reach the COMMIT, but data that
         * was sent may still be in transit. */
        pg->is_broken = true;
        return STORE_UNSURE;
    }
    /* -1 is BEGIN, pg->pipelined is COMMIT. */
    for (int i = -1; i <= pg->pipelined && !pg->is_broken; i++) {
        enum store_err one = collect(pg, i, deadline_ms, visit, ctx);

        if (one && !err) {
            err = one;
            is_soft = pg->is_soft;
        }
    }
    leave(pg, deadline_ms);
    pg->is_soft = is_soft;
    /* It is unknown whether the COMMIT was reached. */
    if (pg->is_broken)
        return STORE_UNSURE;
    if (!err && pg->is_warned)
        return STORE_UNSURE;
    /* The failed transaction is still open: the COMMIT was skipped. */
    if (err)
        pg_roll_back(pg);
    return err;
}

/* ---- statements of pg_run ---- */

bool pg_gather_begin(struct pg *pg)
{
    if (pg->server->is_pooled)
        return true; /* its statements are not prepared */
    pg_begin_statement(pg);
    if (!PQenterPipelineMode(pg->conn)) {
        pg->is_broken = true;
        return false;
    }
    pg->is_gathering = true;
    pg->gathered = 0;
    pg->preparing = 0;
    return true;
}

/* One result after the other, of preparations and statements.  After an error
 * the server skips what follows: those preparations are the last ones of the
 * connection, and are forgotten. */
static enum store_err collect_gathered(struct pg *pg, int64_t deadline_ms,
                                       void (*visit)(void *, int,
                                                     const struct pg_result *),
                                       void *ctx)
{
    enum store_err err = STORE_OK;
    bool is_soft = false;
    int number = 0;

    pg->pipelined = pg->gathered;
    for (int i = 0; i < pg->gathered && !pg->is_broken; i++) {
        const bool is_preparation = pg->preparing >> i & 1;
        enum store_err one = collect(pg, is_preparation ? -1 : number++,
                                     deadline_ms, visit, ctx);

        if (one && is_preparation)
            pg->prepared_count--;
        if (one && !err) {
            err = one;
            is_soft = pg->is_soft;
        }
    }
    leave(pg, deadline_ms);
    pg->is_soft = is_soft;
    return err;
}

enum store_err pg_gather_end(struct pg *pg,
                             void (*visit)(void *ctx, int number,
                                           const struct pg_result *result),
                             void *ctx)
{
    enum store_err err;

    if (!pg->is_gathering)
        return STORE_OK;
    pg->is_gathering = false;
    if (pg->is_broken || !PQpipelineSync(pg->conn)) {
        pg->is_broken = true;
        return STORE_UNAVAILABLE;
    }
    err = collect_gathered(pg, pg_deadline_ms(pg), visit, ctx);
    if (pg->is_broken)
        return STORE_UNAVAILABLE;
    return !err && pg->is_alone ? STORE_UNSURE : err;
}
