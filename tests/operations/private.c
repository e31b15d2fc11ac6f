/* The cluster of db/local.sh and what tools/serve.sh serves from it belong to
 * the user who started them, on a machine that has other users. */
#include "depth.h"
#include "scene.h"
#include "service.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { OUTPUT = 4096 };

/* Run a shell command; returns its exit status, and its output. */
static int run(const char *command, char output[OUTPUT])
{
    FILE *shell = popen(command, "r"); /* allowed: a tool of the tests */

    cr_assert_not_null(shell);
    size_t size = fread(output, 1, OUTPUT - 1, shell);

    output[size] = '\0';
    int status = pclose(shell);

    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* A cluster of its own, so that a test may change its permissions: runs the
 * commands with $socket as the directory of its socket.  It does not wait for
 * the disk: that does not change who may connect. */
static int run_in_cluster(const char *commands, char output[OUTPUT])
{
    char command[2048];

    snprintf(command, sizeof command,
             "exec 2>&1; db/local.sh run -t -- sh -c '"
             "socket=$(printf %%s \"$FATHOM_TEST_DATABASE\" |"
             " sed \"s/.*host=\\([^ ]*\\).*/\\1/\"); %s'",
             commands);
    return run(command, output);
}

static int occurrences(const char *text, const char *words)
{
    int count = 0;

    for (; (text = strstr(text, words)); text += strlen(words))
        count++;
    return count;
}

#define AS_NOBODY "setpriv --reuid=65534 --regid=65534 --clear-groups "

static bool is_root(void)
{
    if (geteuid() != 0)
        cr_skip("only root can become another user");
    return geteuid() == 0;
}

Test(private, another_user_cannot_reach_the_socket)
{
    char output[OUTPUT];

    if (!is_root())
        return;
    run_in_cluster(AS_NOBODY "psql \"$FATHOM_TEST_DATABASE\" -Xc \"SELECT 1\""
                             " && echo entered;" AS_NOBODY
                             "ls $socket && echo entered",
                   output);
    cr_expect_eq(occurrences(output, "Permission denied"), 2, "%s", output);
    cr_expect_null(strstr(output, "entered"), "%s", output);
}

/* Also if the directories were made accessible by mistake. */
Test(private, another_user_who_reaches_the_socket_is_refused, .init = deep_only)
{
    char output[OUTPUT];

    if (!is_root())
        return;
    run_in_cluster("chmod 755 $socket; chmod 777 $socket/.s.PGSQL.5432;"
                   "psql \"$FATHOM_ADMIN_DATABASE\" -Xqc"
                   " \"CREATE ROLE stranger LOGIN\";"
                   "for role in fathom fathom_admin stranger; do " AS_NOBODY
                   "psql \"host=$socket user=$role dbname=postgres\" -wXc"
                   " \"SELECT 1\" && echo entered; done",
                   output);
    cr_expect_eq(occurrences(output, "Peer authentication failed") +
                     occurrences(output, "no password supplied"),
                 3, "%s", output);
    cr_expect_null(strstr(output, "entered"), "%s", output);
}

Test(private, the_cluster_listens_on_no_port, .init = deep_only)
{
    char output[OUTPUT];

    cr_expect_eq(run_in_cluster("psql \"$FATHOM_ADMIN_DATABASE\" -XAtc"
                                " \"SHOW listen_addresses\"",
                                output),
                 0);
    cr_expect_str_eq(output, "\n");
}

Test(private, the_service_has_no_superuser, .init = deep_only)
{
    char output[OUTPUT];

    cr_expect_neq(run_in_cluster("psql \"$FATHOM_TEST_DATABASE\" -XAtc"
                                 " \"SELECT rolsuper, rolcreaterole FROM"
                                 " pg_roles WHERE rolname = current_user\";"
                                 "psql \"$FATHOM_TEST_DATABASE\" -Xc"
                                 " \"COPY (SELECT 1) TO PROGRAM "
                                 "\\$\\$true\\$\\$\"",
                                 output),
                  0);
    cr_expect_eq(strncmp(output, "f|f\n", 4), 0, "%s", output);
    cr_expect_not_null(strstr(output, "COPY to or from an external program"),
                       "%s", output);
}

/* ---- clusters of versions in which fathom was the superuser ---- */

/* Such a cluster in $dir, as the version before created it, with a database
 * that the service has migrated. */
#define OLD_CLUSTER                                                            \
    "exec 2>&1; set -e; dir=$(mktemp -d /tmp/fathom-old.XXXXXX);"              \
    "trap \"rm -rf $dir\" EXIT; as=;"                                          \
    "if [ $(id -u) = 0 ]; then as=\"setpriv --reuid=postgres --regid=postgres" \
    " --init-groups\"; chown postgres: $dir; fi;"                              \
    "bin=$(ls -d /usr/lib/postgresql/*/bin | tail -n 1); cd /;"                \
    "$as $bin/initdb -D $dir/postgres -U fathom -A trust -E UTF8"              \
    " --locale=C.UTF-8 >/dev/null; touch $dir/postgres/fathom.ready;"          \
    "$as $bin/pg_ctl -D $dir/postgres -s -w -l $dir/log -o \"-c"               \
    " listen_addresses= -c unix_socket_directories=$dir\" start;"              \
    "psql \"host=$dir user=fathom dbname=postgres\" -Xqc"                      \
    " \"CREATE DATABASE fathom\";"                                             \
    "$program migrate --log-level=error"                                       \
    " --database=\"host=$dir user=fathom dbname=fathom\";"                     \
    "psql \"host=$dir user=fathom dbname=fathom\" -Xqc"                        \
    " \"DELETE FROM migrations WHERE number > 1\";"                            \
    "$as $bin/pg_ctl -D $dir/postgres -s -w -m fast stop; cd \"$top\";"

Test(private, a_cluster_of_an_older_version_is_upgraded, .init = deep_only)
{
    char output[OUTPUT], command[4096], program[256];

    cr_assert_not_null(realpath(service_program(), program));
    cr_assert_lt(
        snprintf(
            command, sizeof command,
            "top=$PWD; program=%s; " OLD_CLUSTER
            "db/local.sh run -d $dir -- sh -c '"
            "psql \"${FATHOM_TEST_DATABASE%%postgres}fathom\" -XAt"
            " -c \"SELECT rolsuper FROM pg_roles WHERE rolname = current_user\""
            " -c \"SELECT count(*) FROM migrations\""
            " -c \"SELECT count(*) FROM pg_class c JOIN pg_roles r"
            " ON r.oid = relowner WHERE relnamespace = "
            "\\$\\$public\\$\\$::regnamespace AND rolname <> current_user\""
            " -c \"ALTER TABLE accounts ADD COLUMN more integer\"'",
            program),
        (int)sizeof command);
    cr_expect_eq(run(command, output), 0);
    cr_expect_str_eq(output, "f\n1\n0\nALTER TABLE\n");
}

/* ---- root ---- */

Test(private, a_service_that_runs_as_root_logs_a_warning)
{
    struct service service;

    service_begin(&service, NULL);
    cr_expect_eq(service_logged(&service, "running-as-root"), geteuid() == 0);
    service_end(&service);
}

/* The user of the first process below pid that runs this program. */
static int user_of_service(pid_t server)
{
    char command[256], output[OUTPUT];

    snprintf(command, sizeof command,
             "for pid in $(pgrep fathomd); do"
             " if grep -qz \"^FATHOM_LOCAL=/tmp/fathom-run-%d$\""
             " /proc/$pid/environ; then stat -c %%u /proc/$pid; fi; done",
             (int)server);
    run(command, output);
    return *output ? (int)strtol(output, NULL, 10) : -1;
}

Test(private, when_started_by_root_no_process_serves_as_root, .init = deep_only)
{
    char local[64], output[OUTPUT], command[128];
    int user = -1;

    if (!is_root())
        return;
    snprintf(local, sizeof local, "/tmp/fathom-run-%d", (int)getpid());
    setenv("FATHOM_LOCAL", local, 1);
    setenv("FATHOM_LISTEN", "127.0.0.1:0", 1);
    pid_t server = fork();

    if (server == 0) {
        dup2(STDERR_FILENO, STDOUT_FILENO);
        execl("tools/serve.sh", "serve.sh", service_program(), (char *)NULL);
        _exit(127);
    }
    for (int tries = 0; tries < 600 && user < 0; tries++) {
        cr_assert_eq(waitpid(server, NULL, WNOHANG), 0, "it ended");
        usleep(100000);
        user = user_of_service(getpid());
    }
    cr_expect_gt(user, 0, "the user of the service: %d", user);
    kill(server, SIGTERM);
    waitpid(server, NULL, 0);
    cr_expect_lt(user_of_service(getpid()), 0, "a server is running");
    snprintf(command, sizeof command, "rm -rf $(readlink -f %s/postgres) %s",
             local, local);
    run(command, output);
}
