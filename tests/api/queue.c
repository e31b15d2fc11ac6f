/* The queue for rated matches over HTTP.
 *
 * FATHOM_CRASHES is how often the service is killed meanwhile. */
#include "depth.h"
#include "service.h"
#include "sse.h"

#include <criterion/criterion.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const char place[] = "/v1/queue/template";
static const char quick[] =
    "{\"seats\":[2],\"clock\":{\"bank_seconds\":600,\"increment_seconds\":5}}";

static void sleep_ms(long ms)
{
    nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000}, NULL);
}

static struct answer put(struct client *client, const char *body)
{
    return client_send(client, "PUT", place, body);
}

static void must_put(struct client *client, const char *body)
{
    struct answer answer = put(client, body);

    cr_assert_eq(answer.status, 200, "%s", answer.body);
    answer_clear(&answer);
}

/* The queue entry once it has this status. */
static struct answer await(struct client *client, const char *status)
{
    struct answer answer = client_get(client, "%s", place);

    for (int i = 0; i < 12000 && strcmp(answer_text(&answer, "status"), status);
         i++) {
        answer_clear(&answer);
        sleep_ms(5);
        answer = client_get(client, "%s", place);
    }
    cr_assert_str_eq(answer_text(&answer, "status"), status, "%s", answer.body);
    return answer;
}

/* Expect a refusal with this status and problem, and these words in it. */
static void expect_no(struct answer answer, long status, const char *problem,
                      const char *words)
{
    cr_expect_eq(answer.status, status, "%ld %s", answer.status, answer.body);
    cr_expect_str_eq(answer_problem(&answer), problem, "%s", answer.body);
    cr_expect_not_null(strstr(answer.body, words), "%s", answer.body);
    answer_clear(&answer);
}

Test(queue, a_queue_entry_has_its_parameters_and_its_status,
     .init = service_setup, .fini = service_teardown)
{
    struct client ada = client_account(&test_service, "ada");

    expect_no(client_get(&ada, "%s", place), 404, "not-found", "");
    struct answer made = put(&ada, "{\"seats\":[3,2],\"bots\":true}");
    json_t *seats = json_object_get(made.json, "seats");
    json_t *clock = json_object_get(made.json, "clock");

    cr_assert_eq(made.status, 200, "%s", made.body);
    cr_expect_str_eq(answer_text(&made, "game"), "template");
    cr_expect_str_eq(answer_text(&made, "status"), "waiting");
    cr_expect_eq(json_array_size(seats), 2);
    cr_expect_eq(json_integer_value(json_array_get(seats, 0)), 2);
    cr_expect_eq(json_integer_value(json_object_get(clock, "turn_seconds")),
                 86400, "without a clock: a day");
    cr_expect_str_eq(json_string_value(json_object_get(clock, "policy")),
                     "automatic");
    cr_expect(json_is_true(json_object_get(made.json, "bots")));
    cr_expect(json_is_null(json_object_get(made.json, "match")));
    cr_expect_eq(answer_number(&made, "waiting"), 0);
    cr_expect_geq(answer_number(&made, "window"), 100);
    cr_expect_gt(json_object_size(json_object_get(made.json, "options")), 0);
    struct answer again = put(&ada, "{\"bots\":true,\"seats\":[2,3]}");

    cr_expect_str_eq(answer_text(&again, "joined_at"),
                     answer_text(&made, "joined_at"));
    struct answer all = client_get(&ada, "/v1/me/export");

    cr_expect_eq(json_array_size(json_object_get(all.json, "queue")), 1);
    answer_clear(&all);
    answer_clear(&again);
    answer_clear(&made);
    client_close(&ada);
}

