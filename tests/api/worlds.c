/* Two worlds that a viewer cannot tell apart: it gets the same bytes in both.
 *
 * A state is dealt anew but for what the viewer knows, both become sandbox
 * matches of somebody else, and everything that the viewer may ask is asked
 * in both. */
#include "sandbox.h"
#include "service.h"

#include "rules/random.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORLDS = 2, SEATS = 2, PREVIEWS = 10 };

struct scene {
    struct service service;
    struct client owner, players[SEATS], nobody;
    char match[WORLDS][64];
    int compared, revealing, open; /* answers; previews of each kind */
};

static void scene_begin(struct scene *scene)
{
    *scene = (struct scene){0};
    service_begin(&scene->service, NULL);
    scene->owner = client_account(&scene->service, "dan");
    scene->players[0] = client_account(&scene->service, "ada");
    scene->players[1] = client_account(&scene->service, "bea");
    scene->nobody = client_open(&scene->service);
}

static void scene_end(struct scene *scene)
{
    client_close(&scene->owner);
    client_close(&scene->players[0]);
    client_close(&scene->players[1]);
    client_close(&scene->nobody);
    service_end(&scene->service);
}

static struct client *client_of(struct scene *scene, int viewer)
{
    return viewer < 0 ? &scene->nobody : &scene->players[viewer];
}

static struct answer ask(struct scene *scene, int viewer, int world,
                         const char *what, const char *body)
{
    char path[160];
    struct client *client = client_of(scene, viewer);

    snprintf(path, sizeof path, "/v1/matches/%s%s", scene->match[world], what);
    if (!body)
        return client_send(client, "GET", path, NULL);
    client_with(client, "If-Match: *");
    return client_send(client, "POST", path, body);
}

static void seat_players(struct scene *scene, int world)
{
    char path[128], body[32];

    snprintf(path, sizeof path, "/v1/matches/%s/seats", scene->match[world]);
    for (int seat = 0; seat < SEATS; seat++) {
        snprintf(body, sizeof body, "{\"seat\":%d}", seat);
        struct answer joined =
            client_send(&scene->players[seat], "POST", path, body);

        cr_assert_eq(joined.status, 201, "%s", joined.body);
        answer_clear(&joined);
    }
}

/* Both worlds of a state as matches: as it is, and dealt anew. */
static void begin_worlds(struct scene *scene, const struct game *game,
                         const void *state, int viewer, unsigned seed)
{
    const uint8_t key[32] = {(uint8_t)seed, 1};
    uint8_t other[RULES_STATE_MAX] __attribute__((aligned(16)));
    const void *states[WORLDS] = {state, other};
    struct random random;

    random_init(&random, key, 0);
    memcpy(other, state, game->state_size);
    game->redeal(other, viewer, &random);
    for (int world = 0; world < WORLDS; world++) {
        char *position = sandbox_position(game, states[world]);
        struct answer made = sandbox_create(&scene->owner, game->id,
                                            "[\"open\",\"open\"]", position);

        cr_assert_eq(made.status, 201, "%s", made.body);
        snprintf(scene->match[world], sizeof scene->match[world], "%s",
                 answer_text(&made, "id"));
        answer_clear(&made);
        free(position);
        seat_players(scene, world);
    }
}

/* The words of an answer without what names the match, the request and the
 * time. */
static char *plain(struct answer *answer)
{
    json_t *event;
    size_t i;

    json_object_del(answer->json, "match");
    json_object_del(answer->json, "request_id");
    json_object_del(answer->json, "instance");
    json_array_foreach(json_object_get(answer->json, "events"), i, event)
        json_object_del(event, "at");
    return json_dumps(answer->json, JSON_COMPACT);
}

/* The same question in both worlds; the first answer. */
static struct answer expect_same(struct scene *scene, int viewer,
                                 const char *what, const char *body)
{
    struct answer answers[WORLDS];
    char *words[WORLDS], tags[WORLDS][64];

    for (int world = 0; world < WORLDS; world++) {
        answers[world] = ask(scene, viewer, world, what, body);
        answer_header(&answers[world], "ETag", tags[world], sizeof tags[world]);
        words[world] = plain(&answers[world]);
    }
    cr_expect_eq(answers[0].status, answers[1].status, "%s %s", what,
                 body ? body : "");
    cr_expect_str_eq(words[0], words[1], "%s %s", what, body ? body : "");
    cr_expect_str_eq(tags[0], tags[1]);
    scene->compared++;
    free(words[0]);
    free(words[1]);
    answer_clear(&answers[1]);
    return answers[0];
}

