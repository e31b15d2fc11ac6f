/* The service is stopped during many new connections: it stops gracefully, and
 * every client that was connected gets a complete response. */
#include "depth.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <linux/filter.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { CALLERS = 12 };

struct storm {
    struct sockaddr_in there;
    atomic_int answered; /* complete responses */
    atomic_int torn;     /* incomplete responses */
    atomic_int lost;     /* connections without a response */
    atomic_bool is_over;
    pthread_t callers[CALLERS];
};

/* One connection, one request, one response; false when the connection is
 * refused. */
static bool call(struct storm *storm)
{
    static const char ask[] = "GET /v1/games HTTP/1.1\r\nHost: a\r\n"
                              "Connection: close\r\n\r\n";
    char text[16384] = "";
    struct raw_reply reply = {.text = text, .size = sizeof text};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_taken =
        connect(fd, (struct sockaddr *)&storm->there, sizeof storm->there) == 0;

    if (is_taken) {
        raw_send(fd, ask, sizeof ask - 1);
        if (raw_read(fd, &reply, 20000) == 0)
            storm->lost++;
        else if (raw_is_whole(text))
            storm->answered++;
        else
            storm->torn++;
    }
    close(fd);
    return is_taken;
}

static void *call_on(void *arg)
{
    struct storm *storm = arg;

    while (!storm->is_over && call(storm))
        ;
    return NULL;
}

static void storm_begin(struct storm *storm, const struct service *service)
{
    const char *port = strrchr(service->address, ':');

    *storm = (struct storm){.there = {.sin_family = AF_INET}};
    storm->there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    storm->there.sin_port = htons((uint16_t)strtoul(port + 1, NULL, 10));
    for (int i = 0; i < CALLERS; i++)
        pthread_create(&storm->callers[i], NULL, call_on, storm);
}

static void storm_wait(struct storm *storm, int answers)
{
    const struct timespec pause = {0, 1000000};

    for (int i = 0; storm->answered < answers && i < 20000; i++)
        nanosleep(&pause, NULL);
}

static void storm_end(struct storm *storm)
{
    storm->is_over = true;
    for (int i = 0; i < CALLERS; i++)
        pthread_join(storm->callers[i], NULL);
}

/* Does the kernel allow this user to filter a socket?  If not, connections made
 * while the listener closes are lost. */
static bool may_filter(void)
{
    struct sock_filter all[] = {{BPF_RET | BPF_K, 0, 0, UINT32_MAX}};
    const struct sock_fprog program = {1, all};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    int status =
        setsockopt(fd, SOL_SOCKET, SO_ATTACH_FILTER, &program, sizeof program);

    close(fd);
    return status == 0;
}

/* FATHOM_STOPS=200 for more. */
static int rounds(int usual)
{
    const char *asked = getenv("FATHOM_STOPS");

    return asked ? (int)strtol(asked, NULL, 10) : usual;
}

Test(stops, many_new_connections_do_not_disturb_a_graceful_stop,
     .init = deep_only, .timeout = 1200)
{
    enum { ANSWERS = 40 };
    struct service service;
    struct storm storm;
    int kind = 0, all = rounds(8);
    const bool can_filter = may_filter();

    service_expose();
    service_begin(&service, NULL);
    for (int i = 0; i < all; i++) {
        if (i > 0)
            service_start(&service);
        storm_begin(&storm, &service);
        storm_wait(&storm, ANSWERS);
        int status = service_signal(&service, SIGTERM);

        storm_end(&storm);
        kind += WIFEXITED(status) && WEXITSTATUS(status) == 0;
        cr_expect_geq(storm.answered, ANSWERS);
        cr_expect_eq(storm.torn, 0, "%d responses were incomplete", storm.torn);
        if (can_filter)
            cr_expect_eq(storm.lost, 0, "%d connections got no response",
                         storm.lost);
        else
            cr_expect_leq(storm.lost, CALLERS);
        cr_expect_eq(service_logged(&service, "no-socket-filter"), !can_filter);
    }
    cr_expect_eq(kind, all, "%d of %d ends were kind", kind, all);
    service_start(&service);
    service_end(&service);
}
