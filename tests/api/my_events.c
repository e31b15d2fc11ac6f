/* The events of an account's matches, as a list and as a stream; and stream
 * tickets. */
#include "depth.h"
#include "match_fixture.h"
#include "raw.h"
#include "service.h"
#include "shared_node.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char mine[] = "/v1/me/events";

static double now_s(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static struct answer create_match(struct client *client, const char *seats)
{
    char body[128];

    snprintf(body, sizeof body, "{\"game\":\"template\",\"seats\":[%s]}",
             seats);
    return client_send(client, "POST", "/v1/matches", body);
}

/* Read on from the cursor, and advance it. */
static struct answer read_on(struct client *client, char *cursor, size_t size,
                             int wait_s)
{
    struct answer answer =
        client_get(client, "%s?after=%s&wait=%d", mine, cursor, wait_s);

    cr_assert_eq(answer.status, 200, "%s", answer.body);
    snprintf(cursor, size, "%s", answer_text(&answer, "next_after"));
    return answer;
}

static json_t *only_notice(const struct answer *answer)
{
    json_t *data = json_object_get(answer->json, "data");

    cr_assert_eq(json_array_size(data), 1, "%s", answer->body);
    return json_array_get(data, 0);
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static void expect_players(const json_t *notice, const char *first,
                           const char *second)
{
    json_t *players = json_object_get(notice, "players");

    cr_assert_eq(json_array_size(players), 2);
    cr_expect_str_eq(json_string_value(json_array_get(players, 0)), first);
    if (second)
        cr_expect_str_eq(json_string_value(json_array_get(players, 1)), second);
    else
        cr_expect(json_is_null(json_array_get(players, 1)));
}

/* The only notice after the cursor, which advances; new: json_decref. */
static json_t *next_notice(struct client *client, char *cursor, size_t size)
{
    struct answer answer = read_on(client, cursor, size, 0);
    json_t *notice = json_incref(only_notice(&answer));

    answer_clear(&answer);
    return notice;
}

Test(my_events, a_notice_says_who_plays_until_when_and_who_was_first,
     .init = shared_setup, .fini = shared_teardown)
{
    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, "bea");
    struct answer made =
        client_send(&ada, "POST", "/v1/matches",
                    "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
                    "\"clock\":{\"turn_seconds\":86400}}");
    char cursor[SSE_ID_SIZE] = "", path[128];
    json_t *notice = next_notice(&ada, cursor, sizeof cursor);

    expect_players(notice, account_name("ada"), NULL);
    cr_expect(json_is_null(json_object_get(notice, "deadline")));
    json_decref(notice);
    snprintf(path, sizeof path, "/v1/matches/%s/seats",
             answer_text(&made, "id"));
    struct answer joined = client_send(&bea, "POST", path, NULL);
    const json_t *clock = json_object_get(joined.json, "clock");

    notice = next_notice(&ada, cursor, sizeof cursor);
    expect_players(notice, account_name("ada"), account_name("bea"));
    cr_expect_str_eq(text_of(notice, "deadline"),
                     json_string_value(json_array_get(
                         json_object_get(clock, "deadlines"), 0)));
    json_decref(notice);
    snprintf(path, sizeof path, "/v1/matches/%s/resignation",
             answer_text(&made, "id"));
    client_with(&bea, "If-Match: *");
    struct answer resigned = client_send(&bea, "POST", path, NULL);

    notice = next_notice(&ada, cursor, sizeof cursor);
    json_t *ranks = json_object_get(notice, "ranks");

    cr_expect_eq(json_integer_value(json_array_get(ranks, 0)), 1);
    cr_expect_eq(json_integer_value(json_array_get(ranks, 1)), 2);
    cr_expect(json_is_null(json_object_get(notice, "deadline")));
    json_decref(notice);
    answer_clear(&made);
    answer_clear(&joined);
    answer_clear(&resigned);
    client_close(&ada);
    client_close(&bea);
}

Test(my_events, a_notice_has_the_progress_and_the_turn_of_a_match,
     .init = shared_setup, .fini = shared_teardown)
{
    struct fixture fixture;
    char cursor[SSE_ID_SIZE] = "";

    fixture_begin(&fixture, &test_service, "template", 2);
    struct answer all = read_on(&fixture.players[0], cursor, sizeof cursor, 0);
    json_t *notice = only_notice(&all);
    json_t *seats = json_object_get(notice, "seats");

    cr_expect_str_eq(text_of(notice, "match"), fixture.match);
    cr_expect_str_eq(text_of(notice, "game"), "template");
    cr_expect_str_eq(text_of(notice, "status"), "running");
    cr_expect_eq(json_integer_value(json_object_get(notice, "seq")),
                 fixture.seq);
    cr_expect_eq(json_array_size(seats), 1);
    cr_expect_eq(json_integer_value(json_array_get(seats, 0)), 0);
    cr_expect(json_is_true(json_object_get(notice, "your_turn")));
    cr_expect(json_is_null(json_object_get(notice, "deadline")));
    cr_expect(json_is_null(json_object_get(notice, "ranks")));
    cr_expect_str_neq(text_of(notice, "changed_at"), "");
    expect_players(notice, account_name("ada"), account_name("bea"));
    answer_clear(&all);
    struct answer none = read_on(&fixture.players[0], cursor, sizeof cursor, 0);

    cr_expect_eq(json_array_size(json_object_get(none.json, "data")), 0);
    answer_clear(&none);
    fixture_play(&fixture, 1);
    struct answer moved =
        read_on(&fixture.players[0], cursor, sizeof cursor, 0);

    notice = only_notice(&moved);
    cr_expect_eq(json_integer_value(json_object_get(notice, "seq")),
                 fixture.seq);
    answer_clear(&moved);
    fixture_end(&fixture);
}

Test(my_events, invalid_requests_are_refused, .init = shared_setup,
     .fini = shared_teardown)
{
    static const struct {
        const char *query, *slug;
        long status;
    } rows[] = {
        {"?after=nonsense", "invalid-cursor", 400},
        {"?after=abcdefgh", "invalid-cursor", 400},
        {"?limit=0", "invalid-fields", 400},
        {"?limit=101", "invalid-fields", 400},
        {"?wait=26", "invalid-fields", 400},
        {"?ticket=tkt_a", "invalid-fields", 400}, /* not a stream */
        {"?what=1", "invalid-fields", 400},
    };

    struct client ada = client_account(&test_service, "ada");
    struct client nobody = client_open(&test_service);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct answer answer = client_get(&ada, "%s%s", mine, rows[i].query);

        cr_expect_eq(answer.status, rows[i].status, "%s: %s", rows[i].query,
                     answer.body);
        cr_expect_str_eq(answer_problem(&answer), rows[i].slug);
        answer_clear(&answer);
    }
    client_with(&ada, "Accept: text/event-stream");
    client_with(&ada, "Last-Event-ID: nonsense");
    struct answer lost = client_send(&ada, "GET", mine, NULL);

    cr_expect_eq(lost.status, 400);
    cr_expect_str_eq(answer_problem(&lost), "invalid-cursor");
    answer_clear(&lost);
    struct answer who = client_send(&nobody, "GET", mine, NULL);

    cr_expect_eq(who.status, 401);
    answer_clear(&who);
    client_close(&nobody);
    client_close(&ada);
}

