/* The events of a match as a stream: in order and once each, wherever it
 * breaks. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

enum { PATH_SIZE = 128, MANY = 50, LIVE = 8 };

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void pause_ms(long ms)
{
    const struct timespec pause = {ms / 1000, ms % 1000 * 1000000};

    nanosleep(&pause, NULL);
}

static const char *events_of(const struct fixture *fixture)
{
    static char path[PATH_SIZE];

    snprintf(path, sizeof path, "/v1/matches/%.40s/events", fixture->match);
    return path;
}

/* Send the request of an EventSource, for a response that is not a stream. */
static struct answer ask(struct client *client, const char *path,
                         const char *last_id)
{
    char header[800];

    client_with(client, "Accept: text/event-stream");
    if (last_id) {
        snprintf(header, sizeof header, "Last-Event-ID: %s", last_id);
        client_with(client, header);
    }
    return client_send(client, "GET", path, NULL);
}

static void expect_refused(struct client *client, const char *path,
                           const char *last_id, long status, const char *slug)
{
    struct answer answer = ask(client, path, last_id);

    cr_expect_eq(answer.status, status, "%s: %ld %s", path, answer.status,
                 answer.body);
    cr_expect_str_eq(answer_problem(&answer), slug);
    answer_clear(&answer);
}

/* Expect the next event to be the one after *seq. */
static void expect_next(struct sse *sse, long *seq)
{
    struct sse_event event;
    char id[24];

    cr_assert(sse_next(sse, SSE_WAIT_MS, &event), "nothing after %ld", *seq);
    ++*seq;
    snprintf(id, sizeof id, "%ld", *seq);
    cr_assert_str_eq(event.id, id);
    cr_expect_eq(json_integer_value(json_object_get(event.json, "seq")), *seq);
    cr_expect_str_eq(event.type,
                     json_string_value(json_object_get(event.json, "type")));
    sse_event_clear(&event);
}

/* A match that bots play to its end, and its last seq. */
static long play_by_bots(struct fixture *fixture, struct service *service)
{
    static const char body[] =
        "{\"game\":\"underwater-cities\",\"seats\":[\"bot:random\","
        "\"bot:random\",\"bot:random\",\"bot:random\"]}";
    bool is_over = false;
    long seq = 0;

    *fixture = (struct fixture){.service = service, .people = 1};
    fixture->players[0] = client_account(service, "ada");
    struct answer made =
        client_send(&fixture->players[0], "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    for (int tries = 0; !is_over && tries < 6000; tries++) {
        struct answer match = fixture_get(fixture, 0, "");

        is_over = strcmp(answer_text(&match, "status"), "finished") == 0;
        seq = answer_number(&match, "seq");
        answer_clear(&match);
        if (!is_over)
            pause_ms(50);
    }
    cr_assert(is_over);
    return seq;
}

/* ---- order ---- */

Test(streams,
     each_event_is_sent_once_and_in_order_however_often_the_stream_breaks,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;
    struct sse sse;
    long seq = 0;

    fixture_begin(&fixture, &test_service, "template", 3);
    sse_open(&sse, &fixture.players[1], events_of(&fixture), NULL);
    while (!fixture.is_over) {
        fixture_play(&fixture, 1 + (int)fixture_random(&fixture, 3));
        for (unsigned n = fixture_random(&fixture, 4);
             n > 0 && seq < fixture.seq; n--)
            expect_next(&sse, &seq);
        if (fixture_random(&fixture, 2) == 0) {
            char last[24];

            snprintf(last, sizeof last, "%ld", seq);
            sse_close(&sse);
            sse_open(&sse, &fixture.players[1], events_of(&fixture), last);
        }
    }
    while (seq < fixture.seq)
        expect_next(&sse, &seq);
    cr_expect(sse_ends(&sse, SSE_WAIT_MS));
    cr_expect(sse.is_whole);
    cr_expect_eq(sse.status, 200);
    sse_close(&sse);
    fixture_end(&fixture);
}

Test(streams, an_open_stream_gets_an_event_at_once, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    struct sse sse;
    long seq = 0;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    sse_open(&sse, &fixture.players[1], events_of(&fixture), NULL);
    while (seq < fixture.seq)
        expect_next(&sse, &seq);
    for (int i = 0; i < 5; i++) {
        double begun = now_s();

        fixture_play(&fixture, 1);
        expect_next(&sse, &seq);
        cr_expect_lt(now_s() - begun, 14.0); /* before any heartbeat */
    }
    sse_close(&sse);
    fixture_end(&fixture);
}

