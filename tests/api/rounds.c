/* A round of a tournament over HTTP, with every offered game: four players are
 * paired by rated challenges; standings, records and replays are public.  It
 * follows the steps of docs/ranked.md. */
#include "depth.h"
#include "match_fixture.h"
#include "rules/game.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    PLAYERS = 4,
    PAIRS = PLAYERS / 2,
    GAMES_MAX = 16,
    OPENING = 60, /* decisions after which each seat has made one */
    ENDLESS = 5000,
    POLLS = 6000,
    PAST_STATES = 5,
};

/* A parameter: the game's id. */
struct offer {
    char game[40];
};

struct round {
    struct service service;
    const char *game;
    struct client players[PLAYERS];
    struct fixture matches[PAIRS]; /* clients are borrowed, by seat */
};

static const char *const names[PLAYERS] = {"ada", "bea", "cyd", "dan"};

static const json_t *member(const struct answer *answer, const char *key)
{
    return json_object_get(answer->json, key);
}

static const char *name_at(const json_t *row)
{
    return json_string_value(
        json_object_get(json_object_get(row, "player"), "name"));
}

static int number_of(const json_t *row, const char *key)
{
    return (int)json_integer_value(json_object_get(row, key));
}

/* ---- pairings ---- */

/* The seats were drawn. */
static void seat_players(struct round *round, struct fixture *match)
{
    struct answer seen =
        client_get(&round->players[0], "/v1/matches/%s", match->match);
    const json_t *seats = member(&seen, "seats");

    cr_assert_str_eq(answer_text(&seen, "status"), "running");
    cr_assert(json_is_true(member(&seen, "rated")));
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; i < PLAYERS; i++)
            if (!strcmp(name_at(json_array_get(seats, (size_t)seat)), names[i]))
                match->players[seat] = round->players[i];
    answer_clear(&seen);
}

