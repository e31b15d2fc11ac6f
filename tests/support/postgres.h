/* A PostgreSQL of a test's own, to be killed and started again while others
 * keep theirs; with standbys, if need be. */
#ifndef TESTS_POSTGRES_H
#define TESTS_POSTGRES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { POSTGRES_PORT = 5432 }; /* the usual one */

struct postgres {
    char home[64];      /* its data and its socket: /tmp/fathom-pg.… */
    char programs[128]; /* where initdb and postgres are */
    char conninfo[192]; /* of its database "postgres", by its socket */
    char tcp[128];      /* the same by TCP; "": it does not listen there */
    int port;           /* of both; 0: the usual one, and no TCP */
    pid_t pid;          /* the postmaster; 0: it does not run */
};

/* How one shall be that is not as postgres_begin makes it. */
struct postgres_plan {
    bool has_port;               /* listen at 127.0.0.1, at a free port */
    const char *tls;             /* PATH of PATH.crt and PATH.key (tls.h), which
                                    are copied; NULL: no TLS */
    const char *hba;             /* the whole pg_hba.conf; NULL: who is on this
                                    machine is trusted */
    const char *const *settings; /* "max_connections=20", …, NULL; NULL: none */
};

/* Make a cluster and start it; it ends with the thread that called. */
void postgres_begin(struct postgres *postgres);
void postgres_begin_as(struct postgres *postgres,
                       const struct postgres_plan *plan);

/* Start again what was killed or stopped, as what it was; returns when it takes
 * connections, with what was committed recovered. */
void postgres_start(struct postgres *postgres);

/* Stop it as an operator does: sessions are ended, all is written. */
void postgres_stop(struct postgres *postgres);

/* Kill -9 the postmaster and all that it started. */
void postgres_kill(struct postgres *postgres);

/* Kill -9 one process that serves a client of this database, if there is one:
 * the postmaster then ends all others, too, and recovers by itself. */
void postgres_kill_backend(struct postgres *postgres, const char *database);

/* Freeze it and all that it started, as a machine that hangs: connections stay
 * and say nothing.  And let it go on. */
void postgres_freeze(const struct postgres *postgres);
void postgres_thaw(const struct postgres *postgres);

/* Stop it, if it runs, and forget its data. */
void postgres_end(struct postgres *postgres);

/* ---- statements, as its owner, in "postgres" (postgres_talk.c) ---- */

void postgres_sql(const struct postgres *postgres, const char *sql);

/* The first column of the first row; -1: there is none. */
long postgres_number(const struct postgres *postgres, const char *sql);

/* Wait until that is so. */
void postgres_await(const struct postgres *postgres, const char *sql,
                    long number);

/* Set what holds from a reload on, and after every start. */
void postgres_set(const struct postgres *postgres, const char *name,
                  const char *value);

/* ---- standbys (postgres_standby.c) ---- */

/* Make a standby of a primary by pg_basebackup -R, and start it; it streams
 * when this returns.  It has the primary's settings and those of the plan
 * (NULL: none). */
void postgres_begin_standby(struct postgres *standby,
                            const struct postgres *primary,
                            const struct postgres_plan *plan);

/* Make what was killed or stopped a standby of another, at the place where it
 * was: its own data are thrown away. */
void postgres_rejoin(struct postgres *old, const struct postgres *primary);

/* From now on a commit waits until a standby has it, too; or no longer. */
void postgres_synchronous(const struct postgres *primary, bool is_synchronous);

/* From now on, until it ends, a primary's standby gets nothing more. */
void postgres_hold_back(const struct postgres *primary);

/* Make a standby a primary, which waits for none; returns when it can be
 * written to. */
void postgres_promote(const struct postgres *standby);

/* The connection string of whichever of two can be written to, without a
 * database: "host=A,B … target_session_attrs=read-write user=fathom ". */
void postgres_either(const struct postgres *a, const struct postgres *b,
                     char *out, size_t size);

/* ---- for postgres_*.c ---- */

/* Names, home and port of one that has no data yet. */
void postgres_prepare(struct postgres *postgres,
                      const struct postgres_plan *plan);

/* Run one of its programs as its owner to a good end: words[0] is its name,
 * without the directory. */
void postgres_run(const struct postgres *postgres, const char *const *words);

/* Write what the plan says to where its data is. */
void postgres_configure(const struct postgres *postgres,
                        const struct postgres_plan *plan);

#endif