Test(streams, a_stream_after_the_end_of_a_match_is_empty, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    struct sse sse;
    char path[PATH_SIZE], last[24];

    fixture_begin(&fixture, &test_service, "template", 2);
    sse_open(&sse, &fixture.players[0], events_of(&fixture), NULL);
    snprintf(path, sizeof path, "/v1/matches/%s/resignation", fixture.match);
    struct answer left = client_send(&fixture.players[1], "POST", path, NULL);

    cr_assert_eq(left.status, 201, "%s", left.body);
    snprintf(last, sizeof last, "%ld", answer_number(&left, "seq"));
    answer_clear(&left);
    cr_expect(sse_ends(&sse, SSE_WAIT_MS));
    cr_expect(sse.is_whole);
    cr_expect_str_eq(sse.last_id, last);
    sse_close(&sse);
    struct answer none = ask(&fixture.players[0], events_of(&fixture), last);

    cr_expect_eq(none.status, 204);
    cr_expect_eq(none.length, 0);
    answer_clear(&none);
    fixture_end(&fixture);
}

/* ---- content ---- */

/* Compare a stream as this client gets it with the list; returns how many
 * events withhold the words of their move. */
static size_t compare(struct fixture *fixture, struct client *client)
{
    struct sse sse;
    size_t kept = 0, i;
    json_t *listed;
    struct answer list = client_get(client, "%s?limit=100", events_of(fixture));

    cr_assert_eq(list.status, 200);
    sse_open(&sse, client, events_of(fixture), NULL);
    json_array_foreach(json_object_get(list.json, "events"), i, listed)
    {
        struct sse_event event;
        char *text = json_dumps(listed, JSON_COMPACT);

        cr_assert(sse_next(&sse, SSE_WAIT_MS, &event));
        cr_expect_str_eq(event.data, text);
        kept += json_is_null(json_object_get(event.json, "move"));
        free(text);
        sse_event_clear(&event);
    }
    cr_expect_gt(i, 20);
    sse_close(&sse);
    answer_clear(&list);
    return kept;
}

Test(streams, each_viewer_gets_the_events_of_its_list_and_no_more,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    fixture_play(&fixture, 30);
    struct client nobody = client_open(&test_service);
    size_t from_first = compare(&fixture, &fixture.players[0]);
    size_t from_second = compare(&fixture, &fixture.players[1]);
    size_t from_nobody = compare(&fixture, &nobody);

    /* An event withheld from a seat is the other's. */
    cr_expect_gt(from_nobody, 0);
    cr_expect_eq(from_first + from_second, from_nobody);
    client_close(&nobody);
    fixture_end(&fixture);
}

/* Streams that are open at the same time share what is the same for a viewer,
 * and nothing else. */

/* Read what is new from a stream; it must be as in the list of its client. */
static void expect_listed(struct sse *sse, struct client *client,
                          const struct fixture *fixture, long after)
{
    struct answer list =
        client_get(client, "%s?after=%ld", events_of(fixture), after);
    json_t *listed;
    size_t i;

    json_array_foreach(json_object_get(list.json, "events"), i, listed)
    {
        struct sse_event event;
        char *text = json_dumps(listed, JSON_COMPACT);

        cr_assert(sse_next(sse, SSE_WAIT_MS, &event));
        cr_expect_str_eq(event.data, text);
        free(text);
        sse_event_clear(&event);
    }
    answer_clear(&list);
}

static void follow_and_compare(struct fixture *fixture)
{
    struct client nobody = client_open(&test_service);
    struct client *clients[LIVE] = {&fixture->players[0],
                                    &fixture->players[1],
                                    &nobody,
                                    &nobody,
                                    &nobody,
                                    &nobody,
                                    &nobody,
                                    &fixture->players[1]};
    const char *languages[LIVE] = {"en", "en", "en", "de",
                                   "en", "en", "en", "en"};
    /* of streams */
    const char *codings[LIVE] = {NULL, NULL,   NULL,   "gzip",
                                 NULL, "gzip", "gzip", "gzip"};
    struct sse sse[LIVE];
    char header[LIVE][32];
    long seq = 0;

    for (int i = 0; i < LIVE; i++) {
        snprintf(header[i], sizeof header[i], "Accept-Language: %s",
                 languages[i]);
        clients[i]->header_count = 0;
        client_with(clients[i], header[i]);
        clients[i]->codings = codings[i];
        sse_open(&sse[i], clients[i], events_of(fixture), NULL);
        clients[i]->codings = NULL;
        cr_expect(sse_answered(&sse[i]));
    }
    for (int n = 0; n < 25 && !fixture->is_over; n++) {
        for (int i = 0; i < LIVE; i++) {
            clients[i]->header_count = 0;
            client_with(clients[i], header[i]);
            expect_listed(&sse[i], clients[i], fixture, seq);
        }
        seq = fixture->seq;
        cr_assert_eq(fixture_play(fixture, 1), 1);
    }
    for (int i = 0; i < LIVE; i++)
        sse_close(&sse[i]);
    client_close(&nobody);
}

