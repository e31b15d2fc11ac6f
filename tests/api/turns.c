/* Events and responses to moves say whose turn it is, what time is left, what
 * can be undone, and how the match ended. */
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct fixture fixture;

static void setup(void)
{
    shared_setup();
    fixture_begin(&fixture, &test_service, "template", 2);
}

static void teardown(void)
{
    fixture_end(&fixture);
    shared_teardown();
}

/* The fixture's accounts begin a match with a clock. */
static void begin_with_clock(const char *clock)
{
    char body[256], path[128];

    snprintf(body, sizeof body,
             "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
             "\"clock\":%s}",
             clock);
    struct answer made =
        client_send(&fixture.players[0], "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture.match, sizeof fixture.match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    snprintf(path, sizeof path, "/v1/matches/%s/seats", fixture.match);
    made = client_send(&fixture.players[1], "POST", path, NULL);
    cr_assert_eq(made.status, 201, "%s", made.body);
    answer_clear(&made);
}

/* A move of some seat; *seat is the seat. */
static struct answer play_one(int *seat, const char *key)
{
    char move[128];

    *seat = fixture_choose_any(&fixture, move, sizeof move);
    cr_assert_geq(*seat, 0);
    return fixture_post(&fixture, *seat, move, fixture.seq, key);
}

static void expect_equal(const json_t *a, const json_t *b, const char *what)
{
    cr_expect(a && json_equal(a, b), "%s", what);
}

/* The clock without the time at which it was read, which must be there. */
static json_t *still(json_t *clock)
{
    cr_expect(json_is_string(json_object_get(clock, "now")));
    json_object_del(clock, "now");
    return clock;
}

TestSuite(turns, .init = setup, .fini = teardown);

Test(turns, every_event_says_who_is_to_act_after_it)
{
    fixture_play(&fixture, 12);
    struct answer log = fixture_get(&fixture, 0, "/events");
    json_t *event;
    size_t i;

    json_array_foreach(json_object_get(log.json, "events"), i, event)
    {
        char path[64];

        snprintf(path, sizeof path, "/state?at_seq=%lld",
                 json_integer_value(json_object_get(event, "seq")));
        struct answer state = fixture_get(&fixture, 0, path);

        expect_equal(json_object_get(event, "to_act"),
                     json_object_get(state.json, "to_act"), path);
        answer_clear(&state);
    }
    cr_expect_gt(i, 12);
    answer_clear(&log);
}

Test(turns, the_last_event_of_a_match_has_its_result)
{
    fixture_play(&fixture, 1000);
    cr_assert(fixture.is_over);
    struct answer log = fixture_get(&fixture, 0, "/events");
    struct answer match = fixture_get(&fixture, 0, "");
    const json_t *events = json_object_get(log.json, "events");
    const json_t *last = json_array_get(events, json_array_size(events) - 1);

    cr_expect_str_eq(json_string_value(json_object_get(last, "type")),
                     "finish");
    cr_expect(json_is_object(json_object_get(last, "result")));
    expect_equal(json_object_get(last, "result"),
                 json_object_get(match.json, "result"), "result");
    cr_expect_eq(json_array_size(json_object_get(last, "to_act")), 0);
    answer_clear(&log);
    answer_clear(&match);
}

Test(turns, an_aborted_match_leaves_nobody_to_act)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/votes", fixture.match);
    for (int seat = 0; seat < 2; seat++) {
        struct answer vote = client_send(&fixture.players[seat], "POST", path,
                                         "{\"abort\":true}");

        cr_assert_eq(vote.status, 201, "%s", vote.body);
        answer_clear(&vote);
    }
    struct answer log = fixture_get(&fixture, 0, "/events");
    const json_t *events = json_object_get(log.json, "events");
    const json_t *last = json_array_get(events, json_array_size(events) - 1);

    cr_expect_str_eq(json_string_value(json_object_get(last, "type")), "abort");
    cr_expect_eq(json_array_size(json_object_get(last, "to_act")), 0);
    answer_clear(&log);
}

