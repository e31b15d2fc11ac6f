/* Authorisation: one table with every operation and every kind of caller. */
#include "depth.h"
#include "sandbox.h"
#include "service.h"

#include "api/routes.h"
#include "play/accounts/player.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* The kinds of callers.  The player has seat 0, the opponent seat 1 of the
 * matches in the table; the stranger has no seat. */
enum caller {
    WHO_NOBODY,   /* no token */
    WHO_STRANGER, /* a session of another account: a spectator */
    WHO_GUEST,    /* a session of a guest; has no seat */
    WHO_PLAYER,   /* a session */
    WHO_OPPONENT, /* a session */
    WHO_BOT,      /* the player's token with match:read and bot:play */
    WHO_READER,   /* the player's token with match:read alone */
    WHO_CLERK,    /* the player's token with account:write alone */
    WHO_ADMIN,    /* an administrator's token with every scope; has no seat */
    WHO_REVOKED,  /* a session of the player that was closed */
    WHO_EXPIRED,  /* a token of the player that has just expired */
    WHO_COUNT,
};

/* What the request destroys, so that the next caller needs a new one. */
enum harm {
    NONE,
    MATCH = 1,    /* changes what the path names */
    TOKEN = 2,    /* revokes the caller's token */
    ACCOUNT = 4,  /* deletes the caller's account */
    PASSWORD = 8, /* revokes all other tokens of the account */
};

/* {M} a running match, {U} one in which the player may undo, {O} an open one
 * of the player, {F} a finished one, {S} a sandbox of the player; {H} a
 * challenge of the player to the opponent; {L} a legal move of the player,
 * {N} the caller's name, {T} a token of the player's, {R} a name that no
 * account has. */
struct rule {
    const char *method, *path, *body;
    unsigned harm;
    long status[WHO_COUNT];
};

/* clang-format off */
#define ALL(s) {s, s, s, s, s, s, s, s, s, s, s}
/*                     nobody         player         reader         revoked
 *                     |    stranger  |    opponent  |    clerk     |    expired
 *                     |    |    guest|    |    bot  |    |    admin|    |  */
#define PUBLIC    ALL(200)
#define OPEN_TO_ALL  {200, 200, 200, 200, 200, 200, 200, 200, 200, 401, 401}
#define TO_READ      {200, 200, 200, 200, 200, 200, 200, 403, 200, 401, 401}
#define SIGNED_IN    {401, 200, 200, 200, 200, 200, 200, 200, 200, 401, 401}