Test(streams, open_streams_of_all_viewers_get_each_event_as_their_lists_have_it,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    follow_and_compare(&fixture);
    fixture_begin_again(&fixture, "otys");
    follow_and_compare(&fixture);
    fixture_begin_again(&fixture, "seastead");
    follow_and_compare(&fixture);
    fixture_begin_again(&fixture, "template");
    follow_and_compare(&fixture);
    fixture_end(&fixture);
}

/* ---- requests ---- */

Test(streams, invalid_requests_are_refused, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    char path[2 * PATH_SIZE];

    fixture_begin(&fixture, &test_service, "template", 2);
    struct client *ada = &fixture.players[0];

    expect_refused(ada, events_of(&fixture), "x", 400, "invalid-cursor");
    expect_refused(ada, events_of(&fixture), "4294967296", 400,
                   "invalid-cursor");
    expect_refused(ada, events_of(&fixture), "-1", 400, "invalid-cursor");
    snprintf(path, sizeof path, "%s?wait=5", events_of(&fixture));
    expect_refused(ada, path, NULL, 400, "invalid-fields");
    snprintf(path, sizeof path, "%s?seat=1", events_of(&fixture));
    expect_refused(ada, path, NULL, 403, "not-seated");
    expect_refused(ada, "/v1/matches/m_none/events", NULL, 404, "not-found");
    client_with(ada, "Accept: text/html");
    struct answer html = client_send(ada, "GET", events_of(&fixture), NULL);

    cr_expect_eq(html.status, 406);
    answer_clear(&html);
    fixture_end(&fixture);
}

Test(streams, last_event_id_has_precedence_over_the_url, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    struct sse sse;
    char path[2 * PATH_SIZE];
    long seq = 3;

    fixture_begin(&fixture, &test_service, "template", 2);
    fixture_play(&fixture, 4);
    snprintf(path, sizeof path, "%s?after=1", events_of(&fixture));
    sse_open(&sse, &fixture.players[0], path, "3");
    expect_next(&sse, &seq);
    sse_close(&sse);
    seq = 1;
    sse_open(&sse, &fixture.players[0], path, NULL);
    expect_next(&sse, &seq);
    sse_close(&sse);
    fixture_end(&fixture);
}

/* ---- duration ---- */

Test(streams, comments_are_sent_until_the_token_is_revoked, .init = deep_only)
{
    static const char *const settings[] = {"--heartbeat-seconds=1", NULL};
    struct service service;
    struct fixture fixture;
    struct sse sse, other;

    service_expose();
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    sse_open(&sse, &fixture.players[0], events_of(&fixture), NULL);
    sse_open(&other, &fixture.players[1], events_of(&fixture), NULL);
    cr_expect(sse_beats(&sse, 0));
    cr_expect(sse_beats(&sse, 1));
    struct answer out = client_send(&fixture.players[0], "DELETE",
                                    "/v1/sessions/current", NULL);

    cr_expect_eq(out.status, 204);
    answer_clear(&out);
    cr_expect(sse_ends(&sse, SSE_WAIT_MS));
    cr_expect(sse.is_whole);
    cr_expect(sse_beats(&other, other.comments + 2));
    cr_expect(!other.is_over);
    sse_close(&sse);
    sse_close(&other);
    fixture_end(&fixture);
    service_end(&service);
}

