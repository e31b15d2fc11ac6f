/* The list of migrations in this program. */
#ifndef DB_MIGRATIONS_H
#define DB_MIGRATIONS_H

#include <stddef.h>

struct migration {
    int number;       /* from 1, without gaps */
    const char *name; /* "start" */
    const char *sql;  /* statements, ended by a NUL */
};

/* Ascending; ended by a row without a name. */
extern const struct migration migrations[];

/* Gives the time from which no node is left that does not know the migration
 * called $1: a day after it was applied.  During an upgrade old nodes run
 * beside new ones. */
extern const char db_common_sql[];

#endif
