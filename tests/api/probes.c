/* Health probes of orchestrators and proxies: whether a node is alive, started
 * and ready, with and without failures. */
#include "depth.h"
#include "http.h"
#include "port.h"
#include "postgres.h"
#include "probe.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { PATIENCE_MS = 60000, SOON_MS = 25000 };

/* ---- requests ---- */

static void expect_says(const struct service *service, const char *path,
                        int status, const char *words)
{
    struct probe said = probe_ask(service, path);

    cr_expect_eq(said.status, status, "%s: %d %s", path, said.status,
                 said.words);
    cr_expect_str_eq(said.words, words, "%s", path);
}

static bool listens(int port)
{
    struct sockaddr_in there = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    there.sin_port = htons((uint16_t)port);
    bool is_there = connect(fd, (struct sockaddr *)&there, sizeof there) == 0;

    close(fd);
    return is_there;
}

/* The exit status of the program with a command and a setting. */
static int run(const char *flag, const char *setting)
{
    pid_t pid = fork();
    int status = -1;

    if (pid == 0) {
        execl(service_program(), "fathomd", flag, setting, "--log-level=error",
              (char *)NULL);
        _exit(127);
    }
    cr_assert_eq(waitpid(pid, &status, 0), pid);
    cr_assert(WIFEXITED(status));
    return WEXITSTATUS(status);
}

/* Expect these results of the checks that containers run: healthy, and ready or
 * not. */
static void expect_checks(const struct service *service, bool is_ready)
{
    char where[96];

    snprintf(where, sizeof where, "--admin-listen=%s",
             service->admin + strlen("http://"));
    cr_expect_eq(run("health", where), 0);
    cr_expect_eq(run("ready", where), is_ready ? 0 : 1);
}

/* ---- the database ---- */

static void expect_starting(const struct service *service, int port)
{
    expect_says(service, "/livez", 200, "alive\n");
    expect_says(service, "/startupz", 503, "starting\n");
    expect_says(service, "/readyz", 503, "starting\n");
    cr_expect_eq(raw_metric(service, "started"), 0);
    cr_expect(!listens(port), "clients are not served yet");
}

static void expect_serving(const struct service *service, int port)
{
    expect_says(service, "/startupz", 200, "started\n");
    probe_await(service, "/readyz", 200, "ready\n");
    cr_expect_eq(raw_metric(service, "started"), 1);
    cr_expect(listens(port));
}

/* A database that hangs sends nothing, and every probe gets a response anyway;
 * many at once as soon as one, and a scrape as soon as ever. */
static void expect_soon_while_it_hangs(const struct service *service)
{
    enum { ASKERS = 40 }; /* one after the other would take 32 s */
    const long begun = raw_now_ms();
    struct service admin = *service;
    int asking[ASKERS];

    snprintf(admin.address, sizeof admin.address, "%s",
             service->admin + strlen("http://"));
    for (int i = 0; i < ASKERS; i++) {
        static const char question[] = "GET /readyz HTTP/1.0\r\n\r\n";

        asking[i] = raw_connect(&admin, 1);
        cr_assert(raw_send(asking[i], question, sizeof question - 1));
    }
    expect_says(service, "/livez", 200, "alive\n");
    cr_expect_eq(probe_ask(service, "/metrics").status, 200);
    for (int i = 0; i < ASKERS; i++) {
        char text[512];
        struct raw_reply reply = {.text = text, .size = sizeof text};

        raw_read(asking[i], &reply, PATIENCE_MS);
        cr_expect(strstr(text, "no database") != NULL, "%s", text);
        close(asking[i]);
    }
    cr_expect_lt(raw_now_ms() - begun, SOON_MS);
}

