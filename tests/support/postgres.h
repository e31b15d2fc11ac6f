/* A PostgreSQL server of a test's own, which can be killed and restarted
 * without harm to other tests; with standbys, if needed. */
#ifndef TESTS_POSTGRES_H
#define TESTS_POSTGRES_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { POSTGRES_PORT = 5432 }; /* the usual one */

struct postgres {
    char home[64];      /* its data and its socket: /tmp/fathom-pg.… */
    char programs[128]; /* where initdb and postgres are */
    char conninfo[192]; /* for its database "postgres", by its socket */
    char tcp[128];      /* the same by TCP; "": it does not listen on TCP */
    int port;           /* of both; 0: the usual one, without TCP */
    pid_t pid;          /* the postmaster; 0: it is not running */
};

/* Settings that differ from those of postgres_begin. */
struct postgres_plan {
    bool has_port;               /* listen on a free port of 127.0.0.1 */
    const char *tls;             /* PATH of PATH.crt and PATH.key (tls.h), which
                                    are copied; NULL: no TLS */
    const char *hba;             /* the whole pg_hba.conf; NULL: all users of
                                  * this machine are trusted */
    const char *const *settings; /* "max_connections=20", …, NULL; NULL: none */
};

/* Create a cluster and start it; it ends with the thread that called. */
void postgres_begin(struct postgres *postgres);
void postgres_begin_as(struct postgres *postgres,
                       const struct postgres_plan *plan);

/* Start a killed or stopped server again; returns when it accepts connections,
 * after recovery. */
void postgres_start(struct postgres *postgres);

/* Stop it as an operator does: sessions are ended, everything is written. */
void postgres_stop(struct postgres *postgres);

/* Kill -9 the postmaster and its children. */
void postgres_kill(struct postgres *postgres);

/* Kill -9 one process that serves a client of this database, if there is one:
 * the postmaster then ends all others, too, and recovers by itself. */
void postgres_kill_backend(struct postgres *postgres, const char *database);

/* Suspend it and its children, like a machine that hangs: connections stay open
 * without traffic.  And resume it. */
void postgres_freeze(const struct postgres *postgres);
void postgres_thaw(const struct postgres *postgres);

/* Stop it, if it is running, and delete its data. */
void postgres_end(struct postgres *postgres);

/* ---- statements, as its owner, in "postgres" (postgres_talk.c) ---- */

void postgres_sql(const struct postgres *postgres, const char *sql);

/* The first column of the first row; -1: no row. */
long postgres_number(const struct postgres *postgres, const char *sql);

/* Wait until the query returns this. */
void postgres_await(const struct postgres *postgres, const char *sql,
                    long number);

/* Change a setting, from a reload on and after every start. */
void postgres_set(const struct postgres *postgres, const char *name,
                  const char *value);

/* ---- standbys (postgres_standby.c) ---- */

/* Make a standby of a primary with pg_basebackup -R, and start it; it streams
 * when this returns.  It has the primary's settings and those of the plan
 * (NULL: none). */
void postgres_begin_standby(struct postgres *standby,
                            const struct postgres *primary,
                            const struct postgres_plan *plan);

/* Turn a killed or stopped server into a standby of another, in its old place:
 * its own data are deleted. */
void postgres_rejoin(struct postgres *old, const struct postgres *primary);

/* From now on a commit waits for a standby; or no longer. */
void postgres_synchronous(const struct postgres *primary, bool is_synchronous);

/* From now on, until it ends, a primary sends its standby nothing. */
void postgres_hold_back(const struct postgres *primary);

/* Promote a standby to a primary without synchronous standbys; returns when it
 * accepts writes. */
void postgres_promote(const struct postgres *standby);

/* The connection string for the one of two servers that accepts writes, without
 * a database: "host=A,B … target_session_attrs=read-write user=fathom ". */
void postgres_either(const struct postgres *a, const struct postgres *b,
                     char *out, size_t size);

/* ---- for postgres_*.c ---- */

/* Set the names, directory and port of a server without data. */
void postgres_prepare(struct postgres *postgres,
                      const struct postgres_plan *plan);

/* Run one of its programs as its owner, which must succeed: words[0] is its
 * name, without the directory. */
void postgres_run(const struct postgres *postgres, const char *const *words);

/* Write the plan's settings to its data directory. */
void postgres_configure(const struct postgres *postgres,
                        const struct postgres_plan *plan);

#endif
