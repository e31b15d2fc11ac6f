/* Migrating a database: numbered migrations, embedded in the program, are
 * applied in order under an advisory lock, each in a transaction. */
#ifndef DB_MIGRATE_H
#define DB_MIGRATE_H

#include <stdbool.h>
#include <stddef.h>

/* Apply the missing migrations.  Several nodes may do so at once.  false: `why`
 * has the reason (size bytes, with its NUL).  *applied is the number
 * applied. */
bool db_migrate(const char *conninfo, int *applied, char *why, size_t size);

/* Does the database have all migrations of this program, or more?  Changes
 * nothing. */
bool db_is_migrated(const char *conninfo, char *why, size_t size);

/* The number of the newest migration in this program. */
int db_migrations_known(void);

#endif
