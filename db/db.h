/* PostgreSQL: the one place that speaks SQL.  db_store_new gives play its
 * store; migrate.h brings a database up to date. */
#ifndef DB_DB_H
#define DB_DB_H

#include "play/store.h"

struct db_config {
    const char *conninfo;  /* libpq's connection string; borrowed */
    const char *pooler;    /* the same database through a pooler in transaction
                              mode, for the pool; borrowed; NULL: none */
    unsigned pool_max;     /* connections of the pool: 8 (one more writes,
                              one more listens) */
    unsigned pool_wait_ms; /* longest wait for one of them: 2000 */
    unsigned connect_s;    /* longest wait for a connection: 3 */
    unsigned statement_ms; /* longest run of a statement: 5000 */

    /* Told what went wrong in the database, from any thread; may be NULL.
     * The text holds no parameters. */
    void (*log)(void *ctx, const char *text);
    void *log_ctx;
    /* Counts connections that could not be made; may be NULL.  db_store_new
     * sets it to a counter of the store's. */
    _Atomic uint64_t *failures;
};

/* The defaults above; conninfo is "". */
void db_config_defaults(struct db_config *config);

/* New: release with store->free.  Copies the config.  Connects when it is
 * first needed: the database need not be there yet.  NULL: out of memory. */
struct store *db_store_new(const struct db_config *config);

#endif
