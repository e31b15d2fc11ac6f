/* Connections above the limit wait until one ends. */
#include "depth.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <poll.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

static const char ask[] = "GET /v1/games/template HTTP/1.1\r\nHost: a\r\n"
                          "Connection: close\r\n\r\n";

static void ask_on(int fd)
{
    cr_assert(raw_send(fd, ask, sizeof ask - 1));
}

/* Longer than anything that is waited for takes on a busy machine. */
enum { PATIENCE_MS = 30000 };

/* A status received within this time, or 0 for nothing.  Returns soon after the
 * response, also if the connection stays open. */
static int status_within(int fd, long ms)
{
    enum { SLICE_MS = 100 };
    char text[16384] = "";
    struct raw_reply reply = {.text = text, .size = sizeof text};
    int first = 0, last = 0;

    for (; ms > 0 && !first && !reply.is_ended; ms -= SLICE_MS) {
        raw_read(fd, &reply, ms < SLICE_MS ? ms : SLICE_MS);
        raw_count(text, &first, &last);
    }
    return first;
}

/* A connection whose place is not needed by others: it takes a response, which
 * is larger than what the kernel keeps, and does not read it. */
static int connect_and_stay(const struct service *service)
{
    static const char much[] = "GET /openapi.yaml HTTP/1.1\r\nHost: a\r\n\r\n";
    const int fd = raw_connect_narrow(service, 1);
    struct pollfd reply = {.fd = fd, .events = POLLIN};

    cr_assert(raw_send(fd, much, sizeof much - 1));
    cr_assert_eq(poll(&reply, 1, PATIENCE_MS), 1);
    return fd;
}

/* User and system time of a process so far. */
static long cpu_ms(pid_t pid)
{
    char path[64], line[1024] = "";
    unsigned long user = 0, system = 0;

    snprintf(path, sizeof path, "/proc/%d/stat", (int)pid);
    FILE *file = fopen(path, "r");

    cr_assert_not_null(file);
    cr_assert_not_null(fgets(line, sizeof line, file));
    fclose(file);
    sscanf(strrchr(line, ')') + 1,
           " %*c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu", &user,
           &system);
    return (long)((user + system) * 1000 / (unsigned long)sysconf(_SC_CLK_TCK));
}

/* Does the service rest?  On a busy machine it may still have to do what came
 * before, so this looks for a moment with little work, which does not come if
 * waiting takes a processor. */
static bool comes_to_rest(const struct service *service)
{
    enum { LOOKS = 60, LOOK_MS = 250, LITTLE_MS = 60 };

    for (int i = 0; i < LOOKS; i++) {
        const long before = cpu_ms(service->pid);

        usleep(LOOK_MS * 1000);
        if (cpu_ms(service->pid) - before < LITTLE_MS)
            return true;
    }
    return false;
}

Test(connections, a_connection_above_the_limit_is_served_when_one_ends)
{
    enum { ALL = 16, LATE = 5 };
    static const char *const settings[] = {"--connections=16",
                                           "--request-seconds=600", NULL};
    struct service service;
    int all[ALL], late[LATE];

    service_begin(&service, settings);
    for (int i = 0; i < ALL; i++)
        all[i] = connect_and_stay(&service);
    for (int i = 0; i < LATE; i++) {
        late[i] = raw_connect(&service, 1);
        ask_on(late[i]);
    }
    cr_expect(comes_to_rest(&service), "waiting costs nothing");
    cr_expect_eq(status_within(late[0], 1), 0, "there is no place for it");
    close(all[0]); /* one place serves them all, one after the other */
    for (int i = 0; i < LATE; i++) {
        cr_expect_eq(status_within(late[i], PATIENCE_MS), 200);
        close(late[i]);
    }
    for (int i = 1; i < ALL; i++)
        close(all[i]);
    service_end(&service);
}

static rlim_t count_descriptors(pid_t pid)
{
    char path[64];
    rlim_t count = 0;

    snprintf(path, sizeof path, "/proc/%d/fd", (int)pid);
    DIR *folder = opendir(path);

    cr_assert_not_null(folder);
    for (const struct dirent *entry; (entry = readdir(folder));)
        count += entry->d_name[0] != '.';
    closedir(folder);
    return count;
}

Test(connections, a_connection_without_a_descriptor_is_served_when_one_is_free)
{
    enum { ALL = 12, MORE = 4 };
    static const char *const settings[] = {"--request-seconds=600", NULL};
    struct service service;
    struct rlimit limit;
    int all[ALL], served = 0;

    service_begin(&service, settings);
    /* The descriptors in use now, and this many connections. */
    limit.rlim_cur = limit.rlim_max = count_descriptors(service.pid) + MORE;
    cr_assert_eq(prlimit(service.pid, RLIMIT_NOFILE, &limit, NULL), 0);
    for (int i = 0; i < ALL; i++)
        all[i] = raw_connect(&service, 1);
    const long until_ms = raw_now_ms() + PATIENCE_MS;

    while (!service_logged(&service, "not-accepting")) {
        cr_assert_lt(raw_now_ms(), until_ms, "it accepts all of them");
        usleep(5000);
    }
    cr_expect(comes_to_rest(&service), "waiting costs nothing");
    for (int i = 0; i < ALL; i++) { /* each makes room for one that waits */
        ask_on(all[i]);
        served += status_within(all[i], PATIENCE_MS) == 200;
        close(all[i]);
    }
    cr_expect_eq(served, ALL);
    service_end(&service);
}

/* A request after which the connection stays open. */
static void ask_again_on(int fd)
{
    static const char request[] =
        "GET /v1/games/template HTTP/1.1\r\nHost: a\r\n\r\n";

    cr_assert(raw_send(fd, request, sizeof request - 1));
}

Test(connections, a_connection_may_be_idle_for_longer_than_a_request_may_take,
     .init = deep_only)
{
    static const char *const settings[] = {"--request-seconds=4",
                                           "--idle-seconds=20", NULL};
    char text[256] = "";
    struct raw_reply rest = {.text = text, .size = sizeof text};
    struct service service;

    service_begin(&service, settings);
    int fd = raw_connect(&service, 1);

    ask_again_on(fd);
    cr_expect_eq(status_within(fd, PATIENCE_MS), 200);
    usleep(5200000);
    ask_again_on(fd);
    cr_expect_eq(status_within(fd, PATIENCE_MS), 200,
                 "it was idle for 5 s of 20 s");
    cr_expect_eq(raw_read(fd, &rest, PATIENCE_MS), 0);
    cr_expect(rest.is_ended, "it was idle for longer");
    close(fd);
    service_end(&service);
}

Test(connections, a_second_request_must_be_sent_as_fast_as_the_first,
     .init = deep_only)
{
    static const char *const settings[] = {"--request-seconds=4",
                                           "--idle-seconds=600", NULL};
    static const char half[] = "GET /v1/config HTTP/1.1\r\nHost: ";
    char text[256] = "";
    struct raw_reply rest = {.text = text, .size = sizeof text};
    struct service service;

    service_begin(&service, settings);
    int fd = raw_connect(&service, 1);

    ask_again_on(fd);
    cr_expect_eq(status_within(fd, PATIENCE_MS), 200);
    cr_assert(raw_send(fd, half, sizeof half - 1));
    raw_read(fd, &rest, PATIENCE_MS);
    cr_expect(rest.is_ended, "its deadline is that of a request");
    close(fd);
    service_end(&service);
}
