/* Rated matches: their terms, the ways to leave them, and their records. */
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE = 160 };

static const char order[] =
    "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"rated\":true}";

/* The fixture's accounts begin a match with these settings. */
static void begin(struct fixture *fixture, const char *body)
{
    struct answer made =
        client_send(&fixture->players[0], "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    for (int seat = 1; seat < fixture->people; seat++) {
        char path[128];

        snprintf(path, sizeof path, "/v1/matches/%s/seats", fixture->match);
        struct answer joined =
            client_send(&fixture->players[seat], "POST", path, NULL);

        cr_assert_eq(joined.status, 201, "%s", joined.body);
        fixture->seq = answer_number(&joined, "seq");
        answer_clear(&joined);
    }
}

static struct answer act(struct fixture *fixture, int seat, const char *what,
                         const char *body)
{
    char path[160];

    snprintf(path, sizeof path, "/v1/matches/%s/%s", fixture->match, what);
    return client_send(&fixture->players[seat], "POST", path, body);
}

static void expect_refused(struct answer answer, long status,
                           const char *problem)
{
    cr_expect_eq(answer.status, status, "%s", answer.body);
    cr_expect_str_eq(answer_problem(&answer), problem);
    answer_clear(&answer);
}

static void do_it(struct answer answer)
{
    cr_assert_eq(answer.status, 201, "%s", answer.body);
    answer_clear(&answer);
}

static void decide(struct fixture *fixture, int seat)
{
    char move[MOVE];

    cr_assert(fixture_choose(fixture, seat, move, sizeof move));
    do_it(fixture_post(fixture, seat, move, fixture->seq, NULL));
}

/* Expect this JSON as a member of the match's document. */
static void expect_member(struct fixture *fixture, const char *key,
                          const char *expected)
{
    struct answer match = fixture_get(fixture, 0, "");
    char *seen = json_dumps(json_object_get(match.json, key),
                            JSON_ENCODE_ANY | JSON_COMPACT);

    cr_expect_str_eq(seen ? seen : "(none)", expected);
    free(seen);
    answer_clear(&match);
}

/* ---- terms ---- */

TestSuite(rated, .init = shared_setup, .fini = shared_teardown);

Test(rated, a_rated_match_without_a_clock_member_has_a_day_for_each_decision)
{
    struct client ada = client_account(&test_service, "ada");
    struct answer made = client_send(&ada, "POST", "/v1/matches", order);
    json_t *clock = json_object_get(made.json, "clock");

    cr_assert_eq(made.status, 201, "%s", made.body);
    cr_expect(json_is_true(json_object_get(made.json, "rated")));
    cr_expect_eq(json_integer_value(json_object_get(clock, "turn_seconds")),
                 86400);
    cr_expect_str_eq(json_string_value(json_object_get(clock, "policy")),
                     "automatic");
    answer_clear(&made);
    client_close(&ada);
}

Test(rated, the_default_policy_of_a_rated_clock_is_the_service)
{
    struct client ada = client_account(&test_service, "ada");
    struct answer made = client_send(
        &ada, "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],\"rated\":true,"
        "\"clock\":{\"bank_seconds\":300,\"increment_seconds\":5}}");
    struct answer alone = client_send(
        &ada, "POST", "/v1/matches",
        "{\"game\":\"underwater-cities\",\"seats\":[\"me\"],\"rated\":true}");
    json_t *clock = json_object_get(made.json, "clock");

    cr_assert_eq(made.status, 201, "%s", made.body);
    cr_expect_str_eq(json_string_value(json_object_get(clock, "policy")),
                     "automatic");
    cr_assert_eq(alone.status, 201, "%s", alone.body);
    cr_expect(json_is_true(json_object_get(alone.json, "rated")));
    cr_expect(json_is_null(json_object_get(alone.json, "clock")),
              "a solo player keeps no opponent waiting");
    answer_clear(&made);
    answer_clear(&alone);
    client_close(&ada);
}

/* With several seats a bot could play weakly on purpose against itself, and so
 * could a person. */
Test(rated, an_account_has_one_seat_and_sees_no_more_than_others)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    struct answer made =
        client_send(&fixture.players[0], "POST", "/v1/matches", order);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture.match, sizeof fixture.match, "%s",
             answer_text(&made, "id"));
    expect_refused(act(&fixture, 0, "seats", "{\"seat\":1}"), 409,
                   "already-seated");
    do_it(act(&fixture, 1, "seats", NULL));
    expect_refused(fixture_get(&fixture, 0, "/position"), 403,
                   "position-hidden");
    answer_clear(&made);
    fixture_end(&fixture);
}

