/* A valid request for every route. */
#include "samples.h"

#include "api/routes.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define M "/v1/matches/{match}"
#define H "/v1/challenges/{challenge}"

/* clang-format off */
static const struct sample samples[] = {
    {"GET",    "/",                 "/",                    NULL, NONE},
    {"GET",    "/web/{build}/{file}", "{W}",                NULL, NONE},
    {"GET",    "/docs",             "/docs",                NULL, NONE},
    {"GET",    "/docs/{file}",      "{D}",                  NULL, NONE},
    {"GET",    "/openapi.yaml",     "/openapi.yaml",        NULL, NONE},
    {"GET",    "/openapi.json",     "/openapi.json",        NULL, NONE},
    {"GET",    "/problems",         "/problems",            NULL, NONE},
    {"GET",    "/problems/{problem}", "/problems/not-found", NULL, NONE},
    {"GET",    "/v1/config",        "/v1/config",           NULL, NONE},
    {"POST",   "/v1/accounts",      "/v1/accounts",
     "{\"name\":\"eve\",\"password\":\"pass phrase of eve\"}", NONE},
    {"POST",   "/v1/guests",        "/v1/guests",           "{\"cookie\":false}", NONE},
    {"GET",    "/v1/me",            "/v1/me",               NULL, ADA},
    {"PATCH",  "/v1/me",            "/v1/me",
     "{\"current_password\":\"pass phrase of cyd\",\"password\":\"pass phrase of cyd\"}", CYD},
    {"DELETE", "/v1/me",            "/v1/me", "{\"password\":\"pass phrase of cyd\"}", CYD},
    {"GET",    "/v1/me/export",     "/v1/me/export",        NULL, ADA},
    {"GET",    "/v1/me/vacation",   "/v1/me/vacation",      NULL, ADA},
    {"PUT",    "/v1/me/vacation",   "/v1/me/vacation",      "{\"days\":1}", ADA},
    {"DELETE", "/v1/me/vacation",   "/v1/me/vacation",      NULL, ADA},
    {"GET",    "/v1/me/blocks",     "/v1/me/blocks",        NULL, ADA},
    {"PUT",    "/v1/me/blocks/{name}", "/v1/me/blocks/cyd", NULL, ADA},
    {"DELETE", "/v1/me/blocks/{name}", "/v1/me/blocks/cyd", NULL, ADA},
    {"GET",    "/v1/me/events",     "/v1/me/events",        NULL, ADA},
    {"POST",   "/v1/stream-tickets", "/v1/stream-tickets",  NULL, ADA},
    {"POST",   "/v1/sessions",      "/v1/sessions",
     "{\"name\":\"cyd\",\"password\":\"pass phrase of cyd\"}", NONE},
    {"DELETE", "/v1/sessions/current", "/v1/sessions/current", NULL, CYD},
    {"GET",    "/v1/tokens",        "/v1/tokens",           NULL, ADA},
    {"POST",   "/v1/tokens",        "/v1/tokens",
     "{\"label\":\"b\",\"scopes\":[\"match:read\"],\"expires_in\":60}", ADA},
    {"DELETE", "/v1/tokens/{token}", "/v1/tokens/{T}",      NULL, ADA},
    {"GET",    "/v1/players/{name}", "/v1/players/ada",     NULL, CYD},
    {"GET",    "/v1/players/{name}/matches", "/v1/players/ada/matches", NULL, CYD},
    {"GET",    "/v1/players/{name}/ratings", "/v1/players/ada/ratings", NULL, CYD},
    {"GET",    "/v1/players/{name}/ratings/history",
     "/v1/players/ada/ratings/history?game=template", NULL, CYD},
    {"GET",    "/v1/players/{name}/statistics", "/v1/players/ada/statistics", NULL, CYD},
    {"GET",    "/v1/leaderboards/{game}", "/v1/leaderboards/template", NULL, CYD},
    {"GET",    "/v1/seasons",       "/v1/seasons",          NULL, CYD},
    {"GET",    "/v1/me/bot",        "/v1/me/bot",           NULL, DEEP},
    {"PUT",    "/v1/me/bot",        "/v1/me/bot",
     "{\"games\":[{\"game\":\"template\",\"seats\":[2]}],\"clocks\":[\"none\"],\"rated\":[\"casual\"],\"at_once\":1}", DEEP},
    {"DELETE", "/v1/me/bot",        "/v1/me/bot",           NULL, DEEP},
    {"GET",    "/v1/bots",          "/v1/bots",             NULL, CYD},
    {"GET",    "/v1/challenges",    "/v1/challenges",       NULL, ADA},
    {"POST",   "/v1/challenges",    "/v1/challenges",
     "{\"players\":[\"ada\"],\"game\":\"template\"}", CYD},
    {"GET",    H,                   "/v1/challenges/{H}",   NULL, CYD},
    {"DELETE", H,                   "/v1/challenges/{H}",   NULL, ADA},
    {"POST",   H "/answers",        "/v1/challenges/{H}/answers", "{\"accept\":true}", CYD},
    {"GET",    "/v1/games",         "/v1/games",            NULL, NONE},
    {"GET",    "/v1/games/{game}",  "/v1/games/template",   NULL, NONE},
    {"GET",    "/v1/games/{game}/components", "/v1/games/template/components", NULL, NONE},
    {"GET",    "/v1/games/{game}/phrases", "/v1/games/template/phrases", NULL, NONE},
    {"PUT",    "/v1/queue/{game}",  "/v1/queue/template",   "{\"seats\":[2]}", CYD},
    {"GET",    "/v1/queue/{game}",  "/v1/queue/template",   NULL, CYD},
    {"DELETE", "/v1/queue/{game}",  "/v1/queue/template",   NULL, CYD},
    {"GET",    "/v1/matches",       "/v1/matches",          NULL, CYD},
    {"POST",   "/v1/matches",       "/v1/matches",
     "{\"game\":\"template\",\"seats\":[\"me\",\"open\"]}", CYD},
    {"GET",    M,                   "/v1/matches/{M}",      NULL, CYD},
    {"POST",   M "/seats",          "/v1/matches/{O}/seats", "{\"seat\":1}", CYD},
    {"DELETE", M "/seats/{seat}",   "/v1/matches/{O}/seats/0", NULL, ADA},
    {"GET",    M "/state",          "/v1/matches/{M}/state", NULL, ADA},
    {"GET",    M "/legal-moves",    "/v1/matches/{M}/legal-moves", NULL, ADA},
    {"POST",   M "/moves",          "/v1/matches/{C}/moves", "{\"move\":\"take\"}", ADA},
    {"POST",   M "/moves/preview",  "/v1/matches/{C}/moves/preview", "{\"move\":\"take\"}", ADA},
    {"POST",   M "/undo",           "/v1/matches/{C}/undo", "{\"to_seq\":1}", ADA},
    {"POST",   M "/resignation",    "/v1/matches/{C}/resignation", "{\"seat\":0}", ADA},
    {"POST",   M "/claims",         "/v1/matches/{C}/claims", "{\"seat\":1}", ADA},
    {"POST",   M "/votes",          "/v1/matches/{C}/votes", "{\"abort\":true}", ADA},
    {"POST",   M "/abort",          "/v1/matches/{O}/abort", NULL, ADA},
    {"GET",    M "/events",         "/v1/matches/{M}/events", NULL, ADA},
    {"GET",    M "/position",       "/v1/matches/{F}/position", NULL, ADA},
    {"GET",    M "/record",         "/v1/matches/{F}/record", NULL, ADA},
    {"POST",   "/v1/records/verify", "/v1/records/verify",
     "{\"record\":\"fathom-record\"}", NONE},
};
/* clang-format on */

