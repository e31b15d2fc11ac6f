/* A service with players and matches in every status, and bad requests to
 * it. */
#include "scene.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the scene ---- */

static void make_match(struct client *client, const char *body, char *id)
{
    struct answer made = client_send(client, "POST", "/v1/matches", body);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(id, 64, "%s", answer_text(&made, "id"));
    answer_clear(&made);
}

/* bea sends a request about a match, which must succeed. */
static void bea_posts(struct scene *scene, const char *match, const char *where)
{
    char path[128];

    snprintf(path, sizeof path, "/v1/matches/%s%s", match, where);
    struct answer done =
        client_send(&scene->fixture.players[BEA], "POST", path, NULL);

    cr_assert_eq(done.status, 201, "%s", done.body);
    answer_clear(&done);
}

static void make_token(struct scene *scene)
{
    struct answer made = client_send(
        &scene->fixture.players[ADA], "POST", "/v1/tokens",
        "{\"label\":\"a\",\"scopes\":[\"match:read\"],\"expires_in\":3600}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(scene->token, sizeof scene->token, "%s", answer_text(&made, "id"));
    answer_clear(&made);
}

static void make_challenge(struct scene *scene)
{
    struct answer made =
        client_send(&scene->fixture.players[ADA], "POST", "/v1/challenges",
                    "{\"players\":[\"cyd\"],\"game\":\"template\"}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(scene->challenge, sizeof scene->challenge, "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
}

static void make_bot(struct scene *scene)
{
    scene->deep = client_bot(&scene->service, "deep");
    struct answer declared = client_send(
        &scene->deep, "PUT", "/v1/me/bot",
        "{\"games\":[{\"game\":\"template\",\"seats\":[2]}],"
        "\"clocks\":[\"none\"],\"rated\":[\"casual\"],\"at_once\":1}");

    cr_assert_eq(declared.status, 200, "%s", declared.body);
    answer_clear(&declared);
}

/* The path that begins so on a page. */
static void find_part(struct scene *scene, const char *path, const char *begin,
                      char part[PART_SIZE])
{
    struct answer page = client_get(&scene->nobody, "%s", path);
    const char *at = strstr(page.body, begin);

    cr_assert_not_null(at);
    snprintf(part, PART_SIZE, "%.*s", (int)strcspn(at, "\""), at);
    answer_clear(&page);
}

/* cyd enters a queue that nobody else is in. */
static void make_ticket(struct scene *scene)
{
    struct answer made = client_send(&scene->cyd, "PUT", "/v1/queue/template",
                                     "{\"seats\":[2]}");

    cr_assert_eq(made.status, 200, "%s", made.body);
    answer_clear(&made);
}

void scene_begin(struct scene *scene, const char *const *settings)
{
    enum { OPENING = 12 };
    struct client *ada = &scene->fixture.players[ADA];

    memset(scene, 0, sizeof *scene);
    service_begin(&scene->service, settings);
    fixture_begin(&scene->fixture, &scene->service, "underwater-cities", 2);
    fixture_play(&scene->fixture, OPENING);
    scene->cyd = client_account(&scene->service, "cyd");
    scene->nobody = client_open(&scene->service);
    make_match(ada,
               "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"]}",
               scene->open);
    make_match(ada, "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}",
               scene->finished);
    bea_posts(scene, scene->finished, "/seats");
    bea_posts(scene, scene->finished, "/resignation");
    make_match(ada,
               "{\"game\":\"template\",\"seats\":[\"me\",\"open\"],"
               "\"clock\":{\"turn_seconds\":86400}}",
               scene->clocked);
    bea_posts(scene, scene->clocked, "/seats");
    make_token(scene);
    make_challenge(scene);
    make_bot(scene);
    make_ticket(scene);
    find_part(scene, "/docs", "/docs/start-", scene->part);
    find_part(scene, "/", "/web/", scene->web_part);
    scene->to_act = fixture_choose_any(&scene->fixture, scene->to_act_move,
                                       sizeof scene->to_act_move);
}

void scene_end(struct scene *scene)
{
    free(scene->seen);
    client_close(&scene->cyd);
    client_close(&scene->deep);
    client_close(&scene->nobody);
    fixture_end(&scene->fixture);
    service_end(&scene->service);
}

