/* A PgBouncer of a test's own, in transaction mode, as a user runs it who has
 * read no more of its manual than that. */
#ifndef TESTS_PGBOUNCER_H
#define TESTS_PGBOUNCER_H

#include <sys/types.h>

struct pgbouncer {
    char home[64];     /* its files and its socket: /tmp/fathom-pb.… */
    char conninfo[96]; /* but for the database: "host=… user=fathom " */
    pid_t pid;
};

/* In front of the cluster that the connection string names, with so many
 * connections to each database of it at most.  It ends with the thread that
 * called. */
void pgbouncer_begin(struct pgbouncer *pgbouncer, const char *cluster,
                     int connections);

/* End it, and forget its files. */
void pgbouncer_end(struct pgbouncer *pgbouncer);

/* A number of its own accounts: the sum of a column of SHOW STATS, POOLS, … of
 * a database. */
long pgbouncer_number(const struct pgbouncer *pgbouncer, const char *show,
                      const char *database, const char *column);

#endif
