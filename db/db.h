/* PostgreSQL: the only code that contains SQL.  db_store_new returns the store
 * that play uses; schema/migrate.h migrates a database. */
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

    /* Called with database errors, from any thread; may be NULL.  The text
     * contains no parameters. */
    void (*log)(void *ctx, const char *text);
    void *log_ctx;
    /* Counts connections that could not be made; may be NULL.  db_store_new
     * sets it to a counter of the store's. */
    _Atomic uint64_t *failures;
};

/* The defaults above; conninfo is "". */
void db_config_defaults(struct db_config *config);

/* New: release with store->free.  Copies the config.  Connects on the first
 * use: the database need not be running yet.  NULL: out of memory. */
struct store *db_store_new(const struct db_config *config);

#endif