/* ---- leaving ---- */

Test(rated, a_player_who_leaves_in_the_opening_forfeits_and_nobody_wins)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    begin(&fixture, order);
    expect_member(&fixture, "forfeits", "[]");
    decide(&fixture, 0);
    struct answer left = act(&fixture, 0, "resignation", NULL);

    cr_assert_eq(left.status, 201, "%s", left.body);
    cr_expect_str_eq(answer_text(&left, "status"), "aborted");
    expect_member(&fixture, "status", "\"aborted\"");
    expect_member(&fixture, "forfeits", "[0]");
    expect_member(&fixture, "result", "null");
    expect_refused(act(&fixture, 1, "resignation", NULL), 409,
                   "match-finished");
    answer_clear(&left);
    fixture_end(&fixture);
}

Test(rated, a_player_who_leaves_after_the_opening_loses)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 3);
    begin(&fixture,
          "{\"game\":\"template\",\"seats\":[\"me\",\"open\",\"open\"],"
          "\"rated\":true}");
    for (int seat = 0; seat < 3; seat++)
        decide(&fixture, seat);
    do_it(act(&fixture, 2, "resignation", NULL));
    do_it(act(&fixture, 0, "resignation", NULL));
    struct answer match = fixture_get(&fixture, 0, "");
    char *ranks = json_dumps(
        json_object_get(json_object_get(match.json, "result"), "ranks"),
        JSON_COMPACT);

    cr_expect_str_eq(answer_text(&match, "status"), "finished");
    cr_expect_str_eq(ranks ? ranks : "(none)", "[2,1,3]");
    expect_member(&fixture, "forfeits", "[]");
    free(ranks);
    answer_clear(&match);
    fixture_end(&fixture);
}

Test(rated, all_players_together_may_abort_it_in_the_opening)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    begin(&fixture, order);
    decide(&fixture, 1);
    do_it(act(&fixture, 0, "votes", "{\"abort\":true}"));
    do_it(act(&fixture, 1, "votes", "{\"abort\":true}"));
    expect_member(&fixture, "status", "\"aborted\"");
    expect_member(&fixture, "forfeits", "[]");
    expect_member(&fixture, "abort_votes", "[0,1]");
    fixture_end(&fixture);
}

Test(rated, after_the_opening_votes_lapse_and_are_refused)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    begin(&fixture, order);
    do_it(act(&fixture, 0, "votes", "{\"abort\":true}"));
    expect_member(&fixture, "abort_votes", "[0]");
    decide(&fixture, 0);
    decide(&fixture, 1);
    expect_member(&fixture, "abort_votes", "[]");
    expect_refused(act(&fixture, 1, "votes", "{\"abort\":true}"), 409,
                   "abort-blocked");
    expect_refused(act(&fixture, 0, "votes", "{\"abort\":false}"), 409,
                   "abort-blocked");
    expect_member(&fixture, "status", "\"running\"");
    fixture_end(&fixture);
}

Test(rated, deleting_the_account_leaves_the_match)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    begin(&fixture, order);
    decide(&fixture, 0);
    decide(&fixture, 1);
    struct answer gone = client_send(&fixture.players[1], "DELETE", "/v1/me",
                                     "{\"password\":\"pass phrase of @bea\"}");

    cr_assert_eq(gone.status, 204, "%s", gone.body);
    expect_member(&fixture, "status", "\"finished\"");
    struct answer match = fixture_get(&fixture, 0, "");
    json_t *ranks =
        json_object_get(json_object_get(match.json, "result"), "ranks");

    cr_expect_eq(json_integer_value(json_array_get(ranks, 0)), 1);
    answer_clear(&match);
    answer_clear(&gone);
    fixture_end(&fixture);
}

Test(rated, an_export_states_which_matches_were_rated)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    begin(&fixture, order);
    do_it(act(&fixture, 0, "resignation", NULL));
    struct answer file = client_get(&fixture.players[0], "/v1/me/export");
    json_t *matches = json_object_get(file.json, "matches");
    json_t *last = json_array_get(matches, 0);

    cr_assert_eq(file.status, 200, "%s", file.body);
    cr_assert_eq(json_array_size(matches), 2);
    cr_expect(json_is_true(json_object_get(last, "rated")));
    cr_expect_eq(json_array_size(json_object_get(last, "forfeits")), 1);
    cr_expect(
        json_is_false(json_object_get(json_array_get(matches, 1), "rated")));
    answer_clear(&file);
    fixture_end(&fixture);
}
