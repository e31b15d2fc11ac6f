/* The list of migrations in this program. */
#ifndef DB_MIGRATIONS_H
#define DB_MIGRATIONS_H

#include <stdbool.h>

struct migration {
    int number;       /* from 1, without gaps */
    const char *name; /* "start" */
    const char *sql;  /* statements, ended by a NUL */
    /* Each statement runs by itself, outside a transaction, as CREATE INDEX
     * CONCURRENTLY demands.  A statement ends with ";" at the end of a line.
     * If one fails, all of them run again: they must allow that. */
    bool is_concurrent;
};

/* Ascending; ended by a row without a name. */
extern const struct migration migrations[];

/* Returns the time from which every node has the migration called $1: a day
 * after it was applied.  During a rolling upgrade, old nodes run beside new
 * ones. */
extern const char db_common_sql[];

#endif
