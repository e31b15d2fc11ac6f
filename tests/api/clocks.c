/* Clocks and vacations in the API. */
#include "depth.h"
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* The fixture's accounts begin a match with this clock. */
static void begin_with_clock(struct fixture *fixture, const char *game,
                             const char *clock)
{
    char body[256], path[128];

    snprintf(body, sizeof body, "{\"game\":\"%s\",\"seats\":[%s],\"clock\":%s}",
             game, fixture->people > 1 ? "\"me\",\"open\"" : "\"me\"", clock);
    struct answer made =
        client_send(&fixture->players[0], "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    if (fixture->people == 1)
        return;
    snprintf(path, sizeof path, "/v1/matches/%s/seats", fixture->match);
    made = client_send(&fixture->players[1], "POST", path, NULL);
    cr_assert_eq(made.status, 201, "%s", made.body);
    answer_clear(&made);
}

static json_t *clock_of(const struct answer *answer)
{
    return json_object_get(answer->json, "clock");
}

/* The element of a list of the clock. */
static json_t *of_seat(const struct answer *answer, const char *list,
                       size_t seat)
{
    return json_array_get(json_object_get(clock_of(answer), list), seat);
}

static long long number_of(json_t *object, const char *key)
{
    json_t *value = json_object_get(object, key);

    return json_is_integer(value) ? json_integer_value(value) : -1;
}

/* The type of an event of a list. */
static const char *type_of(const struct answer *answer, size_t n)
{
    json_t *event = json_array_get(json_object_get(answer->json, "events"), n);

    return json_string_value(json_object_get(event, "type"));
}

/* Wait for an event after this seq, for five seconds. */
static struct answer wait_after(struct fixture *fixture, long seq)
{
    char what[64];

    snprintf(what, sizeof what, "/events?after=%ld&wait=5", seq);
    return fixture_get(fixture, 0, what);
}

TestSuite(clocks, .init = shared_setup, .fini = shared_teardown);

Test(clocks, a_time_bank_is_shown_and_its_seat_loses_when_it_is_empty)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    begin_with_clock(&fixture, "template",
                     "{\"bank_seconds\":1,\"increment_seconds\":5,"
                     "\"policy\":\"automatic\"}");
    struct answer match = fixture_get(&fixture, 0, "");
    struct answer state = fixture_get(&fixture, 0, "/state");
    struct answer events = wait_after(&fixture, 2);
    struct answer over = fixture_get(&fixture, 0, "");
    json_t *clock = clock_of(&match);

    cr_expect(json_equal(clock, clock_of(&state)));
    cr_expect(json_is_null(json_object_get(clock, "turn_seconds")));
    cr_expect_eq(number_of(clock, "bank_seconds"), 1);
    cr_expect_eq(number_of(clock, "increment_seconds"), 5);
    cr_expect_str_eq(json_string_value(json_object_get(clock, "policy")),
                     "automatic");
    for (size_t seat = 0; seat < 2; seat++) {
        cr_expect(json_is_string(of_seat(&match, "deadlines", seat)));
        cr_expect_eq(json_integer_value(of_seat(&match, "banks", seat)), 1);
        cr_expect(json_is_null(of_seat(&match, "away_until", seat)));
        cr_expect(json_is_null(of_seat(&over, "deadlines", seat)));
        cr_expect_eq(json_integer_value(of_seat(&over, "banks", seat)), 0);
    }
    /* Both deadlines had passed. */
    cr_expect_str_eq(type_of(&events, 0), "timeout");
    cr_expect_str_eq(type_of(&events, 1), "timeout");
    cr_expect_str_eq(type_of(&events, 2), "finish");
    cr_expect_str_eq(answer_text(&over, "status"), "finished");
    answer_clear(&match);
    answer_clear(&state);
    answer_clear(&events);
    answer_clear(&over);
    fixture_expect_complete_log(&fixture, 1);
    fixture_end(&fixture);
}

