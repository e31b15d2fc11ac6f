/* One connection: running prepared statements with a deadline, and classifying
 * errors. */
#include "db/pg/pg.h"

#include "base/clock.h"
#include "base/database_time.h"
#include "base/decimal.h"
#include "base/hex.h"
#include "db/pg/pg_inner.h"

#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void pg_log(const struct db_config *config, const char *text)
{
    if (config->log)
        config->log(config->log_ctx, text);
}

void pg_uuid_write(const struct play_id *id, char out[PG_UUID_SIZE])
{
    hex_write(id->bytes, sizeof id->bytes, out);
}

bool pg_is_usable(const struct pg *pg)
{
    return !pg->is_broken && PQstatus(pg->conn) == CONNECTION_OK;
}

bool pg_is_stale_primary(const struct pg *pg)
{
    const struct pg_timeline *past = pg->server->past;

    return !atomic_load(&past->has_none) &&
           pg->timeline < atomic_load(&past->timeline);
}

/* No data should arrive on an idle connection: if some does, the server has
 * most likely closed it. */
bool pg_is_alive(struct pg *pg)
{
    struct pollfd fd = {.fd = PQsocket(pg->conn), .events = POLLIN};

    if (!pg_is_usable(pg) || fd.fd < 0 || pg_is_stale_primary(pg))
        return false;
    if (poll(&fd, 1, 0) == 0)
        return true;
    return PQconsumeInput(pg->conn) && PQstatus(pg->conn) == CONNECTION_OK;
}

/* ---- errors ---- */

void pg_keep_error(struct pg *pg, const char *text)
{
    size_t n = 0;

    while (text[n] && text[n] != '\n' && n < sizeof pg->why - 1)
        n++;
    memcpy(pg->why, text, n);
    pg->why[n] = '\0';
}

const char *pg_why(const struct pg *pg)
{
    return pg->why;
}

bool pg_is_soft(const struct pg *pg)
{
    return pg->is_soft;
}

void pg_note(struct pg *pg, const PGresult *notice)
{
    const char *severity =
        PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
    const char *source = PQresultErrorField(notice, PG_DIAG_SOURCE_FUNCTION);

    if (!severity || strcmp(severity, "WARNING") != 0)
        return;
    pg->is_warned = true;
    if (source && strcmp(source, "SyncRepWaitForLSN") == 0)
        pg->is_alone = true;
    pg_keep_error(pg, PQresultErrorMessage(notice));
    pg_log(pg->config, pg->why);
}

/* Is this SQLSTATE about the server rather than about the statement? */
static bool is_about_server(const char *state)
{
    static const char *const classes[] = {"08",    "25006", "53",
                                          "55P03", "57",    "58"};

    for (size_t i = 0; i < PG_LENGTH(classes); i++)
        if (strncmp(state, classes[i], strlen(classes[i])) == 0)
            return true;
    return false;
}

/* The server has become read-only, as a standby is: another one must be found.
 * Or a prepared statement is missing or another's: a pooler has exchanged the
 * sessions. */
static void judge_connection(struct pg *pg, const char *state)
{
    if (strcmp(state, "25006") == 0)
        pg->is_broken = true;
    if (strcmp(state, "26000") == 0 || strcmp(state, "42P05") == 0) {
        pg->is_broken = true;
        pg_log(pg->config, "prepared statements are lost: if --database is a"
                           " pooler in transaction mode, set it as"
                           " --database-pooler instead");
    }
}

enum store_err pg_judge(struct pg *pg, const PGresult *result)
{
    ExecStatusType status = PQresultStatus(result);
    const char *state;

    pg->is_soft = false;
    pg->state[0] = '\0';
    if (status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK)
        return STORE_OK;
    if (!result || PQstatus(pg->conn) != CONNECTION_OK) {
        pg_keep_error(pg, PQerrorMessage(pg->conn));
        pg->is_broken = true;
        return STORE_UNAVAILABLE;
    }
    if (status == PGRES_PIPELINE_ABORTED)
        return STORE_UNAVAILABLE;
    state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    pg_keep_error(pg, PQresultErrorMessage(result));
    if (!state)
        state = "";
    snprintf(pg->state, sizeof pg->state, "%s", state);
    if (strcmp(state, "23505") == 0)
        return STORE_CONFLICT;
    judge_connection(pg, state);
    pg->is_soft = strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0;
    if (!pg->is_soft)
        pg_log(pg->config, pg->why);
    return pg->is_soft || is_about_server(state) ? STORE_UNAVAILABLE
                                                 : STORE_REFUSED;
}

