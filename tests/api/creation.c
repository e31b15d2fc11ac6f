/* Creating a match over HTTP: once for each key, and with a clock. */
#include "depth.h"
#include "match_fixture.h"
#include "race.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char body[] =
    "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}";

static struct answer make(struct client *who, const char *key, const char *text)
{
    static char line[256];

    if (key) {
        snprintf(line, sizeof line, "Idempotency-Key: %s", key);
        client_with(who, line);
    }
    return client_send(who, "POST", "/v1/matches", text);
}

static size_t matches_of(struct client *who)
{
    struct answer list =
        client_get(who, "/v1/matches?limit=100&player=%s", who->name);
    size_t count = json_array_size(json_object_get(list.json, "data"));

    cr_assert_eq(list.status, 200, "%s", list.body);
    answer_clear(&list);
    return count;
}

Test(creation, a_repeated_key_has_the_same_response_after_a_restart_too,
     .init = service_setup, .fini = service_teardown)
{
    char place[2][96], said[16];

    struct client ada = client_account(&test_service, "ada");
    struct answer first = make(&ada, "one", body);

    cr_assert_eq(first.status, 201, "%s", first.body);
    service_signal(&test_service, 15);
    service_start(&test_service);
    struct answer again = make(&ada, "one", body);

    cr_expect_eq(again.status, 201);
    cr_expect_str_eq(again.body, first.body);
    answer_header(&first, "Location", place[0], sizeof place[0]);
    answer_header(&again, "Location", place[1], sizeof place[1]);
    cr_expect_str_eq(place[1], place[0]);
    answer_header(&first, "Idempotent-Replayed", said, sizeof said);
    cr_expect_str_eq(said, "");
    answer_header(&again, "Idempotent-Replayed", said, sizeof said);
    cr_expect_str_eq(said, "true");
    cr_expect_eq(matches_of(&ada), 1);
    answer_clear(&first);
    answer_clear(&again);
    client_close(&ada);
}

Test(creation, a_key_belongs_to_one_body_of_one_player, .init = shared_setup,
     .fini = shared_teardown)
{
    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, "bea");
    struct answer first = make(&ada, "one", body);
    struct answer other = make(
        &ada, "one", "{\"game\":\"template\",\"seats\":[\"open\",\"me\"]}");
    struct answer beas = make(&bea, "one", body);
    struct answer bad = make(&ada, "one two", body);

    cr_expect_eq(first.status, 201);
    cr_expect_eq(other.status, 422);
    cr_expect_str_eq(answer_problem(&other), "idempotency-key-reused");
    cr_expect_eq(beas.status, 201);
    cr_expect_eq(bad.status, 400);
    cr_expect_eq(matches_of(&ada), 1);
    cr_expect_eq(matches_of(&bea), 1);
    answer_clear(&first);
    answer_clear(&other);
    answer_clear(&beas);
    answer_clear(&bad);
    client_close(&ada);
    client_close(&bea);
}

Test(creation, a_repeated_key_takes_or_leaves_a_seat_once, .init = shared_setup,
     .fini = shared_teardown)
{
    static const char *const methods[] = {"POST", "DELETE"};
    char path[2][128], said[16];

    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, "bea");
    struct answer made =
        make(&ada, NULL,
             "{\"game\":\"template\",\"seats\":[\"me\",\"open\",\"open\"]}");

    for (int i = 0; i < 2; i++)
        snprintf(path[i], sizeof path[i], "/v1/matches/%s/seats%s",
                 answer_text(&made, "id"), i ? "/1" : "");
    for (int i = 0; i < 4; i++) {
        client_with(&bea,
                    i < 2 ? "Idempotency-Key: in" : "Idempotency-Key: out");
        struct answer answer =
            client_send(&bea, methods[i / 2], path[i / 2], NULL);

        cr_expect_eq(answer.status, i < 2 ? 201 : 204, "%s", answer.body);
        answer_header(&answer, "Idempotent-Replayed", said, sizeof said);
        cr_expect_str_eq(said, i % 2 ? "true" : "");
        answer_clear(&answer);
    }
    struct answer match =
        client_get(&ada, "/v1/matches/%s", answer_text(&made, "id"));

    cr_expect_eq(answer_number(&match, "seq"), 2);
    answer_clear(&made);
    answer_clear(&match);
    client_close(&ada);
    client_close(&bea);
}

Test(creation, a_hundred_simultaneous_requests_with_a_key_create_one_match,
     .init = deep_only)
{
    enum { CROWD = 100 };
    static struct racer racers[CROWD];
    struct service first, second;

    service_begin(&first, NULL);
    service_join(&second, &first);
    struct client ada = client_account(&first, "ada");

    for (int i = 0; i < CROWD; i++) {
        racer_init(&racers[i], i % 2 ? &second : &first, &ada);
        racer_asks(&racers[i], "POST", "/v1/matches");
        memcpy(racers[i].body, body, sizeof body);
        snprintf(racers[i].key, sizeof racers[i].key, "Idempotency-Key: one");
    }
    racers_run(racers, CROWD);
    cr_expect_eq(racers_count(racers, CROWD, 201), CROWD);
    for (int i = 1; i < CROWD; i++)
        cr_expect_str_eq(racers[i].answer.body, racers[0].answer.body);
    cr_expect_eq(matches_of(&ada), 1);
    racers_end(racers, CROWD);
    client_close(&ada);
    service_end(&second);
    service_end(&first);
}

/* ---- clocks ---- */