/* ---- waiting, on another node ---- */

struct poll {
    struct client client;
    char cursor[SSE_ID_SIZE];
    struct answer answer;
};

static void *poll_on(void *arg)
{
    struct poll *poll = arg;

    poll->answer =
        read_on(&poll->client, poll->cursor, sizeof poll->cursor, 25);
    return NULL;
}

/* Wait until a long poll waits at the node. */
static void expect_waiting(const struct service *service)
{
    long waiting = 0;

    for (int i = 0; i < 5000 && waiting != 1; i++)
        waiting = raw_metric(service, "long_polls");
    cr_expect_eq(waiting, 1);
}

Test(my_events, a_match_created_at_one_node_wakes_a_long_poll_at_another,
     .init = deep_only)
{
    struct service service, second;
    struct poll poll = {.cursor = ""};
    pthread_t thread;

    service_begin(&service, NULL);
    service_join(&second, &service);
    struct client ada = client_account(&service, "ada");

    poll.client = client_again(&second, &ada);
    struct answer none =
        read_on(&poll.client, poll.cursor, sizeof poll.cursor, 0);

    answer_clear(&none);
    pthread_create(&thread, NULL, poll_on, &poll);
    expect_waiting(&second);
    double begun = now_s();
    struct answer made = create_match(&ada, "\"me\",\"open\"");

    cr_assert_eq(made.status, 201, "%s", made.body);
    pthread_join(thread, NULL);
    cr_expect_lt(now_s() - begun, 24.0); /* long before its time is up */
    cr_expect_str_eq(text_of(only_notice(&poll.answer), "match"),
                     answer_text(&made, "id"));
    answer_clear(&made);
    answer_clear(&poll.answer);
    client_close(&poll.client);
    client_close(&ada);
    service_end(&second);
    service_end(&service);
}

