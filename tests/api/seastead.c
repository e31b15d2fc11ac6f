/* Seastead over HTTP: rated, solo, from the queue, undone, previewed, continued
 * from a position. */
#include "match_fixture.h"
#include "sandbox.h"
#include "service.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOVE = 128, ENDLESS = 5000, POLLS = 6000 };

#define GAME "\"game\":\"seastead\""

static const json_t *member(const struct answer *answer, const char *key)
{
    return json_object_get(answer->json, key);
}

static void pause_ms(long ms)
{
    nanosleep(&(struct timespec){0, ms * 1000000}, NULL);
}

/* The first account begins a match with this order, all others join it. */
static void begin(struct fixture *fixture, int people, const char *order)
{
    static const char *const names[] = {"ada", "bea"};
    char path[128];

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

TestSuite(seastead, .init = service_setup, .fini = service_teardown);

Test(seastead, a_rated_match_is_played_settled_and_counted)
{
    struct fixture fixture;

    begin(&fixture, 2, "{" GAME ",\"seats\":[\"me\",\"open\"],\"rated\":true}");
    struct answer match = finish(&fixture);
    struct answer ratings =
        await_rows(&fixture.players[0], "/v1/players/ada/ratings", 2);
    struct answer figures =
        await_rows(&fixture.players[0], "/v1/players/bea/statistics", 1);
    json_t *game = json_array_get(member(&figures, "data"), 0);
    json_t *seats = json_array_get(json_object_get(game, "by_seats"), 0);
    json_t *score =
        json_array_get(json_object_get(member(&match, "result"), "scores"), 1);

    cr_expect_not_null(strstr(ratings.body, GAME), "%s", ratings.body);
    cr_expect_str_eq(json_string_value(json_object_get(game, "game")),
                     "seastead");
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

/* A seat of one player is won or lost against the Boss; its points are listed
 * as a high score. */
Test(seastead, a_solo_match_has_a_goal_and_a_high_score)
{
    struct fixture fixture;

    begin(&fixture, 1,
          "{" GAME ",\"seats\":[\"me\"],\"rated\":true,\"options\":"
          "{\"solo_location_discount\":\"without-token\"}}");
    struct answer match = finish(&fixture);
    const json_t *result = member(&match, "result");
    json_t *goal = json_array_get(json_object_get(result, "goals"), 0);
    struct answer board =
        await_rows(&fixture.players[0], "/v1/leaderboards/seastead?seats=1", 1);
    json_t *row = json_array_get(member(&board, "data"), 0);
    const bool won = json_integer_value(json_object_get(goal, "reached")) >=
                     json_integer_value(json_object_get(goal, "needed"));

    cr_expect_eq(json_array_size(json_object_get(result, "goals")), 1);
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

Test(seastead, the_queue_pairs_two_players)
{
    static const char place[] = "/v1/queue/seastead";
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

    cr_expect_str_eq(answer_text(&match, "game"), "seastead");
    cr_expect(json_is_true(member(&match, "rated")));
    answer_clear(&match);
    answer_clear(&first);
    answer_clear(&second);
    client_close(&ada);
    client_close(&bea);
}

/* Taking a dock tile turns up another one, so the build before it can be
 * undone, and the tile cannot. */
Test(seastead, a_build_is_undone_until_something_is_turned_up)
{
    struct fixture fixture;
    const struct game *game = game_find("seastead");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    char move[MOVE] = "";
    int checked = 0;

    begin(&fixture, 2, "{" GAME ",\"seats\":[\"me\",\"open\"]}");
    cr_assert_lt(game->state_size, sizeof state);
    for (int i = 0; i < ENDLESS && !fixture.is_over && checked < 10; i++) {
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
    cr_expect_eq(checked, 10);
    fixture_end(&fixture);
}

/* ---- positions ---- */

/* A position with one of its members changed is refused at this place. */
static void expect_refused(struct client *client, const char *position,
                           const char *key, json_t *value, const char *place)
{
    json_t *document = json_loads(position, 0, NULL);
    char *text;

    if (value)
        json_object_set_new(document, key, value);
    else
        json_object_del(document, key);
    text = json_dumps(document, JSON_COMPACT);
    struct answer answer =
        sandbox_create(client, "seastead", "[\"me\",\"me\"]", text);

    cr_expect_eq(answer.status, 422, "%s: %s", key, answer.body);
    cr_expect_str_eq(answer_problem(&answer), "invalid-position");
    cr_expect_not_null(strstr(answer.body, place), "%s: %s", place,
                       answer.body);
    answer_clear(&answer);
    json_decref(document);
    free(text);
}

Test(seastead, a_position_is_a_sandbox_that_bots_play_to_the_end)
{
    const struct game *game = game_find("seastead");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    struct client ada = client_account(&test_service, "ada");
    bool is_over = false;
    long after = 0;

    sandbox_state(game, 2, 3, 40, state);
    char *position = sandbox_position(game, state);
    struct answer made = sandbox_create(
        &ada, "seastead", "[\"bot:random\",\"bot:greedy\"]", position);

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

Test(seastead, a_position_is_returned_as_it_was_sent_or_refused_with_its_place)
{
    const struct game *game = game_find("seastead");
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));
    struct client ada = client_account(&test_service, "ada");

    sandbox_state(game, 2, 3, 40, state);
    char *position = sandbox_position(game, state);
    struct answer made =
        sandbox_create(&ada, "seastead", "[\"me\",\"me\"]", position);
    struct answer back =
        client_get(&ada, "/v1/matches/%s/position", answer_text(&made, "id"));

    cr_assert_eq(back.status, 200, "%s", back.body);
    back.body[strcspn(back.body, "\n")] = '\0';
    cr_expect_str_eq(back.body, position);
    expect_refused(&ada, position, "flotillas", NULL, "/position/flotillas");
    expect_refused(&ada, position, "turn", json_integer(2), "/position/turn");
    expect_refused(&ada, position, "phase", json_string("lunch"),
                   "/position/phase");
    expect_refused(&ada, position, "storms", json_integer(1),
                   "/position/storms");
    answer_clear(&made);
    answer_clear(&back);
    free(position);
    client_close(&ada);
}

/* ---- bad input ---- */

static void expect_problem(struct client *client, const char *method,
                           const char *path, const char *body, long status,
                           const char *problem)
{
    struct answer answer = client_send(client, method, path, body);

    cr_expect_eq(answer.status, status, "%s %s: %s", method, path, answer.body);
    cr_expect_str_eq(answer_problem(&answer), problem, "%s", answer.body);
    answer_clear(&answer);
}

Test(seastead, bad_input_gets_problems)
{
    struct fixture fixture;

    begin(&fixture, 2, "{" GAME ",\"seats\":[\"me\",\"open\"]}");
    struct client *ada = &fixture.players[0];
    char path[128];

    expect_problem(ada, "POST", "/v1/matches",
                   "{" GAME ",\"seats\":[\"me\",\"open\",\"open\"]}", 422,
                   "invalid-settings");
    expect_problem(ada, "POST", "/v1/matches",
                   "{" GAME
                   ",\"seats\":[\"me\"],\"options\":{\"sides\":\"b\"}}",
                   422, "invalid-settings");
    expect_problem(ada, "POST", "/v1/matches",
                   "{" GAME ",\"seats\":[\"me\",\"open\"],\"options\":"
                   "{\"sides\":\"c\"}}",
                   422, "invalid-settings");
    expect_problem(ada, "PUT", "/v1/queue/seastead", "{\"seats\":[3]}", 422,
                   "invalid-settings");
    expect_problem(ada, "GET", "/v1/leaderboards/seastead?seats=3", NULL, 400,
                   "invalid-fields");
    snprintf(path, sizeof path, "/v1/matches/%s/moves", fixture.match);
    for (int seat = 0; seat < 2; seat++) {
        static const char *const bad[] = {"build port 1g", "dive dive",
                                          "face 3", "take 9 kelp"};

        for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
            char body[96];

            snprintf(body, sizeof body, "{\"move\":\"%s\"}", bad[i]);
            client_with(&fixture.players[seat], "If-Match: *");
            struct answer answer =
                client_send(&fixture.players[seat], "POST", path, body);

            cr_expect(answer.status == 422 || answer.status == 409, "%s: %s",
                      bad[i], answer.body);
            cr_expect_str_neq(answer_problem(&answer), "");
            answer_clear(&answer);
        }
    }
    fixture_end(&fixture);
}
