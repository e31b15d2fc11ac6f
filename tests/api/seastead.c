/* Seastead over HTTP: what is refused with the words of this game.
 * offered_games.c plays it. */
#include "match_fixture.h"
#include "sandbox.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define GAME "\"game\":\"seastead\""

TestSuite(seastead, .init = shared_setup, .fini = shared_teardown);

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

    fixture_begin(&fixture, &test_service, "seastead", 2);
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
