/* Connections between two requests. */
#include "depth.h"
#include "raw.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { PATIENCE_MS = 20000, TEXT_SIZE = 16384 };

static const char get[] = "GET /v1/config HTTP/1.1\r\nHost: a\r\n\r\n";

static void send_text(int fd, const char *text)
{
    cr_assert(raw_send(fd, text, strlen(text)));
}

static void expect_response(int fd)
{
    char text[TEXT_SIZE] = "";
    size_t length = 0;
    int first = 0, last = 0;
    const long until_ms = raw_now_ms() + PATIENCE_MS;

    while (!raw_is_whole(text)) {
        struct raw_reply reply = {.text = text + length,
                                  .size = sizeof text - length};

        cr_assert_lt(raw_now_ms(), until_ms, "%d: \"%s\"", fd, text);
        length += raw_read(fd, &reply, 50);
    }
    raw_count(text, &first, &last);
    cr_expect_eq(last, 200, "%s", text);
}

static void wait_for_open(const struct service *service, long count)
{
    static const char metric[] = "http_connections";
    const long until_ms = raw_now_ms() + PATIENCE_MS;
    long now;

    while ((now = raw_metric(service, metric)) != count) {
        cr_assert_lt(raw_now_ms(), until_ms, "%ld are open, never %ld", now,
                     count);
        usleep(20000);
    }
}

static bool is_ended(int fd)
{
    char text[256] = "";
    struct raw_reply rest = {.text = text, .size = sizeof text};

    cr_expect_eq(raw_read(fd, &rest, PATIENCE_MS), 0, "%s", text);
    return rest.is_ended;
}

Test(idle_connections, an_idle_connection_serves_the_next_request,
     .init = service_setup, .fini = service_teardown)
{
    enum { ALL = 40, ROUNDS = 2 };
    int fds[ALL];

    for (int i = 0; i < ALL; i++)
        fds[i] = raw_connect(&test_service, 1);
    for (int round = 0; round < ROUNDS; round++) {
        for (int i = 0; i < ALL; i++)
            send_text(fds[i], get);
        for (int i = 0; i < ALL; i++)
            expect_response(fds[i]);
        cr_expect_eq(raw_metric(&test_service, "http_connections"), ALL);
    }
    for (int i = 0; i < ALL; i++)
        close(fds[i]);
    wait_for_open(&test_service, 0);
}

Test(idle_connections, an_idle_connection_ends_after_its_time,
     .init = deep_only)
{
    static const char *const settings[] = {"--idle-seconds=1", NULL};
    struct service service;

    service_begin(&service, settings);
    int fd = raw_connect(&service, 1);

    send_text(fd, get);
    expect_response(fd);
    cr_expect(is_ended(fd));
    close(fd);
    wait_for_open(&service, 0);
    service_end(&service);
}

/* Its client has ended its side of the connection with a request. */
Test(idle_connections, the_last_request_of_a_client_is_served,
     .init = service_setup, .fini = service_teardown)
{
    int fd = raw_connect(&test_service, 1);

    send_text(fd, get);
    expect_response(fd);
    send_text(fd, get);
    shutdown(fd, SHUT_WR);
    expect_response(fd);
    close(fd);
    wait_for_open(&test_service, 0);
}

Test(idle_connections, idle_connections_end_when_the_service_stops,
     .init = deep_only)
{
    struct service service;

    service_begin(&service, NULL);
    int idle = raw_connect(&service, 1);

    send_text(idle, get);
    expect_response(idle);
    service_end(&service);
    cr_expect(is_ended(idle));
    close(idle);
}
