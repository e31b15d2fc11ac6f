/* Races: many requests for the same thing at the same moment, at one node and
 * at two: exactly one succeeds, and the log has no gap. */
#include "depth.h"
#include "race.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOVE = 128 };

/* ---- moves ---- */

static void ask_move(struct racer *racer, const struct fixture *fixture,
                     const char *move)
{
    racer_asks(racer, "POST", "/v1/matches/%s/moves", fixture->match);
    snprintf(racer->body, sizeof racer->body, "{\"move\":\"%s\"}", move);
    snprintf(racer->if_match, sizeof racer->if_match, "If-Match: \"%ld\"",
             fixture->seq);
}

static void seat_64(struct race *race)
{
    for (int i = 0; i < 64; i++)
        race_add(race, &race->fixture.players[i / 2 % 2]);
}

/* Every second connection is of the seat that is to act; each posts one of its
 * moves.  The others post the same for a seat without a decision. */
static void race_for_a_seq(struct race *race)
{
    struct fixture *fixture = &race->fixture;
    char move[MOVE];
    int seat = fixture_choose_any(fixture, move, sizeof move);
    long before = fixture->seq;
    int moves = race_count_events(fixture, "move");

    cr_assert_geq(seat, 0);
    for (size_t i = 0; i < race->count; i++) {
        struct racer *racer = &race->racers[i];

        if (strcmp(racer->client.name, fixture->players[seat].name) == 0)
            fixture_choose(fixture, seat, move, sizeof move);
        ask_move(racer, fixture, move);
    }
    racers_run(race->racers, race->count);
    race_expect_one_winner(race, 412, 409);
    cr_expect_eq(race_count_events(fixture, "move"), moves + 1);
    cr_expect_gt(race_seq(fixture), before);
    for (size_t i = 0; i < race->count; i++) {
        const struct answer *answer = &race->racers[i].answer;

        if (answer->status == 412)
            cr_expect_gt(answer_number(answer, "current_seq"), before);
        else if (answer->status == 409)
            cr_expect_str_eq(answer_problem(answer), "not-your-turn");
    }
}

/* Seats choose their first cards simultaneously: play past that. */
static void prepare_64(struct race *race)
{
    size_t to_act;

    do {
        cr_assert_eq(fixture_play(&race->fixture, 1), 1);
        struct answer match = fixture_get(&race->fixture, 0, "?" RACE_NEWEST);

        to_act = json_array_size(json_object_get(match.json, "to_act"));
        answer_clear(&match);
    } while (to_act != 1);
    seat_64(race);
}

Test(races, one_of_64_moves_at_one_seq_is_played)
{
    race_repeat(prepare_64, race_for_a_seq, 2);
}

/* ---- keys ---- */

static void prepare_100(struct race *race)
{
    for (int i = 0; i < 100; i++)
        race_add(race, &race->fixture.players[0]);
}

static void race_with_one_key(struct race *race)
{
    struct fixture *fixture = &race->fixture;
    char move[MOVE];

    fixture_begin_again(fixture, "underwater-cities");
    cr_assert(fixture_choose(fixture, 0, move, sizeof move));
    for (size_t i = 0; i < race->count; i++) {
        ask_move(&race->racers[i], fixture, move);
        snprintf(race->racers[i].key, sizeof race->racers[i].key,
                 "Idempotency-Key: same-%d", race->round);
    }
    racers_run(race->racers, race->count);
    race_expect_one_effect(race);
    cr_expect_eq(race_count_events(fixture, "move"), 1);
}

Test(races, a_hundred_requests_with_one_key_have_one_effect_and_equal_responses,
     .init = deep_only)
{
    race_repeat(prepare_100, race_with_one_key, 1);
}

/* ---- seats ---- */

/* A hundred connections of 25 accounts. */
static void prepare_last_seat(struct race *race)
{
    for (int i = 0; i < 25; i++) {
        char name[24];

        snprintf(name, sizeof name, "racer-%d", i);
        struct client who = client_account(&race->node[0], name);

        for (int k = 0; k < 4; k++)
            race_add(race, &who);
        client_close(&who);
    }
}