/* ---- statements ---- */

/* Type OIDs of PostgreSQL's catalogue; they never change. */
static const Oid type_oid[] = {
    [PG_T_INT2] = 21,   [PG_T_INT4] = 23,   [PG_T_INT8] = 20,
    [PG_T_BOOL] = 16,   [PG_T_TEXT] = 25,   [PG_T_BYTES] = 17,
    [PG_T_UUID] = 2950, [PG_T_TIME] = 1184, [PG_T_FLOAT8] = 701,
};

static const Oid array_oid[] = {
    [PG_T_INT2] = 1005, [PG_T_INT4] = 1007, [PG_T_INT8] = 1016,
    [PG_T_BOOL] = 1000, [PG_T_TEXT] = 1009, [PG_T_BYTES] = 1001,
    [PG_T_UUID] = 2951, [PG_T_TIME] = 1185, [PG_T_FLOAT8] = 1022,
};

Oid pg_type_number(enum pg_type type)
{
    return type_oid[type];
}

/* Microseconds from 1970 to 2000, where PostgreSQL's times begin. */
static const int64_t epoch_us = INT64_C(946684800) * 1000000;

static void put_number(char *out, int64_t number, int size)
{
    uint64_t bits = (uint64_t)number;

    for (int i = 0; i < size; i++)
        out[i] = (char)(uint8_t)(bits >> (8 * (size - 1 - i)));
}

/* One parameter as libpq wants it. */
static void pg_bind_one(struct pg_bound *bound, size_t i,
                        const struct pg_param *in)
{
    static const int number_size[] = {
        [PG_T_INT2] = 2, [PG_T_INT4] = 4,   [PG_T_INT8] = 8,
        [PG_T_BOOL] = 1, [PG_T_FLOAT8] = 8,
    };
    char *number = bound->numbers[i];

    bound->types[i] =
        in->type == PG_T_ARRAY ? array_oid[in->number] : type_oid[in->type];
    bound->formats[i] = in->type != PG_T_TEXT;
    bound->values[i] = number;
    switch (in->type) {
    case PG_T_INT2:
    case PG_T_INT4:
    case PG_T_INT8:
    case PG_T_BOOL:
    case PG_T_FLOAT8:
        bound->lengths[i] = number_size[in->type];
        put_number(number, in->number, bound->lengths[i]);
        break;
    case PG_T_TIME:
        bound->lengths[i] = 8;
        put_number(number, in->number - epoch_us, 8);
        break;
    case PG_T_TEXT:
        bound->values[i] = in->data;
        bound->lengths[i] = 0;
        break;
    case PG_T_BYTES:
    case PG_T_ARRAY:
        bound->values[i] = in->data;
        bound->lengths[i] = (int)in->size;
        break;
    case PG_T_UUID:
        bound->values[i] = in->data;
        bound->lengths[i] = 16;
        break;
    }
    if (in->is_null)
        bound->values[i] = NULL;
}

void pg_bind(struct pg_bound *bound, const struct pg_param *in, size_t count)
{
    assert(count <= PG_PARAMS_MAX);
    for (size_t i = 0; i < count; i++)
        pg_bind_one(bound, i, &in[i]);
}

/* Wait until the next result can be read.  false: timed out or broken. */
static bool wait_for_result(struct pg *pg, int64_t deadline_ms)
{
    while (PQisBusy(pg->conn)) {
        struct pollfd fd = {.fd = PQsocket(pg->conn), .events = POLLIN};
        int64_t left = deadline_ms - clock_steady_ms();
        int n = left > 0 ? poll(&fd, 1, (int)left) : 0;

        if (n < 0 && errno == EINTR)
            continue;
        if (n <= 0) {
            pg_keep_error(pg, "the server did not respond in time");
            pg_log(pg->config, pg->why);
            pg->is_broken = pg->is_silent = true;
            return false;
        }
        if (!PQconsumeInput(pg->conn)) {
            pg_keep_error(pg, PQerrorMessage(pg->conn));
            pg->is_broken = true;
            return false;
        }
    }
    return true;
}