Test(queue, two_players_are_paired_and_notified_by_a_stream,
     .init = service_setup, .fini = service_teardown)
{
    struct sse_event event;
    struct sse sse;
    bool has_queue = false, has_match = false;

    struct client ada = client_account(&test_service, "ada");
    struct client bob = client_account(&test_service, "bob");

    sse_open(&sse, &ada, "/v1/me/events", NULL);
    cr_assert(sse_answered(&sse));
    must_put(&ada, quick);
    must_put(&bob, quick);
    struct answer ticket = await(&bob, "matched");
    const char *match = answer_text(&ticket, "match");

    while ((!has_queue || !has_match) && sse_next(&sse, SSE_WAIT_MS, &event)) {
        const char *status =
            json_string_value(json_object_get(event.json, "status"));
        const char *of =
            json_string_value(json_object_get(event.json, "match"));
        bool is_it = of && strcmp(of, match) == 0;

        has_queue = has_queue || (is_it && strcmp(event.type, "queue") == 0 &&
                                  strcmp(status, "matched") == 0);
        has_match = has_match || (is_it && strcmp(event.type, "match") == 0 &&
                                  strcmp(status, "running") == 0);
        sse_event_clear(&event);
    }
    cr_expect(has_queue && has_match);
    struct answer played = client_get(&ada, "/v1/matches/%s", match);

    cr_expect(json_is_true(json_object_get(played.json, "rated")));
    cr_expect_str_eq(answer_text(&played, "status"), "running");
    answer_clear(&played);
    answer_clear(&ticket);
    sse_close(&sse);
    client_close(&bob);
    client_close(&ada);
}

Test(queue, an_impossible_entry_is_refused_with_a_reason, .init = service_setup,
     .fini = service_teardown)
{
    struct client ada = client_account(&test_service, "ada");

    expect_no(put(&ada, "{}"), 400, "invalid-fields", "/seats");
    expect_no(put(&ada, "{\"seats\":[]}"), 400, "invalid-fields", "/seats");
    expect_no(put(&ada, "{\"seats\":[2,2,2,2,2]}"), 400, "invalid-fields",
              "/seats");
    expect_no(put(&ada, "{\"seats\":[\"2\",0,9]}"), 400, "invalid-fields",
              "/seats/2");
    expect_no(put(&ada, "{\"seats\":[2],\"bots\":1}"), 400, "invalid-fields",
              "/bots");
    expect_no(put(&ada, "{\"seats\":[2,1]}"), 422, "invalid-settings",
              "POST /v1/matches");
    expect_no(put(&ada, "{\"seats\":[2],\"options\":{\"nonsense\":1}}"), 422,
              "invalid-settings", "/options/nonsense");
    expect_no(put(&ada, "{\"seats\":[2],\"clock\":null}"), 422, "unfair",
              "/clock");
    expect_no(put(&ada, "{\"seats\":[2],\"clock\":{\"turn_seconds\":60,"
                        "\"policy\":\"claim\"}}"),
              422, "unfair", "/clock/policy");
    expect_no(client_send(&ada, "PUT", "/v1/queue/nonsense", quick), 404,
              "not-found", "");
    expect_no(client_get(&ada, "/v1/queue/nonsense"), 404, "not-found", "");
    expect_no(client_send(&ada, "DELETE", "/v1/queue/nonsense", NULL), 404,
              "not-found", "");
    expect_no(client_get(&ada, "%s", place), 404, "not-found", "");
    client_close(&ada);
}

Test(queue, a_player_in_a_match_or_on_vacation_cannot_queue,
     .init = service_setup, .fini = service_teardown)
{
    struct client ada = client_account(&test_service, "ada");
    struct client bob = client_account(&test_service, "bob");
    struct answer gone = client_send(&ada, "DELETE", place, NULL);

    cr_expect_eq(gone.status, 204, "there was no ticket");
    answer_clear(&gone);
    must_put(&ada, quick);
    must_put(&bob, quick);
    struct answer ticket = await(&ada, "matched");
    const char *match = answer_text(&ticket, "match");

    expect_no(client_send(&ada, "DELETE", place, NULL), 409, "already-matched",
              match);
    expect_no(put(&ada, quick), 409, "already-playing", match);
    must_put(&ada, "{\"seats\":[2]}");
    gone = client_send(&ada, "DELETE", place, NULL);
    cr_expect_eq(gone.status, 204);
    answer_clear(&gone);
    service_sql(&test_service, "INSERT INTO vacations SELECT id, now(),"
                               " now() + interval '1 day' FROM accounts"
                               " WHERE name = 'ada'");
    expect_no(put(&ada, "{\"seats\":[2]}"), 409, "on-vacation", "vacation");
    answer_clear(&ticket);
    client_close(&bob);
    client_close(&ada);
}