struct client *scene_person(struct scene *scene, int who)
{
    return who == CYD    ? &scene->cyd
           : who == DEEP ? &scene->deep
           : who == NONE ? &scene->nobody
                         : &scene->fixture.players[who];
}

/* The text for a letter in braces, or NULL. */
static const char *meaning(const struct scene *scene, char letter,
                           const char *seq)
{
    switch (letter) {
    case 'M': return scene->fixture.match;
    case 'O': return scene->open;
    case 'F': return scene->finished;
    case 'C': return scene->clocked;
    case 'S': return seq;
    case 'L': return scene->to_act_move;
    case 'T': return scene->token;
    case 'H': return scene->challenge;
    case 'D': return scene->part;
    case 'W': return scene->web_part;
    default: return NULL;
    }
}

void scene_fill(const struct scene *scene, const char *template, char *out,
                size_t size)
{
    char seq[32];
    size_t at = 0;

    snprintf(seq, sizeof seq, "\"%ld\"", scene->fixture.seq);
    for (; *template && at + 1 < size; template ++) {
        const char *with = NULL;

        if (template[0] == '{' && template[1] && template[2] == '}')
            with = meaning(scene, template[1], seq);
        if (with) {
            at += (size_t)snprintf(out + at, size - at, "%s", with);
            template += 2;
        } else {
            out[at++] = *template;
        }
    }
    cr_assert_lt(at, size, "no room for %s", template);
    out[at] = '\0';
}

char *scene_fingerprint(struct scene *scene)
{
    static const char *const paths[] = {
        "/v1/matches/{O}", "/v1/matches/{F}", "/v1/matches/{C}",
        "/v1/matches/{M}", "/v1/me",          "/v1/matches?limit=100",
    };
    char *out = NULL, *states = fixture_fingerprint(&scene->fixture);
    size_t size = 0;
    FILE *to = open_memstream(&out, &size);

    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        char path[SCENE_TEXT];

        scene_fill(scene, paths[i], path, sizeof path);
        struct answer answer =
            client_get(&scene->fixture.players[ADA], "%s", path);

        cr_assert_eq(answer.status, 200, "%s", answer.body);
        fprintf(to, "%s", answer.body);
        answer_clear(&answer);
    }
    fprintf(to, "%s", states);
    fclose(to);
    free(states);
    return out;
}

/* ---- one case ---- */

static struct answer send_bad(struct scene *scene, const struct bad *bad)
{
    char path[SCENE_TEXT], body[SCENE_TEXT], header[2][SCENE_TEXT];
    const char *headers[] = {bad->header, bad->header2};
    struct client *client = scene_person(scene, bad->who);

    scene_fill(scene, bad->path, path, sizeof path);
    scene_fill(scene, bad->body ? bad->body : "", body, sizeof body);
    for (int i = 0; i < 2; i++) {
        scene_fill(scene, headers[i] ? headers[i] : "", header[i],
                   sizeof header[i]);
        if (headers[i])
            client_with(client, header[i]);
    }
    return client_send(client, bad->method, path, bad->body ? body : NULL);
}

void expect_refused(struct scene *scene, const struct bad *bad)
{
    struct answer answer = send_bad(scene, bad);

    cr_expect_eq(answer.status, bad->status, "%s: status %ld, %s", bad->claim,
                 answer.status, answer.body);
    cr_expect_str_eq(answer_problem(&answer), bad->problem, "%s: %s",
                     bad->claim, answer.body);
    cr_expect(!bad->says || strstr(answer.body, bad->says), "%s: no %s in %s",
              bad->claim, bad->says, answer.body);
    answer_clear(&answer);
}

void expect_unchanged(struct scene *scene, const char *claim)
{
    char *now = scene_fingerprint(scene);

    if (scene->seen)
        cr_expect_str_eq(scene->seen, now, "%s: something changed", claim);
    free(scene->seen);
    scene->seen = now;
}

void expect_all_refused(const struct bad *bad, size_t count)
{
    struct scene scene;

    scene_begin(&scene, NULL);
    expect_unchanged(&scene, "the beginning");
    for (size_t i = 0; i < count; i++) {
        expect_refused(&scene, &bad[i]);
        expect_unchanged(&scene, bad[i].claim);
    }
    scene_end(&scene);
}
