/* A PgBouncer of a test's own. */
#include "pgbouncer.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { TRIES_MAX = 500 };

/* PgBouncer does not run as root. */
static const struct passwd *owner(void)
{
    return geteuid() == 0 ? getpwnam("postgres") : NULL;
}

static void path_of(const struct pgbouncer *pgbouncer, const char *name,
                    char out[96])
{
    snprintf(out, 96, "%s/%s", pgbouncer->home, name);
}

/* The value of a keyword of a connection string. */
static void word_of(const char *conninfo, const char *key, char *out,
                    size_t size)
{
    PQconninfoOption *options = PQconninfoParse(conninfo, NULL);

    cr_assert_not_null(options, "%s", conninfo);
    *out = '\0';
    for (PQconninfoOption *o = options; o->keyword; o++)
        if (strcmp(o->keyword, key) == 0 && o->val)
            snprintf(out, size, "%s", o->val);
    PQconninfoFree(options);
}

static void configure(const struct pgbouncer *pgbouncer, const char *cluster,
                      int connections)
{
    char path[96], host[128], port[16];

    path_of(pgbouncer, "ini", path);
    word_of(cluster, "host", host, sizeof host);
    word_of(cluster, "port", port, sizeof port);
    FILE *file = fopen(path, "w");

    cr_assert_not_null(file);
    fprintf(file,
            "[databases]\n"
            "* = host=%s port=%s user=fathom\n"
            "[pgbouncer]\n"
            "listen_addr =\n"
            "unix_socket_dir = %s\n"
            "auth_type = any\n"
            "pool_mode = transaction\n"
            "default_pool_size = %d\n"
            "server_reset_query_always = 0\n"
            "query_wait_timeout = 30\n",
            host, *port ? port : "5432", pgbouncer->home, connections);
    fclose(file);
}

static void become(const struct pgbouncer *pgbouncer)
{
    const struct passwd *user = owner();
    char log[96], ini[96];

    path_of(pgbouncer, "log", log);
    path_of(pgbouncer, "ini", ini);
    if (user && (initgroups(user->pw_name, user->pw_gid) != 0 ||
                 setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
        _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);

    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    execlp("pgbouncer", "pgbouncer", ini, (char *)NULL);
    execl("/usr/sbin/pgbouncer", "pgbouncer", ini, (char *)NULL);
    _exit(127);
}

void pgbouncer_begin(struct pgbouncer *pgbouncer, const char *cluster,
                     int connections)
{
    const struct timespec pause = {.tv_nsec = 10 * 1000000};
    const struct passwd *user = owner();
    char admin[128];

    snprintf(pgbouncer->home, sizeof pgbouncer->home, "/tmp/fathom-pb.XXXXXX");
    cr_assert_not_null(mkdtemp(pgbouncer->home));
    configure(pgbouncer, cluster, connections);
    if (user) {
        cr_assert_eq(chown(pgbouncer->home, user->pw_uid, user->pw_gid), 0);
        path_of(pgbouncer, "ini", admin);
        cr_assert_eq(chown(admin, user->pw_uid, user->pw_gid), 0);
    }
    snprintf(pgbouncer->conninfo, sizeof pgbouncer->conninfo,
             "host=%s port=6432 user=fathom ", pgbouncer->home);
    snprintf(admin, sizeof admin, "%sdbname=pgbouncer", pgbouncer->conninfo);
    pgbouncer->pid = fork();
    if (pgbouncer->pid == 0)
        become(pgbouncer);
    for (int tries = 0; PQping(admin) != PQPING_OK; tries++) {
        cr_assert_lt(tries, TRIES_MAX, "no PgBouncer, see %s/log",
                     pgbouncer->home);
        cr_assert_eq(waitpid(pgbouncer->pid, NULL, WNOHANG), 0,
                     "PgBouncer ended, see %s/log", pgbouncer->home);
        nanosleep(&pause, NULL);
    }
}

void pgbouncer_end(struct pgbouncer *pgbouncer)
{
    char command[96];

    kill(pgbouncer->pid, SIGKILL);
    waitpid(pgbouncer->pid, NULL, 0);
    snprintf(command, sizeof command, "rm -rf %s", pgbouncer->home);
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0);
}

long pgbouncer_number(const struct pgbouncer *pgbouncer, const char *show,
                      const char *database, const char *column)
{
    char text[128];
    long sum = 0;

    snprintf(text, sizeof text, "%sdbname=pgbouncer", pgbouncer->conninfo);
    PGconn *pg = PQconnectdb(text);

    snprintf(text, sizeof text, "SHOW %s", show);
    PGresult *rows = PQexec(pg, text);

    cr_assert_eq(PQresultStatus(rows), PGRES_TUPLES_OK, "%s",
                 PQerrorMessage(pg));
    int of = PQfnumber(rows, "database"), at = PQfnumber(rows, column);

    cr_assert(of >= 0 && at >= 0, "SHOW %s has no %s", show, column);
    for (int i = 0; i < PQntuples(rows); i++)
        if (strcmp(PQgetvalue(rows, i, of), database) == 0)
            sum += strtol(PQgetvalue(rows, i, at), NULL, 10);
    PQclear(rows);
    PQfinish(pg);
    return sum;
}
