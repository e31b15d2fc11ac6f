/* Matches with one seat, and settings that a game refuses. */
#include "match_fixture.h"
#include "service.h"
#include "shared_node.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Create a match and return it. */
static struct answer create(struct client *client, const char *seats,
                            const char *options)
{
    char body[512];

    snprintf(body, sizeof body,
             "{\"game\":\"underwater-cities\",\"seats\":%s,\"options\":%s}",
             seats, options);
    return client_send(client, "POST", "/v1/matches", body);
}

static void expect_a_solo_result(const struct answer *match)
{
    json_t *result = json_object_get(match->json, "result");
    json_t *goals = json_object_get(result, "goals"), *goal;
    bool reached = true;
    size_t i;

    cr_assert(json_is_object(result), "%s", match->body);
    cr_expect_eq(json_array_size(goals), 2);
    json_array_foreach(goals, i, goal)
    {
        reached =
            reached && json_integer_value(json_object_get(goal, "reached")) >=
                           json_integer_value(json_object_get(goal, "needed"));
        cr_expect(json_is_string(json_object_get(goal, "name")));
    }
    cr_expect_str_eq(json_string_value(json_object_get(result, "outcome")),
                     reached ? "won" : "lost");
    cr_expect_eq(json_array_size(json_object_get(result, "ranks")), 1);
}

TestSuite(solo, .init = shared_setup, .fini = shared_teardown);

