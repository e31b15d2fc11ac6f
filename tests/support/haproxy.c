/* HAProxy with the configuration that is shipped. */
#include "haproxy.h"

#include "http.h"
#include "tls.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { FRONT, PLAIN, FIGURES, TRIES = 1000, BACKLOG = 1024 };

static const char configuration[] = "docker/haproxy.cfg";

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* ---- its sockets and its certificate ---- */

/* A socket that listens at a free port, whose address begins so. */
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
    snprintf(haproxy->nodes[i], sizeof haproxy->nodes[i], "%s", node->address);
    snprintf(haproxy->probes[i], sizeof haproxy->probes[i], "%s",
             strrchr(node->admin, ':') + 1);
}

/* ---- start and end ---- */

/* In the child: what the configuration wants to know of a node. */
static void set_node(int number, const char *what, const char *value)
{
    char name[64];

    snprintf(name, sizeof name, "FATHOM_NODE_%d%s", number, what);
    setenv(name, value, 1);
}

static void set_socket(const char *name, int fd)
{
    char value[16];

    snprintf(value, sizeof value, "fd@%d", fd);
    fcntl(fd, F_SETFD, 0); /* inherited */
    setenv(name, value, 1);
}

static void become(const struct haproxy *haproxy)
{
    char path[80];

    snprintf(path, sizeof path, "%s/log", haproxy->home);
    int log = open(path, O_WRONLY | O_CREAT | O_APPEND, 0600);

    dup2(log, STDOUT_FILENO);
    dup2(log, STDERR_FILENO);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    set_socket("FATHOM_PROXY_LISTEN", haproxy->listening[FRONT]);
    set_socket("FATHOM_PROXY_PLAIN_LISTEN", haproxy->listening[PLAIN]);
    set_socket("FATHOM_PROXY_STATS_LISTEN", haproxy->listening[FIGURES]);
    snprintf(path, sizeof path, "%s/proxy.pem", haproxy->home);
    setenv("FATHOM_PROXY_CERTIFICATE", path, 1);
    setenv("FATHOM_PROXY_CONNECTIONS", "1000", 1); /* of its descriptors */
    for (int i = 0; i < haproxy->node_count; i++) {
        set_node(i + 1, "", haproxy->nodes[i]);
        set_node(i + 1, "_ADMIN_PORT", haproxy->probes[i]);
    }
    execl("/usr/sbin/haproxy", "haproxy", "-db", "-f", configuration,
          (char *)NULL);
    _exit(127);
}

void haproxy_start(struct haproxy *haproxy)
{
    haproxy->pid = fork();
    if (haproxy->pid == 0)
        become(haproxy);
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
    snprintf(command, sizeof command, "rm -rf %s", haproxy->home);
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0);
}

/* ---- what it says of itself ---- */

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