const struct sample *sample_of(const struct route *route)
{
    for (size_t i = 0; i < sizeof samples / sizeof *samples; i++)
        if (strcmp(samples[i].method, route->method) == 0 &&
            strcmp(samples[i].template, route->template) == 0)
            return &samples[i];
    cr_assert_fail("%s %s has no sample", route->method, route->template);
    return NULL;
}

struct answer sample_send(struct scene *scene, const struct sample *sample,
                          const char *method, const char *header,
                          const char *after, const char *body, size_t length)
{
    char path[SCENE_TEXT * 20], own[SCENE_TEXT], if_match[64];
    struct client *client = scene_person(scene, sample->who);

    scene_fill(scene, sample->path, path, SCENE_TEXT);
    if (after && strchr(path, '?') && *after == '?')
        snprintf(path + strlen(path), sizeof path - strlen(path), "&%s",
                 after + 1);
    else if (after)
        snprintf(path + strlen(path), sizeof path - strlen(path), "%s", after);
    scene_fill(scene, sample->body ? sample->body : "", own, sizeof own);
    scene_fill(scene, "If-Match: *", if_match, sizeof if_match);
    if (strcmp(method, "POST") == 0)
        client_with(client, if_match);
    if (header)
        client_with(client, header);
    if (!body && sample->body) {
        body = own;
        length = strlen(own);
    }
    return client_send_bytes(client, method, path, body, length);
}
