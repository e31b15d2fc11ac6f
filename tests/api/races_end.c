/* Races at the end of a match: votes, claims, deleted accounts. */
#include "depth.h"
#include "race.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* ---- votes ---- */

static void race_of_both(struct race *race)
{
    for (int i = 0; i < 16; i++)
        race_add(race, &race->fixture.players[i / 2 % 2]);
}

static void ask_vote(struct race *race, size_t i, bool abort)
{
    racer_asks(&race->racers[i], "POST", "/v1/matches/%s/votes",
               race->fixture.match);
    snprintf(race->racers[i].body, sizeof race->racers[i].body,
             "{\"abort\":%s}", abort ? "true" : "false");
}

static void expect_status(struct race *race, const char *status)
{
    struct answer match = fixture_get(&race->fixture, 0, "?" RACE_NEWEST);

    cr_expect_str_eq(answer_text(&match, "status"), status);
    answer_clear(&match);
}

/* Both vote: each vote counts once, and the match ends once. */
static void race_to_abort(struct race *race)
{
    fixture_begin_again(&race->fixture, "template");
    for (size_t i = 0; i < race->count; i++)
        ask_vote(race, i, true);
    racers_run(race->racers, race->count);
    cr_expect_eq(racers_count(race->racers, race->count, 201), 2);
    cr_expect_eq(racers_count(race->racers, race->count, 409), race->count - 2);
    race_expect_refused_as(race, "vote-unchanged", "match-finished");
    cr_expect_eq(race_count_events(&race->fixture, "vote"), 2);
    cr_expect_eq(race_count_events(&race->fixture, "abort"), 1);
    expect_status(race, "aborted");
}

Test(races, two_votes_at_once_abort_a_match_once, .init = deep_only)
{
    race_repeat(race_of_both, race_to_abort, 2);
}

/* One withdraws its vote while the other votes: either order is valid, and the
 * match is in the state that the order leads to. */
static void race_to_withdraw(struct race *race)
{
    struct fixture *fixture = &race->fixture;
    char path[160];
    bool withdrawn = false;

    fixture_begin_again(fixture, "template");
    snprintf(path, sizeof path, "/v1/matches/%s/votes", fixture->match);
    struct answer first =
        client_send(&fixture->players[0], "POST", path, "{\"abort\":true}");

    cr_assert_eq(first.status, 201, "%s", first.body);
    answer_clear(&first);
    for (size_t i = 0; i < race->count; i++)
        ask_vote(race, i, i / 2 % 2 == 1);
    racers_run(race->racers, race->count);
    for (size_t i = 0; i < race->count; i++)
        withdrawn = withdrawn ||
                    (i / 2 % 2 == 0 && race->racers[i].answer.status == 201);
    cr_expect_eq(racers_count(race->racers, race->count, 201),
                 withdrawn ? 2 : 1);
    race_expect_refused_as(race, "vote-unchanged", "match-finished");
    expect_status(race, withdrawn ? "running" : "aborted");
    cr_expect_eq(race_count_events(fixture, "abort"), !withdrawn);
}

Test(races, a_vote_is_withdrawn_in_time_or_not_at_all, .init = deep_only)
{
    race_repeat(race_of_both, race_to_withdraw, 2);
}

/* ---- claims ---- */

