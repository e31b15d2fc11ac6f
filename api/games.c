/* Games: what can be played, and of what it is made. */
#include "api/fields.h"
#include "api/handlers.h"
#include "api/problem.h"
#include "rules/game.h"

#include <openssl/evp.h>
#include <stdio.h>

/* A tag that changes when a byte of the reply does: part of its SHA-256. */
static void body_tag(const struct text *body, char out[33])
{
    unsigned char digest[EVP_MAX_MD_SIZE] = {0};

    EVP_Digest(body->bytes, body->length, digest, NULL, EVP_sha256(), NULL);
    for (int i = 0; i < 16; i++)
        snprintf(out + 2 * i, 3, "%02x", digest[i]);
}

/* Close a document that is the same for everyone and tag it. */
static enum handled finish_public(struct request *request)
{
    char tag[33];

    reply_close(request);
    if (request->reply.body.failed)
        return HANDLED;
    body_tag(&request->reply.body, tag);
    reply_etag(request, tag);
    reply_header(request, "Cache-Control", "public, max-age=60");
    return HANDLED;
}

/* ---- options as JSON Schema ---- */

static void json_option_schema(struct sink *sink, const struct option *option)
{
    sink_object(sink, option->name);
    switch (option->kind) {
    case OPTION_BOOL:
        sink_text(sink, "type", "boolean");
        sink_truth(sink, "default", option->fallback != 0);
        break;
    case OPTION_CHOICE:
        sink_text(sink, "type", "string");
        sink_array(sink, "enum");
        for (size_t i = 0; option->choices[i]; i++)
            sink_text(sink, NULL, option->choices[i]);
        sink_close(sink);
        sink_text(sink, "default", option->choices[option->fallback]);
        break;
    case OPTION_INT:
        sink_text(sink, "type", "integer");
        sink_number(sink, "minimum", option->min);
        sink_number(sink, "maximum", option->max);
        sink_number(sink, "default", option->fallback);
        break;
    }
    sink_text(sink, "description", option->meaning);
    sink_close(sink);
}

static void json_options_schema(struct sink *sink, const struct game *game)
{
    sink_object(sink, "options");
    sink_text(sink, "$schema", "https://json-schema.org/draft/2020-12/schema");
    sink_text(sink, "type", "object");
    sink_truth(sink, "additionalProperties", false);
    sink_object(sink, "properties");
    for (size_t i = 0; game->options && game->options[i].name; i++)
        json_option_schema(sink, &game->options[i]);
    sink_close(sink);
    sink_close(sink);
}

static void json_game(struct sink *sink, const struct game *game)
{
    char ruleset[8];

    snprintf(ruleset, sizeof ruleset, "%u", game->rules_version);
    sink_text(sink, "id", game->id);
    sink_text(sink, "title", game->title);
    sink_object(sink, "seats");
    sink_number(sink, "min", game->min_seats);
    sink_number(sink, "max", game->max_seats);
    sink_close(sink);
    sink_text(sink, "ruleset", ruleset);
    sink_text(sink, "deck", game->deck ? game->deck->id : "");
    sink_number(sink, "deck_version", game->deck ? game->deck->version : 0);
    sink_text(sink, "deck_origin", game->deck ? game->deck->origin : "");
    json_options_schema(sink, game);
}

enum handled games_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    for (size_t i = 0; games[i]; i++) {
        sink_object(sink, NULL);
        json_game(sink, games[i]);
        sink_close(sink);
    }
    sink_close(sink);
    sink_null(sink, "next_cursor");
    return finish_public(request);
}

enum handled game_get(struct request *request)
{
    const struct game *game = game_find(request->path[0]);

    if (!game)
        return problem_reply(request, PROBLEM_NOT_FOUND, NULL);
    if (!query_is_empty(request))
        return HANDLED;
    json_game(reply_open(request, 200), game);
    return finish_public(request);
}

enum handled components_get(struct request *request)
{
    const struct game *game = game_find(request->path[0]);

    if (!game)
        return problem_reply(request, PROBLEM_NOT_FOUND, NULL);
    if (!query_is_empty(request))
        return HANDLED;
    game->components(reply_open(request, 200));
    return finish_public(request);
}