/* ---- kill -9 while pairing ---- */

enum { SEEKERS = 10 };

static void *seek(void *arg)
{
    struct answer answer;

    do { /* until it is killed */
        answer = put(arg, quick);
        answer_clear(&answer);
    } while (answer.status == 200);
    return NULL;
}

/* Count the seats of the match that these accounts have; each of them
 * agrees. */
static size_t count_seats(struct client *seekers, const char *match)
{
    struct answer answer = client_get(&seekers[0], "/v1/matches/%s", match);
    json_t *seats = json_object_get(answer.json, "seats"), *seat;
    size_t at, held = 0;

    cr_assert_eq(answer.status, 200, "%s", answer.body);
    json_array_foreach(seats, at, seat)
    {
        const char *name = json_string_value(
            json_object_get(json_object_get(seat, "player"), "name"));

        for (int i = 0; i < SEEKERS; i++)
            if (name && strcmp(seekers[i].name, name) == 0) {
                struct answer ticket = client_get(&seekers[i], "%s", place);

                held += strcmp(answer_text(&ticket, "match"), match) == 0;
                answer_clear(&ticket);
            }
    }
    answer_clear(&answer);
    return held;
}

/* When no entry is open any longer, entries and matches agree: an account with
 * a paired entry has a seat in the match, with the other account, and no
 * account is in another match. */
static void expect_nothing_half(struct client *seekers)
{
    bool plays[SEEKERS];

    for (int i = 0; i < SEEKERS; i++) {
        struct answer left = client_send(&seekers[i], "DELETE", place, NULL);

        cr_assert(left.status == 204 || left.status == 409, "%s", left.body);
        plays[i] = left.status == 409;
        answer_clear(&left);
    }
    for (int i = 0; i < SEEKERS; i++) {
        struct answer ticket = client_get(&seekers[i], "%s", place);
        struct answer running =
            client_get(&seekers[i], "/v1/players/%s/matches?status=running",
                       seekers[i].name);

        cr_expect_eq(json_array_size(json_object_get(running.json, "data")),
                     plays[i], "%s %s", ticket.body, running.body);
        if (plays[i])
            cr_expect_eq(count_seats(seekers, answer_text(&ticket, "match")),
                         2);
        answer_clear(&running);
        answer_clear(&ticket);
    }
}

static void resign_all(struct client *seekers)
{
    for (int i = 0; i < SEEKERS; i++) {
        struct answer ticket = client_get(&seekers[i], "%s", place), done;
        char path[96];

        snprintf(path, sizeof path, "/v1/matches/%s/resignation",
                 answer_text(&ticket, "match"));
        client_with(&seekers[i], "If-Match: *");
        done = client_send(&seekers[i], "POST", path, NULL);
        answer_clear(&done);
        answer_clear(&ticket);
    }
}

Test(queue, a_kill_leaves_no_pairing_half_done, .init = deep_only)
{
    const char *const settings[] = {"--rate-address=100000/60", NULL};
    const char *asked = getenv("FATHOM_CRASHES");
    const int rounds = asked ? (int)strtol(asked, NULL, 10) : 3;
    struct client seekers[SEEKERS];
    struct service service;

    service_begin(&service, settings);
    for (int i = 0; i < SEEKERS; i++) {
        char name[32];

        snprintf(name, sizeof name, "seeker-%d", i);
        seekers[i] = client_account(&service, name);
    }
    for (int round = 0; round < rounds; round++) {
        pthread_t threads[SEEKERS];

        for (int i = 0; i < SEEKERS; i++) {
            seekers[i].may_fail = true;
            pthread_create(&threads[i], NULL, seek, &seekers[i]);
        }
        sleep_ms(4 + 5 * (round % 8));
        service_signal(&service, SIGKILL);
        for (int i = 0; i < SEEKERS; i++)
            pthread_join(threads[i], NULL);
        service_start(&service);
        expect_nothing_half(seekers);
        resign_all(seekers);
    }
    for (int i = 0; i < SEEKERS; i++)
        client_close(&seekers[i]);
    service_end(&service);
}