Test(turns, lists_and_responses_have_the_clock_of_the_match)
{
    int seat;

    begin_with_clock("{\"bank_seconds\":900,\"increment_seconds\":5}");
    struct answer done = play_one(&seat, NULL);
    struct answer log = fixture_get(&fixture, 0, "/events");
    struct answer state = fixture_get(&fixture, seat, "/state");
    json_t *clock = json_object_get(state.json, "clock");

    cr_assert_eq(done.status, 201, "%s", done.body);
    cr_expect(json_is_object(clock));
    expect_equal(still(json_object_get(done.json, "clock")), clock, done.body);
    expect_equal(still(json_object_get(log.json, "clock")), clock, log.body);
    expect_equal(json_object_get(done.json, "undo"),
                 json_object_get(state.json, "undo"), done.body);
    answer_clear(&done);
    answer_clear(&log);
    answer_clear(&state);
}

Test(turns, of_the_events_of_a_stream_only_the_newest_has_the_clock)
{
    struct sse sse;
    char path[128];

    begin_with_clock("{\"turn_seconds\":900}");
    fixture_play(&fixture, 5);
    struct answer state = fixture_get(&fixture, 0, "/state");

    snprintf(path, sizeof path, "/v1/matches/%s/events", fixture.match);
    sse_open(&sse, &fixture.players[0], path, NULL);
    for (long seq = 1; seq <= answer_number(&state, "seq"); seq++) {
        struct sse_event event;

        cr_assert(sse_next(&sse, SSE_WAIT_MS, &event));
        json_t *clock = json_object_get(event.json, "clock");

        if (seq < answer_number(&state, "seq"))
            cr_expect_null(clock);
        else
            expect_equal(still(clock), json_object_get(state.json, "clock"),
                         "clock");
        sse_event_clear(&event);
    }
    sse_close(&sse);
    answer_clear(&state);
}

Test(turns, each_event_of_an_open_stream_has_the_clock)
{
    struct sse sse;
    char path[128];
    long seq = 0;

    begin_with_clock("{\"turn_seconds\":900}");
    snprintf(path, sizeof path, "/v1/matches/%s/events", fixture.match);
    sse_open(&sse, &fixture.players[0], path, NULL);
    for (int moves = 0; moves <= 4; moves++) {
        struct answer state = fixture_get(&fixture, 0, "/state");
        struct sse_event event;

        for (; seq < answer_number(&state, "seq"); seq++) {
            cr_assert(sse_next(&sse, SSE_WAIT_MS, &event));
            if (seq + 1 == answer_number(&state, "seq"))
                expect_equal(still(json_object_get(event.json, "clock")),
                             json_object_get(state.json, "clock"), event.data);
            sse_event_clear(&event);
        }
        answer_clear(&state);
        cr_assert_eq(fixture_play(&fixture, 1), 1);
    }
    sse_close(&sse);
}

/* The rest is repeated. */
Test(turns, a_repeated_request_has_the_clock_of_now)
{
    char path[128], body[192], move[128];

    begin_with_clock("{\"turn_seconds\":900}");
    cr_assert(fixture_choose(&fixture, 0, move, sizeof move));
    snprintf(path, sizeof path, "/v1/matches/%s/moves", fixture.match);
    snprintf(body, sizeof body, "{\"move\":\"%s\",\"seq\":%ld}", move,
             fixture.seq);
    client_with(&fixture.players[0], "Idempotency-Key: one");
    struct answer first = client_send(&fixture.players[0], "POST", path, body);

    cr_assert_eq(first.status, 201, "%s", first.body);
    fixture_play(&fixture, 4);
    client_with(&fixture.players[0], "Idempotency-Key: one");
    struct answer again = client_send(&fixture.players[0], "POST", path, body);
    struct answer state = fixture_get(&fixture, 0, "/state");

    cr_assert_eq(again.status, 201, "%s", again.body);
    expect_equal(still(json_object_get(again.json, "clock")),
                 json_object_get(state.json, "clock"), again.body);
    json_object_del(again.json, "clock");
    json_object_del(first.json, "clock");
    expect_equal(again.json, first.json, again.body);
    answer_clear(&first);
    answer_clear(&again);
    answer_clear(&state);
}

Test(turns, a_response_says_what_can_be_undone)
{
    int seat;

    fixture_begin_again(&fixture, "underwater-cities");
    for (int i = 0; i < 40; i++) {
        struct answer done = play_one(&seat, NULL);
        struct answer state = fixture_get(&fixture, seat, "/state");

        cr_assert_eq(done.status, 201, "%s", done.body);
        expect_equal(json_object_get(done.json, "undo"),
                     json_object_get(state.json, "undo"), done.body);
        answer_clear(&done);
        answer_clear(&state);
    }
}