/* One player challenges the other, who accepts. */
static void pair(struct round *round, int n, int host, int guest)
{
    struct fixture *match = &round->matches[n];
    char body[256], path[96];

    *match = (struct fixture){.service = &round->service,
                              .people = 2,
                              .chance = 88172645463325252U + (unsigned)n};
    snprintf(body, sizeof body,
             "{\"players\":[\"%s\"],\"game\":\"%s\",\"rated\":true}",
             names[guest], round->game);
    struct answer made =
        client_send(&round->players[host], "POST", "/v1/challenges", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(path, sizeof path, "/v1/challenges/%s/answers",
             answer_text(&made, "id"));
    answer_clear(&made);
    made =
        client_send(&round->players[guest], "POST", path, "{\"accept\":true}");
    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(match->match, sizeof match->match, "%s",
             answer_text(&made, "match"));
    answer_clear(&made);
    seat_players(round, match);
}

static void begin(struct round *round, const char *game)
{
    static const char *const settings[] = {"--ladder-matches=1", NULL};

    round->game = game;
    service_begin(&round->service, settings);
    for (int i = 0; i < PLAYERS; i++)
        round->players[i] = client_account(&round->service, names[i]);
    for (int n = 0; n < PAIRS; n++)
        pair(round, n, 2 * n, 2 * n + 1);
}

static void end(struct round *round)
{
    for (int i = 0; i < PLAYERS; i++)
        client_close(&round->players[i]);
    service_end(&round->service);
}

/* A player gives up when the match is no longer short. */
static void resign(struct fixture *match, const char *game, int seat)
{
    const int decisions = OPENING + game_find(game)->usual_decisions[1] / 10;
    char path[96];

    cr_assert_eq(fixture_play(match, decisions), decisions);
    snprintf(path, sizeof path, "/v1/matches/%s/resignation", match->match);
    struct answer left = client_send(&match->players[seat], "POST", path, NULL);

    cr_assert_eq(left.status, 201, "%s", left.body);
    match->seq = answer_number(&left, "seq");
    answer_clear(&left);
}

/* ---- standings ---- */

/* The ratings of a player, once the player has one: a leaderboard asks for more
 * than a round. */
static struct answer await_ratings(struct round *round, const char *name)
{
    const struct timespec pause = {.tv_nsec = 5000000};
    struct answer page = {0};

    for (int i = 0; i < POLLS; i++) {
        page = client_get(&round->players[0], "/v1/players/%s/ratings", name);
        if (json_array_size(member(&page, "data")) > 0)
            return page;
        answer_clear(&page);
        nanosleep(&pause, NULL);
    }
    cr_assert_fail("the round was not settled");
    return page;
}

/* The profile of a player counts the match.  Returns the rating. */
static int expect_profile(struct round *round, const char *name, bool won)
{
    struct answer page = await_ratings(round, name);
    const json_t *row = json_array_get(member(&page, "data"), 0);
    const int rating = number_of(row, "rating");

    cr_expect_str_eq(json_string_value(json_object_get(row, "game")),
                     round->game);
    cr_expect_eq(number_of(row, "matches"), 1, "%s", page.body);
    cr_expect_eq(number_of(row, "wins"), won, "%s", page.body);
    answer_clear(&page);
    return rating;
}

/* The winner of a match is ahead of the loser. */
static void expect_standings(struct round *round, struct fixture *match)
{
    struct answer seen = fixture_get(match, 0, "");
    const json_t *ranks = json_object_get(member(&seen, "result"), "ranks");
    const int first = (int)json_integer_value(json_array_get(ranks, 0)),
              second = (int)json_integer_value(json_array_get(ranks, 1));
    const int a = expect_profile(round, match->players[0].name, first == 1),
              b = expect_profile(round, match->players[1].name, second == 1);

    cr_assert_str_eq(answer_text(&seen, "status"), "finished");
    cr_expect_eq((a > b) - (a < b), (second > first) - (second < first),
                 "%d %d: %s", a, b, seen.body);
    answer_clear(&seen);
}

/* ---- what anybody can check ---- */

/* The record replays to the result, with the secret that was promised. */
static void expect_record(struct fixture *match, struct client *reader)
{
    struct answer seen = client_get(reader, "/v1/matches/%s", match->match);

    client_with(reader, "Accept: text/plain");
    struct answer record =
        client_get(reader, "/v1/matches/%s/record", match->match);
    json_t *body =
        json_pack("{s:s,s:s,s:s}", "record", record.body, "match", match->match,
                  "commitment", answer_text(&seen, "commitment"));
    char *text = json_dumps(body, JSON_COMPACT);
    struct answer verdict =
        client_send(reader, "POST", "/v1/records/verify", text);

    cr_expect(json_is_true(member(&verdict, "valid")), "%s", verdict.body);
    cr_expect(json_is_true(member(&verdict, "commitment_holds")));
    cr_expect(json_equal(member(&verdict, "scores"),
                         json_object_get(member(&seen, "result"), "scores")));
    answer_clear(&verdict);
    answer_clear(&record);
    answer_clear(&seen);
    json_decref(body);
    free(text);
}

/* The events and past states, as somebody sees them who has no seat. */
static void expect_replay(const struct fixture *match, struct client *reader)
{
    struct fixture watched = *match;

    watched.players[0] = *reader;
    fixture_expect_complete_log(&watched, 0);
    for (int i = 0; i <= PAST_STATES; i++) {
        const long seq = match->seq * i / PAST_STATES;
        struct answer past = client_get(
            reader, "/v1/matches/%s/state?at_seq=%ld", match->match, seq);

        cr_expect_eq(past.status, 200, "%s", past.body);
        cr_expect_eq(answer_number(&past, "seq"), seq);
        cr_expect(json_is_object(member(&past, "view")) || !seq);
        answer_clear(&past);
    }
}

/* ---- the round ---- */

ParameterizedTestParameters(rounds, is_played_by_challenges)
{
    static struct offer list[GAMES_MAX];
    size_t count = 0;

    for (size_t i = 0; games[i]; i++)
        if (!games[i]->is_hidden && games[i]->min_seats <= 2)
            snprintf(list[count++].game, sizeof list->game, "%s", games[i]->id);
    return cr_make_param_array(struct offer, list, count);
}

ParameterizedTest(struct offer *offer, rounds, is_played_by_challenges,
                  .init = deep_only)
{
    struct round round;

    begin(&round, offer->game);
    fixture_play(&round.matches[0], ENDLESS);
    resign(&round.matches[1], offer->game, 1);

    for (int n = 0; n < PAIRS; n++) {
        struct client *reader = &round.players[n ? 0 : PLAYERS - 1];

        expect_standings(&round, &round.matches[n]);
        expect_record(&round.matches[n], reader);
        expect_replay(&round.matches[n], reader);
    }
    end(&round);
}

/* ---- the record's type ---- */

Test(rounds, a_record_asked_for_as_json_is_refused_with_the_type_that_it_has,
     .init = shared_setup, .fini = shared_teardown)
{
    struct client ada = client_account(&test_service, "ada");

    client_with(&ada, "Accept: application/json");
    struct answer refused =
        client_get(&ada, "/v1/matches/m_k6gy4p5pls7yju7z7bncb2rgqq/record");

    cr_expect_eq(refused.status, 406);
    cr_expect_not_null(strstr(refused.body, "text/plain"), "%s", refused.body);
    answer_clear(&refused);
    client_close(&ada);
}
