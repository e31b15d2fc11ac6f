/* The real program, with a port and a database of its own. */
#include "service.h"

#include "base/clock.h"

#include <criterion/criterion.h>
#include <fcntl.h>
#include <libpq-fe.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Leaks are looked for in the services, which may run for weeks, and not in
 * each process that only asks them. */
__attribute__((visibility("default"))) const char *__asan_default_options(void);

const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

static bool is_exposed;

void service_expose(void)
{
    is_exposed = true;
}

const char *service_program(void)
{
    static char path[256];
    const char *named = getenv("FATHOM_PROGRAM");
    const char *exposed = is_exposed ? getenv("FATHOM_EXPOSED_DIR") : NULL;
    const char *build = exposed ? exposed : getenv("FATHOM_BUILD_DIR");

    if (named)
        return named;
    snprintf(path, sizeof path, "%s/fathomd", build ? build : "build/asan");
    return path;
}

static const char *cluster(void)
{
    const char *conninfo = getenv("FATHOM_TEST_DATABASE");

    cr_assert_not_null(conninfo, "FATHOM_TEST_DATABASE names no cluster");
    return conninfo;
}

static void run_in(PGconn *pg, const char *sql)
{
    PGresult *result = PQexec(pg, sql);

    cr_assert(PQresultStatus(result) == PGRES_COMMAND_OK ||
                  PQresultStatus(result) == PGRES_TUPLES_OK,
              "%s: %s", sql, PQerrorMessage(pg));
    PQclear(result);
}

void service_sql(const struct service *service, const char *sql)
{
    PGconn *pg = PQconnectdb(service->database);

    cr_assert_eq(PQstatus(pg), CONNECTION_OK, "%s", PQerrorMessage(pg));
    run_in(pg, sql);
    PQfinish(pg);
}

/* A connection takes longer than what is done in it: it is kept, unless the
 * cluster was another one or has been restarted. */
static PGconn *cluster_pg;

static void leave_cluster(void)
{
    PQfinish(cluster_pg);
    cluster_pg = NULL;
}

void cluster_sql(const char *sql)
{
    if (cluster_pg) {
        PQclear(PQexec(cluster_pg, "")); /* notices that it is broken */
        if (PQstatus(cluster_pg) != CONNECTION_OK)
            leave_cluster();
    }
    if (!cluster_pg)
        cluster_pg = PQconnectdb(cluster());
    cr_assert_eq(PQstatus(cluster_pg), CONNECTION_OK, "%s",
                 PQerrorMessage(cluster_pg));
    run_in(cluster_pg, sql);
}

/* CREATE or DROP its database. */
static void make_or_drop(const char *verb, const char *name, const char *how)
{
    char sql[128];

    snprintf(sql, sizeof sql, "%s DATABASE %s %s", verb, name, how);
    cluster_sql(sql);
}

/* Copied from a database with all tables if that exists: migrating takes most
 * of the time of a start. */
static const char *template(void)
{
    static char words[96];
    const char *name = getenv("FATHOM_TEST_TEMPLATE");

    if (!name)
        return "";
    snprintf(words, sizeof words, "TEMPLATE %s", name);
    return words;
}

void service_use_cluster(const char *conninfo)
{
    leave_cluster();
    setenv("FATHOM_TEST_DATABASE", conninfo, 1);
    unsetenv("FATHOM_TEST_TEMPLATE");
}

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- its log ---- */

/* The whole log: new. */
char *service_read_log(const struct service *service)
{
    FILE *file = fopen(service->log, "r");
    char *text = NULL;
    size_t size = 0;

    if (!file || getdelim(&text, &size, '\0', file) < 0) {
        free(text);
        text = strdup("");
    }
    if (file)
        fclose(file);
    return text;
}

bool service_logged(const struct service *service, const char *text)
{
    char *log = service_read_log(service);
    bool found = strstr(log, text) != NULL;

    free(log);
    return found;
}

/* The value of a member in the line of the last such event. */
static bool find_address(const char *log, const char *event, const char *key,
                         char *out, size_t size)
{
    const char *line = NULL;
    char quoted[32];

    snprintf(quoted, sizeof quoted, "\"%s\"", event);
    for (const char *s = log; (s = strstr(s, quoted)); s++)
        line = s;
    snprintf(quoted, sizeof quoted, "\"%s\":\"", key);
    const char *value = line ? strstr(line, quoted) : NULL;

    if (!value)
        return false;
    value += strlen(quoted);
    snprintf(out, size, "%.*s", (int)strcspn(value, "\""), value);
    return true;
}

/* ---- start and end ---- */

/* Settings of a test's service; a test of limits sets them by flags. */
static char environment[][40] = {
    "env",
    "FATHOM_LISTEN=127.0.0.1:0",
    "FATHOM_ADMIN_LISTEN=127.0.0.1:0",
    "FATHOM_PASSWORD_MEMORY_KIB=64",
    "FATHOM_PASSWORD_PASSES=1",
    "FATHOM_GRACE_SECONDS=0",
    "FATHOM_HIDDEN_GAMES=yes",
    "FATHOM_RATE_ADDRESS=0",
    "FATHOM_RATE_TOKEN=0",
    "FATHOM_RATE_MATCH=0",
    "FATHOM_RATE_SIGN_IN=0",
    "FATHOM_LIVE_MATCHES=0",
    "FATHOM_OPEN_MATCHES=0",
    "FATHOM_SANDBOX_MATCHES=0",
    "FATHOM_BOT_MATCHES=0",
    "FATHOM_BOT_ONLY_MATCHES=0",
    "FATHOM_CHALLENGES_PER_DAY=0",
    "FATHOM_RATE_REGISTRATION=0",
    "FATHOM_RATE_EXPORT=0",
    "FATHOM_STREAMS_PER_NETWORK=100000",
};

