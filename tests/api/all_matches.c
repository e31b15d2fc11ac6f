/* One stream with the events of all matches of an account. */
#include "depth.h"
#include "http.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum {
    QUIET_MS = 700, /* in which nothing arrives */
    EXTRA_MS = 50,  /* in which an event would arrive a second time */
};

static const char path[] = "/v1/me/events?matches=all";

/* What a client has received of one match. */
struct received {
    char match[64];
    json_t *events; /* an array */
};

struct listener {
    struct client *client;
    char last_id[SSE_ID_SIZE]; /* "": none */
    struct received matches[4];
    size_t count;
};

static struct received *received_of(struct listener *listener,
                                    const char *match)
{
    for (size_t i = 0; i < listener->count; i++)
        if (strcmp(listener->matches[i].match, match) == 0)
            return &listener->matches[i];
    cr_assert_lt(listener->count, 4);
    struct received *received = &listener->matches[listener->count++];

    snprintf(received->match, sizeof received->match, "%s", match);
    received->events = json_array();
    return received;
}

static void take(struct listener *listener, const struct sse_event *event)
{
    const char *match =
        json_string_value(json_object_get(event->json, "match"));

    if (strcmp(event->type, "match-events") == 0)
        json_array_extend(received_of(listener, match)->events,
                          json_object_get(event->json, "events"));
}

/* Has the client received a match up to this seq? */
static bool has_all(const struct listener *listener, const char *match,
                    long seq)
{
    for (size_t i = 0; i < listener->count; i++) {
        const json_t *events = listener->matches[i].events;
        const json_t *last =
            json_array_get(events, json_array_size(events) - 1);

        if (strcmp(listener->matches[i].match, match) == 0)
            return json_integer_value(json_object_get(last, "seq")) >= seq;
    }
    return false;
}

/* Listen from the last id until the fixture's match has arrived and nothing
 * follows or, to break it off in the middle, for `most` events. */
static void listen_on(struct listener *listener, const struct fixture *fixture,
                      int most)
{
    struct sse_event event;
    struct sse sse;
    bool has_id = *listener->last_id;

    sse_open(&sse, listener->client, path, has_id ? listener->last_id : NULL);
    cr_assert(sse_answered(&sse));
    cr_expect_eq(sse.status, 200);
    while (most-- > 0 &&
           sse_next(&sse,
                    has_all(listener, fixture->match, fixture->seq) ? EXTRA_MS
                                                                    : QUIET_MS,
                    &event)) {
        take(listener, &event);
        sse_event_clear(&event);
    }
    snprintf(listener->last_id, sizeof listener->last_id, "%s", sse.last_id);
    sse_close(&sse);
}

/* Expect the events after a seq, each once and in order, and as GET …/events
 * returns them: that of a finished match shows more. */
static void expect_all(struct listener *listener, const char *match, long after,
                       bool is_over)
{
    const json_t *events = received_of(listener, match)->events;
    struct answer log = client_get(
        listener->client, "/v1/matches/%s/events?after=%ld", match, after);
    const json_t *all = json_object_get(log.json, "events");

    cr_expect(json_array_size(all) > 0);
    cr_expect_eq(json_array_size(events), json_array_size(all), "%zu of %zu",
                 json_array_size(events), json_array_size(all));
    for (size_t i = 0; i < json_array_size(events); i++)
        cr_expect_eq(json_integer_value(
                         json_object_get(json_array_get(events, i), "seq")),
                     after + 1 + (long)i);
    if (!is_over)
        cr_expect(json_equal(events, all), "they differ from the log");
    answer_clear(&log);
}

/* Expect every event after a seq up to the match's, once and in order. */
static void expect_pages(struct listener *listener, const char *match,
                         long after)
{
    const json_t *events = received_of(listener, match)->events;
    struct answer now = client_get(listener->client, "/v1/matches/%s", match);

    cr_expect_eq((long)json_array_size(events),
                 answer_number(&now, "seq") - after);
    for (size_t i = 0; i < json_array_size(events); i++)
        cr_expect_eq(json_integer_value(
                         json_object_get(json_array_get(events, i), "seq")),
                     after + 1 + (long)i);
    answer_clear(&now);
}