Test(streams, a_stream_ends_after_its_time_and_continues_on_reconnection,
     .init = deep_only)
{
    static const char *const settings[] = {"--stream-seconds=1", NULL};
    struct service service;
    struct fixture fixture;
    struct sse sse;
    char last[24];
    long seq = 0;

    service_expose();
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    sse_open(&sse, &fixture.players[0], events_of(&fixture), NULL);
    while (seq < fixture.seq)
        expect_next(&sse, &seq);
    cr_expect(sse_ends(&sse, SSE_WAIT_MS));
    cr_expect(sse.is_whole);
    sse_close(&sse);
    fixture_play(&fixture, 1);
    snprintf(last, sizeof last, "%ld", seq);
    sse_open(&sse, &fixture.players[0], events_of(&fixture), last);
    expect_next(&sse, &seq);
    sse_close(&sse);
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- limits and slow clients ---- */

/* Read until the stream says that it ends permanently. */
static void expect_bye(struct sse *sse, const char *reason)
{
    struct sse_event event;
    bool is_bye = false;

    while (!is_bye && sse_next(sse, SSE_WAIT_MS, &event)) {
        is_bye = strcmp(event.type, "bye") == 0;
        if (is_bye)
            cr_expect_str_eq(
                json_string_value(json_object_get(event.json, "reason")),
                reason);
        sse_event_clear(&event);
    }
    cr_expect(is_bye);
    cr_expect(sse_ends(sse, SSE_WAIT_MS));
    cr_expect(sse->is_whole);
}

Test(streams, a_fifth_stream_of_an_account_ends_its_oldest,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;
    struct sse sse[4], others, fifth;

    fixture_begin(&fixture, &test_service, "template", 2);
    sse_open(&others, &fixture.players[1], events_of(&fixture), NULL);
    cr_expect(sse_answered(&others));
    for (int i = 0; i < 4; i++) {
        sse_open(&sse[i], &fixture.players[0], events_of(&fixture), NULL);
        cr_expect(sse_answered(&sse[i]));
    }
    sse_close(&sse[2]); /* a closed one does not count, long before the next
                         * heartbeat */
    sse_open(&sse[2], &fixture.players[0], events_of(&fixture), NULL);
    cr_expect(sse_answered(&sse[2]));
    cr_expect_not(sse_ends(&sse[0], 300));
    sse_open(&fifth, &fixture.players[0], "/v1/me/events", NULL);
    cr_expect(sse_answered(&fifth));
    cr_expect_eq(fifth.status, 200);
    expect_bye(&sse[0], "too-many-streams");
    for (int i = 1; i < 4; i++)
        cr_expect_not(sse_ends(&sse[i], 100), "stream %d", i);
    cr_expect_not(sse_ends(&others, 100));
    for (int i = 0; i < 4; i++)
        sse_close(&sse[i]);
    sse_close(&others);
    sse_close(&fifth);
    fixture_end(&fixture);
}

Test(streams, streams_without_a_token_are_refused_beyond_the_share_of_a_network)
{
    enum { MOST = 4 };
    static const char *const settings[] = {"--streams-per-network=8", NULL};
    static struct sse sse[MOST];
    struct service service;
    struct fixture fixture;
    char retry[16];

    service_expose();
    service_begin(&service, settings);
    struct client nobody = client_open(&service);

    fixture_begin(&fixture, &service, "template", 2);
    for (int i = 0; i < MOST; i++) {
        sse_open(&sse[i], &nobody, events_of(&fixture), NULL);
        cr_expect(sse_answered(&sse[i]));
    }
    struct answer more = ask(&nobody, events_of(&fixture), NULL);

    cr_expect_eq(more.status, 429);
    cr_expect_str_eq(answer_problem(&more), "too-many-streams");
    answer_header(&more, "Retry-After", retry, sizeof retry);
    cr_expect_str_neq(retry, "");
    answer_clear(&more);
    for (int i = 0; i < MOST; i++)
        sse_close(&sse[i]);
    client_close(&nobody);
    fixture_end(&fixture);
    service_end(&service);
}

Test(streams, streams_of_a_node_are_limited)
{
    static const char *const settings[] = {"--streams=2", NULL};
    struct service service;
    struct fixture fixture;
    struct sse sse[2];

    service_expose();
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 2);
    for (int i = 0; i < 2; i++) {
        sse_open(&sse[i], &fixture.players[i], events_of(&fixture), NULL);
        cr_expect(sse_answered(&sse[i]));
    }
    expect_refused(&fixture.players[0], events_of(&fixture), NULL, 503,
                   "unavailable");
    for (int i = 0; i < 2; i++)
        sse_close(&sse[i]);
    fixture_end(&fixture);
    service_end(&service);
}

Test(streams, a_client_that_does_not_read_is_cut_while_others_continue,
     .init = deep_only)
{
    static const char *const settings[] = {"--request-seconds=1", NULL};
    struct service service;
    struct fixture fixture;
    struct sse slow, quick;
    long seq = 0;

    service_expose();
    service_begin(&service, settings);
    long last = play_by_bots(&fixture, &service);

    sse_open_small(&slow, &fixture.players[0], events_of(&fixture));
    cr_expect(sse_answered(&slow));
    sse_open(&quick, &fixture.players[0], events_of(&fixture), NULL);
    while (seq < last)
        expect_next(&quick, &seq);
    cr_expect(sse_ends(&quick, SSE_WAIT_MS));
    cr_expect(quick.is_whole);
    for (int i = 0; i < 4000 && !service_logged(&service, "request-lost"); i++)
        pause_ms(25);
    cr_expect(service_logged(&service, "request-lost"));
    cr_expect(sse_ends(&slow, SSE_WAIT_MS));
    cr_expect(!slow.is_whole);
    cr_expect_lt(slow.bytes, quick.bytes);
    sse_close(&slow);
    sse_close(&quick);
    fixture_end(&fixture);
    service_end(&service);
}

