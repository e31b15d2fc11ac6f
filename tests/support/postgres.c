/* A PostgreSQL server of a test's own. */
#include "postgres.h"

#include "port.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <glob.h>
#include <libpq-fe.h>
#include <pwd.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

enum { STARTS_MAX = 500, ARGS_MAX = 16 };

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- its user ---- */

/* PostgreSQL does not run as root. */
static const struct passwd *owner(void)
{
    const struct passwd *user = geteuid() == 0 ? getpwnam("postgres") : NULL;

    cr_assert(user || geteuid() != 0, "there is no user postgres");
    return user;
}

/* In a child process: run one of its programs, whose output is logged.  Other
 * threads may have held any lock, so nothing here may allocate memory. */
static void become(char *const *argv, const char *log)
{
    int fd = open(log, O_WRONLY | O_CREAT | O_APPEND, 0600);

    if (chdir("/") != 0)
        _exit(126);
    dup2(fd, STDOUT_FILENO);
    dup2(fd, STDERR_FILENO);
    execv("/usr/bin/setpriv", argv);
    _exit(127);
}

/* Start one of its programs as its owner; it ends with the thread that
 * called. */
static pid_t launch(const struct postgres *postgres, const char *const *words)
{
    static const char *const as_owner[] = {
        "setpriv",          "--pdeathsig",   "INT", "--reuid=postgres",
        "--regid=postgres", "--init-groups", "--"};
    static const char *const as_we_are[] = {"setpriv", "--pdeathsig", "INT",
                                            "--"};
    const char *const *first = owner() ? as_owner : as_we_are;
    size_t count = owner() ? LENGTH(as_owner) : LENGTH(as_we_are);
    char *argv[LENGTH(as_owner) + ARGS_MAX + 1] = {0};
    char program[192], log[96];

    snprintf(program, sizeof program, "%s/%s", postgres->programs, words[0]);
    snprintf(log, sizeof log, "%s/log", postgres->home);
    for (size_t i = 0; i < count; i++)
        argv[i] = strdup(first[i]);
    argv[count++] = strdup(program);
    for (int i = 1; i < ARGS_MAX && words[i]; i++)
        argv[count++] = strdup(words[i]);
    pid_t pid = fork();

    if (pid == 0)
        become(argv, log);
    while (count > 0)
        free(argv[--count]);
    return pid;
}

void postgres_run(const struct postgres *postgres, const char *const *words)
{
    int status = -1;

    waitpid(launch(postgres, words), &status, 0);
    cr_assert_eq(status, 0, "%s failed, see %s/log", words[0], postgres->home);
}

/* ---- its programs and settings ---- */

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

static void give_to_owner(const char *path)
{
    const struct passwd *user = owner();

    if (user)
        cr_assert_eq(chown(path, user->pw_uid, user->pw_gid), 0);
}

void postgres_prepare(struct postgres *postgres,
                      const struct postgres_plan *plan)
{
    char port[16] = "";

    *postgres = (struct postgres){0};
    find_programs(postgres);
    snprintf(postgres->home, sizeof postgres->home, "/tmp/fathom-pg.XXXXXX");
    cr_assert_not_null(mkdtemp(postgres->home));
    give_to_owner(postgres->home);
    if (plan && plan->has_port) {
        postgres->port = port_free();
        snprintf(port, sizeof port, " port=%d", postgres->port);
        snprintf(postgres->tcp, sizeof postgres->tcp,
                 "host=127.0.0.1%s user=fathom dbname=postgres", port);
    }
    snprintf(postgres->conninfo, sizeof postgres->conninfo,
             "host=%s%s user=fathom dbname=postgres", postgres->home, port);
}

/* A file in its data directory. */
static FILE *open_file(const struct postgres *postgres, const char *name,
                       const char *mode)
{
    char path[160];

    snprintf(path, sizeof path, "%s/data/%s", postgres->home, name);
    FILE *file = fopen(path, mode);

    cr_assert_not_null(file, "%s", path);
    fchmod(fileno(file), 0600);
    give_to_owner(path);
    return file;
}

static void copy_file(const struct postgres *postgres, const char *from,
                      const char *ending, const char *to)
{
    char path[256], bytes[16384];

    snprintf(path, sizeof path, "%s%s", from, ending);
    FILE *in = fopen(path, "r");

    cr_assert_not_null(in, "%s", path);
    FILE *out = open_file(postgres, to, "w");

    fwrite(bytes, 1, fread(bytes, 1, sizeof bytes, in), out);
    fclose(out);
    fclose(in);
}

