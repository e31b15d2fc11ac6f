/* A connection that is idle leaves the HTTP library, which its client does not
 * notice. */
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

/* Read until this many responses have begun, and check the last status. */
static void expect_responses(int fd, int count, int status)
{
    char text[TEXT_SIZE] = "";
    size_t length = 0;
    int first = 0, last = 0;
    const long until_ms = raw_now_ms() + PATIENCE_MS;

    while (raw_count(text, &first, &last) < count) {
        struct raw_reply reply = {.text = text + length,
                                  .size = sizeof text - length};

        cr_assert_lt(raw_now_ms(), until_ms, "%d: \"%s\"", fd, text);
        length += raw_read(fd, &reply, 50);
    }
    cr_expect_eq(last, status, "%s", text);
}

static void expect_response(int fd)
{
    expect_responses(fd, 1, 200);
}

static void wait_for(const struct service *service, const char *metric,
                     long count)
{
    const long until_ms = raw_now_ms() + PATIENCE_MS;
    long now;

    while ((now = raw_metric(service, metric)) != count) {
        cr_assert_lt(raw_now_ms(), until_ms, "%s is %ld, never %ld", metric,
                     now, count);
        usleep(20000);
    }
}

/* Wait until this many connections are idle outside the library. */
static void wait_for_idle(const struct service *service, long count)
{
    wait_for(service, "http_connections_idle", count);
}

static void wait_for_open(const struct service *service, long count)
{
    wait_for(service, "http_connections", count);
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
        wait_for_idle(&test_service, ALL);
        cr_expect_eq(raw_metric(&test_service, "http_connections"), ALL);
    }
    for (int i = 0; i < ALL; i++)
        close(fds[i]);
    wait_for_open(&test_service, 0);
    cr_expect_eq(raw_metric(&test_service, "http_connections_idle"), 0);
}

Test(idle_connections, all_bytes_of_requests_are_counted, .init = service_setup,
     .fini = service_teardown)
{
    static const char post[] =
        "POST /v1/sessions HTTP/1.1\r\nHost: a\r\n"
        "Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}";
    int fd = raw_connect(&test_service, 1);

    send_text(fd, post);
    expect_responses(fd, 1, 400);
    wait_for_idle(&test_service, 1);
    send_text(fd, "GET /v1/config HTTP/1.1\r\nHost: a\r\n\r\n"
                  "HEAD /v1/config HTTP/1.1\r\nX-Filler: 1 2  3\r\n"
                  "Host: a\r\n\r\n");
    expect_responses(fd, 2, 200);
    wait_for_idle(&test_service, 1);
    send_text(fd, get);
    expect_response(fd);
    close(fd);
}

/* The rest of a request arrives long after its first bytes: the library has
 * read these, and must keep them. */
Test(idle_connections, the_first_bytes_of_a_request_are_not_lost,
     .init = service_setup, .fini = service_teardown)
{
    static const char *const begins[] = {"G", "GET /v1/co", "\r\n"};
    enum { ALL = sizeof begins / sizeof *begins };
    int fds[ALL];
    char text[256];
    int whole = raw_connect(&test_service, 1);

    for (int i = 0; i < ALL; i++) {
        fds[i] = raw_connect(&test_service, 1);
        snprintf(text, sizeof text, "%s%s", get, begins[i]);
        send_text(fds[i], text);
        expect_response(fds[i]);
    }
    send_text(whole, get);
    expect_response(whole);
    wait_for_idle(&test_service, 1);
    usleep(1000000);
    cr_expect_eq(raw_metric(&test_service, "http_connections_idle"), 1);
    for (int i = 0; i < ALL; i++) {
        send_text(fds[i], get + (begins[i][0] == 'G' ? strlen(begins[i]) : 0));
        expect_response(fds[i]);
        close(fds[i]);
    }
    close(whole);
}

/* Its address may have one connection: it does not count twice. */
Test(idle_connections, an_idle_connection_keeps_its_place, .init = deep_only)
{
    static const char *const settings[] = {"--connections-per-address=1", NULL};
    struct service service;

    service_begin(&service, settings);
    int fd = raw_connect(&service, 2), other;

    send_text(fd, get);
    expect_response(fd);
    wait_for_idle(&service, 1);
    other = raw_connect(&service, 2);
    cr_expect(is_ended(other));
    close(other);
    send_text(fd, get);
    expect_response(fd);
    wait_for_idle(&service, 1);
    close(fd);
    wait_for_idle(&service, 0);
    other = raw_connect(&service, 2);
    send_text(other, get);
    expect_response(other);
    close(other);
    service_end(&service);
}

Test(idle_connections, an_idle_connection_ends_after_its_time,
     .init = deep_only)
{
    static const char *const settings[] = {"--idle-seconds=4", NULL};
    struct service service;

    service_begin(&service, settings);
    int fd = raw_connect(&service, 1);

    send_text(fd, get);
    expect_response(fd);
    wait_for_idle(&service, 1);
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
    wait_for_idle(&test_service, 1);
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
    wait_for_idle(&service, 1);
    service_end(&service);
    cr_expect(is_ended(idle));
    close(idle);
}
