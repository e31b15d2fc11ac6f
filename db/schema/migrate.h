/* Bringing a database up to date: numbered migrations, embedded in the
 * program, applied in order under an advisory lock, each in a transaction. */
#ifndef DB_MIGRATE_H
#define DB_MIGRATE_H

#include <stdbool.h>
#include <stddef.h>

/* Apply what is missing.  Several nodes may try at once.  false: why says
 * (size bytes, with its NUL).  *applied is how many were applied. */
bool db_migrate(const char *conninfo, int *applied, char *why, size_t size);

/* Has the database had all that this program knows, or more?  Changes nothing.
 */
bool db_is_migrated(const char *conninfo, char *why, size_t size);

/* The number of the newest migration in this program. */
int db_migrations_known(void);

#endif
