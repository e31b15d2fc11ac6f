/* Private information in ranked play: an account that did not take part cannot
 * learn which match it was, who was challenged, or who is in the queue. */
#include "depth.h"
#include "samples.h"

#include "api/routes.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

/* ada and bea in a private rated match, played a little and then resigned; ada
 * alone in another, played to its end; an open challenge of theirs; and ada in
 * the queue. */
struct secrets {
    struct scene scene;
    char match[64], alone[64], challenge[64];
};

static struct answer post(struct client *client, const char *path,
                          const char *body)
{
    struct answer done = client_send(client, "POST", path, body);

    cr_assert_eq(done.status, 201, "%s %s", path, done.body);
    return done;
}

/* A match of this challenge. */
static void begin_match(struct secrets *it, const char *body)
{
    struct client *players = it->scene.fixture.players;
    char path[128];
    struct answer made = post(&players[ADA], "/v1/challenges", body);

    snprintf(path, sizeof path, "/v1/challenges/%s/answers",
             answer_text(&made, "id"));
    answer_clear(&made);
    struct answer done = post(&players[BEA], path, "{\"accept\":true}");

    snprintf(it->match, sizeof it->match, "%s", answer_text(&done, "match"));
    cr_assert_neq(it->match[0], '\0', "%s", done.body);
    answer_clear(&done);
}

static void play(struct secrets *it, const char *match, int people, int most)
{
    struct fixture fixture = it->scene.fixture;

    fixture.people = people;
    fixture.is_over = false;
    snprintf(fixture.match, sizeof fixture.match, "%s", match);
    fixture_play(&fixture, most);
}

/* Players see ratings when the match is settled. */
static void wait_until_settled(struct secrets *it)
{
    const struct timespec pause = {0, 10000000};
    struct client *ada = &it->scene.fixture.players[ADA];
    bool is_settled = false;

    for (int i = 0; i < 6000 && !is_settled; i++) {
        struct answer match = client_get(ada, "/v1/matches/%s", it->match);

        is_settled = json_is_array(json_object_get(match.json, "ratings"));
        answer_clear(&match);
        nanosleep(&pause, NULL);
    }
    cr_assert(is_settled);
}

static void make_secrets(struct secrets *it)
{
    static const char *const settings[] = {"--ladder-matches=1", NULL};
    struct client *players = it->scene.fixture.players;
    char path[128];

    scene_begin(&it->scene, settings);
    struct answer alone = post(&players[ADA], "/v1/matches",
                               "{\"game\":\"underwater-cities\",\"seats\":"
                               "[\"me\"],\"rated\":true,\"private\":true}");

    snprintf(it->alone, sizeof it->alone, "%s", answer_text(&alone, "id"));
    answer_clear(&alone);
    play(it, it->alone, 1, 5000);
    begin_match(it, "{\"players\":[\"bea\"],\"game\":\"template\",\"rated\":"
                    "true,\"private\":true,\"clock\":{\"turn_seconds\":"
                    "86400,\"policy\":\"automatic\"}}");
    play(it, it->match, 2, 2);
    snprintf(path, sizeof path, "/v1/matches/%s/resignation", it->match);
    struct answer over = post(&players[BEA], path, NULL);

    answer_clear(&over);
    wait_until_settled(it);
    struct answer waits = post(&players[ADA], "/v1/challenges",
                               "{\"players\":[\"bea\"],\"game\":\"template\"}");

    snprintf(it->challenge, sizeof it->challenge, "%s",
             answer_text(&waits, "id"));
    answer_clear(&waits);
    struct answer ticket = client_send(
        &players[ADA], "PUT", "/v1/queue/underwater-cities", "{\"seats\":[4]}");

    cr_assert_eq(ticket.status, 200, "%s", ticket.body);
    answer_clear(&ticket);
}

/* ---- reading ---- */

