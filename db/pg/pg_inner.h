/* Internals of a connection, for the files of pg. */
#ifndef DB_PG_INNER_H
#define DB_PG_INNER_H

#include "db/pg/pg.h"

#include <libpq-fe.h>

/* More statements than db has: a connection may prepare all of them. */
enum { PG_NAME_SIZE = 16, PG_STATEMENTS_MAX = 512 };

/* A prepared statement is planned again when it runs for the first times, and
 * perhaps once more for all others.  What that takes at most is not counted as
 * time of the database: it is not the client's. */
enum { PG_PLANNED = 6, PG_PLANNING_US = 20000 };

struct pg_own;

struct pg {
    PGconn *conn;
    struct pg_server *server;
    struct pg_own *own; /* new; NULL: the server is borrowed */
    const struct db_config *config;
    unsigned host, host_count; /* of the server's; 0 hosts: not open yet */
    uint32_t timeline;         /* 0: not known */
    const char *prepared[PG_STATEMENTS_MAX]; /* by address; name is "s<i>" */
    unsigned prepared_count;
    uint8_t runs[PG_STATEMENTS_MAX]; /* of each, up to PG_PLANNED */
    unsigned generation;             /* of the pool, when it was opened */
    int pipelined;      /* statements in the pipeline, BEGIN not counted */
    bool is_gathering;  /* pg_run only sends */
    int gathered;       /* results to expect then, at most 64 */
    uint64_t preparing; /* bit i: result i is that of a preparation */
    bool is_broken, is_soft;
    bool is_silent; /* broken, because it did not respond in time */
    /* Of the last statement: it returned a warning; its commit no longer waits
     * for a standby, though it should. */
    bool is_warned, is_alone;
    char why[256];
    char state[6]; /* SQLSTATE of the last error; "": none */
};

/* Parameters as libpq wants them; points into the struct pg_params. */
struct pg_bound {
    Oid types[PG_PARAMS_MAX];
    const char *values[PG_PARAMS_MAX];
    int lengths[PG_PARAMS_MAX], formats[PG_PARAMS_MAX];
    char numbers[PG_PARAMS_MAX][8];
};

/* PostgreSQL's OID of a type (not of an array). */
Oid pg_type_number(enum pg_type type);
void pg_bind(struct pg_bound *bound, const struct pg_param *in, size_t count);
/* Prepare a statement, unless it is; its name on this connection.  Not in a
 * pipeline. */
enum store_err pg_prepare(struct pg *pg, const char *sql,
                          const struct pg_bound *bound, size_t count,
                          char name[PG_NAME_SIZE]);
/* Before each statement: clear the warnings of the last one. */
void pg_begin_statement(struct pg *pg);
/* Run a statement without preparing it. */
enum store_err pg_ask(struct pg *pg, const char *sql, struct pg_result **out);
/* Handle a notice or warning of the server. */
void pg_note(struct pg *pg, const PGresult *notice);
/* Is its server a primary that has been replaced? */
bool pg_is_stale_primary(const struct pg *pg);
PGresult *pg_next_result(struct pg *pg, int64_t deadline_ms);
enum store_err pg_judge(struct pg *pg, const PGresult *result);
void pg_keep_error(struct pg *pg, const char *text);
void pg_log(const struct db_config *config, const char *text);
int64_t pg_deadline_ms(const struct pg *pg);
/* Sleep before the n-th retry: between 2^n and 2^(n+1) milliseconds, so that
 * transactions that collided do not collide again. */
void pg_pause(int n);

#endif
