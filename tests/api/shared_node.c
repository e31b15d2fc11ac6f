/* One node and one database for the tests that need no settings of their
 * own. */
#include "shared_node.h"

#include "http.h"
#include "service.h"

#include <criterion/criterion.h>
#include <curl/curl.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *const variables[] = {
    "FATHOM_SHARED_ADDRESS", "FATHOM_SHARED_ADMIN", "FATHOM_SHARED_DATABASE",
    "FATHOM_SHARED_LOG"};

enum { ADDRESS, ADMIN, DATABASE, LOG, VARIABLES };
enum { LOG_SHOWN = 4000 }; /* bytes of the log of a node that ended badly */

/* ---- in the test's process ---- */

static bool is_own; /* the node belongs to this test */

/* Each test of a node has another number: it appends a byte to a file. */
static void numbers_path(const char *log, char out[96])
{
    snprintf(out, 96, "%.80s.tests", log);
}

static void forget_numbers(const char *log)
{
    char path[96];

    numbers_path(log, path);
    unlink(path);
}

static long take_number(const char *log)
{
    char path[96];

    numbers_path(log, path);
    int file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);

    cr_assert_geq(file, 0, "%s", path);
    cr_assert_eq(write(file, "+", 1), 1);
    const long number = (long)lseek(file, 0, SEEK_CUR);

    close(file);
    return number;
}

/* Does anything listen there? */
static bool accepts_connections(const char *url)
{
    CURL *curl = curl_easy_init();

    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_CONNECT_ONLY, 1L);
    const bool is_alive = curl_easy_perform(curl) == CURLE_OK;

    curl_easy_cleanup(curl);
    return is_alive;
}

/* Take over the runner's node; false: no such node exists. */
static bool borrow(struct service *service)
{
    const char *value[VARIABLES];

    for (int i = 0; i < VARIABLES; i++)
        if (!(value[i] = getenv(variables[i])))
            return false;
    *service = (struct service){0};
    snprintf(service->address, sizeof service->address, "%s", value[ADDRESS]);
    snprintf(service->url, sizeof service->url, "http://%.50s", value[ADDRESS]);
    snprintf(service->admin, sizeof service->admin, "%s", value[ADMIN]);
    snprintf(service->database, sizeof service->database, "%s",
             value[DATABASE]);
    snprintf(service->log, sizeof service->log, "%s", value[LOG]);
    if (!accepts_connections(service->url)) {
        fprintf(stderr, "the shared node is gone\n");
        return false;
    }
    return true;
}

void shared_new_names(void)
{
    char suffix[16];

    snprintf(suffix, sizeof suffix, "-%04ld", take_number(test_service.log));
    client_use_suffix(suffix);
}

void shared_setup(void)
{
    is_own = !borrow(&test_service);
    if (is_own) {
        service_expose();
        service_setup();
    }
    shared_new_names();
}

void shared_teardown(void)
{
    if (!is_own)
        return;
    forget_numbers(test_service.log);
    service_teardown();
}

/* ---- in the runner's process ---- */

/* The stand-in for Criterion under the thread sanitizer has no hooks: there
 * every test has a node of its own. */
#ifndef __SANITIZE_THREAD__
#include <criterion/hooks.h>

/* Criterion waits for ever when a child that it does not know ends early, as a
 * node does that crashes.  So a keeper starts the node, and stops it when the
 * runner closes its end of this.  The keeper is this program once more: a child
 * of a process with threads may not allocate memory. */
static int keeper_socket = -1;
static pid_t keeper;

static const char keeps[] = "FATHOM_KEEPS_SHARED_NODE";
enum { KEEPERS_SOCKET = 3 };

/* Whether the node ended as it should, and no sanitizer found anything. */
static bool end_well(struct service *node)
{
    int status = -1;

    kill(node->pid, SIGTERM);
    waitpid(node->pid, &status, 0);
    forget_numbers(node->log);
    const bool is_well = status == 0 &&
                         service_logged(node, "\"event\":\"stopped\"") &&
                         !service_logged(node, "\"request-stage\"") &&
                         !service_logged(node, "\"command-stage\"");

    if (!is_well) {
        char *log = service_read_log(node);
        const size_t length = strlen(log);

        fprintf(stderr, "%s\nthe shared node ended with status %x\n",
                length > LOG_SHOWN ? log + length - LOG_SHOWN : log, status);
        free(log);
    }
    unlink(node->log);
    return is_well;
}

__attribute__((constructor)) static void keep(void)
{
    struct service node;
    char end;

    if (!getenv(keeps))
        return;
    unsetenv(keeps);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    service_expose();
    service_begin(&node, NULL);
    if (write(KEEPERS_SOCKET, &node, sizeof node) == (ssize_t)sizeof node)
        while (read(KEEPERS_SOCKET, &end, 1) > 0)
            continue;
    exit(end_well(&node) ? 0 : 1);
}

/* False when it could not be started. */
static bool start_keeper(int socket)
{
    char name[] = "keeper";
    char *argv[] = {name, NULL};
    posix_spawn_file_actions_t actions;
    int err;

    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, socket, KEEPERS_SOCKET);
    setenv(keeps, "yes", 1);
    err = posix_spawn(&keeper, "/proc/self/exe", &actions, NULL, argv, environ);
    unsetenv(keeps);
    posix_spawn_file_actions_destroy(&actions);
    if (err)
        keeper = 0;
    return !err;
}

static void hand_over(const struct service *node)
{
    setenv(variables[ADDRESS], node->address, 1);
    setenv(variables[ADMIN], node->admin, 1);
    setenv(variables[DATABASE], node->database, 1);
    setenv(variables[LOG], node->log, 1);
}

ReportHook(PRE_ALL)(struct criterion_test_set *tests)
{
    struct service node;
    int sockets[2];

    if (tests->tests == 0 || !getenv("FATHOM_TEST_DATABASE") ||
        socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, sockets) != 0)
        return;
    keeper_socket = sockets[0];
    const bool is_there = start_keeper(sockets[1]);

    close(sockets[1]);
    if (is_there &&
        read(keeper_socket, &node, sizeof node) == (ssize_t)sizeof node)
        hand_over(&node);
}

/* A node that ended badly is one more failed test. */
ReportHook(POST_ALL)(struct criterion_global_stats *stats)
{
    int status = -1;

    if (keeper <= 0)
        return;
    close(keeper_socket);
    waitpid(keeper, &status, 0);
    if (status != 0) {
        fprintf(stderr, "[FAIL] shared_node::ends_well\n");
        stats->tests_failed++;
    }
}
#endif
