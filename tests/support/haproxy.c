/* HAProxy with the configuration of docker/. */
#include "haproxy.h"

#include "http.h"
#include "port.h"
#include "tls.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FRONT, PLAIN, FIGURES, TRIES = 12000, BACKLOG = 1024 };

static const char configuration[] = "docker/haproxy.cfg";

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- its sockets and its certificate ---- */

/* A socket that listens on a free port; its URL begins with the scheme. */
static int listen_at(const char *scheme, char *url, size_t size)
{
    struct sockaddr_in at = {.sin_family = AF_INET,
                             .sin_addr = {htonl(INADDR_LOOPBACK)}};
    socklen_t length = sizeof at;
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    cr_assert_eq(bind(fd, (struct sockaddr *)&at, length), 0);
    cr_assert_eq(listen(fd, BACKLOG), 0);
    getsockname(fd, (struct sockaddr *)&at, &length);
    snprintf(url, size, "%s://127.0.0.1:%d", scheme, ntohs(at.sin_port));
    return fd;
}

void haproxy_prepare(struct haproxy *haproxy)
{
    char path[72];

    *haproxy = (struct haproxy){0};
    snprintf(haproxy->home, sizeof haproxy->home, "/tmp/fathom-ha.XXXXXX");
    cr_assert_not_null(mkdtemp(haproxy->home));
    snprintf(path, sizeof path, "%s/proxy", haproxy->home);
    tls_make(path);
    names_begin(&haproxy->names);
    haproxy->once = port_free();
    snprintf(haproxy->front.authority, sizeof haproxy->front.authority,
             "%s.crt", path);
    haproxy->listening[FRONT] =
        listen_at("https", haproxy->front.url, sizeof haproxy->front.url);
    snprintf(haproxy->front.address, sizeof haproxy->front.address, "%s",
             haproxy->front.url + strlen("https://"));
    haproxy->listening[PLAIN] =
        listen_at("http", haproxy->plain, sizeof haproxy->plain);
    haproxy->listening[FIGURES] =
        listen_at("http", haproxy->figures, sizeof haproxy->figures);
}

void haproxy_add(struct haproxy *haproxy, const struct service *node)
{
    int i = haproxy->node_count++;

    cr_assert_lt(i, HAPROXY_NODES_MAX);
    /* No name server of the machine resolves names with this ending. */
    snprintf(haproxy->nodes[i], sizeof haproxy->nodes[i], "node%d.invalid%s",
             i + 1, strrchr(node->address, ':'));
    snprintf(haproxy->probes[i], sizeof haproxy->probes[i], "%s",
             strrchr(node->admin, ':') + 1);
}

/* ---- start and end ---- */

enum { WORDS_MAX = 24, WORD = 160 };

/* A command line: words[i] is argv[i]. */
struct command {
    char words[WORDS_MAX][WORD];
    char *argv[WORDS_MAX + 1];
    int count;
};

static void add(struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void add(struct command *command, const char *format, ...)
{
    int i = command->count++;
    va_list args;

    cr_assert_lt(i, WORDS_MAX);
    va_start(args, format);
    vsnprintf(command->words[i], WORD, format, args);
    va_end(args);
    command->argv[i] = command->words[i];
}

/* The variables of the configuration, then the program. */
static void write_command(const struct haproxy *haproxy,
                          struct command *command)
{
    static const char *const sockets[] = {"FATHOM_PROXY_LISTEN",
                                          "FATHOM_PROXY_PLAIN_LISTEN",
                                          "FATHOM_PROXY_STATS_LISTEN"};

    *command = (struct command){0};
    add(command, "env");
    add(command, "RES_OPTIONS=timeout:1 attempts:1"); /* not those of the
                                                       * machine */
    add(command, "FATHOM_PROXY_NAMESERVER=%s", haproxy->names.address);
    for (size_t i = 0; i < sizeof sockets / sizeof *sockets; i++)
        add(command, "%s=fd@%d", sockets[i], haproxy->listening[i]);
    add(command, "FATHOM_PROXY_ONCE_LISTEN=127.0.0.1:%d", haproxy->once);
    add(command, "FATHOM_PROXY_CERTIFICATE=%s/proxy.pem", haproxy->home);
    add(command, "FATHOM_PROXY_CONNECTIONS=1000"); /* not derived from its
                                                    * descriptors */
    for (int i = 0; i < haproxy->node_count; i++) {
        add(command, "FATHOM_NODE_%d=%s", i + 1, haproxy->nodes[i]);
        add(command, "FATHOM_NODE_%d_ADMIN_PORT=%s", i + 1, haproxy->probes[i]);
    }
    add(command, "/usr/sbin/haproxy");
    add(command, "-db");
    add(command, "-f");
    add(command, "%s", configuration);
}

/* In the child process.  Other threads may have held any lock, so nothing here
 * may allocate memory; env sets the environment. */
static void become(const struct haproxy *haproxy, char *const *argv,
                   const char *path)
{
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);

    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    for (size_t i = 0; i < sizeof haproxy->listening / sizeof(int); i++)
        fcntl(haproxy->listening[i], F_SETFD, 0); /* inherited */
    execv("/usr/bin/env", argv);
    _exit(127);
}

void haproxy_start(struct haproxy *haproxy)
{
    struct command command;
    char log[80];

    write_command(haproxy, &command);
    snprintf(log, sizeof log, "%s/log", haproxy->home);
    haproxy->pid = fork();
    if (haproxy->pid == 0)
        become(haproxy, command.argv, log);
    haproxy_await(haproxy, haproxy->node_count);
}

void haproxy_stop(struct haproxy *haproxy, int signal_number)
{
    kill(haproxy->pid, signal_number);
    waitpid(haproxy->pid, NULL, 0);
    haproxy->pid = 0;
}

void haproxy_end(struct haproxy *haproxy)
{
    char command[96];

    if (haproxy->pid)
        haproxy_stop(haproxy, SIGTERM);
    for (size_t i = 0; i < sizeof haproxy->listening / sizeof(int); i++)
        close(haproxy->listening[i]);
    names_end(&haproxy->names);
    snprintf(command, sizeof command, "rm -rf %s", haproxy->home);
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0);
}

/* ---- its statistics ---- */

long haproxy_metric(const struct haproxy *haproxy, const char *text)
{
    struct service there = {0};
    long sum = 0;

    memcpy(there.url, haproxy->figures, sizeof there.url);
    struct client client = client_open(&there);

    client.may_fail = true;
    struct answer answer = client_get(&client, "/metrics");

    for (const char *at = answer.body; (at = strstr(at, text)); at++) {
        const char *value = strpbrk(at, " \n");

        if (value && *value == ' ')
            sum += strtol(value, NULL, 10);
    }
    if (answer.status != 200)
        sum = -1;
    answer_clear(&answer);
    client_close(&client);
    return sum;
}

void haproxy_await(const struct haproxy *haproxy, long nodes)
{
    for (int tries = 0;
         haproxy_metric(haproxy,
                        "haproxy_backend_active_servers{proxy=\"nodes\"}") !=
         nodes;
         tries++) {
        cr_assert_lt(tries, TRIES, "never %ld nodes, see %s/log", nodes,
                     haproxy->home);
        cr_assert_eq(waitpid(haproxy->pid, NULL, WNOHANG), 0,
                     "it ended, see %s/log", haproxy->home);
        pause_ms(20);
    }
}