Test(creation, a_clock_is_shown_and_runs_from_the_start, .init = shared_setup,
     .fini = shared_teardown)
{
    char path[128];

    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, "bea");
    struct answer made =
        make(&ada, NULL,
             "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
             "\"clock\":{\"turn_seconds\":3600}}");
    json_t *clock = json_object_get(made.json, "clock");

    cr_assert_eq(made.status, 201, "%s", made.body);
    cr_expect_eq(json_integer_value(json_object_get(clock, "turn_seconds")),
                 3600);
    for (size_t seat = 0; seat < 2; seat++)
        cr_expect(json_is_null(
            json_array_get(json_object_get(clock, "deadlines"), seat)));
    snprintf(path, sizeof path, "/v1/matches/%s/seats",
             answer_text(&made, "id"));
    struct answer joined = client_send(&bea, "POST", path, NULL);
    struct answer state =
        client_get(&bea, "/v1/matches/%s/state", answer_text(&made, "id"));
    json_t *there = json_object_get(joined.json, "clock");

    cr_expect_eq(joined.status, 201, "%s", joined.body);
    cr_expect(json_equal(there, json_object_get(state.json, "clock")),
              "the match and its state say the same");
    for (size_t seat = 0; seat < 2; seat++)
        cr_expect_not_null(json_string_value(
            json_array_get(json_object_get(there, "deadlines"), seat)));
    answer_clear(&made);
    answer_clear(&joined);
    answer_clear(&state);
    client_close(&ada);
    client_close(&bea);
}

static const struct {
    const char *clock, *pointer, *code;
} bad_clocks[] = {
    {"{}", "/clock/turn_seconds", "required"},
    {"60", "/clock", "type"},
    {"{\"turn_seconds\":0}", "/clock/turn_seconds", "range"},
    {"{\"turn_seconds\":31536001}", "/clock/turn_seconds", "range"},
    {"{\"turn_seconds\":1.5}", "/clock/turn_seconds", "type"},
    {"{\"turn_seconds\":\"60\"}", "/clock/turn_seconds", "type"},
    {"{\"turn_seconds\":60,\"bank\":5}", "/clock/bank", "unknown"},
    {"{\"turn_seconds\":60,\"policy\":\"mercy\"}", "/clock/policy", "range"},
    {"{\"turn_seconds\":60,\"policy\":1}", "/clock/policy", "type"},
    {"{\"bank_seconds\":0}", "/clock/bank_seconds", "range"},
    {"{\"bank_seconds\":60,\"increment_seconds\":-1}",
     "/clock/increment_seconds", "range"},
    {"{\"bank_seconds\":60,\"increment_seconds\":86401}",
     "/clock/increment_seconds", "range"},
    {"{\"turn_seconds\":60,\"bank_seconds\":60}", "/clock/bank_seconds",
     "conflict"},
    {"{\"turn_seconds\":60,\"increment_seconds\":6}",
     "/clock/increment_seconds", "conflict"},
    {"{\"policy\":\"claim\"}", "/clock/turn_seconds", "required"},
};

Test(creation, an_invalid_clock_is_refused_with_its_member,
     .init = shared_setup, .fini = shared_teardown)
{
    char text[160];

    struct client ada = client_account(&test_service, "ada");

    for (size_t i = 0; i < sizeof bad_clocks / sizeof *bad_clocks; i++) {
        snprintf(text, sizeof text,
                 "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
                 "\"clock\":%s}",
                 bad_clocks[i].clock);
        struct answer answer = make(&ada, NULL, text);
        json_t *fault =
            json_array_get(json_object_get(answer.json, "errors"), 0);
        const char *pointer =
            json_string_value(json_object_get(fault, "pointer"));
        const char *code = json_string_value(json_object_get(fault, "code"));

        cr_expect_eq(answer.status, 400, "%s: %s", text, answer.body);
        cr_expect_str_eq(pointer ? pointer : "", bad_clocks[i].pointer);
        cr_expect_str_eq(code ? code : "", bad_clocks[i].code);
        answer_clear(&answer);
    }
    cr_expect_eq(matches_of(&ada), 0);
    client_close(&ada);
}

/* ---- limits ---- */

Test(creation, unfinished_matches_of_a_creator_are_limited)
{
    static const char *const settings[] = {"--open-matches=1", NULL};
    struct service service;
    char path[96];

    service_begin(&service, settings);
    struct client ada = client_account(&service, "ada");
    struct answer config = client_get(&ada, "/v1/config");
    struct answer first = make(&ada, "one", body);
    struct answer second = make(&ada, NULL, body);
    struct answer again = make(&ada, "one", body);

    cr_expect_eq(
        json_integer_value(json_object_get(
            json_object_get(config.json, "matches_per_account"), "open")),
        1);
    cr_assert_eq(first.status, 201, "%s", first.body);
    cr_expect_eq(second.status, 409);
    cr_expect_str_eq(answer_problem(&second), "too-many-matches");
    cr_expect_str_eq(answer_text(&second, "limit"), "open");
    cr_expect_eq(answer_number(&second, "most"), 1);
    cr_expect_str_eq(answer_text(&second, "match"), answer_text(&first, "id"));
    cr_expect_eq(again.status, 201, "the response is repeated");
    cr_expect_str_eq(again.body, first.body);
    snprintf(path, sizeof path, "/v1/matches/%s/abort",
             answer_text(&first, "id"));
    answer_clear(&second);
    second = client_send(&ada, "POST", path, NULL);
    cr_expect_eq(second.status, 201, "%s", second.body);
    cr_expect_str_eq(answer_text(&second, "abort_reason"), "creator");
    answer_clear(&second);
    second = make(&ada, NULL, body);
    cr_expect_eq(second.status, 201, "%s", second.body);
    answer_clear(&config);
    answer_clear(&first);
    answer_clear(&second);
    answer_clear(&again);
    client_close(&ada);
    service_end(&service);
}
