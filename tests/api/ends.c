/* Matches that end before they are played out: claims and votes. */
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOVE = 160 };

static struct answer act(struct fixture *fixture, int seat, const char *what,
                         const char *body, const char *key)
{
    char path[160], line[160];

    snprintf(path, sizeof path, "/v1/matches/%s/%s", fixture->match, what);
    if (key) {
        snprintf(line, sizeof line, "Idempotency-Key: %s", key);
        client_with(&fixture->players[seat], line);
    }
    return client_send(&fixture->players[seat], "POST", path, body);
}

static struct answer vote(struct fixture *fixture, int seat, bool abort)
{
    return act(fixture, seat, "votes",
               abort ? "{\"abort\":true}" : "{\"abort\":false}", NULL);
}

static void expect_refused(struct answer answer, long status,
                           const char *problem)
{
    cr_expect_eq(answer.status, status, "%s", answer.body);
    cr_expect_str_eq(answer_problem(&answer), problem);
    answer_clear(&answer);
}

static const char *event_text(const struct answer *answer, size_t n,
                              const char *key)
{
    const json_t *event =
        json_array_get(json_object_get(answer->json, "events"), n);
    const char *text = json_string_value(json_object_get(event, key));

    return text ? text : "";
}

/* ada and bea begin a match with this many seconds for each decision. */
static void begin_timed(struct fixture *fixture, int seconds)
{
    char body[160], path[128];

    snprintf(body, sizeof body,
             "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
             "\"clock\":{\"turn_seconds\":%d}}",
             seconds);
    struct answer made =
        client_send(&fixture->players[0], "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    snprintf(path, sizeof path, "/v1/matches/%s/seats", fixture->match);
    struct answer joined =
        client_send(&fixture->players[1], "POST", path, NULL);

    cr_assert_eq(joined.status, 201, "%s", joined.body);
    fixture->seq = answer_number(&joined, "seq");
    answer_clear(&made);
    answer_clear(&joined);
}

/* ---- claims ---- */

/* Claim until the time is up; a claim before that must be refused. */
static struct answer claim_in_time(struct fixture *fixture, int seat,
                                   const char *body, const char *key)
{
    const struct timespec pause = {.tv_nsec = 50 * 1000000};

    for (;;) {
        struct answer answer = act(fixture, seat, "claims", body, key);

        if (answer.status == 201)
            return answer;
        cr_assert_str_eq(answer_problem(&answer), "time-not-up", "%s",
                         answer.body);
        answer_clear(&answer);
        nanosleep(&pause, NULL);
    }
}

TestSuite(claims, .init = shared_setup, .fini = shared_teardown);

Test(claims, a_claim_after_the_deadline_removes_the_seat)
{
    struct fixture fixture;
    char tags[2][32], said[16];

    fixture_begin(&fixture, &test_service, "template", 2);
    begin_timed(&fixture, 1);
    struct answer done = claim_in_time(&fixture, 1, "{\"seat\":0}", "claim");
    struct answer again = act(&fixture, 1, "claims", "{\"seat\":0}", "claim");
    struct answer match = fixture_get(&fixture, 0, "");
    json_t *result = json_object_get(match.json, "result");

    expect_refused(act(&fixture, 1, "claims", "{\"seat\":1}", "claim"), 422,
                   "idempotency-key-reused");

    cr_expect_str_eq(event_text(&done, 0, "type"), "timeout");
    cr_expect(answer_has(&done, "\"@ada runs out of time and leaves.\""), "%s",
              done.body);
    /* The time of the claimant was up as well. */
    cr_expect_str_eq(event_text(&done, 1, "type"), "timeout");
    cr_expect_str_eq(event_text(&done, 2, "type"), "finish");
    cr_expect_str_eq(answer_text(&done, "status"), "finished");
    cr_expect_str_eq(again.body, done.body);
    answer_header(&done, "ETag", tags[0], sizeof tags[0]);
    answer_header(&again, "ETag", tags[1], sizeof tags[1]);
    cr_expect_str_eq(tags[0], "\"5.1\"");
    cr_expect_str_eq(tags[1], tags[0]);
    answer_header(&again, "Idempotent-Replayed", said, sizeof said);
    cr_expect_str_eq(said, "true");
    cr_expect_str_eq(json_string_value(json_object_get(result, "reason")),
                     "timed-out");
    answer_clear(&done);
    answer_clear(&again);
    answer_clear(&match);
    fixture_expect_complete_log(&fixture, 0);
    fixture_end(&fixture);
}

Test(claims, each_refusal_says_why)
{
    struct fixture fixture;
    char deadline[64];

    fixture_begin(&fixture, &test_service, "template", 2);
    expect_refused(act(&fixture, 0, "claims", "{\"seat\":1}", NULL), 409,
                   "time-not-up");
    begin_timed(&fixture, 3600);
    struct answer match = fixture_get(&fixture, 0, "");
    json_t *clock = json_object_get(match.json, "clock");

    snprintf(deadline, sizeof deadline, "%s",
             json_string_value(
                 json_array_get(json_object_get(clock, "deadlines"), 1)));
    struct answer early = act(&fixture, 0, "claims", "{\"seat\":1}", NULL);

    cr_expect_str_eq(answer_problem(&early), "time-not-up");
    cr_expect_str_eq(answer_text(&early, "deadline"), deadline);
    expect_refused(act(&fixture, 0, "claims", "{\"seat\":0}", NULL), 409,
                   "own-seat");
    expect_refused(act(&fixture, 0, "claims", "{\"seat\":2}", NULL), 404,
                   "not-found");
    expect_refused(act(&fixture, 0, "claims", "{\"seat\":4}", NULL), 400,
                   "invalid-fields");
    expect_refused(act(&fixture, 0, "claims", "{}", NULL), 400,
                   "invalid-fields");
    expect_refused(
        act(&fixture, 0, "claims", "{\"seat\":1,\"why\":\"slow\"}", NULL), 400,
        "invalid-fields");
    answer_clear(&match);
    answer_clear(&early);
    fixture_end(&fixture);
}

/* ---- votes ---- */

TestSuite(votes, .init = shared_setup, .fini = shared_teardown);

Test(votes, votes_of_all_seats_abort_the_match)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    struct answer first = vote(&fixture, 0, true);
    struct answer between = fixture_get(&fixture, 1, "");
    struct answer last = vote(&fixture, 1, true);
    struct answer match = fixture_get(&fixture, 1, "");
    const json_t *event =
        json_array_get(json_object_get(first.json, "events"), 0);

    cr_assert_eq(first.status, 201, "%s", first.body);
    cr_expect_str_eq(event_text(&first, 0, "type"), "vote");
    cr_expect(json_is_true(json_object_get(event, "abort")));
    cr_expect_str_eq(answer_text(&first, "status"), "running");
    cr_expect_eq(json_integer_value(json_array_get(
                     json_object_get(between.json, "abort_votes"), 0)),
                 0);
    cr_expect_eq(json_array_size(json_object_get(between.json, "abort_votes")),
                 1);
    cr_expect_str_eq(event_text(&last, 1, "type"), "abort");
    cr_expect_str_eq(answer_text(&last, "status"), "aborted");
    cr_expect(json_is_null(json_object_get(match.json, "result")));
    cr_expect_neq(answer_text(&match, "finished_at")[0], '\0');
    expect_refused(fixture_get(&fixture, 0, "/record"), 409,
                   "match-not-finished");
    expect_refused(fixture_get(&fixture, 0, "/position"), 403,
                   "position-hidden");
    expect_refused(vote(&fixture, 0, false), 409, "match-finished");
    answer_clear(&first);
    answer_clear(&between);
    answer_clear(&last);
    answer_clear(&match);
    for (int seat = 0; seat < 2; seat++)
        fixture_expect_complete_log(&fixture, seat);
    fixture_end(&fixture);
}