Test(probes, probes_report_a_database_that_is_away_hangs_or_is_back,
     .init = deep_only, .timeout = 600)
{
    char listen[48];
    const char *const settings[] = {listen, NULL};
    const int port = port_free();
    struct postgres postgres;
    struct service service;

    snprintf(listen, sizeof listen, "--listen=127.0.0.1:%d", port);
    postgres_begin(&postgres);
    postgres_stop(&postgres);
    service_launch(&service, postgres.conninfo, settings);
    expect_starting(&service, port);

    postgres_start(&postgres);
    service_await(&service);
    expect_serving(&service, port);

    postgres_kill(&postgres);
    probe_await(&service, "/readyz", 503, "no database\n");
    expect_says(&service, "/startupz", 200, "started\n");
    postgres_start(&postgres);
    expect_serving(&service, port);
    cr_expect_gt(raw_metric(&service, "db_connection_failures_total"), 0);

    postgres_freeze(&postgres);
    expect_soon_while_it_hangs(&service);
    postgres_thaw(&postgres);
    expect_serving(&service, port);
    service_end(&service);
    postgres_end(&postgres);
}

/* ---- the schema ---- */

/* Migrate a database, as the job before a deployment does. */
static void bring_up_to_date(const char *database)
{
    char setting[288];

    snprintf(setting, sizeof setting, "--database=%s", database);
    cr_assert_eq(run("migrate", setting), 0);
}

Test(probes, a_node_that_may_not_migrate_waits_for_the_migration,
     .init = deep_only, .timeout = 600)
{
    const char *const settings[] = {"--migrate=no", NULL};
    const char *cluster = getenv("FATHOM_TEST_DATABASE");
    char database[256], sql[96];
    struct service service;

    cr_assert_not_null(cluster);
    const char *name = strstr(cluster, "dbname=");

    snprintf(sql, sizeof sql, "CREATE DATABASE probes_%d", (int)getpid());
    cluster_sql(sql);
    snprintf(database, sizeof database, "%.*s dbname=probes_%d",
             name ? (int)(name - cluster) : (int)strlen(cluster), cluster,
             (int)getpid());
    service_launch(&service, database, settings);
    expect_says(&service, "/startupz", 503, "starting\n");
    expect_says(&service, "/readyz", 503, "starting\n");
    expect_checks(&service, false);
    bring_up_to_date(database);
    service_await(&service);
    probe_await(&service, "/startupz", 200, "started\n");
    probe_await(&service, "/readyz", 200, "ready\n");
    expect_checks(&service, true);
    cr_expect_eq(run("ready", "--admin-listen=off"), 2);
    service_end(&service);
    snprintf(sql, sizeof sql, "DROP DATABASE probes_%d WITH (FORCE)",
             (int)getpid());
    cluster_sql(sql);
}

/* ---- the stop ---- */

Test(probes, a_lame_duck_is_not_ready_and_still_serves, .timeout = 600)
{
    const char *const settings[] = {"--lame-duck-seconds=240", NULL};
    struct service service;
    char header[32];

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");

    probe_await(&service, "/readyz", 200, "ready\n");
    kill(service.pid, SIGTERM);
    probe_await(&service, "/readyz", 503, "leaving\n");
    expect_checks(&service, false);
    expect_says(&service, "/livez", 200, "alive\n");
    expect_says(&service, "/startupz", 200, "started\n");
    cr_expect_eq(raw_metric(&service, "leaving"), 1);

    struct answer mine = client_get(&ada, "/v1/me");
    struct answer made =
        client_send(&ada, "POST", "/v1/matches",
                    "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}");

    cr_expect_eq(mine.status, 200);
    answer_header(&mine, "Connection", header, sizeof header);
    cr_expect_str_eq(header, "close", "clients go elsewhere");
    cr_expect_eq(made.status, 201, "%s", made.body);
    answer_clear(&mine);
    answer_clear(&made);
    client_close(&ada);

    const long begun = raw_now_ms();

    service_end(&service); /* the second signal */
    cr_expect_lt(raw_now_ms() - begun, 120000, "it still waits");
}
