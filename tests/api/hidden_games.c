/* Hidden games are not offered to players unless the service is started with
 * the setting that the other tests use. */
#include "http.h"
#include "rules/game.h"
#include "service.h"

#include <criterion/criterion.h>
#include <string.h>

static void expect_refused(struct client *client, const char *method,
                           const char *path, const char *body, long status)
{
    struct answer answer = client_send(client, method, path, body);

    cr_expect_eq(answer.status, status, "%s %s: %ld %s", method, path,
                 answer.status, answer.body);
    answer_clear(&answer);
}

Test(hidden_games, no_list_names_a_hidden_game)
{
    static const char *const settings[] = {"--hidden-games=no", NULL};
    static const char *const paths[] = {"/v1/games", "/v1/config", "/v1/bots"};
    struct service service;
    struct client client;

    service_begin(&service, settings);
    client = client_account(&service, "ada");
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        struct answer answer = client_get(&client, "%s", paths[i]);

        cr_expect_eq(answer.status, 200, "%s", answer.body);
        for (size_t g = 0; games[g]; g++)
            cr_expect(games[g]->is_hidden || strstr(answer.body, games[g]->id),
                      "%s: %s", paths[i], games[g]->id);
        cr_expect_null(strstr(answer.body, "\"template\""), "%s", paths[i]);
        answer_clear(&answer);
    }
    client_close(&client);
    service_end(&service);
}

Test(hidden_games, a_hidden_game_is_as_unknown_as_one_that_does_not_exist)
{
    static const char *const settings[] = {"--hidden-games=no", NULL};
    static const char body[] =
        "{\"game\":\"template\",\"seats\":[\"me\",\"bot:random\"]}";
    struct service service;
    struct client ada, bob;

    service_begin(&service, settings);
    ada = client_account(&service, "ada");
    bob = client_account(&service, "bob");
    expect_refused(&ada, "GET", "/v1/games/template", NULL, 404);
    expect_refused(&ada, "GET", "/v1/games/template/components", NULL, 404);
    expect_refused(&ada, "GET", "/v1/leaderboards/template?seats=2", NULL, 404);
    expect_refused(&ada, "POST", "/v1/matches", body, 422);
    expect_refused(&ada, "PUT", "/v1/queue/template", "{\"seats\":[2]}", 404);
    expect_refused(&ada, "POST", "/v1/challenges",
                   "{\"players\":[\"bob\"],\"game\":\"template\"}", 422);
    client_close(&ada);
    client_close(&bob);
    service_end(&service);
}
