/* PostgreSQL through libpq: connections, statements with typed parameters and
 * columns, a bounded pool, transactions with retries, and pipelines.
 *
 * Every statement is a string constant: it is prepared once on each connection
 * and recognised by its address.  Through a pooler nothing is prepared, nor set
 * for longer than a transaction.  Every wait has a limit: if a server does not
 * respond in time, the connection is closed.
 *
 * A commit that returned a warning may not be durable, most likely because a
 * standby did not confirm it.  It is STORE_UNSURE.
 *
 * Errors are enum store_err; STORE_REFUSED has been logged. */
#ifndef DB_PG_H
#define DB_PG_H

#include "db/db.h"
#include "db/pg/columns.h"

#include <string.h>

/* The newest timeline of PostgreSQL that was seen.  A server of an older
 * timeline is a primary that has been replaced, and is refused. */
struct pg_timeline {
    _Atomic uint32_t timeline; /* 0: none yet */
    _Atomic bool has_none;     /* the engine has no timelines */
};

/* Where to connect.  Of several hosts the one that was usable last is tried
 * first; each has its own timeout. */
struct pg_server {
    const struct db_config *config; /* borrowed */
    const char *conninfo;           /* borrowed */
    struct pg_timeline *past;       /* borrowed; of all that is one database */
    bool is_pooled;                 /* a pooler in transaction mode */
    _Atomic bool is_looked_at; /* the settings of its sessions were checked */
    _Atomic unsigned first;    /* the host to try first */
};

void pg_server_init(struct pg_server *server, const struct db_config *config,
                    const char *conninfo, struct pg_timeline *past);

struct pg;        /* one connection, used by one thread at a time */
struct pg_pool;   /* connections for short use */
struct pg_result; /* libpq's rows */

/* ---- parameters ---- */

enum pg_type {
    PG_T_INT2,
    PG_T_INT4,
    PG_T_INT8,
    PG_T_BOOL,
    PG_T_TEXT,
    PG_T_BYTES,
    PG_T_UUID,
    PG_T_TIME,
    PG_T_FLOAT8, /* `number` has its bits */
    PG_T_ARRAY,  /* of values of the type `number`: see pg_columns */
};

struct pg_param {
    enum pg_type type;
    bool is_null;
    int64_t number;
    const void *data;
    size_t size;
};

/* clang-format off */
#define PG_INT2(n)  {.type = PG_T_INT2, .number = (n)}
#define PG_INT4(n)  {.type = PG_T_INT4, .number = (n)}
#define PG_INT8(n)  {.type = PG_T_INT8, .number = (n)}
#define PG_BOOL(b)  {.type = PG_T_BOOL, .number = (b)}
/* NULL texts, bytes and ids are null; a time of 0 is null. */
#define PG_TEXT(s)  {.type = PG_T_TEXT, .data = (s)}
#define PG_BYTES(p, n) {.type = PG_T_BYTES, .data = (p), .size = (n)}
#define PG_UUID(id) {.type = PG_T_UUID, .data = (id)}
#define PG_TIME(us) {.type = PG_T_TIME, .number = (us), .is_null = (us) == 0}
#define PG_INT2_OR_NULL(n, null) \
    {.type = PG_T_INT2, .number = (n), .is_null = (null)}
#define PG_INT4_OR_NULL(n, null) \
    {.type = PG_T_INT4, .number = (n), .is_null = (null)}
#define PG_INT8_OR_NULL(n, null) \
    {.type = PG_T_INT8, .number = (n), .is_null = (null)}
#define PG_FLOAT8(x) {.type = PG_T_FLOAT8, .number = pg_float_bits(x)}
/* clang-format on */

