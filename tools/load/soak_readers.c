/* Clients that only read: matches, players, leaderboards, and constant
 * documents. */
#include "soak.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 512 };

struct reader {
    struct soak *soak;
    struct line line;
    struct soak_known_person person;
    char match[SOAK_MATCH];
};

/* ---- one match ---- */

/* Read it, and again with its ETag: nothing need be sent. */
static void read_twice(struct reader *reader, const char *what)
{
    struct line *line = &reader->line;
    struct reply reply;
    char path[SIZE], tag[SOAK_LINE], headers[SIZE];

    snprintf(path, sizeof path, "/v1/matches/%s%s", reader->match, what);
    line_ask(line, "GET", path, "", NULL, &reply);
    MUST(line, &reply, path, 200, 401, 409);
    reply_header(&reply, "ETag", tag, sizeof tag);
    reply_clear(&reply);
    if (!*tag)
        return;
    snprintf(headers, sizeof headers, "If-None-Match: %s\r\n", tag);
    line_ask(line, "GET", path, headers, NULL, &reply);
    MUST(line, &reply, path, 200, 304, 401);
    reply_clear(&reply);
}

static void read_match(struct reader *reader)
{
    static const char *const whats[] = {"", "/state", "/legal-moves"};

    read_twice(reader, whats[soak_chance(&reader->line.chance, 3)]);
}

static void read_past(struct reader *reader)
{
    struct line *line = &reader->line;
    struct reply reply;
    char path[SIZE];

    snprintf(path, sizeof path, "/v1/matches/%s/state?at_seq=%u", reader->match,
             soak_chance(&line->chance, 60));
    line_ask(line, "GET", path, "", NULL, &reply);
    /* 404: it has not got so far. */
    MUST(line, &reply, path, 200, 401, 404, 409);
    reply_clear(&reply);
    snprintf(path, sizeof path, "/v1/matches/%s/events?after=%u&limit=%u",
             reader->match, soak_chance(&line->chance, 60),
             1 + soak_chance(&line->chance, 100));
    line_ask(line, "GET", path, "", NULL, &reply);
    MUST(line, &reply, path, 200, 401);
    reply_clear(&reply);
}

/* Create a sandbox from a position, and abort it. */
static void begin_sandbox(struct reader *reader, const char *game, size_t seats,
                          const struct reply *position)
{
    struct line *line = &reader->line;
    struct reply reply;
    char *order = malloc(position->length + SIZE);
    char path[SIZE];

    if (!order)
        abort();
    snprintf(order, position->length + SIZE,
             "{\"game\":\"%s\",\"seats\":[\"me\"%s%s%s],\"position\":%s}", game,
             seats > 1 ? ",\"me\"" : "", seats > 2 ? ",\"me\"" : "",
             seats > 3 ? ",\"me\"" : "", position->body);
    line_ask(line, "POST", "/v1/matches", "", order, &reply);
    MUST(line, &reply, "sandbox", 201, 401, 422);
    free(order);
    if (reply.status == 201) {
        soak_count(reader->soak, SOAK_SANDBOXES);
        snprintf(path, sizeof path, "/v1/matches/%s/votes",
                 reply_text(&reply, "id"));
        reply_clear(&reply);
        line_ask(line, "POST", path, "", "{\"abort\":true}", &reply);
        /* 409: a deleted account has left its matches. */
        MUST(line, &reply, "call a sandbox off", 201, 401, 409);
    }
    reply_clear(&reply);
}

/* The whole position from the middle of a finished match. */
static void read_whole(struct reader *reader)
{
    struct line *line = &reader->line;
    struct reply match, position;
    char path[SIZE];

    snprintf(path, sizeof path, "/v1/matches/%s", reader->match);
    line_ask(line, "GET", path, "", NULL, &match);
    MUST(line, &match, path, 200, 401);
    snprintf(path, sizeof path, "/v1/matches/%s/position?at_seq=%ld",
             reader->match, reply_number(&match, "seq") / 2);
    if (strcmp(reply_text(&match, "status"), "finished") == 0) {
        line_ask(line, "GET", path, "", NULL, &position);
        MUST(line, &position, path, 200, 401, 409);
        if (position.status == 200 && *line->token)
            begin_sandbox(reader, reply_text(&match, "game"),
                          json_array_size(json_object_get(match.json, "seats")),
                          &position);
        reply_clear(&position);
    }
    reply_clear(&match);
}

/* ---- other documents ---- */

/* %s is a player's name. */
static const char *const pages[] = {
    "/",
    "/docs",
    "/openapi.yaml",
    "/problems",
    "/problems/stale-state",
    "/v1/config",
    "/v1/games",
    "/v1/games/template",
    "/v1/games/underwater-cities/components",
    "/v1/seasons",
    "/v1/bots",
    "/v1/leaderboards/template?seats=2",
    "/v1/leaderboards/underwater-cities?seats=2",
    "/v1/leaderboards/template?seats=2&around=%s&limit=5",
    "/v1/matches",
    "/v1/matches?status=running&limit=10",
    "/v1/matches?player=%s&limit=10",
    "/v1/players/%s",
    "/v1/players/%s/matches",
    "/v1/players/%s/ratings",
    "/v1/players/%s/ratings/history?game=template&seats=2",
    "/v1/players/%s/statistics",
};

static void read_page(struct reader *reader)
{
    struct line *line = &reader->line;
    struct reply reply;
    char path[SIZE];
    const char *page = pages[soak_chance(
        &line->chance, (unsigned)(sizeof pages / sizeof *pages))];
    const char *at = strstr(page, "%s");

    snprintf(path, sizeof path, "%.*s%s%s",
             at ? (int)(at - page) : (int)strlen(page), page,
             at ? reader->person.name : "", at ? at + 2 : "");
    line_ask(line, "GET", path, "", NULL, &reply);
    /* 400, 404: the player is on no leaderboard, or deleted. */
    MUST(line, &reply, path, 200, 400, 401, 404);
    reply_clear(&reply);
}

static void read_something(struct reader *reader)
{
    uint64_t *chance = &reader->line.chance;

    soak_know_match(reader->soak, chance, reader->match);
    soak_know_person(reader->soak, chance, &reader->person);
    if (!*reader->match || !*reader->person.name) {
        soak_pause_ms(500);
        return;
    }
    snprintf(reader->line.token, SOAK_TOKEN, "%s",
             soak_chance(chance, 2) ? reader->person.token : "");
    switch (soak_chance(chance, 16)) {
    case 0: read_past(reader); break;
    case 1: read_whole(reader); break;
    case 2:
    case 3:
    case 4: read_page(reader); break;
    default: read_match(reader);
    }
    soak_count(reader->soak, SOAK_READS);
}

void *soak_reader(void *arg)
{
    const struct role *role = arg;
    struct reader reader = {.soak = role->soak};

    line_open(&reader.line, role->soak, 0xa000 + role->number);
    while (!role->soak->is_over)
        read_something(&reader);
    line_close(&reader.line);
    return NULL;
}
