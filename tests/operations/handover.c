/* A process takes over from another while clients are connected: with a socket
 * that both hold no request fails, even while no process is running. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"
#include "sse.h"

#include <arpa/inet.h>
#include <criterion/criterion.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SOCKET = 200 }; /* the descriptor that is passed */

/* ---- the socket ---- */

/* A program that starts fathomd as systemd would: sd_listen_fds(3). */
static void make_starter(char path[64])
{
    int fd;

    snprintf(path, 64, "/tmp/fathom-start.XXXXXX");
    fd = mkstemp(path);
    cr_assert_geq(fd, 0);
    dprintf(fd,
            "#!/bin/bash\nexec 3<&%d\nexport LISTEN_PID=$$ LISTEN_FDS=1\n"
            "exec %s \"$@\"\n",
            SOCKET, service_program());
    fchmod(fd, 0700);
    close(fd);
    setenv("FATHOM_PROGRAM", path, 1);
}

static void make_socket(void)
{
    struct sockaddr_in any = {.sin_family = AF_INET};
    int fd = socket(AF_INET, SOCK_STREAM, 0);

    any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    cr_assert_eq(bind(fd, (struct sockaddr *)&any, sizeof any), 0);
    cr_assert_eq(listen(fd, 1024), 0);
    cr_assert_eq(fcntl(SOCKET, F_GETFD), -1, "it is taken");
    cr_assert_eq(dup2(fd, SOCKET), SOCKET); /* inherited by the processes it
                                             * starts */
    close(fd);
}

/* ---- the clients ---- */

enum { CALLERS = 6 };

struct load {
    struct service *service;
    struct fixture *fixture;
    atomic_bool is_over;
    atomic_long answered, failed;
    pthread_t callers[CALLERS], poller, listener;
};

static void note(struct load *load, struct answer *answer, long status)
{
    if (answer->status == status) {
        load->answered++;
    } else {
        load->failed++;
        fprintf(stderr, "  status %ld: %.200s\n", answer->status, answer->body);
    }
    answer_clear(answer);
}

/* Half of the clients keep their connections, the others reconnect for each
 * request; they read and write. */
static void *call_on(void *arg)
{
    static const char match[] =
        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}";
    static atomic_int number;
    struct load *load = arg;
    bool is_fleeting = atomic_fetch_add(&number, 1) % 2 == 0;
    struct client client =
        client_again(load->service, &load->fixture->players[0]);

    client.may_fail = true;
    for (int i = 0; !load->is_over; i++) {
        if (is_fleeting)
            client_with(&client, "Connection: close");
        struct answer answer =
            i % 8 == 0 ? client_send(&client, "POST", "/v1/matches", match)
                       : client_get(&client, i % 2 ? "/v1/me" : "/v1/games");

        note(load, &answer, i % 8 == 0 ? 201 : 200);
    }
    client_close(&client);
    return NULL;
}

/* A long poll for an event that does not happen. */
static void *poll_on(void *arg)
{
    struct load *load = arg;
    struct client client =
        client_again(load->service, &load->fixture->players[0]);

    client.may_fail = true;
    while (!load->is_over) {
        struct answer answer =
            client_get(&client, "/v1/matches/%s/events?after=%ld&wait=2",
                       load->fixture->match, load->fixture->seq);

        note(load, &answer, 200);
    }
    client_close(&client);
    return NULL;
}

/* Reads a stream, and reconnects when it ends. */
static void *listen_on(void *arg)
{
    struct load *load = arg;
    struct client client =
        client_again(load->service, &load->fixture->players[1]);
    struct sse sse;
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/events", load->fixture->match);
    while (!load->is_over) {
        sse_open(&sse, &client, path, NULL);
        load->failed += !sse_answered(&sse) || sse.status != 200;
        while (!load->is_over && !sse_ends(&sse, 200))
            ;
        load->failed += sse.is_over && !sse.is_whole;
        load->answered++;
        sse_close(&sse);
    }
    client_close(&client);
    return NULL;
}

static void load_start(struct load *load, struct service *service,
                       struct fixture *fixture)
{
    *load = (struct load){.service = service, .fixture = fixture};
    for (int i = 0; i < CALLERS; i++)
        pthread_create(&load->callers[i], NULL, call_on, load);
    pthread_create(&load->poller, NULL, poll_on, load);
    pthread_create(&load->listener, NULL, listen_on, load);
}

static void load_stop(struct load *load)
{
    load->is_over = true;
    for (int i = 0; i < CALLERS; i++)
        pthread_join(load->callers[i], NULL);
    pthread_join(load->poller, NULL);
    pthread_join(load->listener, NULL);
}

/* Wait for this many further responses. */
static void load_wait(const struct load *load, long more)
{
    const struct timespec pause = {0, 5000000};
    long enough = load->answered + more;

    for (int i = 0; load->answered < enough && i < 6000; i++)
        nanosleep(&pause, NULL);
    cr_assert_geq(load->answered, enough, "no responses");
}

/* ---- the tests ---- */

static void end_kindly(struct service *service)
{
    int status = service_signal(service, SIGTERM);

    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
}

/* FATHOM_HANDOVERS=50 for more. */
static int rounds(int usual)
{
    const char *asked = getenv("FATHOM_HANDOVERS");

    return asked ? (int)strtol(asked, NULL, 10) : usual;
}

Test(handover, no_request_fails_when_processes_take_over_from_each_other,
     .init = deep_only, .timeout = 1200)
{
    static const char *const settings[] = {"--listen=passed",
                                           "--lame-duck-seconds=1", NULL};
    enum { ANSWERS = 40 };
    struct service one, other;
    struct fixture fixture;
    struct load load;
    char starter[64];
    int all = rounds(2);

    make_socket();
    make_starter(starter);
    service_begin(&one, settings);
    fixture_begin(&fixture, &one, "template", 2);
    load_start(&load, &one, &fixture);
    service_join(&other, &one);
    for (int i = 0; i < all; i++) {
        load_wait(&load, ANSWERS);
        end_kindly(&one);
        load_wait(&load, ANSWERS);
        service_start(&one);
        end_kindly(&other);
        load_wait(&load, ANSWERS);
        if (i == 0) { /* a restart without a second process: clients wait */
            end_kindly(&one);
            service_start(&one);
        }
        service_start(&other);
    }
    load_stop(&load);
    printf("  %d hand-overs: %ld requests answered, %ld failed\n", 2 * all + 1,
           (long)load.answered, (long)load.failed);
    cr_expect_eq(load.failed, 0);
    fixture_end(&fixture);
    service_end(&other);
    service_end(&one);
    unlink(starter);
    close(SOCKET);
}

Test(handover, a_missing_passed_socket_is_an_error_at_start, .init = deep_only)
{
    char command[512], sql[96];
    int pid = (int)getpid();

    snprintf(sql, sizeof sql, "CREATE DATABASE handover_%d", pid);
    cluster_sql(sql);
    snprintf(command, sizeof command,
             "LISTEN_PID=1 LISTEN_FDS=1 FATHOM_DATABASE='%s dbname=handover_%d'"
             " %s --listen=passed --migrate=yes 2>&1 | grep -q 'no socket was"
             " passed'",
             getenv("FATHOM_TEST_DATABASE"), pid, service_program());
    cr_expect_eq(system(command), /* allowed: a tool of the tests */
                 0);
    snprintf(sql, sizeof sql, "DROP DATABASE handover_%d WITH (FORCE)", pid);
    cluster_sql(sql);
}