/* ---- abort by the creator ---- */

TestSuite(abort, .init = shared_setup, .fini = shared_teardown);

Test(abort, a_creator_aborts_a_match_once_unless_others_play_it)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    expect_refused(act(&fixture, 0, "abort", NULL, NULL), 409, "abort-blocked");
    expect_refused(act(&fixture, 1, "abort", NULL, NULL), 403, "not-creator");
    struct answer vote_first =
        act(&fixture, 0, "votes", "{\"abort\":true}", "one");

    cr_assert_eq(vote_first.status, 201, "%s", vote_first.body);
    expect_refused(act(&fixture, 0, "abort", NULL, "one"), 422,
                   "idempotency-key-reused");
    struct answer resigned = act(&fixture, 1, "resignation", NULL, NULL);

    cr_assert_eq(resigned.status, 201, "%s", resigned.body);
    expect_refused(act(&fixture, 0, "abort", NULL, NULL), 409,
                   "match-finished");
    answer_clear(&vote_first);
    answer_clear(&resigned);
    fixture_end(&fixture);
}

Test(abort, a_repeated_key_has_the_same_response)
{
    char path[96], said[16];

    struct client ada = client_account(&test_service, "ada");
    struct answer made = client_send(
        &ada, "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"bot:random\",\"me\"]}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(path, sizeof path, "/v1/matches/%s/abort",
             answer_text(&made, "id"));
    client_with(&ada, "Idempotency-Key: once");
    struct answer first = client_send(&ada, "POST", path, NULL);

    client_with(&ada, "Idempotency-Key: once");
    struct answer again = client_send(&ada, "POST", path, NULL);

    cr_expect_eq(first.status, 201, "%s", first.body);
    cr_expect_str_eq(answer_text(&first, "status"), "aborted");
    cr_expect_str_eq(answer_text(&first, "abort_reason"), "creator");
    cr_expect_eq(again.status, 201);
    cr_expect_str_eq(again.body, first.body);
    answer_header(&again, "Idempotent-Replayed", said, sizeof said);
    cr_expect_str_eq(said, "true");
    answer_clear(&made);
    answer_clear(&first);
    answer_clear(&again);
    client_close(&ada);
}