Test(clocks, a_solo_player_loses_when_time_is_up)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 1);
    begin_with_clock(&fixture, "underwater-cities",
                     "{\"turn_seconds\":1,\"policy\":\"automatic\"}");
    struct answer events = wait_after(&fixture, 1);
    struct answer over = fixture_get(&fixture, 0, "");
    json_t *result = json_object_get(over.json, "result");

    cr_expect_str_eq(type_of(&events, 0), "timeout");
    cr_expect_str_eq(json_string_value(json_object_get(result, "reason")),
                     "timed-out");
    cr_expect_str_eq(json_string_value(json_object_get(result, "outcome")),
                     "lost");
    answer_clear(&events);
    answer_clear(&over);
    fixture_end(&fixture);
}

/* It delays the deadlines of all matches of its node. */
Test(clocks, a_claim_returns_the_events_of_the_log, .init = service_setup,
     .fini = service_teardown)
{
    const struct timespec pause = {.tv_nsec = 20 * 1000000};
    struct fixture fixture;
    struct answer done;
    char path[128];

    fixture_begin(&fixture, &test_service, "template", 2);
    begin_with_clock(&fixture, "template",
                     "{\"turn_seconds\":1,\"policy\":\"automatic\"}");
    /* The service checks the deadline too late. */
    service_sql(&test_service, "UPDATE matches SET look_at = now() + '1 hour'");
    snprintf(path, sizeof path, "/v1/matches/%s/claims", fixture.match);
    for (done.status = 0; done.status != 201;) {
        done = client_send(&fixture.players[1], "POST", path, "{\"seat\":0}");
        cr_assert(done.status == 201 || done.status == 409, "%s", done.body);
        if (done.status != 201)
            answer_clear(&done);
        nanosleep(&pause, NULL);
    }
    struct answer log = fixture_get(&fixture, 1, "/events?after=2");

    cr_expect_str_eq(type_of(&done, 1), "timeout",
                     "the time of the claimant was up, too");
    cr_expect(json_equal(json_object_get(log.json, "events"),
                         json_object_get(done.json, "events")),
              "%s%s", log.body, done.body);
    answer_clear(&done);
    answer_clear(&log);
    fixture_end(&fixture);
}

/* A claim by the player of a seat; done. */
static struct answer claim(struct fixture *fixture, int by, const char *body)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/claims", fixture->match);
    return client_send(&fixture->players[by], "POST", path, body);
}

static void expect_not_up(struct answer refused, const char *detail)
{
    cr_expect_eq(refused.status, 409, "%s", refused.body);
    cr_expect_str_eq(answer_problem(&refused), "time-not-up");
    cr_expect_not_null(strstr(refused.body, detail), "%s", refused.body);
    answer_clear(&refused);
}

Test(grace_periods, a_claim_says_that_nobody_leaves_now, .init = deep_only)
{
    static const char *const settings[] = {"--grace-seconds=600", NULL};
    const struct timespec pause = {.tv_nsec = 20 * 1000000};
    struct fixture fixture;
    struct answer refused;

    service_begin(&test_service, settings);
    fixture_begin(&fixture, &test_service, "template", 2);
    begin_with_clock(&fixture, "template", "{\"turn_seconds\":1}");
    refused = claim(&fixture, 0, "{\"seat\":1}");
    while (strstr(answer_text(&refused, "detail"), "still has time")) {
        answer_clear(&refused);
        nanosleep(&pause, NULL);
        refused = claim(&fixture, 0, "{\"seat\":1}");
    }
    cr_expect(json_is_string(json_object_get(refused.json, "deadline")));
    expect_not_up(refused, "no seat leaves");
    fixture_end(&fixture);
    service_end(&test_service);
}

/* ---- without a clock ---- */

static json_t *absent_from(const struct answer *match, size_t seat)
{
    return json_array_get(json_object_get(match->json, "absent_from"), seat);
}