Test(streams, many_streams_end_in_time_when_the_service_stops,
     .init = deep_only)
{
    static const char *const settings[] = {"--drain-seconds=300", NULL};
    struct service service;
    struct fixture fixture;
    static struct sse sse[MANY];

    service_expose();
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 4);
    struct client nobody = client_open(&service);

    for (int i = 0; i < MANY; i++) {
        bool is_players = i < 16, is_mine = i % 2;

        sse_open(&sse[i], is_players ? &fixture.players[i / 4] : &nobody,
                 is_players && is_mine ? "/v1/me/events" : events_of(&fixture),
                 NULL);
        cr_expect(sse_answered(&sse[i]));
        cr_expect_eq(sse[i].status, 200, "%d", i);
    }
    double begun = now_s();
    int status = service_signal(&service, SIGTERM);

    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    cr_expect_lt(now_s() - begun, 150.0, "they do not end");
    for (int i = 0; i < MANY; i++) {
        cr_expect(sse_ends(&sse[i], SSE_WAIT_MS));
        cr_expect(sse[i].is_whole, "%d", i);
        sse_close(&sse[i]);
    }
    client_close(&nobody);
    service_start(&service);
    fixture_end(&fixture);
    service_end(&service);
}

/* How many of them are over. */
static int count_over(struct sse *all, int count)
{
    int over = 0;

    for (int i = 0; i < count; i++)
        over += all[i].is_over || sse_ends(&all[i], 1);
    return over;
}

Test(streams, a_lame_duck_ends_streams_one_after_the_other, .init = deep_only)
{
    enum { LISTENERS = 12 };
    static const char *const settings[] = {"--lame-duck-seconds=4", NULL};
    static struct sse sse[LISTENERS];
    struct service service;
    struct fixture fixture;
    int status;

    service_expose();
    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "template", 4);
    struct client nobody = client_open(&service);

    for (int i = 0; i < LISTENERS; i++) {
        sse_open(&sse[i], &nobody, events_of(&fixture), NULL);
        cr_expect(sse_answered(&sse[i]));
    }
    kill(service.pid, SIGTERM);
    double begun = now_s();
    int over = 0;

    while (over == 0 && now_s() - begun < 10)
        over = count_over(sse, LISTENERS);
    cr_expect_lt(over, LISTENERS / 2, "%d ended together", over);
    fixture_play(&fixture, 1); /* everything else continues */
    for (int i = 0; i < LISTENERS; i++) {
        cr_expect(sse_ends(&sse[i], SSE_WAIT_MS));
        cr_expect(sse[i].is_whole);
        cr_expect_gt(sse[i].comments, 0, "it ends without a comment");
    }
    cr_expect_eq(waitpid(service.pid, &status, 0), service.pid);
    cr_expect(WIFEXITED(status) && WEXITSTATUS(status) == 0);
    for (int i = 0; i < LISTENERS; i++)
        sse_close(&sse[i]);
    client_close(&nobody);
    service_start(&service);
    fixture_end(&fixture);
    service_end(&service);
}

/* ---- several nodes ---- */

Test(streams, a_stream_of_a_killed_node_continues_at_another)
{
    struct service service, second;
    struct fixture fixture;
    struct sse sse;
    char last[24];
    long seq = 0;

    service_expose();
    service_begin(&service, NULL);
    service_join(&second, &service);
    fixture_begin(&fixture, &service, "underwater-cities", 2);
    struct client there = client_again(&second, &fixture.players[1]);

    sse_open(&sse, &there, events_of(&fixture), NULL);
    for (int i = 0; i < 10; i++) {
        fixture_play(&fixture, 1);
        while (seq < fixture.seq)
            expect_next(&sse, &seq);
    }
    service_signal(&second, SIGKILL);
    cr_expect(sse_ends(&sse, SSE_WAIT_MS));
    cr_expect(!sse.is_whole);
    sse_close(&sse);
    fixture_play(&fixture, 3);
    snprintf(last, sizeof last, "%ld", seq);
    sse_open(&sse, &fixture.players[1], events_of(&fixture), last);
    while (seq < fixture.seq)
        expect_next(&sse, &seq);
    sse_close(&sse);
    client_close(&there);
    service_start(&second);
    fixture_end(&fixture);
    service_end(&second);
    service_end(&service);
}