static void listener_clear(struct listener *listener)
{
    for (size_t i = 0; i < listener->count; i++)
        json_decref(listener->matches[i].events);
}

Test(all_matches, events_of_several_matches_arrive_once_through_reconnects,
     .init = deep_only)
{
    struct service service, second;
    struct fixture fixture;
    char first[64];

    service_begin(&service, NULL);
    service_join(&second, &service);
    fixture_begin(&fixture, &service, "underwater-cities", 2);
    struct client there = client_again(&second, &fixture.players[0]);
    struct listener listener = {.client = &fixture.players[0]};
    const long begun = fixture.seq;

    listen_on(&listener, &fixture, 100);
    cr_expect_eq(listener.count, 0, "at first it has no events");
    snprintf(first, sizeof first, "%s", fixture.match);
    for (int i = 0; i < 8; i++) {
        fixture_play(&fixture, 2);
        listener.client = i % 2 ? &there : &fixture.players[0];
        listen_on(&listener, &fixture, i % 3 == 0 ? 1 : 100);
    }
    fixture_begin_again(&fixture, "template");
    fixture_play(&fixture, 2);
    listen_on(&listener, &fixture, 1);
    fixture_play(&fixture, 100); /* to the end */
    listen_on(&listener, &fixture, 100);
    listen_on(&listener, &fixture, 100);
    cr_expect_eq(listener.count, 2);
    expect_all(&listener, first, begun, false);
    expect_all(&listener, fixture.match, 0, true);
    listener_clear(&listener);
    client_close(&there);
    fixture_end(&fixture);
    service_end(&second);
    service_end(&service);
}

Test(all_matches, events_of_a_long_absence_arrive_once, .init = shared_setup,
     .fini = shared_teardown)
{
    enum { MANY = 200 }; /* more than one batch has, fewer than a match */
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct listener listener = {.client = &fixture.players[0]};
    const long begun = fixture.seq;

    listen_on(&listener, &fixture, 100);
    cr_assert_eq(fixture_play(&fixture, MANY), MANY);
    listen_on(&listener, &fixture, 1); /* broken off within the first batch */
    listen_on(&listener, &fixture, 1000);
    expect_pages(&listener, fixture.match, begun);
    listener_clear(&listener);
    fixture_end(&fixture);
}

Test(all_matches, invalid_requests_are_refused, .init = shared_setup,
     .fini = shared_teardown)
{
    static const struct {
        const char *accept, *query, *slug;
    } rows[] = {
        {"application/json", "?matches=all", "invalid-fields"},
        {"text/event-stream", "?matches=mine", "invalid-fields"},
        {"text/event-stream", "?after=abc~", "invalid-cursor"},
        {"text/event-stream", "?matches=all&after=abc~", "invalid-cursor"},
        {"text/event-stream", "?matches=all&after=~", "invalid-cursor"},
        {"text/event-stream", "?matches=all&after=~m_a:1", "invalid-cursor"},
        {"text/event-stream",
         "?matches=all&after=~k6gy4p5pls7yju7z7bncb2rgqq:99999999999",
         "invalid-cursor"},
    };
    struct client ada = client_account(&test_service, "ada");

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char accept[64];

        snprintf(accept, sizeof accept, "Accept: %s", rows[i].accept);
        client_with(&ada, accept);
        struct answer answer =
            client_get(&ada, "/v1/me/events%s", rows[i].query);

        cr_expect_eq(answer.status, 400, "%s: %s", rows[i].query, answer.body);
        cr_expect_str_eq(answer_problem(&answer), rows[i].slug, "%s",
                         rows[i].query);
        answer_clear(&answer);
    }
    client_close(&ada);
}
