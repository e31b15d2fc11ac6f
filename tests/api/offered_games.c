/* Every game that is offered to players, over HTTP: rated, solo, from the
 * queue, undone, previewed, continued from a position.  A game needs no line
 * here. */
#include "match_fixture.h"
#include "sandbox.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <criterion/parameterized.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOVE = 128, GAMES_MAX = 16, ENDLESS = 5000, POLLS = 6000, UNDOS = 10 };

/* A parameter: the game's id. */
struct offer {
    char game[40];
};

/* The offered games that this number of players can play. */
static struct criterion_test_params offers(int seats)
{
    static struct offer list[GAMES_MAX];
    size_t count = 0;

    for (size_t i = 0; games[i]; i++)
        if (!games[i]->is_hidden && games[i]->min_seats <= seats &&
            games[i]->max_seats >= seats)
            snprintf(list[count++].game, sizeof list->game, "%s", games[i]->id);
    return cr_make_param_array(struct offer, list, count);
}

static const json_t *member(const struct answer *answer, const char *key)
{
    return json_object_get(answer->json, key);
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

/* The first account begins a match of a game with these members of the order,
 * all others join it. */
static void begin(struct fixture *fixture, int people, const char *game,
                  const char *members)
{
    static const char *const names[] = {"ada", "bea"};
    char path[128], order[256];

    snprintf(order, sizeof order, "{\"game\":\"%s\",%s}", game, members);
    *fixture = (struct fixture){
        .service = &test_service, .people = people, .chance = 21};
    for (int seat = 0; seat < people; seat++)
        fixture->players[seat] = client_account(&test_service, names[seat]);
    struct answer made =
        client_send(&fixture->players[0], "POST", "/v1/matches", order);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(fixture->match, sizeof fixture->match, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    snprintf(path, sizeof path, "/v1/matches/%s/seats", fixture->match);
    for (int seat = 1; seat < people; seat++) {
        made = client_send(&fixture->players[seat], "POST", path, NULL);
        cr_assert_eq(made.status, 201, "%s", made.body);
        fixture->seq = answer_number(&made, "seq");
        answer_clear(&made);
    }
}

/* Play to the end; the finished match. */
static struct answer finish(struct fixture *fixture)
{
    fixture_play(fixture, ENDLESS);
    cr_assert(fixture->is_over);
    struct answer match = fixture_get(fixture, 0, "");

    cr_assert_str_eq(answer_text(&match, "status"), "finished");
    return match;
}

/* Poll a list until it has this number of rows. */
static struct answer await_rows(struct client *client, const char *path,
                                size_t rows)
{
    struct answer page = client_get(client, "%s", path);

    for (int i = 0; i < POLLS && json_array_size(member(&page, "data")) < rows;
         i++) {
        answer_clear(&page);
        pause_ms(5);
        page = client_get(client, "%s", path);
    }
    cr_assert_eq(json_array_size(member(&page, "data")), rows, "%s: %s", path,
                 page.body);
    return page;
}

static void expect_a_valid_record(struct fixture *fixture,
                                  const struct answer *match)
{
    struct answer record = fixture_get(fixture, 0, "/record");
    json_t *body = json_pack("{s:s}", "record", record.body);
    char *text = json_dumps(body, JSON_COMPACT);
    struct answer verdict =
        client_send(&fixture->players[0], "POST", "/v1/records/verify", text);

    cr_assert_eq(verdict.status, 200, "%s", verdict.body);
    cr_expect(json_is_true(member(&verdict, "valid")), "%s", verdict.body);
    cr_expect(json_equal(member(&verdict, "scores"),
                         json_object_get(member(match, "result"), "scores")));
    answer_clear(&verdict);
    answer_clear(&record);
    json_decref(body);
    free(text);
}

TestSuite(offered_games, .init = shared_setup, .fini = shared_teardown);

ParameterizedTestParameters(offered_games,
                            a_rated_match_is_played_settled_and_counted)
{
    return offers(2);
}

ParameterizedTest(struct offer *offer, offered_games,
                  a_rated_match_is_played_settled_and_counted)
{
    struct fixture fixture;

    begin(&fixture, 2, offer->game,
          "\"seats\":[\"me\",\"open\"],\"rated\":true");
    struct answer match = finish(&fixture);
    struct answer ratings =
        await_rows(&fixture.players[0], "/v1/players/@ada/ratings", 2);
    struct answer figures =
        await_rows(&fixture.players[0], "/v1/players/@bea/statistics", 1);
    json_t *game = json_array_get(member(&figures, "data"), 0);
    json_t *seats = json_array_get(json_object_get(game, "by_seats"), 0);
    json_t *score =
        json_array_get(json_object_get(member(&match, "result"), "scores"), 1);

    cr_expect_not_null(strstr(ratings.body, offer->game), "%s", ratings.body);
    cr_expect_str_eq(json_string_value(json_object_get(game, "game")),
                     offer->game);
    cr_expect_eq(json_integer_value(json_object_get(seats, "matches")), 1);
    cr_expect_eq(json_integer_value(json_object_get(seats, "points")),
                 json_integer_value(score));
    expect_a_valid_record(&fixture, &match);
    for (int seat = 0; seat < 2; seat++)
        fixture_expect_complete_log(&fixture, seat);
    answer_clear(&match);
    answer_clear(&ratings);
    answer_clear(&figures);
    fixture_end(&fixture);
}

static bool reaches_all(const json_t *goals)
{
    bool all = true;
    size_t i;
    json_t *goal;

    json_array_foreach(goals, i, goal) all &=
        json_integer_value(json_object_get(goal, "reached")) >=
        json_integer_value(json_object_get(goal, "needed"));
    return all;
}

/* A seat of one player wins or loses by its goals; its points are listed as a
 * high score. */
ParameterizedTestParameters(offered_games, a_solo_match_has_a_high_score)
{
    return offers(1);
}

ParameterizedTest(struct offer *offer, offered_games,
                  a_solo_match_has_a_high_score)
{
    struct fixture fixture;

    char path[96];

    begin(&fixture, 1, offer->game, "\"seats\":[\"me\"],\"rated\":true");
    snprintf(path, sizeof path, "/v1/leaderboards/%s?seats=1", offer->game);
    struct answer match = finish(&fixture);
    const json_t *result = member(&match, "result");
    struct answer board = await_rows(&fixture.players[0], path, 1);
    json_t *row = json_array_get(member(&board, "data"), 0);
    const bool won = reaches_all(json_object_get(result, "goals"));

    cr_expect_gt(json_array_size(json_object_get(result, "goals")), 0);
    cr_expect_str_eq(json_string_value(json_object_get(result, "outcome")),
                     won ? "won" : "lost");
    cr_expect_eq(json_is_true(json_object_get(row, "won")), won);
    cr_expect_eq(json_integer_value(json_object_get(row, "score")),
                 json_integer_value(
                     json_array_get(json_object_get(result, "scores"), 0)));
    expect_a_valid_record(&fixture, &match);
    answer_clear(&match);
    answer_clear(&board);
    fixture_end(&fixture);
}

ParameterizedTestParameters(offered_games, the_queue_pairs_two_players)
{
    return offers(2);
}

ParameterizedTest(struct offer *offer, offered_games,
                  the_queue_pairs_two_players)
{
    char place[64];

    snprintf(place, sizeof place, "/v1/queue/%s", offer->game);
    struct client ada = client_account(&test_service, "ada");
    struct client bea = client_account(&test_service, "bea");
    struct answer first = client_send(&ada, "PUT", place, "{\"seats\":[2]}");
    struct answer second = client_send(&bea, "PUT", place, "{\"seats\":[2]}");

    cr_assert_eq(first.status, 200, "%s", first.body);
    cr_assert_eq(second.status, 200, "%s", second.body);
    for (int i = 0; i < POLLS && !json_is_string(member(&first, "match"));
         i++) {
        pause_ms(5);
        answer_clear(&first);
        first = client_get(&ada, "%s", place);
    }
    cr_assert(json_is_string(member(&first, "match")), "%s", first.body);
    struct answer match =
        client_get(&ada, "/v1/matches/%s", answer_text(&first, "match"));

    cr_expect_str_eq(answer_text(&match, "game"), offer->game);
    cr_expect(json_is_true(member(&match, "rated")));
    answer_clear(&match);
    answer_clear(&first);
    answer_clear(&second);
    client_close(&ada);
    client_close(&bea);
}

/* What a preview says of a move is so: it can be undone, or it reveals
 * something and cannot. */
ParameterizedTestParameters(offered_games,
                            a_move_is_undone_unless_it_reveals_something)
{
    return offers(2);
}

ParameterizedTest(struct offer *offer, offered_games,
                  a_move_is_undone_unless_it_reveals_something)
{
    struct fixture fixture;
    char move[MOVE] = "";
    int checked = 0;

    begin(&fixture, 2, offer->game, "\"seats\":[\"me\",\"open\"]");
    for (int i = 0; i < ENDLESS && !fixture.is_over && checked < UNDOS; i++) {
        const int seat = fixture_choose_any(&fixture, move, sizeof move);
        const long at = fixture.seq;
        struct answer before = fixture_get(&fixture, seat, "/state");
        struct answer preview = fixture_preview(&fixture, seat, move);
        struct answer done = fixture_post(&fixture, seat, move, at, NULL);

        cr_assert_eq(preview.status, 200, "%s", preview.body);
        cr_assert_eq(done.status, 201, "%s: %s", move, done.body);
        fixture.seq = answer_number(&done, "seq");
        if (json_is_true(member(&preview, "undoable"))) {
            struct answer after = fixture_get(&fixture, seat, "/state");
            struct answer undone =
                fixture_undo(&fixture, seat, at, fixture.seq, NULL);
            struct answer back = fixture_get(&fixture, seat, "/state");

            cr_expect(
                json_equal(member(&preview, "view"), member(&after, "view")),
                "%s", move);
            cr_assert_eq(undone.status, 201, "%s: %s", move, undone.body);
            cr_expect(
                json_equal(member(&before, "view"), member(&back, "view")));
            answer_clear(&after);
            answer_clear(&undone);
            answer_clear(&back);
            checked++;
            answer_clear(&done);
            done = fixture_post(&fixture, seat, move, at + 2, NULL);
            cr_assert_eq(done.status, 201, "%s is played again", move);
        } else if (json_is_true(member(&preview, "reveals"))) {
            struct answer refused =
                fixture_undo(&fixture, seat, at, fixture.seq, NULL);

            cr_expect_eq(refused.status, 409, "%s: %s", move, refused.body);
            answer_clear(&refused);
        }
        answer_clear(&before);
        answer_clear(&preview);
        answer_clear(&done);
    }
    cr_expect_gt(checked, 0);
    fixture_end(&fixture);
}

ParameterizedTestParameters(offered_games, bots_play_a_position_to_the_end)
{
    return offers(2);
}

ParameterizedTest(struct offer *offer, offered_games,
                  bots_play_a_position_to_the_end)
{
    const struct game *game = game_find(offer->game);
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    struct client ada = client_account(&test_service, "ada");
    bool is_over = false;
    long after = 0;

    sandbox_state(game, 2, 3, 40, state);
    char *position = sandbox_position(game, state);
    struct answer made = sandbox_create(
        &ada, offer->game, "[\"bot:random\",\"bot:greedy\"]", position);

    cr_assert_eq(made.status, 201, "%s", made.body);
    for (int i = 0; i < POLLS && !is_over; i++) {
        struct answer news =
            client_get(&ada, "/v1/matches/%s/events?after=%ld&wait=20",
                       answer_text(&made, "id"), after);

        after = answer_number(&news, "next_after");
        is_over = strcmp(answer_text(&news, "status"), "finished") == 0;
        answer_clear(&news);
    }
    cr_expect(is_over);
    answer_clear(&made);
    free(position);
    client_close(&ada);
}