static const struct rule rules[] = {
    {"GET", "/",                             NULL, NONE, PUBLIC},
    {"GET", "/web/0123456789abcdef/app.js",  NULL, NONE, ALL(404)},
    {"GET", "/docs",                         NULL, NONE, PUBLIC},
    {"GET", "/docs/nothing.js",              NULL, NONE, ALL(404)},
    {"GET", "/openapi.yaml",                 NULL, NONE, PUBLIC},
    {"GET", "/openapi.json",                 NULL, NONE, PUBLIC},
    {"GET", "/problems",                     NULL, NONE, PUBLIC},
    {"GET", "/problems/forbidden",           NULL, NONE, PUBLIC},
    {"GET", "/v1/config",                    NULL, NONE, PUBLIC},
    {"GET", "/v1/games",                     NULL, NONE, PUBLIC},
    {"GET", "/v1/games/template",            NULL, NONE, PUBLIC},
    {"GET", "/v1/games/template/components", NULL, NONE, PUBLIC},
    {"GET", "/v1/games/template/phrases", NULL, NONE, PUBLIC},

    {"POST", "/v1/guests", "{}", NONE, ALL(201)},
    {"POST", "/v1/accounts", "{\"name\":\"{R}\",\"password\":\"a sentence of {R}\"}", NONE, ALL(201)},
    {"POST", "/v1/sessions", "{\"name\":\"player\",\"password\":\"pass phrase of player\"}", NONE, ALL(201)},
    {"GET", "/v1/me",             NULL, NONE, SIGNED_IN},
    {"DELETE", "/v1/sessions/current", NULL, TOKEN,
                     {401, 204, 204, 204, 204, 204, 204, 204, 204, 401, 401}},
    {"PATCH", "/v1/me", "{\"current_password\":\"pass phrase of {N}\",\"password\":\"pass phrase of {N}\"}", PASSWORD,
                     {401, 200, 400, 200, 200, 403, 403, 200, 200, 401, 401}},
    {"PATCH", "/v1/me", "{\"current_password\":\"pass phrase of {N}\",\"password\":\"pass phrase of {N}\",\"keep_tokens\":[]}", PASSWORD,
                     {401, 200, 400, 200, 200, 403, 403, 200, 200, 401, 401}},
    {"PATCH", "/v1/me", "{\"current_password\":\"not that of {N}\",\"password\":\"pass phrase of {R}\"}", NONE,
                     {401, 403, 400, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"PATCH", "/v1/me", "{\"display_name\":\"Zo\u00eb\"}", PASSWORD,
                     {401, 200, 200, 200, 200, 403, 403, 200, 200, 401, 401}},
    {"DELETE", "/v1/me", "{\"password\":\"not that of {N}\"}", ACCOUNT,
                     {401, 403, 204, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"DELETE", "/v1/me", "{\"password\":\"pass phrase of {N}\"}", ACCOUNT,
                     {401, 204, 204, 204, 204, 403, 403, 204, 204, 401, 401}},
    {"GET", "/v1/me/export",      NULL, NONE,
                     {401, 200, 200, 200, 200, 403, 403, 200, 200, 401, 401}},
    {"GET", "/v1/me/vacation",    NULL, NONE, SIGNED_IN},
    {"PUT", "/v1/me/vacation",    "{\"days\":1}", NONE,
                     {401, 200, 200, 200, 200, 403, 403, 200, 200, 401, 401}},
    {"DELETE", "/v1/me/vacation", NULL, NONE,
                     {401, 204, 204, 204, 204, 403, 403, 204, 204, 401, 401}},
    {"GET", "/v1/me/blocks",      NULL, NONE,
                     {401, 200, 200, 200, 200, 200, 200, 403, 200, 401, 401}},
    {"PUT", "/v1/me/blocks/house-random", NULL, NONE,
                     {401, 204, 204, 204, 204, 403, 403, 204, 204, 401, 401}},
    {"DELETE", "/v1/me/blocks/house-random", NULL, NONE,
                     {401, 204, 204, 204, 204, 403, 403, 204, 204, 401, 401}},
    {"GET", "/v1/me/events",      NULL, NONE,
                     {401, 200, 200, 200, 200, 200, 200, 403, 200, 401, 401}},

    /* None of the callers is a bot. */
    {"GET", "/v1/me/bot",         NULL, NONE,
                     {401, 403, 403, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"PUT", "/v1/me/bot", "{\"games\":[{\"game\":\"template\",\"seats\":[2]}],\"clocks\":[\"none\"],\"rated\":[\"casual\"],\"at_once\":1}", NONE,
                     {401, 403, 403, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"DELETE", "/v1/me/bot",      NULL, NONE,
                     {401, 403, 403, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"GET", "/v1/bots",           NULL, NONE, TO_READ},

    {"GET", "/v1/challenges",     NULL, NONE,
                     {401, 200, 200, 200, 200, 200, 200, 403, 200, 401, 401}},
    {"POST", "/v1/challenges", "{\"players\":[\"house-random\"],\"game\":\"template\"}", NONE,
                     {401, 201, 201, 201, 201, 201, 403, 403, 201, 401, 401}},
    {"GET", "/v1/challenges/{H}", NULL, NONE,
                     {401, 404, 404, 200, 200, 200, 200, 403, 404, 401, 401}},
    {"POST", "/v1/challenges/{H}/answers", "{\"accept\":false}", MATCH,
                     {401, 404, 404, 201, 201, 201, 403, 403, 404, 401, 401}},
    {"DELETE", "/v1/challenges/{H}", NULL, MATCH,
                     {401, 404, 404, 204, 403, 204, 403, 403, 404, 401, 401}},

    {"GET", "/v1/tokens",         NULL, NONE,
                     {401, 200, 200, 200, 200, 403, 403, 200, 200, 401, 401}},
    {"POST", "/v1/tokens", "{\"label\":\"a\",\"scopes\":[\"account:write\"],\"expires_in\":60,\"password\":\"pass phrase of {N}\"}", NONE,
                     {401, 201, 403, 201, 201, 403, 403, 201, 201, 401, 401}},
    {"POST", "/v1/tokens", "{\"label\":\"a\",\"scopes\":[\"account:write\"],\"expires_in\":60,\"password\":\"not that of {N}\"}", NONE,
                     {401, 403, 403, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"POST", "/v1/tokens", "{\"label\":\"a\",\"scopes\":[\"account:write\"],\"expires_in\":60}", NONE,
                     {401, 403, 403, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"POST", "/v1/tokens", "{\"label\":\"b\",\"scopes\":[\"match:read\"],\"expires_in\":31536000}", NONE,
                     {401, 403, 403, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"POST", "/v1/tokens", "{\"label\":\"b\",\"scopes\":[\"bot:play\"],\"expires_in\":60}", NONE,
                     {401, 201, 201, 201, 201, 403, 403, 403, 201, 401, 401}},
    {"POST", "/v1/tokens", "{\"label\":\"c\",\"scopes\":[\"admin\"],\"expires_in\":60}", NONE,
                     {401, 403, 403, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"POST", "/v1/tokens", "{\"label\":\"c\",\"scopes\":[\"admin\"],\"expires_in\":60,\"password\":\"pass phrase of {N}\"}", NONE,
                     {401, 403, 403, 403, 403, 403, 403, 403, 201, 401, 401}},
    {"DELETE", "/v1/tokens/{T}",  NULL, MATCH,
                     {401, 404, 404, 204, 404, 403, 403, 204, 404, 401, 401}},
    {"POST", "/v1/stream-tickets", NULL, NONE,
                     {401, 201, 201, 201, 201, 201, 201, 403, 201, 401, 401}},

    {"GET", "/v1/players/player", NULL, NONE, OPEN_TO_ALL},
    {"GET", "/v1/players/player/matches", NULL, NONE, TO_READ},
    {"GET", "/v1/players/player/ratings", NULL, NONE, TO_READ},
    {"GET", "/v1/players/player/ratings/history?game=template", NULL, NONE, TO_READ},
    {"GET", "/v1/players/player/statistics", NULL, NONE, OPEN_TO_ALL},
    {"GET", "/v1/leaderboards/template",  NULL, NONE, TO_READ},
    {"GET", "/v1/seasons",                NULL, NONE, OPEN_TO_ALL},

    {"PUT", "/v1/queue/template", "{\"seats\":[4]}", NONE,
                     {401, 200, 403, 200, 200, 200, 403, 403, 200, 401, 401}},
    {"GET", "/v1/queue/underwater-cities", NULL, NONE,
                     {401, 404, 404, 404, 404, 404, 404, 403, 404, 401, 401}},
    {"DELETE", "/v1/queue/underwater-cities", NULL, NONE,
                     {401, 204, 204, 204, 204, 204, 403, 403, 204, 401, 401}},

    {"GET", "/v1/matches",               NULL, NONE, TO_READ},
    {"GET", "/v1/matches?player=player", NULL, NONE, TO_READ},
    {"GET", "/v1/matches?to_act=me",     NULL, NONE,
                     {401, 200, 200, 200, 200, 200, 200, 403, 200, 401, 401}},
    {"POST", "/v1/matches", "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}", NONE,
                     {401, 201, 201, 201, 201, 201, 403, 403, 201, 401, 401}},
    {"GET", "/v1/matches/{M}",           NULL, NONE, TO_READ},

    {"POST", "/v1/matches/{O}/seats", NULL, MATCH,
                     {401, 201, 201, 409, 201, 409, 403, 403, 201, 401, 401}},
    {"POST", "/v1/matches/{M}/seats", NULL, NONE,
                     {401, 409, 409, 409, 409, 409, 403, 403, 409, 401, 401}},
    {"DELETE", "/v1/matches/{O}/seats/0", NULL, MATCH,
                     {401, 403, 403, 204, 403, 204, 403, 403, 403, 401, 401}},
    {"DELETE", "/v1/matches/{M}/seats/0", NULL, NONE,
                     {401, 409, 409, 409, 409, 409, 403, 403, 409, 401, 401}},

    {"GET", "/v1/matches/{M}/state",              NULL, NONE, TO_READ},
    {"GET", "/v1/matches/{M}/legal-moves",        NULL, NONE, TO_READ},
    {"GET", "/v1/matches/{M}/events",             NULL, NONE, TO_READ},
    {"GET", "/v1/matches/{M}/state?seat=0",       NULL, NONE,
                     {403, 403, 403, 200, 403, 200, 200, 403, 403, 401, 401}},
    {"GET", "/v1/matches/{M}/state?at_seq=2&seat=0", NULL, NONE,
                     {403, 403, 403, 200, 403, 200, 200, 403, 403, 401, 401}},
    {"GET", "/v1/matches/{M}/legal-moves?seat=0", NULL, NONE,
                     {403, 403, 403, 200, 403, 200, 200, 403, 403, 401, 401}},
    {"GET", "/v1/matches/{M}/events?seat=0",      NULL, NONE,
                     {403, 403, 403, 200, 403, 200, 200, 403, 403, 401, 401}},

    {"POST", "/v1/matches/{M}/moves/preview", "{\"move\":\"{L}\",\"seat\":0}", NONE,
                     {401, 403, 403, 200, 403, 200, 200, 403, 403, 401, 401}},
    {"POST", "/v1/matches/{M}/moves",         "{\"move\":\"{L}\",\"seat\":0}", MATCH,
                     {401, 403, 403, 201, 403, 201, 403, 403, 403, 401, 401}},
    {"POST", "/v1/matches/{U}/undo",          "{\"to_seq\":2,\"seat\":0}", MATCH,
                     {401, 403, 403, 201, 403, 201, 403, 403, 403, 401, 401}},
    {"POST", "/v1/matches/{M}/resignation",   "{\"seat\":0}", MATCH,
                     {401, 403, 403, 201, 403, 201, 403, 403, 403, 401, 401}},
    {"POST", "/v1/matches/{M}/resignation",   NULL, MATCH,
                     {401, 403, 403, 201, 201, 201, 403, 403, 403, 401, 401}},

    {"POST", "/v1/matches/{M}/claims",        "{\"seat\":0}", NONE,
                     {401, 403, 403, 409, 409, 409, 403, 403, 403, 401, 401}},
    {"POST", "/v1/matches/{M}/votes",         "{\"abort\":true}", MATCH,
                     {401, 403, 403, 201, 201, 201, 403, 403, 403, 401, 401}},

    {"POST", "/v1/matches/{O}/abort",         NULL, MATCH,
                     {401, 403, 403, 201, 403, 201, 403, 403, 403, 401, 401}},
    {"POST", "/v1/matches/{M}/abort",         NULL, NONE,
                     {401, 403, 403, 409, 403, 409, 403, 403, 403, 401, 401}},
    {"POST", "/v1/matches/{S}/abort",         NULL, MATCH,
                     {401, 403, 403, 201, 403, 201, 403, 403, 403, 401, 401}},
    {"POST", "/v1/matches/{F}/abort",         NULL, NONE,
                     {401, 409, 409, 409, 409, 409, 403, 403, 409, 401, 401}},

    {"GET", "/v1/matches/{M}/position", NULL, NONE,
                     {403, 403, 403, 403, 403, 403, 403, 403, 403, 401, 401}},
    {"GET", "/v1/matches/{S}/position", NULL, NONE,
                     {403, 403, 403, 200, 403, 200, 200, 403, 403, 401, 401}},
    {"GET", "/v1/matches/{F}/position", NULL, NONE, TO_READ},
    {"GET", "/v1/matches/{M}/record",   NULL, NONE,
                     {409, 409, 409, 409, 409, 409, 409, 403, 409, 401, 401}},
    {"GET", "/v1/matches/{F}/record",   NULL, NONE, TO_READ},
    {"POST", "/v1/records/verify",      "{\"record\":\"none\"}", NONE, PUBLIC},
};
/* clang-format on */

/* ---- the callers ---- */

/* A caller's token; scopes 0: none, or a session. */
struct kind {
    const char *word, *account;
    unsigned scopes;
};

static char guest_name[64] = "guest"; /* as the service names it */

static const struct kind kinds[WHO_COUNT] = {
    [WHO_NOBODY] = {"nobody", NULL, 0},
    [WHO_STRANGER] = {"a stranger", "stranger", SCOPE_SESSION},
    [WHO_GUEST] = {"a guest", guest_name, SCOPE_SESSION},
    [WHO_PLAYER] = {"the player", "player", SCOPE_SESSION},
    [WHO_OPPONENT] = {"the opponent", "opponent", SCOPE_SESSION},
    [WHO_BOT] = {"a bot", "player", SCOPE_MATCH_READ | SCOPE_BOT_PLAY},
    [WHO_READER] = {"a reader", "player", SCOPE_MATCH_READ},
    [WHO_CLERK] = {"a clerk", "player", SCOPE_ACCOUNT_WRITE},
    [WHO_ADMIN] = {"an admin", "olga", 31},
    [WHO_REVOKED] = {"a revoked token", "player", SCOPE_SESSION},
    [WHO_EXPIRED] = {"an expired token", "player", SCOPE_SESSION},
};

enum { PEOPLE = 5 };
static const char *const people[PEOPLE] = {"stranger", "player", "opponent",
                                           "olga", guest_name};

struct scene {
    struct service service;
    struct client person[PEOPLE]; /* signed in, to prepare the resources */
    struct client caller[WHO_COUNT];
    char id[128][64]; /* by the letter of its placeholder */
    char move[160];
    int number;
};

/* An SQL text: a new token of an account, valid for this time; "0" for one that
 * has expired after an hour. */
static void mint(struct scene *scene, const char *account, unsigned scopes,
                 const char *good_for, char token[128])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";
    char sql[512];

    memcpy(token, "fth_", 4);
    for (int i = 4; i < 55; i++)
        token[i] = letters[(i * 7 + (scene->number >> i % 16)) & 31];
    memcpy(token + 55, "a", 2);
    scene->number += 40503;
    snprintf(sql, sizeof sql,
             "INSERT INTO tokens (id, account_id, hash, scopes, label,"
             " created_at, expires_at) SELECT gen_random_uuid(), id,"
             " sha256('%s'), %u, 'minted', now() - interval '1 hour',"
             " now() + interval '%s s' FROM accounts WHERE name = '%s'",
             token, scopes, good_for, account);
    service_sql(&scene->service, sql);
}

static void give_token(struct scene *scene, enum caller who)
{
    struct client *caller = &scene->caller[who];

    if (who == WHO_NOBODY)
        return;
    mint(scene, kinds[who].account, kinds[who].scopes,
         who == WHO_EXPIRED ? "0" : "3600", caller->token);
    if (who != WHO_REVOKED)
        return;
    struct answer out =
        client_send(caller, "DELETE", "/v1/sessions/current", NULL);

    cr_assert_eq(out.status, 204, "%s", out.body);
    answer_clear(&out);
}

static struct client *person(struct scene *scene, const char *name)
{
    for (int i = 0; i < PEOPLE; i++)
        if (strcmp(people[i], name) == 0)
            return &scene->person[i];
    cr_assert_fail("no caller is called %s", name);
    return NULL;
}

/* New tokens for all callers of the account. */
static void give_tokens(struct scene *scene, const char *name)
{
    mint(scene, name, SCOPE_SESSION, "3600", person(scene, name)->token);
    for (int who = 0; who < WHO_COUNT; who++)
        if (kinds[who].account && strcmp(kinds[who].account, name) == 0)
            give_token(scene, (enum caller)who);
}

static struct client make_guest(struct scene *scene)
{
    struct client guest = client_open(&scene->service);
    struct answer made = client_send(&guest, "POST", "/v1/guests", NULL);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(guest_name, sizeof guest_name, "%s",
             json_string_value(json_object_get(
                 json_object_get(made.json, "account"), "name")));
    answer_clear(&made);
    return guest;
}

/* An account with tokens for all its callers. */
static void make_account(struct scene *scene, const char *name)
{
    struct client *owner = person(scene, name);

    if (owner->curl)
        client_close(owner);
    /* It takes the place of an account that was deleted. */
    service_sql(&scene->service, "DELETE FROM former_names");
    *owner = name == guest_name ? make_guest(scene)
                                : client_account(&scene->service, name);
    if (strcmp(name, "olga") == 0)
        service_sql(&scene->service,
                    "UPDATE accounts SET is_admin = true WHERE name = 'olga'");
    give_tokens(scene, name);
}

static void scene_begin(struct scene *scene)
{
    memset(scene, 0, sizeof *scene);
    service_begin(&scene->service, NULL);
    for (int who = 0; who < WHO_COUNT; who++)
        scene->caller[who] = client_open(&scene->service);
    for (int i = 0; i < PEOPLE; i++)
        make_account(scene, people[i]);
}

static void scene_end(struct scene *scene)
{
    for (int i = 0; i < PEOPLE; i++)
        client_close(&scene->person[i]);
    for (int who = 0; who < WHO_COUNT; who++)
        client_close(&scene->caller[who]);
    service_end(&scene->service);
}

/* ---- the resources of the paths ---- */

static struct answer must(struct client *client, const char *method,
                          const char *path, const char *body)
{
    struct answer answer = client_send(client, method, path, body);

    cr_assert_lt(answer.status, 300, "%s %s: %s", method, path, answer.body);
    return answer;
}

static void must_quietly(struct client *client, const char *method,
                         const char *path, const char *body)
{
    struct answer answer = must(client, method, path, body);

    answer_clear(&answer);
}

static void make(struct scene *scene, int letter, const char *path,
                 const char *body)
{
    struct answer made = must(person(scene, "player"), "POST", path, body);

    snprintf(scene->id[letter], sizeof scene->id[letter], "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
}

static void make_sandbox(struct scene *scene)
{
    _Alignas(16) uint8_t state[RULES_STATE_MAX];
    const struct game *game = game_find("template");

    sandbox_state(game, 2, 1, 1, state);
    char *position = sandbox_position(game, state);
    struct answer made = sandbox_create(person(scene, "player"), game->id,
                                        "[\"me\",\"me\"]", position);

    cr_assert_eq(made.status, 201, "%s", made.body);
    snprintf(scene->id['S'], sizeof scene->id['S'], "%s",
             answer_text(&made, "id"));
    answer_clear(&made);
    free(position);
}

/* Find a legal move of the player. */
static void learn_a_move(struct scene *scene, int letter)
{
    struct answer list =
        client_get(person(scene, "player"), "/v1/matches/%s/legal-moves",
                   scene->id[letter]);
    json_t *move = json_array_get(json_object_get(list.json, "moves"), 0);

    cr_assert_not_null(move, "%s", list.body);
    snprintf(scene->move, sizeof scene->move, "%s",
             json_string_value(json_object_get(move, "move")));
    answer_clear(&list);
}

static void play_a_move(struct scene *scene, int letter)
{
    struct client *player = person(scene, "player");
    char path[160], body[200];

    snprintf(path, sizeof path, "/v1/matches/%s/moves", scene->id[letter]);
    snprintf(body, sizeof body, "{\"move\":\"%s\"}", scene->move);
    client_with(player, "If-Match: *");
    must_quietly(player, "POST", path, body);
}

/* Create the match for a letter unless it exists. */
static void provide(struct scene *scene, int letter)
{
    char path[160];

    if (scene->id[letter][0])
        return;
    if (letter == 'S')
        make_sandbox(scene);
    if (letter == 'T')
        make(scene, letter, "/v1/tokens",
             "{\"label\":\"of nobody else\",\"scopes\":[\"match:read\"],"
             "\"expires_in\":600}");
    if (letter == 'H')
        make(scene, letter, "/v1/challenges",
             "{\"players\":[\"opponent\"],\"game\":\"template\"}");
    if (strchr("STH", letter))
        return;
    make(scene, letter, "/v1/matches",
         "{\"game\":\"underwater-cities\",\"seats\":[\"me\",\"open\"]}");
    snprintf(path, sizeof path, "/v1/matches/%s/seats", scene->id[letter]);
    if (letter != 'O')
        must_quietly(person(scene, "opponent"), "POST", path, NULL);
    if (letter == 'M' || letter == 'U')
        learn_a_move(scene, letter);
    if (letter == 'U')
        play_a_move(scene, letter);
    snprintf(path, sizeof path, "/v1/matches/%s/resignation",
             scene->id[letter]);
    if (letter == 'F')
        must_quietly(person(scene, "player"), "POST", path, NULL);
}

/* Replace the placeholders. */
static void fill_in(struct scene *scene, enum caller who, const char *from,
                    char *out, size_t size)
{
    size_t at = 0;

    while (*from && at + 1 < size) {
        int letter =
            from[0] == '{' && from[1] >= 'A' && from[1] <= 'Z' && from[2] == '}'
                ? from[1]
                : 0;
        int length = 1;

        if (letter && strchr("MUOFSTH", letter)) {
            provide(scene, letter);
            length = snprintf(out + at, size - at, "%s", scene->id[letter]);
        } else if (letter == 'L') {
            length = snprintf(out + at, size - at, "%s", scene->move);
        } else if (letter == 'N') {
            length = snprintf(out + at, size - at, "%s",
                              kinds[who].account ? kinds[who].account : "x");
        } else if (letter == 'R') {
            length = snprintf(out + at, size - at, "new-%d", scene->number);
        } else {
            out[at] = *from;
        }
        at += (size_t)length;
        from += letter ? 3 : 1;
    }
    out[at < size ? at : size - 1] = '\0';
}

/* ---- checking the table ---- */

/* The next rule gets new ones.  The opponent may have few challenges of a
 * stranger at a time: this one is withdrawn, if it is still open. */
static void forget_resources(struct scene *scene)
{
    char path[160];

    if (scene->id['H'][0]) {
        snprintf(path, sizeof path, "/v1/challenges/%s", scene->id['H']);
        struct answer gone =
            client_send(person(scene, "player"), "DELETE", path, NULL);

        answer_clear(&gone);
    }
    memset(scene->id, 0, sizeof scene->id);
}

static void ask(struct scene *scene, const struct rule *rule, enum caller who)
{
    struct client *caller = &scene->caller[who];
    char path[256], body[512];

    fill_in(scene, who, rule->path, path, sizeof path);
    fill_in(scene, who, rule->body ? rule->body : "", body, sizeof body);
    scene->number++;
    client_with(caller, "If-Match: *");
    struct answer answer =
        client_send(caller, rule->method, path, rule->body ? body : NULL);

    cr_expect_eq(answer.status, rule->status[who],
                 "%s %s by %s: %ld, not %ld: %s", rule->method, rule->path,
                 kinds[who].word, answer.status, rule->status[who],
                 answer.body);
    if (rule->harm & (MATCH | ACCOUNT))
        forget_resources(scene);
    if (rule->harm & TOKEN && answer.status < 300)
        give_token(scene, who);
    if (rule->harm & PASSWORD && answer.status < 300)
        give_tokens(scene, kinds[who].account);
    if (rule->harm & ACCOUNT && answer.status < 300)
        make_account(scene, kinds[who].account);
    answer_clear(&answer);
}

/* Does this path of the table match the route?  A variable of the route matches
 * any segment. */
static bool fits(const char *template, const char *path)
{
    while (*template == '/' && *path == '/') {
        size_t length = strcspn(++template, "/");
        size_t path_length = strcspn(++path, "/?");
        bool is_same =
            length == path_length && strncmp(template, path, length) == 0;

        if (!is_same && *template != '{')
            return false;
        template += length;
        path += path_length;
    }
    return *template == '\0' && (*path == '\0' || *path == '?');
}

Test(authorisation, every_operation_responds_to_every_caller_as_in_the_table,
     .init = deep_only)
{
    static struct scene scene;

    scene_begin(&scene);
    for (size_t i = 0; i < sizeof rules / sizeof *rules; i++)
        for (int who = 0; who < WHO_COUNT; who++)
            ask(&scene, &rules[i], (enum caller)who);
    scene_end(&scene);
}

Test(authorisation, the_table_has_every_operation)
{
    for (size_t i = 0; i < route_count; i++) {
        bool is_there = false;

        for (size_t k = 0; k < sizeof rules / sizeof *rules; k++)
            is_there =
                is_there || (strcmp(rules[k].method, routes[i].method) == 0 &&
                             fits(routes[i].template, rules[k].path));
        cr_expect(is_there, "no row for %s %s", routes[i].method,
                  routes[i].template);
    }
}

/* ---- expiry of tokens ---- */

Test(authorisation, a_cached_token_expires_on_time, .init = deep_only)
{
    static struct scene scene;
    long status = 200;
    time_t begun = time(NULL); /* allowed: how long the test takes */

    memset(&scene, 0, sizeof scene);
    service_begin(&scene.service, NULL);
    struct client ada = client_account(&scene.service, "ada");

    mint(&scene, "ada", SCOPE_SESSION, "1.5", ada.token);
    for (bool was_good = false; status == 200 || !was_good;) {
        struct answer me = client_get(&ada, "/v1/me");

        status = me.status;
        was_good = was_good || status == 200;
        answer_clear(&me);
        cr_assert(was_good, "never accepted");
        cr_assert_lt(time(NULL) - begun, 20); /* allowed: likewise */
    }
    cr_expect_eq(status, 401);
    client_close(&ada);
    service_end(&scene.service);
}
