/* A PgBouncer of a test's own, in transaction mode, with the settings that its
 * manual recommends and no others. */
#ifndef TESTS_PGBOUNCER_H
#define TESTS_PGBOUNCER_H

#include <sys/types.h>

struct pgbouncer {
    char home[64];     /* its files and its socket: /tmp/fathom-pb.… */
    char conninfo[96]; /* without the database: "host=… user=fathom " */
    pid_t pid;
};

/* Start it in front of the cluster of the connection string, with at most this
 * many connections to each database.  It ends with the thread that called. */
void pgbouncer_begin(struct pgbouncer *pgbouncer, const char *cluster,
                     int connections);

/* Stop it and delete its files. */
void pgbouncer_end(struct pgbouncer *pgbouncer);

/* A statistic: the sum of a column of SHOW STATS, POOLS, … for a database. */
long pgbouncer_number(const struct pgbouncer *pgbouncer, const char *show,
                      const char *database, const char *column);

#endif