/* ---- the stream ---- */

/* Expect the next notice to be of this match with this status. */
static void expect_notice(struct sse *sse, const char *match,
                          const char *status)
{
    struct sse_event event;

    cr_assert(sse_next(sse, SSE_WAIT_MS, &event), "no notice of %s", status);
    cr_expect_str_eq(event.type, "match");
    cr_expect_str_eq(text_of(event.json, "match"), match);
    cr_expect_str_eq(text_of(event.json, "status"), status, "%s", event.data);
    cr_expect_str_neq(event.id, "");
    sse_event_clear(&event);
}

Test(my_events, a_broken_stream_continues_even_if_it_had_no_events,
     .init = shared_setup, .fini = shared_teardown)
{
    struct sse sse;
    char last[SSE_ID_SIZE], path[128];

    struct client ada = client_account(&test_service, "ada");

    sse_open(&sse, &ada, mine, NULL);
    struct sse_event event;

    cr_expect(!sse_next(&sse, 300, &event)); /* nothing has happened yet, */
    cr_expect_str_neq(sse.last_id, "");      /* but there is an id to continue
                                              * from */
    snprintf(last, sizeof last, "%s", sse.last_id);
    sse_close(&sse);
    struct answer made = create_match(&ada, "\"me\",\"open\"");
    char match[64];

    snprintf(match, sizeof match, "%s", answer_text(&made, "id"));
    answer_clear(&made);
    snprintf(path, sizeof path, "/v1/matches/%s/seats/0", match);
    struct answer left = client_send(&ada, "DELETE", path, NULL);

    cr_assert_eq(left.status, 204, "%s", left.body);
    answer_clear(&left);
    sse_open(&sse, &ada, mine, last);
    expect_notice(&sse, match, "aborted"); /* begun and ended in between */
    sse_close(&sse);
    client_close(&ada);
}