static inline int64_t pg_float_bits(double x)
{
    int64_t bits;

    _Static_assert(sizeof bits == sizeof x, "a float8 is a double");
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* An id as text, which PostgreSQL reads as a uuid: 32 hex digits, NUL. */
enum { PG_UUID_SIZE = 33 };
void pg_uuid_write(const struct play_id *id, char out[PG_UUID_SIZE]);

#define PG_LENGTH(array) (sizeof(array) / sizeof *(array))

enum { PG_PARAMS_MAX = 48 };

/* Rows of parameters as one array for each column, for `unnest`. */
struct pg_columns {
    struct pg_param in[PG_PARAMS_MAX];
    char *bytes; /* new: what `in` points to */
};

/* rows holds row_count times column_count parameters, each column of one type;
 * at least one row.  Copies all; ended by pg_columns_end.  false: out of
 * memory. */
bool pg_columns_begin(struct pg_columns *out, const struct pg_param *rows,
                      size_t row_count, size_t column_count);
void pg_columns_end(struct pg_columns *columns);

/* ---- columns ---- */

int pg_rows(const struct pg_result *result);
bool pg_is_null(const struct pg_result *result, int row, int column);
/* 0 when null. */
int64_t pg_int(const struct pg_result *result, int row, int column);
bool pg_bool(const struct pg_result *result, int row, int column);
/* A float8, every bit of it. */
double pg_float(const struct pg_result *result, int row, int column);
/* Microseconds since 1970; 0 when null. */
int64_t pg_time(const struct pg_result *result, int row, int column);
/* "" when null; borrowed until the result is cleared. */
const char *pg_text(const struct pg_result *result, int row, int column);
/* Copies at most size - 1 bytes and ends them with a NUL. */
void pg_text_into(const struct pg_result *result, int row, int column,
                  char *out, size_t size);
/* Copies at most size bytes; how many there were. */
size_t pg_bytes(const struct pg_result *result, int row, int column, void *out,
                size_t size);
void pg_clear(struct pg_result *result);

/* ---- arrays and records in columns ---- */

/* An element of an array, or a field of a record.  Borrowed until the result is
 * cleared. */
struct pg_value {
    const char *bytes;
    int size; /* -1: null */
};

/* Elements of an array (of several dimensions: the last one varies fastest), or
 * fields of a record, that have not been read yet. */
struct pg_values {
    const char *next, *end;
    int left;
    bool is_record;
};

/* Empty when the column is null. */
struct pg_values pg_array(const struct pg_result *result, int row, int column);
struct pg_values pg_record(const struct pg_value *value);
/* The next one; null, too, once none is left. */
struct pg_value pg_next(struct pg_values *values);

/* As the functions for columns: 0 and "" when null. */
int64_t pg_value_int(struct pg_value value);
int64_t pg_value_time(struct pg_value value);
void pg_value_text_into(struct pg_value value, char *out, size_t size);
void pg_value_bytes(struct pg_value value, void *out, size_t size);

/* ---- one connection ---- */

/* New: release with pg_close.  NULL: no connection could be made, and the
 * reason was logged. */
struct pg *pg_open_at(struct pg_server *server);
/* The same by config->conninfo, without a known timeline.  Borrows the
 * config. */
struct pg *pg_open(const struct db_config *config);
void pg_close(struct pg *pg);

/* false: broken, close it. */
bool pg_is_usable(const struct pg *pg);
/* The same for a connection that was idle: it may have been lost, or its server
 * replaced. */
bool pg_is_alive(struct pg *pg);

/* Run a statement.  *out (may be NULL) is new: pg_clear; NULL on errors.
 * STORE_OK, STORE_CONFLICT, STORE_UNAVAILABLE, STORE_REFUSED, STORE_UNSURE. */
enum store_err pg_run(struct pg *pg, const char *sql, const struct pg_param *in,
                      size_t count, struct pg_result **out);

/* Run a statement that returns one row if it finds or changes what it names;
 * `otherwise` is the result if it returns none. */
enum store_err pg_run_one(struct pg *pg, const char *sql,
                          const struct pg_param *in, size_t count,
                          enum store_err otherwise);

/* Was the last error one after which nothing is written and a retry may succeed
 * (a serialisation failure, a deadlock)? */
bool pg_is_soft(const struct pg *pg);

/* Run several statements separated by semicolons, without parameters. */
enum store_err pg_script(struct pg *pg, const char *sql);

/* A transaction, with calls of pg_run in between.  Its statements have the
 * limits of the config.  pg_commit: STORE_UNSURE if the connection was lost, or
 * the commit returned a warning.  pg_roll_back does not change what pg_is_soft
 * returns. */
enum store_err pg_begin(struct pg *pg);
enum store_err pg_commit(struct pg *pg);
void pg_roll_back(struct pg *pg);

/* Does the server respond within wait_ms?  false: the connection is broken. */
bool pg_answers(struct pg *pg, unsigned wait_ms);

/* The message of the last error, one line; borrowed until the next call. */
const char *pg_why(const struct pg *pg);

/* Wait for notifications for at most wait_ms, or until wake_fd (-1: none) is
 * readable, and pass each to `visit`.  false: the connection is lost. */
bool pg_listen_wait(struct pg *pg, int wake_fd, int wait_ms,
                    void (*visit)(void *ctx, const char *channel,
                                  const char *payload),
                    void *ctx);

/* ---- many statements in one round trip and one transaction ---- */

/* BEGIN, the statements added, COMMIT.  Every statement must be prepared before
 * pg_pipeline_begin (pg_pipeline_know; of the parameters only the types
 * matter).  pg_pipeline_add returns the number of the statement.
 * pg_pipeline_end returns the result of the whole: STORE_OK, STORE_UNSURE if
 * the connection was lost after COMMIT was sent, otherwise nothing was written.
 * visit (may be NULL) is passed each statement's rows before the result of the
 * commit is known: discard what it reads unless the result is STORE_OK. */
bool pg_pipeline_know(struct pg *pg, const char *sql, const struct pg_param *in,
                      size_t count);
bool pg_pipeline_begin(struct pg *pg);
int pg_pipeline_add(struct pg *pg, const char *sql, const struct pg_param *in,
                    size_t count);
enum store_err pg_pipeline_end(struct pg *pg,
                               void (*visit)(void *ctx, int number,
                                             const struct pg_result *result),
                               void *ctx);

/* The same for statements of pg_begin and pg_run: from pg_gather_begin on, both
 * only send, and return STORE_OK; pg_run must have no `out`.  pg_gather_end
 * waits for all results, and returns the first error, after which the server
 * has skipped the other statements.  visit (may be NULL) is passed the rows of
 * each statement; the first one has the number 0, and is BEGIN if the
 * transaction began here.  Then pg_commit or pg_roll_back.
 *
 * Behind a pooler pg_run waits for each statement as ever, and returns its
 * error; visit is not called. */
bool pg_gather_begin(struct pg *pg);
enum store_err pg_gather_end(struct pg *pg,
                             void (*visit)(void *ctx, int number,
                                           const struct pg_result *result),
                             void *ctx);

/* ---- the pool ---- */

/* New: release with pg_pool_free, when no connection is checked out.  Borrows
 * the server. */
struct pg_pool *pg_pool_new(struct pg_server *server);
void pg_pool_free(struct pg_pool *pool);

/* NULL: none became available in time. */
struct pg *pg_pool_checkout(struct pg_pool *pool);
void pg_pool_checkin(struct pg_pool *pool, struct pg *pg);

/* Check out a connection, run a statement, check in; retries soft errors (up to
 * 5 times, with jitter). */
enum store_err pg_query(struct pg_pool *pool, const char *sql,
                        const struct pg_param *in, size_t count,
                        struct pg_result **out);

/* Run work in a transaction, with the same retries.  work returns STORE_OK to
 * commit; any other result rolls back and is returned. */
enum store_err pg_transaction(struct pg_pool *pool,
                              enum store_err (*work)(struct pg *pg, void *ctx),
                              void *ctx);

void pg_pool_count(struct pg_pool *pool, struct store_counts *out);

#endif
