/* A PostgreSQL of a test's own. */
#include "postgres.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <glob.h>
#include <grp.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { STARTS_MAX = 300, ARGS_MAX = 16 };

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- as whom it runs ---- */

/* PostgreSQL does not run as root. */
static const struct passwd *owner(void)
{
    const struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;

    cr_assert(user || geteuid() != 0, "there is no user postgres");
    return user;
}

/* In a child: run a program as the owner, its words to the log. */
static void become(const struct postgres *postgres, const char *const *words)
{
    const struct passwd *user = owner();
    char *argv[ARGS_MAX + 1] = {0};
    char log[96];

    snprintf(log, sizeof log, "%s/log", postgres->home);
    if (user && (initgroups(user->pw_name, user->pw_gid) != 0 ||
                 setgid(user->pw_gid) != 0 || setuid(user->pw_uid) != 0))
        _exit(126);
    prctl(PR_SET_PDEATHSIG, SIGINT);
    if (chdir("/") != 0)
        _exit(126);
    for (int i = 0; i < ARGS_MAX && words[i]; i++)
        argv[i] = strdup(words[i]);
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);

    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    execv(argv[0], argv);
    _exit(127);
}

static pid_t launch(const struct postgres *postgres, const char *const *words)
{
    pid_t pid = fork();

    if (pid == 0)
        become(postgres, words);
    return pid;
}

/* ---- making it ---- */

static void find_programs(struct postgres *postgres)
{
    glob_t found;

    cr_assert_eq(glob("/usr/lib/postgresql/*/bin/initdb", 0, NULL, &found), 0,
                 "no PostgreSQL found");
    const char *last = found.gl_pathv[found.gl_pathc - 1];

    snprintf(postgres->programs, sizeof postgres->programs, "%.*s",
             (int)(strrchr(last, '/') - last), last);
    globfree(&found);
}

static void make(struct postgres *postgres)
{
    const struct passwd *user = owner();
    char program[160], data[96];
    const char *const words[] = {
        program,     "-D", data,   "-U",       "fathom",  "-A",
        "trust",     "-E", "UTF8", "--locale", "C.UTF-8", "--no-instructions",
        "--no-sync", NULL};
    int status;

    snprintf(postgres->home, sizeof postgres->home, "/tmp/fathom-pg.XXXXXX");
    cr_assert_not_null(mkdtemp(postgres->home));
    if (user)
        cr_assert_eq(chown(postgres->home, user->pw_uid, user->pw_gid), 0);
    snprintf(program, sizeof program, "%s/initdb", postgres->programs);
    snprintf(data, sizeof data, "%s/data", postgres->home);
    waitpid(launch(postgres, words), &status, 0);
    cr_assert_eq(status, 0, "initdb failed, see %s/log", postgres->home);
}

void postgres_begin(struct postgres *postgres)
{
    *postgres = (struct postgres){0};
    find_programs(postgres);
    make(postgres);
    snprintf(postgres->conninfo, sizeof postgres->conninfo,
             "host=%s user=fathom dbname=postgres", postgres->home);
    postgres_start(postgres);
}

/* ---- starting and stopping ---- */

static void launch_postmaster(struct postgres *postgres)
{
    char program[160], data[96], socket[160];
    const char *const words[] = {program,
                                 "-D",
                                 data,
                                 "-c",
                                 "listen_addresses=",
                                 "-c",
                                 socket,
                                 "-c",
                                 "shared_buffers=32MB",
                                 "-c",
                                 "dynamic_shared_memory_type=mmap",
                                 NULL};

    snprintf(program, sizeof program, "%s/postgres", postgres->programs);
    snprintf(data, sizeof data, "%s/data", postgres->home);
    snprintf(socket, sizeof socket, "unix_socket_directories=%s",
             postgres->home);
    postgres->pid = launch(postgres, words);
}

/* As long as a process of the killed one is there, the new one refuses. */
void postgres_start(struct postgres *postgres)
{
    launch_postmaster(postgres);
    for (int tries = 0; PQping(postgres->conninfo) != PQPING_OK; tries++) {
        cr_assert_lt(tries, STARTS_MAX, "no PostgreSQL, see %s/log",
                     postgres->home);
        pause_ms(20);
        if (waitpid(postgres->pid, NULL, WNOHANG) == postgres->pid)
            launch_postmaster(postgres);
    }
}

/* The processes of a shell's answer, one a line, killed. */
static void kill_all(const char *command)
{
    FILE *list = popen(command, "r"); /* allowed: a tool of the tests */
    char line[32];

    cr_assert_not_null(list);
    while (fgets(line, sizeof line, list)) {
        pid_t pid = (pid_t)strtol(line, NULL, 10);

        if (pid > 1)
            kill(pid, SIGKILL);
    }
    pclose(list);
}

void postgres_kill(struct postgres *postgres)
{
    char command[64];

    snprintf(command, sizeof command, "pgrep -P %d", (int)postgres->pid);
    kill(postgres->pid, SIGSTOP); /* so that it starts no more */
    kill_all(command);
    kill(postgres->pid, SIGKILL);
    waitpid(postgres->pid, NULL, 0);
}

void postgres_kill_backend(struct postgres *postgres, const char *database)
{
    char sql[192];
    PGconn *pg = PQconnectdb(postgres->conninfo);

    snprintf(sql, sizeof sql,
             "SELECT pid FROM pg_stat_activity WHERE datname = '%s'"
             " ORDER BY random() LIMIT 1",
             database);
    PGresult *rows = PQexec(pg, sql);

    if (PQresultStatus(rows) == PGRES_TUPLES_OK && PQntuples(rows) == 1)
        kill((pid_t)strtol(PQgetvalue(rows, 0, 0), NULL, 10), SIGKILL);
    PQclear(rows);
    PQfinish(pg);
}

void postgres_end(struct postgres *postgres)
{
    char command[96];

    kill(postgres->pid, SIGINT);
    waitpid(postgres->pid, NULL, 0);
    snprintf(command, sizeof command, "rm -rf %s", postgres->home);
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0);
}