Test(my_events, a_stream_reports_each_step_as_it_happens, .init = deep_only)
{
    struct service service, second;
    struct fixture fixture = {.people = 2};
    struct sse sse;
    char path[128];

    service_begin(&service, NULL);
    service_join(&second, &service);
    fixture.service = &service;
    fixture.players[0] = client_account(&service, "ada");
    fixture.players[1] = client_account(&service, "bea");
    struct client there = client_again(&second, &fixture.players[0]);

    sse_open(&sse, &there, mine, NULL);
    cr_expect(sse_answered(&sse));
    struct answer made = create_match(&fixture.players[0], "\"me\",\"open\"");

    snprintf(fixture.match, sizeof fixture.match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    expect_notice(&sse, fixture.match, "open");
    snprintf(path, sizeof path, "/v1/matches/%s/seats", fixture.match);
    struct answer joined = client_send(&fixture.players[1], "POST", path, NULL);

    cr_assert_eq(joined.status, 201, "%s", joined.body);
    answer_clear(&joined);
    expect_notice(&sse, fixture.match, "running");
    snprintf(path, sizeof path, "/v1/matches/%s/resignation", fixture.match);
    struct answer done = client_send(&fixture.players[1], "POST", path, NULL);

    cr_assert_eq(done.status, 201, "%s", done.body);
    answer_clear(&done);
    expect_notice(&sse, fixture.match, "finished");
    sse_close(&sse);
    client_close(&there);
    fixture_end(&fixture);
    service_end(&second);
    service_end(&service);
}

/* ---- stream tickets ---- */

static void take_ticket(struct client *client, char *out, size_t size)
{
    struct answer answer =
        client_send(client, "POST", "/v1/stream-tickets", NULL);

    cr_assert_eq(answer.status, 201, "%s", answer.body);
    cr_expect_str_neq(answer_text(&answer, "expires_at"), "");
    snprintf(out, size, "%s", answer_text(&answer, "ticket"));
    answer_clear(&answer);
}

/* Open a stream with a ticket alone; returns its status. */
static long open_with(struct sse *sse, const struct client *nobody,
                      const char *what, const char *ticket)
{
    char path[256];

    snprintf(path, sizeof path, "%s?ticket=%s", what, ticket);
    sse_open(sse, nobody, path, NULL);
    cr_expect(sse_answered(sse));
    return sse->status;
}

/* An EventSource reconnects with the URL that it has. */
Test(my_events, a_ticket_reconnects_one_stream_at_a_time, .init = shared_setup,
     .fini = shared_teardown)
{
    struct fixture fixture;
    struct sse sse, again, elsewhere;
    struct sse_event event;
    char ticket[80], path[256];

    fixture_begin(&fixture, &test_service, "template", 2);
    struct client nobody = client_open(&test_service);

    take_ticket(&fixture.players[0], ticket, sizeof ticket);
    cr_expect_eq(open_with(&sse, &nobody, mine, ticket), 200);
    expect_notice(&sse, fixture.match, "running");
    snprintf(path, sizeof path, "%s?ticket=%s", mine, ticket);
    sse_open(&again, &nobody, path, sse.last_id);
    cr_expect(sse_answered(&again));
    cr_expect_eq(again.status, 200);
    cr_assert(sse_next(&sse, SSE_WAIT_MS, &event));
    cr_expect_str_eq(event.type, "bye");
    cr_expect_str_eq(json_string_value(json_object_get(event.json, "reason")),
                     "replaced");
    sse_event_clear(&event);
    cr_expect(sse_ends(&sse, SSE_WAIT_MS));
    fixture_play(&fixture, 1);
    expect_notice(&again, fixture.match, "running");
    snprintf(path, sizeof path, "/v1/matches/%s/events", fixture.match);
    cr_expect_eq(open_with(&elsewhere, &nobody, path, ticket), 401);
    sse_close(&elsewhere);
    sse_close(&again);
    sse_close(&sse);
    client_close(&nobody);
    fixture_end(&fixture);
}

Test(my_events, a_ticket_shows_what_its_owner_sees_and_is_never_logged,
     .init = deep_only)
{
    static const char *const settings[] = {"--heartbeat-seconds=1",
                                           "--log-level=debug", NULL};
    struct service service;
    struct fixture fixture;
    struct sse sse;
    struct sse_event event;
    char tickets[2][80], what[128];

    service_begin(&service, settings);
    fixture_begin(&fixture, &service, "underwater-cities", 2);
    struct client nobody = client_open(&service);

    for (int i = 0; i < 2; i++)
        take_ticket(&fixture.players[0], tickets[i], sizeof tickets[i]);
    cr_expect_eq(open_with(&sse, &nobody, mine, tickets[0]), 200);
    expect_notice(&sse, fixture.match, "running");
    sse_close(&sse);
    /* A stream with a ticket sees what the account sees: its own first move in
     * words. */
    fixture_play(&fixture, 1);
    snprintf(what, sizeof what, "/v1/matches/%s/events", fixture.match);
    cr_expect_eq(open_with(&sse, &nobody, what, tickets[1]), 200);
    for (long seq = 0; seq < fixture.seq; seq++) {
        cr_assert(sse_next(&sse, SSE_WAIT_MS, &event));
        cr_expect(!json_is_null(json_object_get(event.json, "move")), "%s",
                  event.data);
        sse_event_clear(&event);
    }
    struct answer out = client_send(&fixture.players[0], "DELETE",
                                    "/v1/sessions/current", NULL);

    answer_clear(&out);
    cr_expect(sse_ends(&sse, SSE_WAIT_MS)); /* together with the token */
    sse_close(&sse);
    for (int i = 0; i < 2; i++)
        cr_expect(!service_logged(&service, tickets[i]));
    client_close(&nobody);
    fixture_end(&fixture);
    service_end(&service);
}

Test(my_events, a_ticket_opens_nothing_but_streams, .init = shared_setup,
     .fini = shared_teardown)
{
    char ticket[80];

    struct client ada = client_account(&test_service, "ada");
    struct client nobody = client_open(&test_service);

    take_ticket(&ada, ticket, sizeof ticket);
    struct answer list = client_get(&nobody, "%s?ticket=%s", mine, ticket);

    cr_expect_eq(list.status, 401);
    answer_clear(&list);
    client_with(&nobody, "Accept: */*");
    struct answer me = client_get(&nobody, "/v1/me?ticket=%s", ticket);

    cr_expect_eq(me.status, 401);
    answer_clear(&me);
    struct sse sse;

    cr_expect_eq(open_with(&sse, &nobody, mine, ticket), 200); /* not used
                                                                * yet */
    sse_close(&sse);
    client_close(&nobody);
    client_close(&ada);
}