/* ada and bea begin a match with these settings. */
static void begin_as(struct fixture *fixture, const char *order)
{
    char path[160];
    struct answer made =
        client_send(&fixture->players[0], "POST", "/v1/matches", order);

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

static void begin_timed(struct fixture *fixture)
{
    begin_as(fixture, "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
                      "\"clock\":{\"turn_seconds\":1}}");
}

/* Wait until shortly before the deadline, which is a second after the start. */
static void wait_for_deadline(long early_ms)
{
    const struct timespec pause = {.tv_nsec = (980 - early_ms) * 1000000};

    nanosleep(&pause, NULL);
}

/* The seat moves at the last moment; its opponents claim that it is too
 * late. */
static void race_at_the_deadline(struct race *race)
{
    struct fixture *fixture = &race->fixture;
    char move[128];

    begin_timed(fixture);
    cr_assert(fixture_choose(fixture, 0, move, sizeof move));
    for (size_t i = 0; i < race->count; i++) {
        struct racer *racer = &race->racers[i];
        bool claims = strcmp(racer->client.name, "bea") == 0;

        racer_asks(racer, "POST", "/v1/matches/%s/%s", fixture->match,
                   claims ? "claims" : "moves");
        snprintf(racer->body, sizeof racer->body,
                 claims ? "{\"seat\":0}" : "{\"move\":\"%s\"}", move);
        snprintf(racer->if_match, sizeof racer->if_match, "If-Match: \"%ld\"",
                 fixture->seq);
    }
    wait_for_deadline(race->round % 3 * 20);
    racers_run(race->racers, race->count);
    race_expect_one_winner(race, 409, 412);
    /* Both choose at the start: bea is late at the same moment as ada. */
    const int moves = race_count_events(fixture, "move");
    const int timeouts = race_count_events(fixture, "timeout");

    cr_expect(moves + (timeouts > 0) == 1 && timeouts <= 2,
              "%d moves, %d timeouts", moves, timeouts);
    expect_status(race, timeouts > 0 ? "finished" : "running");
}

Test(races, at_the_deadline_a_seat_moves_or_is_out_of_time_but_not_both,
     .init = deep_only)
{
    race_repeat(race_of_both, race_at_the_deadline, 1);
}

/* ---- accounts ---- */

enum { WISHES = 10 };

/* An account takes seats in ten matches and is deleted at the same time: no
 * match waits for the deleted account. */
static void race_to_go(struct race *race)
{
    char matches[WISHES][64], name[24];

    snprintf(name, sizeof name, "goer-%d", race->round);
    struct client goer = client_account(&race->node[0], name);

    racers_end(race->racers, race->count);
    race->count = 0;
    for (int i = 0; i < WISHES; i++) {
        struct answer made =
            client_send(&race->fixture.players[0], "POST", "/v1/matches",
                        "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}");

        cr_assert_eq(made.status, 201, "%s", made.body);
        snprintf(matches[i], sizeof matches[i], "%s", answer_text(&made, "id"));
        answer_clear(&made);
        racer_asks(race_add(race, &goer), "POST", "/v1/matches/%s/seats",
                   matches[i]);
    }
    struct racer *last = race_add(race, &goer);

    racer_asks(last, "DELETE", "/v1/me");
    snprintf(last->body, sizeof last->body,
             "{\"password\":\"pass phrase of %s\"}", name);
    racers_run(race->racers, race->count);
    cr_expect_eq(last->answer.status, 204, "%s", last->answer.body);
    for (int i = 0; i < WISHES; i++) {
        struct answer match =
            client_get(&race->fixture.players[0], "/v1/matches/%s", matches[i]);

        cr_expect_str_neq(answer_text(&match, "status"), "running", "%s",
                          match.body);
        cr_expect(!strstr(match.body, name), "%s", match.body);
        answer_clear(&match);
    }
    client_close(&goer);
}

static void race_of_none(struct race *race)
{
    (void)race;
}

Test(races, no_match_waits_for_a_deleted_account, .init = deep_only)
{
    race_repeat(race_of_none, race_to_go, 2);
}

/* ---- rated matches ---- */

/* Rated; ada has decided, bea has not. */
static void begin_rated(struct fixture *fixture)
{
    char move[128];

    begin_as(fixture, "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
                      "\"rated\":true}");
    cr_assert(fixture_choose(fixture, 0, move, sizeof move));
    struct answer moved = fixture_post(fixture, 0, move, fixture->seq, NULL);

    cr_assert_eq(moved.status, 201, "%s", moved.body);
    answer_clear(&moved);
}

/* bea makes the decision that ends the opening while ada resigns: ada has
 * either forfeited or lost. */
static void race_for_the_opening(struct race *race)
{
    struct fixture *fixture = &race->fixture;
    char move[128];
    size_t moved = 0;

    begin_rated(fixture);
    cr_assert(fixture_choose(fixture, 1, move, sizeof move));
    for (size_t i = 0; i < race->count; i++) {
        struct racer *racer = &race->racers[i];
        bool resigns = strcmp(racer->client.name, "ada") == 0;

        racer_asks(racer, "POST", "/v1/matches/%s/%s", fixture->match,
                   resigns ? "resignation" : "moves");
        racer->if_match[0] = racer->body[0] = '\0';
        if (resigns)
            continue;
        snprintf(racer->body, sizeof racer->body, "{\"move\":\"%s\"}", move);
        snprintf(racer->if_match, sizeof racer->if_match, "If-Match: \"%ld\"",
                 fixture->seq);
    }
    racers_run(race->racers, race->count);
    for (size_t i = 0; i < race->count; i++)
        moved += race->racers[i].answer.status == 201 &&
                 strcmp(race->racers[i].client.name, "bea") == 0;
    struct answer match = fixture_get(fixture, 0, "?" RACE_NEWEST);
    json_t *ranks =
        json_object_get(json_object_get(match.json, "result"), "ranks");

    cr_expect_leq(moved, 1);
    cr_expect_str_eq(answer_text(&match, "status"),
                     moved ? "finished" : "aborted");
    cr_expect_eq(json_integer_value(json_array_get(ranks, 0)), moved ? 2 : 0);
    cr_expect_eq(json_array_size(json_object_get(match.json, "forfeits")),
                 moved ? 0 : 1);
    cr_expect_eq(race_count_events(fixture, "resign"), 1);
    answer_clear(&match);
}

Test(races, an_opening_ends_before_a_resignation_or_after_it, .init = deep_only)
{
    race_repeat(race_of_both, race_for_the_opening, 3);
}