/* The next result.  NULL: timed out or broken, or (without an error) that was
 * the last one. */
PGresult *pg_next_result(struct pg *pg, int64_t deadline_ms)
{
    const int64_t begun_us = clock_steady_us();
    const bool is_there = wait_for_result(pg, deadline_ms);

    database_time_add(clock_steady_us() - begun_us);
    return is_there ? PQgetResult(pg->conn) : NULL;
}

int64_t pg_deadline_ms(const struct pg *pg)
{
    return clock_steady_ms() + pg->config->statement_ms + 1000;
}

/* The result of what was sent; the last one of several. */
static enum store_err finish_by(struct pg *pg, int64_t deadline_ms,
                                struct pg_result **out)
{
    PGresult *last = NULL;
    enum store_err err = STORE_OK;

    for (;;) {
        PGresult *result = pg_next_result(pg, deadline_ms);

        if (!result)
            break;
        if (!err)
            err = pg_judge(pg, result);
        PQclear(last);
        last = result;
    }
    if (pg->is_broken || !last)
        err = STORE_UNAVAILABLE;
    if (!err && pg->is_alone)
        err = STORE_UNSURE;
    if (out && !err)
        *out = last;
    else
        PQclear(last);
    return err;
}

static enum store_err finish(struct pg *pg, struct pg_result **out)
{
    return finish_by(pg, pg_deadline_ms(pg), out);
}

static enum store_err not_sent(struct pg *pg)
{
    pg_keep_error(pg, PQerrorMessage(pg->conn));
    pg->is_broken = true;
    return STORE_UNAVAILABLE;
}

/* The place of a statement among the prepared ones: prepared_count if it is not
 * one of them. */
static unsigned place_of(const struct pg *pg, const char *sql,
                         char name[PG_NAME_SIZE])
{
    unsigned i = 0;

    while (i < pg->prepared_count && pg->prepared[i] != sql)
        i++;
    assert(i < PG_LENGTH(pg->prepared));
    name[0] = 's';
    decimal_write(i, name + 1);
    return i;
}

enum store_err pg_prepare(struct pg *pg, const char *sql,
                          const struct pg_bound *bound, size_t count,
                          char name[PG_NAME_SIZE])
{
    enum store_err err;

    if (place_of(pg, sql, name) < pg->prepared_count)
        return STORE_OK;
    if (!PQsendPrepare(pg->conn, name, sql, (int)count, bound->types))
        return not_sent(pg);
    err = finish(pg, NULL);
    if (!err)
        pg->prepared[pg->prepared_count++] = sql;
    return err;
}

/* Behind a pooler each statement may reach another server: nothing is
 * prepared. */
static enum store_err send(struct pg *pg, const char *sql,
                           const struct pg_bound *bound, size_t count)
{
    char name[PG_NAME_SIZE];
    enum store_err err;
    int sent;

    if (pg->server->is_pooled) {
        sent =
            PQsendQueryParams(pg->conn, sql, (int)count, bound->types,
                              bound->values, bound->lengths, bound->formats, 1);
        return sent ? STORE_OK : not_sent(pg);
    }
    err = pg_prepare(pg, sql, bound, count, name);
    if (err)
        return err;
    sent = PQsendQueryPrepared(pg->conn, name, (int)count, bound->values,
                               bound->lengths, bound->formats, 1);
    return sent ? STORE_OK : not_sent(pg);
}

void pg_begin_statement(struct pg *pg)
{
    pg->is_warned = pg->is_alone = false;
}