Test(clocks, a_match_without_one_says_from_when_its_players_are_absent)
{
    struct fixture fixture;
    char move[256];

    fixture_begin(&fixture, &test_service, "template", 2);
    struct answer match = fixture_get(&fixture, 0, "");
    struct answer list = client_get(&fixture.players[0], "/v1/matches");

    cr_expect(json_is_null(clock_of(&match)));
    cr_expect(json_is_string(absent_from(&match, 0)), "%s", match.body);
    cr_expect(json_is_string(absent_from(&match, 1)));
    cr_expect_not_null(strstr(list.body, "\"absent_from\":[\"20"), "%s",
                       list.body);
    answer_clear(&match);
    answer_clear(&list);
    expect_not_up(claim(&fixture, 0, "{\"seat\":1}"), "still has time");
    cr_assert(fixture_choose(&fixture, 1, move, sizeof move));
    match = fixture_post(&fixture, 1, move, fixture.seq, NULL);
    cr_assert_eq(match.status, 201, "%s", match.body);
    answer_clear(&match);
    match = fixture_get(&fixture, 0, "");
    cr_expect(json_is_null(absent_from(&match, 1)), "it is not to act");
    answer_clear(&match);
    expect_not_up(claim(&fixture, 0, "{\"seat\":1}"), "\"deadline\":null");
    begin_with_clock(&fixture, "template", "{\"turn_seconds\":86400}");
    match = fixture_get(&fixture, 0, "");
    cr_expect(json_is_null(json_object_get(match.json, "absent_from")));
    answer_clear(&match);
    fixture_end(&fixture);
}

/* ---- vacations ---- */

static struct answer vacation(struct client *who, const char *method,
                              const char *body)
{
    return client_send(who, method, "/v1/me/vacation", body);
}

static void expect_refused(struct answer answer, long status,
                           const char *problem, const char *member)
{
    cr_expect_eq(answer.status, status, "%s", answer.body);
    cr_expect_str_eq(answer_problem(&answer), problem);
    cr_expect(json_object_get(answer.json, member), "%s", answer.body);
    answer_clear(&answer);
}

TestSuite(vacations, .init = shared_setup, .fini = shared_teardown);

Test(vacations, a_vacation_pauses_clocks_of_days_and_shows_its_end)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    begin_with_clock(&fixture, "underwater-cities", "{\"turn_seconds\":86400}");
    struct answer before = fixture_get(&fixture, 1, "");
    struct answer gone = vacation(&fixture.players[0], "PUT", "{\"days\":10}");
    struct answer after = fixture_get(&fixture, 1, "");
    struct answer read = vacation(&fixture.players[0], "GET", NULL);
    struct answer events = wait_after(&fixture, 2);

    cr_assert_eq(gone.status, 200, "%s", gone.body);
    cr_expect_eq(number_of(gone.json, "days_left"), 20);
    cr_expect(json_equal(read.json, gone.json));
    cr_expect_str_eq(json_string_value(of_seat(&after, "away_until", 0)),
                     answer_text(&gone, "until"));
    cr_expect(json_is_null(of_seat(&after, "away_until", 1)));
    cr_expect_neq(strcmp(json_string_value(of_seat(&after, "deadlines", 0)),
                         json_string_value(of_seat(&before, "deadlines", 0))),
                  0);
    cr_expect_str_eq(type_of(&events, 0), "away");
    answer_clear(&before);
    answer_clear(&gone);
    answer_clear(&after);
    answer_clear(&read);
    answer_clear(&events);
    fixture_end(&fixture);
}

Test(vacations, vacations_are_refused_beyond_the_days_left_and_end_on_request)
{
    struct client ada = client_account(&test_service, "ada");
    struct answer answer = vacation(&ada, "GET", NULL);

    cr_expect_eq(number_of(answer.json, "days_left"), 30);
    cr_expect(json_is_null(json_object_get(answer.json, "until")));
    answer_clear(&answer);
    answer = vacation(&ada, "PUT", "{\"days\":3}");
    cr_expect_eq(answer.status, 200);
    answer_clear(&answer);
    expect_refused(vacation(&ada, "PUT", "{\"days\":2}"), 409, "on-vacation",
                   "until");
    expect_refused(vacation(&ada, "PUT", "{\"days\":31}"), 400,
                   "invalid-fields", "errors");
    answer = vacation(&ada, "DELETE", NULL);
    cr_expect_eq(answer.status, 204);
    answer_clear(&answer);
    /* A vacation of a moment counts as a day. */
    expect_refused(vacation(&ada, "PUT", "{\"days\":30}"), 409,
                   "no-vacation-left", "days_left");
    answer = client_send(&ada, "GET", "/v1/me/export", NULL);
    cr_expect_eq(json_array_size(json_object_get(answer.json, "vacations")), 1);
    answer_clear(&answer);
    client_close(&ada);
}