static void expect_same_and_forget(struct scene *scene, int viewer,
                                   const char *what, const char *body)
{
    struct answer answer = expect_same(scene, viewer, what, body);

    answer_clear(&answer);
}

/* Play a move that brings nothing to light, and take it back. */
static void play_and_take_back(struct scene *scene, int viewer,
                               const char *body)
{
    struct answer done = expect_same(scene, viewer, "/moves", body);
    char back[64];

    cr_expect_eq(done.status, 201, "%s", done.body);
    snprintf(back, sizeof back, "{\"to_seq\":%ld}",
             answer_number(&done, "seq") - 1);
    answer_clear(&done);
    expect_same_and_forget(scene, viewer, "/state", NULL);
    expect_same_and_forget(scene, viewer, "/legal-moves", NULL);
    expect_same_and_forget(scene, viewer, "/undo", back);
}

static void preview_moves(struct scene *scene, int viewer, json_t *moves)
{
    size_t count = json_array_size(moves);
    size_t step = count / PREVIEWS + 1;
    bool has_played = false;
    char body[192];

    for (size_t i = 0; i < count; i += step) {
        json_t *move = json_object_get(json_array_get(moves, i), "move");

        snprintf(body, sizeof body, "{\"move\":\"%s\"}",
                 json_string_value(move));
        struct answer preview =
            expect_same(scene, viewer, "/moves/preview", body);
        bool reveals = json_is_true(json_object_get(preview.json, "reveals"));

        cr_expect_eq(preview.status, 200, "%s", preview.body);
        scene->revealing += reveals;
        scene->open += !reveals;
        if (!has_played &&
            json_is_true(json_object_get(preview.json, "undoable"))) {
            play_and_take_back(scene, viewer, body);
            has_played = true;
        }
        answer_clear(&preview);
    }
}

/* Everything that the viewer may ask. */
static void compare_worlds(struct scene *scene, int viewer)
{
    static const char *const refused[] = {
        "{\"move\":\"fly\"}", "{\"move\":\"place red1 1\"}",
        "{\"move\":\"place red1 40\"}", "{\"move\":\"discard 7\"}"};

    expect_same_and_forget(scene, viewer, "/state", NULL);
    expect_same_and_forget(scene, viewer, "/events", NULL);
    expect_same_and_forget(scene, viewer, "/position", NULL);
    struct answer list = expect_same(scene, viewer, "/legal-moves", NULL);

    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        expect_same_and_forget(scene, viewer, "/moves/preview", refused[i]);
    expect_same_and_forget(scene, viewer, "/undo", "{\"to_seq\":1}");
    preview_moves(scene, viewer, json_object_get(list.json, "moves"));
    expect_same_and_forget(scene, viewer, "/events", NULL);
    answer_clear(&list);
}

static void compare_many(struct scene *scene, const char *name,
                         const int *decisions, size_t count)
{
    const struct game *game = game_find(name);
    uint8_t state[RULES_STATE_MAX] __attribute__((aligned(16)));

    for (size_t i = 0; i < count; i++)
        for (int viewer = RULES_SPECTATOR; viewer < SEATS; viewer++) {
            sandbox_state(game, SEATS, 40 + (unsigned)i, decisions[i], state);
            begin_worlds(scene, game, state, viewer, (unsigned)i);
            compare_worlds(scene, viewer);
        }
}

Test(worlds, a_viewer_gets_the_same_bytes_in_worlds_that_look_the_same)
{
    static const int decisions[] = {0,  2,  5,   9,   12,  17,  22,
                                    31, 38, 44,  52,  63,  71,  80,
                                    90, 99, 110, 125, 139, 160, 190};
    struct scene scene;

    scene_begin(&scene);
    compare_many(&scene, "underwater-cities", decisions,
                 sizeof decisions / sizeof *decisions);
    cr_expect(scene.revealing > 5 && scene.open > 20,
              "%d previews reveal, %d do not", scene.revealing, scene.open);
    fprintf(stderr, "%d answers were the same; %d previews reveal, %d not\n",
            scene.compared, scene.revealing, scene.open);
    scene_end(&scene);
}

Test(worlds, so_does_a_viewer_of_the_smallest_game)
{
    static const int decisions[] = {0, 1, 2, 3, 5, 6};
    struct scene scene;

    scene_begin(&scene);
    compare_many(&scene, "template", decisions,
                 sizeof decisions / sizeof *decisions);
    cr_expect_gt(scene.compared, 100);
    scene_end(&scene);
}