Test(solo, a_solo_match_is_won_or_lost_by_its_goals)
{
    enum { ENDLESS = 5000 };
    struct fixture fixture = {
        .people = 1, .chance = 77, .service = &test_service};

    fixture.players[0] = client_account(&test_service, "ada");
    struct answer made =
        create(&fixture.players[0], "[\"me\"]", "{\"solo_start\":3}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    cr_expect_str_eq(answer_text(&made, "status"), "running");
    cr_expect_str_eq(json_string_value(json_object_get(
                         json_object_get(made.json, "options"), "boards")),
                     "advanced");
    snprintf(fixture.match, sizeof fixture.match, "%s",
             answer_text(&made, "id"));
    struct answer state = fixture_get(&fixture, 0, "/state");

    cr_expect_eq(json_array_size(json_object_get(state.json, "goals")), 2,
                 "the state says what must be reached");
    fixture_play(&fixture, ENDLESS);
    cr_assert(fixture.is_over);
    struct answer match = fixture_get(&fixture, 0, "");

    expect_a_solo_result(&match);
    fixture_expect_complete_log(&fixture, 0);
    answer_clear(&made);
    answer_clear(&state);
    answer_clear(&match);
    client_close(&fixture.players[0]);
}

Test(solo, a_solo_player_who_resigns_has_lost)
{
    char path[128];

    struct client ada = client_account(&test_service, "ada");
    struct answer made = create(&ada, "[\"me\"]", "{}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(path, sizeof path, "/v1/matches/%s/resignation",
             answer_text(&made, "id"));
    struct answer done = client_send(&ada, "POST", path, NULL);
    struct answer match =
        client_get(&ada, "/v1/matches/%s", answer_text(&made, "id"));
    json_t *result = json_object_get(match.json, "result");

    cr_expect_eq(done.status, 201, "%s", done.body);
    cr_expect_str_eq(json_string_value(json_object_get(result, "outcome")),
                     "lost");
    cr_expect_str_eq(json_string_value(json_object_get(result, "reason")),
                     "resigned");
    answer_clear(&made);
    answer_clear(&done);
    answer_clear(&match);
    client_close(&ada);
}

/* Wait until a bot has played the match to its end. */
static void wait_for_the_end(struct client *client, const char *match)
{
    long after = 0;
    bool is_over = false;

    for (int i = 0; i < 2000 && !is_over; i++) {
        struct answer news = client_get(
            client, "/v1/matches/%s/events?after=%ld&wait=20", match, after);

        cr_assert_eq(news.status, 200, "%s", news.body);
        after = answer_number(&news, "next_after");
        is_over = strcmp(answer_text(&news, "status"), "finished") == 0;
        answer_clear(&news);
    }
    cr_assert(is_over);
}

Test(solo, a_bot_plays_a_solo_match)
{
    struct client ada = client_account(&test_service, "ada");
    struct answer made = create(&ada, "[\"bot:greedy\"]", "{}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    wait_for_the_end(&ada, answer_text(&made, "id"));
    struct answer match =
        client_get(&ada, "/v1/matches/%s", answer_text(&made, "id"));

    expect_a_solo_result(&match);
    answer_clear(&made);
    answer_clear(&match);
    client_close(&ada);
}

Test(solo, a_result_of_several_seats_has_ranks)
{
    struct fixture fixture;

    fixture_begin(&fixture, &test_service, "template", 2);
    fixture_play(&fixture, 1000);
    cr_assert(fixture.is_over);
    struct answer match = fixture_get(&fixture, 0, "");
    json_t *result = json_object_get(match.json, "result");

    cr_expect_str_eq(json_string_value(json_object_get(result, "outcome")),
                     "ranked");
    cr_expect_eq(json_array_size(json_object_get(result, "goals")), 0);
    answer_clear(&match);
    fixture_end(&fixture);
}

/* ---- settings that are refused together ---- */

/* Create a match with this option and these seats; returns the reason of the
 * refusal, new, or NULL when it was created. */
static char *try_option(struct client *client, int seats, const char *name,
                        json_t *value, const char *pointer)
{
    static const char *const words[] = {"[]", "[\"me\"]", "[\"me\",\"open\"]",
                                        "[\"me\",\"open\",\"open\"]",
                                        "[\"me\",\"open\",\"open\",\"open\"]"};
    json_t *options = json_pack("{s:O}", name, value);
    char *text = json_dumps(options, JSON_COMPACT), *why = NULL;
    struct answer answer = create(client, words[seats], text);

    if (answer.status != 201) {
        json_t *error =
            json_array_get(json_object_get(answer.json, "errors"), 0);

        cr_assert_eq(answer.status, 422, "%s: %s", text, answer.body);
        cr_expect_str_eq(answer_problem(&answer), "invalid-settings");
        cr_expect_str_eq(json_string_value(json_object_get(error, "pointer")),
                         pointer);
        why = strdup(json_string_value(json_object_get(error, "detail")));
    }
    answer_clear(&answer);
    json_decref(options);
    free(text);
    return why;
}

/* The reason in the game's document, or NULL. */
static const char *announced(json_t *game, int seats, const char *name,
                             json_t *value)
{
    json_t *row, *number;
    size_t i, j;

    json_array_foreach(json_object_get(game, "refused"), i, row)
    {
        json_t *given = json_object_get(json_object_get(row, "options"), name);

        json_array_foreach(json_object_get(row, "seats"), j, number)
        {
            if (json_integer_value(number) == seats && json_equal(given, value))
                return json_string_value(json_object_get(row, "reason"));
        }
    }
    return NULL;
}

/* Every value of an option, as its schema says. */
static json_t *values_of(json_t *schema)
{
    json_t *list = json_object_get(schema, "enum");
    json_t *least = json_object_get(schema, "minimum");

    if (list)
        return json_incref(list);
    if (!least)
        return json_pack("[b,b]", 0, 1);
    list = json_array();
    for (json_int_t n = json_integer_value(least);
         n <= json_integer_value(json_object_get(schema, "maximum")); n++)
        json_array_append_new(list, json_integer(n));
    return list;
}

Test(solo, the_document_of_a_game_lists_refused_settings_with_reasons)
{
    int refused = 0, made = 0;
    const char *name;
    json_t *schema, *value;
    size_t i;

    struct client ada = client_account(&test_service, "ada");
    struct answer game = client_get(&ada, "/v1/games/underwater-cities");
    json_t *options =
        json_object_get(json_object_get(game.json, "options"), "properties");

    json_object_foreach(options, name, schema)
    {
        json_t *values = values_of(schema);
        char pointer[64];

        snprintf(pointer, sizeof pointer, "/options/%s", name);
        json_array_foreach(values, i, value)
        {
            for (int seats = 1; seats <= 4; seats++) {
                const char *said = announced(game.json, seats, name, value);
                char *why = try_option(&ada, seats, name, value, pointer);

                cr_expect((said != NULL) == (why != NULL), "%s, %d seats", name,
                          seats);
                if (said && why)
                    cr_expect_str_eq(said, why);
                refused += why != NULL;
                made += why == NULL;
                free(why);
            }
        }
        json_decref(values);
    }
    cr_expect_eq(json_object_size(json_object_get(game.json, "solo_defaults")),
                 1, "%s", game.body);
    cr_expect(refused >= 11 && made > 20, "%d refused, %d made", refused, made);
    answer_clear(&game);
    client_close(&ada);
}