/* Paths that might reveal more than the samples of each route. */
static const char *const more[] = {
    "/v1/players/ada/ratings/history?game=template&pool=all",
    "/v1/players/ada/ratings/history?game=template&pool=human",
    "/v1/players/bea/ratings/history?game=template",
    "/v1/players/ada/ratings?season=1",
    "/v1/players/bea/ratings",
    "/v1/players/bea/statistics",
    "/v1/players/bea/matches",
    "/v1/players/ada/matches?status=finished",
    "/v1/leaderboards/template?pool=all",
    "/v1/leaderboards/underwater-cities?seats=1",
    "/v1/leaderboards/underwater-cities?seats=1&pool=all&around=ada",
    "/v1/matches?status=finished&game=template",
    "/v1/queue/underwater-cities",
    "/v1/bots?game=template",
};

/* How many of the secrets are in the response. */
static int count_secrets(const struct secrets *it, struct client *client,
                         const char *path)
{
    struct answer response = client_get(client, "%s", path);
    int found = (strstr(response.body, it->match) != NULL) +
                (strstr(response.body, it->alone) != NULL) +
                (strstr(response.body, it->challenge) != NULL);

    answer_clear(&response);
    return found;
}

/* Read everything that the service has. */
static int count_all(struct secrets *it, struct client *client)
{
    int found = 0;

    for (size_t i = 0; i < route_count; i++) {
        char path[SCENE_TEXT];

        if (strcmp(routes[i].method, "GET") != 0 ||
            strncmp(routes[i].template, "/v1/", 4) != 0)
            continue;
        scene_fill(&it->scene, sample_of(&routes[i])->path, path, sizeof path);
        found += count_secrets(it, client, path);
    }
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        found += count_secrets(it, client, more[i]);
    return found;
}

Test(ladder_secrecy, private_matches_are_visible_to_their_players_alone,
     .init = deep_only)
{
    static struct secrets it;
    struct client *ada, *bea;

    make_secrets(&it);
    ada = &it.scene.fixture.players[ADA];
    bea = &it.scene.fixture.players[BEA];
    cr_expect_eq(count_all(&it, &it.scene.cyd), 0);
    cr_expect_eq(count_all(&it, &it.scene.deep), 0);
    cr_expect_eq(count_all(&it, &it.scene.nobody), 0);
    /* They are in the history, match lists, feeds, the leaderboard of
     * points… */
    cr_expect_geq(count_all(&it, ada), 8);
    cr_expect_geq(count_all(&it, bea), 4);
    cr_expect_eq(count_secrets(&it, ada, more[0]), 0, "it was short");
    cr_expect_eq(count_secrets(&it, bea, more[2]), 1, "who left is rated");
    cr_expect_eq(count_secrets(&it, ada, more[9]), 1);
    cr_expect_eq(count_secrets(&it, bea, more[9]), 0);
    scene_end(&it.scene);
}

/* A challenge of others looks like one that does not exist. */
Test(ladder_secrecy, a_challenge_of_others_does_not_exist)
{
    static const char none[] = "c_aaaaaaaaaaaaaaaaaaaaaaaaaa";
    static const char *const asks[][3] = {
        {"GET", "", NULL},
        {"DELETE", "", NULL},
        {"POST", "/answers", "{\"accept\":true}"},
        {"POST", "/answers", "{\"accept\":false}"},
    };
    static struct secrets it;

    scene_begin(&it.scene, NULL);
    for (size_t i = 0; i < sizeof asks / sizeof *asks; i++) {
        struct client *bea = &it.scene.fixture.players[BEA];
        char path[2][128];

        snprintf(path[0], 128, "/v1/challenges/%s%s", it.scene.challenge,
                 asks[i][1]);
        snprintf(path[1], 128, "/v1/challenges/%s%s", none, asks[i][1]);
        struct answer one = client_send(bea, asks[i][0], path[0], asks[i][2]);
        struct answer other = client_send(bea, asks[i][0], path[1], asks[i][2]);

        cr_expect_eq(one.status, 404, "%s", one.body);
        cr_expect_eq(other.status, 404, "%s", other.body);
        cr_expect_str_eq(answer_problem(&one), answer_problem(&other));
        cr_expect_str_eq(answer_text(&one, "detail"),
                         answer_text(&other, "detail"));
        answer_clear(&one);
        answer_clear(&other);
    }
    scene_end(&it.scene);
}