/* The move of seat 0 as another seat sees it; new text, "" when it is
 * withheld. */
static char *hidden_move(struct fixture *fixture, int seat)
{
    struct answer log = fixture_get(fixture, seat, "/events");
    json_t *events = json_object_get(log.json, "events"), *event;
    const char *move = NULL;
    size_t i;

    json_array_foreach(events, i, event)
    {
        if (strcmp(json_string_value(json_object_get(event, "type")), "move") ==
            0)
            move = json_string_value(json_object_get(event, "move"));
    }
    char *out = strdup(move ? move : "");

    answer_clear(&log);
    return out;
}

Test(votes, hidden_information_of_an_aborted_match_stays_hidden)
{
    struct fixture fixture;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "template", 2);
    cr_assert(fixture_choose(&fixture, 0, move, sizeof move));
    struct answer moved = fixture_post(&fixture, 0, move, fixture.seq, NULL);
    struct answer first = vote(&fixture, 0, true);
    struct answer last = vote(&fixture, 1, true);
    char *mine = hidden_move(&fixture, 0), *theirs = hidden_move(&fixture, 1);

    cr_assert_eq(moved.status, 201, "%s", moved.body);
    cr_expect_str_eq(answer_text(&last, "status"), "aborted");
    cr_expect_str_eq(mine, move);
    cr_expect_str_eq(theirs, "");
    free(mine);
    free(theirs);
    answer_clear(&moved);
    answer_clear(&first);
    answer_clear(&last);
    fixture_end(&fixture);
}

Test(votes, each_refusal_says_why)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    expect_refused(vote(&fixture, 0, false), 409, "vote-unchanged");
    struct answer cast = act(&fixture, 0, "votes", "{\"abort\":true}", "vote");
    struct answer again = act(&fixture, 0, "votes", "{\"abort\":true}", "vote");

    cr_expect_eq(cast.status, 201);
    cr_expect_str_eq(again.body, cast.body);
    expect_refused(act(&fixture, 0, "votes", "{\"abort\":false}", "vote"), 422,
                   "idempotency-key-reused");
    expect_refused(vote(&fixture, 0, true), 409, "vote-unchanged");
    expect_refused(act(&fixture, 0, "votes", "{}", NULL), 400,
                   "invalid-fields");
    expect_refused(act(&fixture, 0, "votes", "{\"abort\":1}", NULL), 400,
                   "invalid-fields");
    struct client dan = client_account(&test_service, "dan");
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s/votes", fixture.match);
    expect_refused(client_send(&dan, "POST", path, "{\"abort\":true}"), 403,
                   "not-seated");
    answer_clear(&cast);
    answer_clear(&again);
    client_close(&dan);
    fixture_end(&fixture);
}

Test(votes, votes_change_neither_moves_nor_the_undo_window)
{
    struct fixture fixture;
    char move[MOVE];

    fixture_begin(&fixture, &test_service, "underwater-cities", 2);
    cr_assert(fixture_choose(&fixture, 0, move, sizeof move));
    long seq = fixture.seq;
    struct answer cast = vote(&fixture, 1, true);
    struct answer moved = fixture_post(&fixture, 0, move, seq, NULL);
    struct answer withdrawn = vote(&fixture, 1, false);
    struct answer back =
        fixture_undo(&fixture, 0, seq, answer_number(&moved, "seq"), NULL);

    cr_expect_eq(cast.status, 201);
    cr_expect_eq(moved.status, 201, "%s", moved.body);
    cr_expect_eq(withdrawn.status, 201);
    cr_expect(answer_has(&withdrawn,
                         "\"@bea withdraws its vote to abort the match.\""),
              "%s", withdrawn.body);
    cr_expect_eq(back.status, 201, "%s", back.body);
    answer_clear(&cast);
    answer_clear(&moved);
    answer_clear(&withdrawn);
    answer_clear(&back);
    fixture.seq = seq + 4;
    fixture_expect_complete_log(&fixture, 1);
    fixture_end(&fixture);
}
