/* What the files of pg share and nobody else needs. */
#ifndef DB_PG_INNER_H
#define DB_PG_INNER_H

#include "db/pg/pg.h"

#include <libpq-fe.h>

/* More statements than there are in db: a connection may come to prepare all of
 * them. */
enum { PG_NAME_SIZE = 16, PG_STATEMENTS_MAX = 512 };

struct pg_own;

struct pg {
    PGconn *conn;
    struct pg_server *server;
    struct pg_own *own; /* new; NULL: the server is another's */
    const struct db_config *config;
    unsigned host, host_count; /* of the server's; 0 hosts: not open yet */
    uint32_t timeline;         /* 0: not known */
    const char *prepared[PG_STATEMENTS_MAX]; /* by address; name is "s<i>" */
    unsigned prepared_count;
    unsigned generation; /* of the pool, when it was opened */
    int pipelined;       /* statements in the pipeline, BEGIN not counted */
    bool is_broken, is_soft;
    bool is_silent; /* broken, for it did not answer in time */
    /* Of the last statement: it came with a warning; what it committed waits
     * for no standby any longer, though it should. */
    bool is_warned, is_alone;
    char why[256];
    char state[6]; /* SQLSTATE of what was judged last; "": none */
};

/* Parameters as libpq wants them; points into the struct pg_params. */
struct pg_bound {
    Oid types[PG_PARAMS_MAX];
    const char *values[PG_PARAMS_MAX];
    int lengths[PG_PARAMS_MAX], formats[PG_PARAMS_MAX];
    char numbers[PG_PARAMS_MAX][8];
};

/* PostgreSQL's number of a type (not of an array). */
Oid pg_type_number(enum pg_type type);
void pg_bind(struct pg_bound *bound, const struct pg_param *in, size_t count);
/* Not in a pipeline.  The statement's name on this connection. */
enum store_err pg_prepare(struct pg *pg, const char *sql,
                          const struct pg_bound *bound, size_t count,
                          char name[PG_NAME_SIZE]);
/* Before each: forget what the last one was warned of. */
void pg_begin_statement(struct pg *pg);
/* A statement that is run once on a connection. */
enum store_err pg_ask(struct pg *pg, const char *sql, struct pg_result **out);
/* What the server says beside results. */
void pg_note(struct pg *pg, const PGresult *notice);
/* Is its server a primary of a timeline that is over? */
bool pg_is_stale_primary(const struct pg *pg);
PGresult *pg_next_result(struct pg *pg, int64_t deadline_ms);
enum store_err pg_judge(struct pg *pg, const PGresult *result);
void pg_keep_error(struct pg *pg, const char *text);
void pg_log(const struct db_config *config, const char *text);
int64_t pg_deadline_ms(const struct pg *pg);
int64_t pg_steady_ms(void);
/* Before the n-th repetition: between 2^n and 2^(n+1) milliseconds, so that
 * those who collided do not meet again. */
void pg_pause(int n);

#endif