static void race_for_the_last_seat(struct race *race)
{
    struct fixture *fixture = &race->fixture;
    struct answer made = client_send(
        &fixture->players[0], "POST", "/v1/matches",
        "{\"game\":\"template\",\"seats\":[\"me\",\"bot:random\",\"open\"]}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    for (size_t i = 0; i < race->count; i++)
        racer_asks(&race->racers[i], "POST", "/v1/matches/%s/seats",
                   fixture->match);
    racers_run(race->racers, race->count);
    race_expect_one_winner(race, 409, 409);
    race_expect_refused_as(race, "match-not-open", "seat-taken");
    cr_expect_eq(race_count_events(fixture, "join"), 1);
    cr_expect_eq(race_count_events(fixture, "start"), 1);
}

Test(races, one_of_a_hundred_requests_gets_the_last_seat, .init = deep_only)
{
    race_repeat(prepare_last_seat, race_for_the_last_seat, 2);
}

/* ---- names ---- */

static void race_for_a_name(struct race *race)
{
    static const char *const spelt[] = {"Eve-%d", "eve-%d", "EVE-%d"};

    for (size_t i = 0; i < race->count; i++) {
        struct racer *racer = &race->racers[i];
        char name[16];

        snprintf(name, sizeof name, "%.3s-%d", spelt[i % 3], race->round);
        racer_asks(racer, "POST", "/v1/accounts");
        snprintf(racer->body, sizeof racer->body,
                 "{\"name\":\"%s\",\"password\":\"a sentence of %zu\"}", name,
                 i);
    }
    racers_run(race->racers, race->count);
    race_expect_one_winner(race, 409, 409);
}

static void prepare_strangers(struct race *race)
{
    struct client nobody = client_open(&race->node[0]);

    for (int i = 0; i < 20; i++)
        race_add(race, &nobody);
    client_close(&nobody);
}

Test(races, a_name_is_registered_once_in_any_spelling, .init = deep_only)
{
    race_repeat(prepare_strangers, race_for_a_name, 1);
}

/* ---- undo, resignation ---- */

/* Play until a seat can both move and undo. */
static int find_undo(struct fixture *fixture, char move[MOVE], long *to_seq)
{
    for (int tries = 0; tries < 60; tries++) {
        for (int seat = 0; seat < fixture->people; seat++) {
            struct answer state =
                fixture_get(fixture, seat, "/state?" RACE_NEWEST);
            json_t *undo = json_object_get(state.json, "undo");
            bool may = json_is_true(json_object_get(undo, "allowed"));

            *to_seq = json_integer_value(json_object_get(undo, "to_seq"));
            answer_clear(&state);
            if (may && fixture_choose(fixture, seat, move, MOVE))
                return seat;
        }
        cr_assert_eq(fixture_play(fixture, 1), 1);
    }
    cr_assert_fail("no seat can both undo and move");
    return -1;
}

/* Half of the connections undo, half move. */
static void race_undo_with_move(struct race *race)
{
    struct fixture *fixture = &race->fixture;
    char move[MOVE];
    long to_seq = 0;

    fixture_begin_again(fixture, "underwater-cities");
    fixture->chance += (unsigned)race->round;
    int seat = find_undo(fixture, move, &to_seq);
    long before = fixture->seq;

    for (size_t i = 0; i < race->count; i++) {
        struct racer *racer = &race->racers[i];

        memcpy(racer->client.token, fixture->players[seat].token,
               sizeof racer->client.token);
        ask_move(racer, fixture, move);
        if (i / 2 % 2 == 0)
            continue;
        racer_asks(racer, "POST", "/v1/matches/%s/undo", fixture->match);
        snprintf(racer->body, sizeof racer->body, "{\"to_seq\":%ld}", to_seq);
    }
    racers_run(race->racers, race->count);
    race_expect_one_winner(race, 412, 412);
    cr_expect_geq(race_seq(fixture), before + 1);
}

Test(races, a_seat_undoes_or_moves_but_not_both, .init = deep_only)
{
    race_repeat(race_of_16, race_undo_with_move, 2);
}

static bool is_over(struct fixture *fixture)
{
    struct answer match = fixture_get(fixture, 0, "?" RACE_NEWEST);
    bool is_over = strcmp(answer_text(&match, "status"), "running") != 0;

    answer_clear(&match);
    return is_over;
}

/* One seat moves, the other resigns: both orders are valid, and after the end
 * nothing happens. */
static void race_resignation_with_move(struct race *race)
{
    struct fixture *fixture = &race->fixture;
    char move[MOVE];

    fixture_begin_again(fixture, "underwater-cities");
    fixture_play(fixture, 2 + race->round);
    int seat = fixture_choose_any(fixture, move, sizeof move);

    for (size_t i = 0; i < race->count; i++) {
        struct racer *racer = &race->racers[i];
        bool leaves = i / 2 % 2 == 0;
        const struct client *who = &fixture->players[leaves ? 1 - seat : seat];

        memcpy(racer->client.token, who->token, sizeof who->token);
        ask_move(racer, fixture, move);
        if (!leaves)
            continue;
        racer_asks(racer, "POST", "/v1/matches/%s/resignation", fixture->match);
        racer->body[0] = racer->if_match[0] = '\0';
    }
    racers_run(race->racers, race->count);
    cr_expect(is_over(fixture));
    cr_expect_eq(race_count_events(fixture, "resign"), 1);
    cr_expect_eq(race_count_events(fixture, "finish"), 1);
    cr_expect_eq(race_count_events(fixture, "move"),
                 2 + race->round - 1 +
                     (int)racers_count(race->racers, race->count, 201));
}

Test(races, a_match_ends_once_when_one_resigns_while_the_other_moves,
     .init = deep_only)
{
    race_repeat(race_of_16, race_resignation_with_move, 2);
}

/* Both resign at once: one is first, and has lost. */
static void race_resignations(struct race *race)
{
    struct fixture *fixture = &race->fixture;

    fixture_begin_again(fixture, "underwater-cities");
    for (size_t i = 0; i < race->count; i++) {
        const struct client *who = &fixture->players[i / 2 % 2];

        memcpy(race->racers[i].client.token, who->token, sizeof who->token);
        racer_asks(&race->racers[i], "POST", "/v1/matches/%s/resignation",
                   fixture->match);
    }
    racers_run(race->racers, race->count);
    race_expect_one_winner(race, 409, 409);
    race_expect_refused_as(race, "match-finished", "match-finished");
    cr_expect_eq(race_count_events(fixture, "finish"), 1);
}

Test(races, one_of_two_simultaneous_resignations_is_first, .init = deep_only)
{
    race_repeat(race_of_16, race_resignations, 2);
}
