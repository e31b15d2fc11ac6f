/* A PostgreSQL of a test's own, to be killed and started again while others
 * keep theirs. */
#ifndef TESTS_POSTGRES_H
#define TESTS_POSTGRES_H

#include <stdbool.h>
#include <sys/types.h>

struct postgres {
    char home[64];      /* its data and its socket: /tmp/fathom-pg.… */
    char programs[128]; /* where initdb and postgres are */
    char conninfo[128]; /* of its database "postgres" */
    pid_t pid;          /* the postmaster */
};

/* Make a cluster and start it; it ends with the process that called. */
void postgres_begin(struct postgres *postgres);

/* Start again what was killed; returns when it takes connections, with what
 * was committed recovered. */
void postgres_start(struct postgres *postgres);

/* Kill -9 the postmaster and all that it started. */
void postgres_kill(struct postgres *postgres);

/* Kill -9 one process that serves a client of this database, if there is one:
 * the postmaster then ends all others, too, and recovers by itself. */
void postgres_kill_backend(struct postgres *postgres, const char *database);

/* Stop it and forget its data. */
void postgres_end(struct postgres *postgres);

#endif