enum { WORDS = sizeof environment / sizeof *environment };

/* In the child process.  Other threads may have held any lock, so nothing here
 * may allocate memory; env sets the environment. */
static void become(char *const *argv, const char *log)
{
    int fd = open(log, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    prctl(PR_SET_PDEATHSIG, SIGKILL);
    dup2(fd, STDERR_FILENO);
    execv("/usr/bin/env", argv);
    _exit(127);
}

static void spawn(struct service *service)
{
    char program[256], database[288];
    char *argv[WORDS + 16] = {0};
    size_t count = WORDS;

    snprintf(program, sizeof program, "%s", service_program());
    snprintf(database, sizeof database, "FATHOM_DATABASE=%s",
             service->database);
    for (size_t i = 0; i < WORDS; i++)
        argv[i] = environment[i];
    argv[count++] = database;
    argv[count++] = program;
    for (int i = 0; service->settings[i]; i++)
        argv[count++] = service->settings[i];
    unlink(service->log);
    service->pid = fork();
    if (service->pid == 0)
        become(argv, service->log);
}

/* Wait until the line of such an event has an address. */
static void await_address(struct service *service, const char *event,
                          const char *key, char *out, size_t size)
{
    for (int tries = 0;; tries++) {
        char *log = service_read_log(service);
        bool is_there = find_address(log, event, key, out, size);

        cr_assert(is_there || tries < 24000, "no service: %s", log);
        free(log);
        if (is_there)
            break;
        cr_assert_eq(waitpid(service->pid, NULL, WNOHANG), 0, "it ended");
        pause_ms(5);
    }
}

void service_await(struct service *service)
{
    await_address(service, "listening", "address", service->address,
                  sizeof service->address);
    snprintf(service->url, sizeof service->url, "http://%.50s",
             service->address);
}

static void await_probes(struct service *service)
{
    char admin[64] = "";

    await_address(service, "probes", "address", admin, sizeof admin);
    snprintf(service->admin, sizeof service->admin, "http://%.50s", admin);
}

void service_start(struct service *service)
{
    spawn(service);
    await_probes(service);
    service_await(service);
}

/* Set its names and settings.  Returns its number. */
static int prepare(struct service *service, const char *const *settings)
{
    static int number;

    *service = (struct service){0};
    number++;
    for (int i = 0; settings && settings[i]; i++)
        service->settings[i] = strdup(settings[i]);
    snprintf(service->log, sizeof service->log, "/tmp/fathomd-%d-%d.log",
             (int)getpid(), number);
    return number;
}

void service_join(struct service *guest, const struct service *host)
{
    service_join_as(guest, host, (const char *const *)host->settings);
}

void service_join_as(struct service *guest, const struct service *host,
                     const char *const *settings)
{
    prepare(guest, settings);
    guest->is_guest = true;
    memcpy(guest->database, host->database, sizeof guest->database);
    service_start(guest);
}

void service_launch(struct service *service, const char *database,
                    const char *const *settings)
{
    prepare(service, settings);
    service->is_guest = true;
    snprintf(service->database, sizeof service->database, "%s", database);
    spawn(service);
    await_probes(service);
}

void service_begin(struct service *service, const char *const *settings)
{
    const char *name = strstr(cluster(), "dbname=");
    int number = prepare(service, settings);

    /* A test that failed may have left one, and a process id comes again. */
    snprintf(service->database_name, sizeof service->database_name,
             "api_%d_%d_%llx", (int)getpid(), number,
             (unsigned long long)clock_steady_ns());
    snprintf(service->database, sizeof service->database, "%.*s dbname=%s",
             name ? (int)(name - cluster()) : (int)strlen(cluster()), cluster(),
             service->database_name);
    make_or_drop("CREATE", service->database_name, template());
    service_start(service);
}

int service_signal(struct service *service, int signal_number)
{
    int status = -1;

    cr_assert_gt(service->pid, 0, "this test has not started the service");
    kill(service->pid, signal_number);
    cr_assert_eq(waitpid(service->pid, &status, 0), service->pid);
    return status;
}

void service_end(struct service *service)
{
    int status = service_signal(service, SIGTERM);

    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0,
              "the service ended with status %d", status);
    cr_expect(service_logged(service, "\"event\":\"stopped\""));
    cr_expect(!service_logged(service, "\"request-stage\"") &&
                  !service_logged(service, "\"command-stage\""),
              "a step that its table does not have: see stage.h, command.h");
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
        char *log = service_read_log(service);

        fprintf(stderr, "%s\n", log);
        free(log);
    }
    if (!service->is_guest)
        make_or_drop("DROP", service->database_name, "WITH (FORCE)");
    unlink(service->log);
    for (int i = 0; service->settings[i]; i++)
        free(service->settings[i]);
}

/* ---- the fixture ---- */

struct service test_service;

void service_setup(void)
{
    service_begin(&test_service, NULL);
}

void service_teardown(void)
{
    service_end(&test_service);
}
