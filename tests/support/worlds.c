/* Two worlds that a viewer cannot tell apart. */
#include "worlds.h"

#include "sandbox.h"

#include "api/http/responses/compress.h"
#include "rules/random.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An administrator's token with every scope. */
static void make_admin(struct worlds *worlds)
{
    worlds->admin = client_account(&worlds->service, "eva");
    service_sql(&worlds->service,
                "UPDATE accounts SET is_admin = true WHERE name = 'eva'");
    client_sign_in(&worlds->admin);
    struct answer made = client_send(
        &worlds->admin, "POST", "/v1/tokens",
        "{\"label\":\"all\",\"expires_in\":3600,\"scopes\":[\"match:read\","
        "\"match:play\",\"account:write\",\"admin\"],"
        "\"password\":\"pass phrase of eva\"}");

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(worlds->admin.token, sizeof worlds->admin.token, "%s",
             answer_text(&made, "token"));
    answer_clear(&made);
}

void worlds_begin(struct worlds *worlds)
{
    *worlds = (struct worlds){0};
    service_begin(&worlds->service, NULL);
    worlds->owner = client_account(&worlds->service, "dan");
    worlds->players[0] = client_account(&worlds->service, "ada");
    worlds->players[1] = client_account(&worlds->service, "bea");
    worlds->nobody = client_open(&worlds->service);
    make_admin(worlds);
    for (int seat = 0; seat < WORLDS_SEATS; seat++)
        worlds->players[seat].codings = "gzip";
    worlds->nobody.codings = "gzip";
    worlds->admin.codings = "gzip";
}

void worlds_end(struct worlds *worlds)
{
    client_close(&worlds->owner);
    client_close(&worlds->players[0]);
    client_close(&worlds->players[1]);
    client_close(&worlds->nobody);
    client_close(&worlds->admin);
    service_end(&worlds->service);
}

struct client *worlds_client(struct worlds *worlds, int viewer)
{
    if (viewer == WORLDS_ADMIN)
        return &worlds->admin;
    return viewer < 0 ? &worlds->nobody : &worlds->players[viewer];
}

static struct answer ask(struct worlds *worlds, int viewer, int world,
                         const char *what, const char *body)
{
    char path[160];
    struct client *client = worlds_client(worlds, viewer);

    snprintf(path, sizeof path, "/v1/matches/%s%s", worlds->match[world], what);
    if (!body)
        return client_send(client, "GET", path, NULL);
    client_with(client, "If-Match: *");
    return client_send(client, "POST", path, body);
}

static void seat_players(struct worlds *worlds, int world)
{
    char path[128], body[32];

    snprintf(path, sizeof path, "/v1/matches/%s/seats", worlds->match[world]);
    for (int seat = 0; seat < WORLDS_SEATS; seat++) {
        snprintf(body, sizeof body, "{\"seat\":%d}", seat);
        struct answer joined =
            client_send(&worlds->players[seat], "POST", path, body);

        cr_assert_eq(joined.status, 201, "%s", joined.body);
        answer_clear(&joined);
    }
}

void worlds_deal(struct worlds *worlds, const struct game *game,
                 const void *state, int viewer, unsigned seed)
{
    const uint8_t key[32] = {(uint8_t)seed, 1};
    uint8_t other[RULES_STATE_MAX] __attribute__((aligned(16)));
    const void *states[WORLDS] = {state, other};
    struct random random;

    random_init(&random, key, 0);
    memcpy(other, state, game->state_size);
    game->resample(other, viewer, &random);
    for (int world = 0; world < WORLDS; world++) {
        char *position = sandbox_position(game, states[world]);
        struct answer made = sandbox_create(&worlds->owner, game->id,
                                            "[\"open\",\"open\"]", position);

        cr_assert_eq(made.status, 201, "%s", made.body);
        snprintf(worlds->match[world], sizeof worlds->match[world], "%s",
                 answer_text(&made, "id"));
        answer_clear(&made);
        free(position);
        seat_players(worlds, world);
    }
}

/* The text of a response without the ids of match and request, and times.  A
 * commitment hashes the match's id and 32 random bytes. */
static char *plain(struct answer *answer)
{
    static const char *const passing[] = {
        "id",         "match",       "request_id", "instance",   "created_at",
        "started_at", "finished_at", "commitment", "absent_from"};
    json_t *event;
    size_t i;

    for (size_t k = 0; k < sizeof passing / sizeof *passing; k++)
        json_object_del(answer->json, passing[k]);
    json_array_foreach(json_object_get(answer->json, "events"), i, event)
        json_object_del(event, "at");
    return json_dumps(answer->json, JSON_COMPACT);
}

/* The size of a compressed response follows from its plain bytes alone, so that
 * nothing else can be concluded from it. */
static void expect_own_size(struct worlds *worlds, const struct answer *answer,
                            const char *what)
{
    char coding[16], length[16];
    size_t packed = 0;

    answer_header(answer, "Content-Encoding", coding, sizeof coding);
    answer_header(answer, "Content-Length", length, sizeof length);
    if (strcmp(coding, "gzip") != 0) {
        cr_expect_eq(strtoul(length, NULL, 10), answer->length, "%s", what);
        return;
    }
    free(compress_gzip(answer->body, answer->length, &packed));
    cr_expect_eq(strtoul(length, NULL, 10), packed, "%s: %s, not %zu", what,
                 length, packed);
    worlds->compressed++;
}

/* Is the ETag a digest of the response?  It has the ids and times of its world.
 */
static bool is_digest(const char *tag)
{
    return strlen(tag) > 32 && strspn(tag, "\"0123456789abcdef") >= 33;
}

struct answer worlds_compare(struct worlds *worlds, int viewer,
                             const char *what, const char *body)
{
    struct answer answers[WORLDS];
    char *words[WORLDS], tags[WORLDS][64];

    for (int world = 0; world < WORLDS; world++) {
        answers[world] = ask(worlds, viewer, world, what, body);
        expect_own_size(worlds, &answers[world], what);
        answer_header(&answers[world], "ETag", tags[world], sizeof tags[world]);
        words[world] = plain(&answers[world]);
    }
    cr_expect_eq(answers[0].status, answers[1].status, "%s %s", what,
                 body ? body : "");
    cr_expect_str_eq(words[0], words[1], "%s %s", what, body ? body : "");
    if (!is_digest(tags[0]))
        cr_expect_str_eq(tags[0], tags[1], "%s", what);
    cr_expect_eq(is_digest(tags[0]), is_digest(tags[1]), "%s", what);
    worlds->compared++;
    free(words[0]);
    free(words[1]);
    answer_clear(&answers[1]);
    return answers[0];
}

void worlds_same(struct worlds *worlds, int viewer, const char *what,
                 const char *body)
{
    struct answer answer = worlds_compare(worlds, viewer, what, body);

    answer_clear(&answer);
}