/* After pg_gather_begin. */
static enum store_err gather(struct pg *pg, const char *sql,
                             const struct pg_param *in, size_t count)
{
    struct pg_bound bound;
    char name[PG_NAME_SIZE];

    if (pg->is_broken)
        return STORE_UNAVAILABLE;
    assert(pg->gathered + 2 <= 64);
    pg_bind(&bound, in, count);
    if (place_of(pg, sql, name) == pg->prepared_count) {
        if (!PQsendPrepare(pg->conn, name, sql, (int)count, bound.types))
            return not_sent(pg);
        pg->prepared[pg->prepared_count++] = sql;
        pg->preparing |= UINT64_C(1) << pg->gathered++;
    }
    if (!PQsendQueryPrepared(pg->conn, name, (int)count, bound.values,
                             bound.lengths, bound.formats, 1))
        return not_sent(pg);
    pg->gathered++;
    return STORE_OK;
}

/* A statement has run and took this time. */
static void forgive_planning(struct pg *pg, const char *sql, int64_t took_us)
{
    char name[PG_NAME_SIZE];
    const unsigned place = place_of(pg, sql, name);

    if (place == pg->prepared_count || pg->runs[place] == PG_PLANNED)
        return;
    pg->runs[place]++;
    database_time_add(took_us < PG_PLANNING_US ? -took_us : -PG_PLANNING_US);
}

enum store_err pg_run(struct pg *pg, const char *sql, const struct pg_param *in,
                      size_t count, struct pg_result **out)
{
    const int64_t begun_us = database_time_us();
    struct pg_bound bound;
    enum store_err err;

    if (pg->is_gathering) {
        assert(!out);
        return gather(pg, sql, in, count);
    }
    if (out)
        *out = NULL;
    pg_begin_statement(pg);
    pg_bind(&bound, in, count);
    err = send(pg, sql, &bound, count);
    if (!err)
        err = finish(pg, out);
    forgive_planning(pg, sql, database_time_us() - begun_us);
    return err;
}

enum store_err pg_ask(struct pg *pg, const char *sql, struct pg_result **out)
{
    if (out)
        *out = NULL;
    pg_begin_statement(pg);
    if (!PQsendQueryParams(pg->conn, sql, 0, NULL, NULL, NULL, NULL, 1))
        return not_sent(pg);
    return finish(pg, out);
}

enum store_err pg_run_one(struct pg *pg, const char *sql,
                          const struct pg_param *in, size_t count,
                          enum store_err otherwise)
{
    struct pg_result *rows;
    enum store_err err = pg_run(pg, sql, in, count, &rows);

    if (err)
        return err;
    err = pg_rows(rows) == 1 ? STORE_OK : otherwise;
    pg_clear(rows);
    return err;
}

enum store_err pg_script(struct pg *pg, const char *sql)
{
    pg_begin_statement(pg);
    if (!PQsendQuery(pg->conn, sql))
        return not_sent(pg);
    return finish(pg, NULL);
}

bool pg_answers(struct pg *pg, unsigned wait_ms)
{
    pg_begin_statement(pg);
    if (!PQsendQuery(pg->conn, "SELECT 1")) {
        not_sent(pg);
        return false;
    }
    return finish_by(pg, clock_steady_ms() + wait_ms, NULL) == STORE_OK;
}

/* ---- notifications ---- */

/* Deliver the notifications that libpq has read so far; returns their
 * number. */
static int deliver(struct pg *pg,
                   void (*visit)(void *ctx, const char *channel,
                                 const char *payload),
                   void *ctx)
{
    PGnotify *news;
    int n = 0;

    for (news = PQnotifies(pg->conn); news; news = PQnotifies(pg->conn)) {
        visit(ctx, news->relname, news->extra);
        PQfreemem(news);
        n++;
    }
    return n;
}

bool pg_listen_wait(struct pg *pg, int wake_fd, int wait_ms,
                    void (*visit)(void *ctx, const char *channel,
                                  const char *payload),
                    void *ctx)
{
    struct pollfd fds[2] = {{.fd = PQsocket(pg->conn), .events = POLLIN},
                            {.fd = wake_fd, .events = POLLIN}};

    if (deliver(pg, visit, ctx) > 0)
        return true;
    if (poll(fds, 2, wait_ms) < 0 && errno != EINTR)
        return false;
    if (!PQconsumeInput(pg->conn) || !pg_is_usable(pg))
        return false;
    deliver(pg, visit, ctx);
    return true;
}
