/* The connection of a stream leaves the HTTP library: what its client sees is
 * an ordinary response. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "service.h"
#include "shared_node.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { PATH_SIZE = 128, REPLY_SIZE = 1 << 20 };

static const char *events_of(const struct fixture *fixture)
{
    static char path[PATH_SIZE];

    snprintf(path, sizeof path, "/v1/matches/%.40s/events", fixture->match);
    return path;
}

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

/* A finished match, and its last seq. */
static long finish(struct fixture *fixture)
{
    fixture_begin(fixture, &test_service, "template", 2);
    while (!fixture->is_over)
        fixture_play(fixture, 10);
    return fixture->seq;
}

/* The response to a request of a stream, of this method and version, followed
 * by these bytes. */
static void ask(const struct fixture *fixture, const char *method,
                const char *version, const char *rest, long most_ms,
                struct raw_reply *reply)
{
    static char text[REPLY_SIZE];
    char request[512];
    int fd = raw_connect(&test_service, 1);

    *reply = (struct raw_reply){.text = text, .size = sizeof text};
    snprintf(request, sizeof request,
             "%s %s HTTP/%s\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n%s",
             method, events_of(fixture), version, rest);
    cr_assert(raw_send(fd, request, strlen(request)));
    raw_read(fd, reply, most_ms);
    close(fd);
}

static long count_of(const char *text, const char *part)
{
    long count = 0;

    for (; (text = strstr(text, part)) != NULL; text += strlen(part))
        count++;
    return count;
}

Test(stream_sender, a_client_of_http_1_0_gets_no_chunks, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    struct raw_reply reply;
    long last = finish(&fixture);

    ask(&fixture, "GET", "1.0", "", 20000, &reply);
    cr_expect(reply.is_ended);
    cr_expect(strstr(reply.text, "\r\nConnection: close\r\n"));
    cr_expect(!strstr(reply.text, "Transfer-Encoding"));
    const char *body = strstr(reply.text, "\r\n\r\n");

    cr_assert(body);
    cr_expect_eq(strncmp(body + 4, "retry: ", 7), 0);
    cr_expect_eq(count_of(body, "\nevent: "), last);
    cr_expect_str_eq(body + strlen(body) - 2, "\n\n");
    fixture_end(&fixture);
}

Test(stream_sender, a_client_of_http_1_1_gets_chunks_to_the_last,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;
    struct raw_reply reply;
    long last = finish(&fixture);

    ask(&fixture, "GET", "1.1", "", 20000, &reply);
    cr_expect(reply.is_ended);
    cr_expect(strstr(reply.text, "\r\nTransfer-Encoding: chunked\r\n"));
    cr_expect(strstr(reply.text, "\r\nDate: "));
    cr_expect_eq(count_of(reply.text, "\nevent: "), last);
    cr_expect_str_eq(reply.text + strlen(reply.text) - 7, "\r\n0\r\n\r\n");
    fixture_end(&fixture);
}

Test(stream_sender, head_gets_the_head_alone, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    struct raw_reply reply;

    finish(&fixture);
    ask(&fixture, "HEAD", "1.1", "", 20000, &reply);
    cr_expect(reply.is_ended);
    cr_expect_eq(strncmp(reply.text, "HTTP/1.1 200 ", 13), 0);
    cr_expect_str_eq(strstr(reply.text, "\r\n\r\n"), "\r\n\r\n");
    fixture_end(&fixture);
}

Test(stream_sender, a_request_behind_that_of_a_stream_gets_no_response,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char second[] = "GET /v1/games HTTP/1.1\r\nHost: x\r\n\r\n";
    struct fixture fixture;
    struct raw_reply reply;
    int first = 0, last = 0;

    fixture_begin(&fixture, &test_service, "template", 2);
    ask(&fixture, "GET", "1.1", second, 1000, &reply);
    cr_expect_not(reply.is_ended);
    cr_expect_eq(raw_count(reply.text, &first, &last), 1);
    cr_expect_eq(first, 200);
    cr_expect_eq(count_of(reply.text, "\nevent: "), fixture.seq);
    fixture_end(&fixture);
}

/* More than the kernel keeps for a client that does not read. */
Test(stream_sender, a_client_that_reads_late_gets_every_event,
     .init = shared_setup, .fini = shared_teardown)
{
    static const char body[] =
        "{\"game\":\"underwater-cities\",\"seats\":[\"bot:random\","
        "\"bot:random\",\"bot:random\",\"bot:random\"]}";
    struct fixture fixture = {.service = &test_service, .people = 1};
    struct sse_event event;
    struct sse sse;
    long seq = 0;

    deep_only();
    fixture.players[0] = client_account(&test_service, "ada");
    struct answer made =
        client_send(&fixture.players[0], "POST", "/v1/matches", body);

    snprintf(fixture.match, sizeof fixture.match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    sse_open_small(&sse, &fixture.players[0], events_of(&fixture));
    cr_assert(sse_answered(&sse));
    pause_ms(3000);
    while (sse_next(&sse, SSE_WAIT_MS, &event)) {
        seq++;
        cr_expect_eq(json_integer_value(json_object_get(event.json, "seq")),
                     seq);
        sse_event_clear(&event);
    }
    cr_expect(sse.is_whole);
    cr_expect_gt(seq, 100);
    struct answer match = fixture_get(&fixture, 0, "");

    cr_expect_eq(answer_number(&match, "seq"), seq);
    answer_clear(&match);
    sse_close(&sse);
    client_close(&fixture.players[0]);
}

Test(stream_sender, places_of_clients_that_leave_are_free_again,
     .init = deep_only)
{
    static const char *const settings[] = {"--connections-per-address=8", NULL};
    struct service service;
    struct fixture fixture;

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    for (int i = 0; i < 40; i++) {
        struct sse sse;

        sse_open(&sse, &fixture.players[0], events_of(&fixture), NULL);
        cr_assert(sse_answered(&sse), "stream %d", i);
        cr_expect_eq(sse.status, 200, "stream %d", i);
        sse_close(&sse);
        pause_ms(20);
    }
    for (int i = 0; i < 4000 && raw_metric(&service, "streams") > 0; i++)
        pause_ms(25);
    cr_expect_eq(raw_metric(&service, "streams"), 0);
    fixture_end(&fixture);
    service_end(&service);
}