void postgres_configure(const struct postgres *postgres,
                        const struct postgres_plan *plan)
{
    if (!plan)
        return;
    FILE *file = open_file(postgres, "postgresql.conf", "a");

    for (int i = 0; plan->settings && plan->settings[i]; i++)
        fprintf(file, "\n%s", plan->settings[i]);
    if (plan->tls)
        fprintf(file, "\nssl=on");
    fprintf(file, "\n");
    fclose(file);
    if (plan->tls) {
        copy_file(postgres, plan->tls, ".crt", "server.crt");
        copy_file(postgres, plan->tls, ".key", "server.key");
    }
    if (plan->hba) {
        file = open_file(postgres, "pg_hba.conf", "w");
        fputs(plan->hba, file);
        fclose(file);
    }
}

/* Creating a cluster takes four times as long as copying an empty one.  The
 * first test of an area keeps a copy of its own for the others. */
static void copy_cluster(const char *from, const char *to)
{
    char command[512];

    snprintf(command, sizeof command,
             "cp -a '%s' '%s.%d' && { mv -nT '%s.%d' '%s'; rm -rf '%s.%d'; }",
             from, to, (int)getpid(), to, (int)getpid(), to, to, (int)getpid());
    cr_assert_eq(system(command), /* allowed: a tool of the tests */
                 0, "cannot copy %s", from);
}

static void make(struct postgres *postgres)
{
    const char *kept = getenv("FATHOM_EMPTY_CLUSTER");
    char data[96];
    const char *const words[] = {
        "initdb",    "-D", data,   "-U",       "fathom",  "-A",
        "trust",     "-E", "UTF8", "--locale", "C.UTF-8", "--no-instructions",
        "--no-sync", NULL};

    snprintf(data, sizeof data, "%s/data", postgres->home);
    if (kept && access(kept, F_OK) == 0) {
        copy_cluster(kept, data);
        return;
    }
    postgres_run(postgres, words);
    if (kept)
        copy_cluster(data, kept);
}

void postgres_begin_as(struct postgres *postgres,
                       const struct postgres_plan *plan)
{
    postgres_prepare(postgres, plan);
    make(postgres);
    postgres_configure(postgres, plan);
    postgres_start(postgres);
}

void postgres_begin(struct postgres *postgres)
{
    postgres_begin_as(postgres, NULL);
}

/* ---- starting and stopping ---- */

static void launch_postmaster(struct postgres *postgres)
{
    char data[96], socket[160], listen[64], port[32];
    const char *const words[] = {"postgres",
                                 "-D",
                                 data,
                                 "-c",
                                 listen,
                                 "-c",
                                 port,
                                 "-c",
                                 socket,
                                 "-c",
                                 "shared_buffers=32MB",
                                 "-c",
                                 "dynamic_shared_memory_type=mmap",
                                 NULL};

    snprintf(data, sizeof data, "%s/data", postgres->home);
    snprintf(listen, sizeof listen, "listen_addresses=%s",
             postgres->port ? "127.0.0.1" : "");
    snprintf(port, sizeof port, "port=%d",
             postgres->port ? postgres->port : POSTGRES_PORT);
    snprintf(socket, sizeof socket, "unix_socket_directories=%s",
             postgres->home);
    postgres->pid = launch(postgres, words);
}

/* It refuses to start while a process of the killed server is left. */
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

/* Send a signal to the processes whose ids the command prints, one per line. */
static void signal_all(const char *command, int number)
{
    FILE *list = popen(command, "r"); /* allowed: a tool of the tests */
    char line[32];

    cr_assert_not_null(list);
    while (fgets(line, sizeof line, list)) {
        pid_t pid = (pid_t)strtol(line, NULL, 10);

        if (pid > 1)
            kill(pid, number);
    }
    pclose(list);
}

/* Send a signal to all children of the postmaster. */
static void signal_children(const struct postgres *postgres, int number)
{
    char command[64];

    snprintf(command, sizeof command, "pgrep -P %d", (int)postgres->pid);
    signal_all(command, number);
}

/* Wait for its end, whatever the reason. */
static void wait_for_end(struct postgres *postgres)
{
    waitpid(postgres->pid, NULL, 0);
    postgres->pid = 0;
}

void postgres_kill(struct postgres *postgres)
{
    kill(postgres->pid, SIGSTOP); /* so that it starts no further children */
    signal_children(postgres, SIGKILL);
    kill(postgres->pid, SIGKILL);
    wait_for_end(postgres);
}

void postgres_stop(struct postgres *postgres)
{
    kill(postgres->pid, SIGINT);
    wait_for_end(postgres);
}

void postgres_freeze(const struct postgres *postgres)
{
    kill(postgres->pid, SIGSTOP);
    signal_children(postgres, SIGSTOP);
}

void postgres_thaw(const struct postgres *postgres)
{
    signal_children(postgres, SIGCONT);
    kill(postgres->pid, SIGCONT);
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

    if (postgres->pid)
        postgres_stop(postgres);
    snprintf(command, sizeof command, "rm -rf %s", postgres->home);
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0);
}
