/* Games: their settings and their components. */
#include "api/handlers.h"
#include "api/http/request/input.h"
#include "api/http/responses/problem.h"
#include "api/http/responses/reply_language.h"
#include "api/http/server.h"
#include "api/json/game_documents.h"
#include "api/json/match_json.h"
#include "base/digest.h"
#include "base/hex.h"
#include "play/node/offered_games.h"
#include "rules/game.h"

#include <stdio.h>
#include <string.h>

/* A tag that changes with every byte of the response: part of its SHA-256. */
static void body_tag(const struct text *body, char out[33])
{
    uint8_t digest[DIGEST_SIZE];

    digest_sha256(body->bytes, body->length, digest);
    hex_write(digest, 16, out);
}

/* Close a document that is the same for all clients and tag it. */
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
        sink_string(sink, "type", "boolean");
        sink_truth(sink, "default", option->fallback != 0);
        break;
    case OPTION_CHOICE:
        sink_string(sink, "type", "string");
        sink_array(sink, "enum");
        for (size_t i = 0; option->choices[i]; i++)
            sink_string(sink, NULL, option->choices[i]);
        sink_close(sink);
        sink_string(sink, "default", option->choices[option->fallback]);
        break;
    case OPTION_INT:
        sink_string(sink, "type", "integer");
        sink_number(sink, "minimum", option->min);
        sink_number(sink, "maximum", option->max);
        sink_number(sink, "default", option->fallback);
        break;
    }
    sink_string(sink, "description", option->meaning);
    sink_close(sink);
}

static void json_options_schema(struct sink *sink, const struct game *game)
{
    sink_object(sink, "options");
    sink_string(sink, "$schema",
                "https://json-schema.org/draft/2020-12/schema");
    sink_string(sink, "type", "object");
    sink_truth(sink, "additionalProperties", false);
    sink_object(sink, "properties");
    for (size_t i = 0; game->options && game->options[i].name; i++)
        json_option_schema(sink, &game->options[i]);
    sink_close(sink);
    sink_close(sink);
}

/* The defaults of a match with one seat, where they differ. */
static void json_solo_defaults(struct sink *sink, const struct game *game)
{
    sink_object(sink, "solo_defaults");
    for (size_t i = 0; game->min_seats == 1 && game->options[i].name; i++)
        if (game->options[i].fallback_solo != game->options[i].fallback)
            json_option(sink, &game->options[i],
                        game->options[i].fallback_solo);
    sink_close(sink);
}

/* ---- values that are refused together ---- */

/* Does the game refuse this value of option i for this number of seats, with
 * all other options left out? */
static const char *refused(const struct game *game, uint8_t seats, size_t i,
                           int value)
{
    struct settings settings;
    size_t at = i;

    game_defaults(game, seats, &settings);
    settings.values[i] = (int16_t)value;
    const char *why = game->refuses ? game->refuses(&settings, &at) : NULL;

    return at == i ? why : NULL;
}

/* One element for a value and the numbers of seats for which it is refused. */
static void json_refused_value(struct sink *sink, const struct game *game,
                               size_t i, int value)
{
    const char *why = NULL;

    for (uint8_t seats = game->min_seats; seats <= game->max_seats; seats++) {
        const char *because = refused(game, seats, i, value);

        if (because && !why) {
            sink_object(sink, NULL);
            sink_array(sink, "seats");
        }
        if (because)
            sink_number(sink, NULL, seats);
        why = because ? because : why;
    }
    if (!why)
        return;
    sink_close(sink);
    sink_object(sink, "options");
    json_option(sink, &game->options[i], (int16_t)value);
    sink_close(sink);
    sink_string(sink, "reason", why);
    sink_close(sink);
}

static int last_value(const struct option *option)
{
    int count = 0;

    switch (option->kind) {
    case OPTION_BOOL: return 1;
    case OPTION_INT: return option->max;
    case OPTION_CHOICE:
        while (option->choices[count])
            count++;
        return count - 1;
    }
    return 0;
}

static void json_refused(struct sink *sink, const struct game *game)
{
    sink_array(sink, "refused");
    for (size_t i = 0; game->options[i].name; i++) {
        const struct option *option = &game->options[i];
        int first = option->kind == OPTION_INT ? option->min : 0;

        for (int value = first; value <= last_value(option); value++)
            json_refused_value(sink, game, i, value);
    }
    sink_close(sink);
}

/* The URL of the components that may be cached for ever. */
static void json_components_url(struct request *request, struct sink *sink,
                                const struct game *game)
{
    char version[DOCUMENT_VERSION_SIZE], url[160];

    game_document_version(server_documents(request->server), game,
                          DOCUMENT_COMPONENTS, version);
    snprintf(url, sizeof url, "/v1/games/%s/components?v=%s", game->id,
             version);
    sink_string(sink, "components_url", url);
}

static void json_game(struct request *request, struct sink *sink,
                      const struct game *game)
{
    char ruleset[8];

    snprintf(ruleset, sizeof ruleset, "%u", game->rules_version);
    sink_string(sink, "id", game->id);
    sink_string(sink, "title", game->title);
    sink_object(sink, "seats");
    sink_number(sink, "min", game->min_seats);
    sink_number(sink, "max", game->max_seats);
    sink_close(sink);
    sink_string(sink, "ruleset", ruleset);
    sink_string(sink, "deck", game->deck ? game->deck->id : "");
    sink_number(sink, "deck_version", game->deck ? game->deck->version : 0);
    sink_string(sink, "deck_origin", game->deck ? game->deck->origin : "");
    json_components_url(request, sink, game);
    json_options_schema(sink, game);
    json_solo_defaults(sink, game);
    json_refused(sink, game);
}

enum handled games_get(struct request *request)
{
    if (!query_is_empty(request))
        return HANDLED;
    struct sink *sink = reply_open(request, 200);

    sink_array(sink, "data");
    for (size_t i = 0; games[i]; i++) {
        if (!play_offers(request->play, games[i]))
            continue;
        sink_object(sink, NULL);
        json_game(request, sink, games[i]);
        sink_close(sink);
    }
    sink_close(sink);
    sink_null(sink, "next_cursor");
    return finish_public(request);
}

enum handled game_get(struct request *request)
{
    const struct game *game = play_game(request->play, request->path[0]);

    if (!game)
        return problem_reply(request, PROBLEM_NOT_FOUND, NULL);
    if (!query_is_empty(request))
        return HANDLED;
    json_game(request, reply_open(request, 200), game);
    return finish_public(request);
}

/* Reply with a document of the game in the language of Accept-Language.  A URL
 * with the version or the tag of the document as the parameter v never has
 * another document in that language. */
static enum handled reply_document(struct request *request,
                                   enum game_document which)
{
    const struct game_documents *documents = server_documents(request->server);
    const struct game *game = play_game(request->play, request->path[0]);
    char version[DOCUMENT_VERSION_SIZE];
    struct refbuf *document;
    struct input in;

    if (!game)
        return problem_reply(request, PROBLEM_NOT_FOUND, NULL);
    request_choose_language(request);
    document = game_document(documents, game, which, request->language);
    game_document_version(documents, game, which, version);
    query_begin(&in, request);
    const char *v = query_text(&in, "v");

    if (!input_end(&in))
        return HANDLED;
    reply_refbuf(request, "application/json", refbuf_hold(document));
    reply_etag(request, document->tag);
    reply_header(request, "Cache-Control", "%s",
                 v && (strcmp(v, version) == 0 || strcmp(v, document->tag) == 0)
                     ? "public, max-age=31536000, immutable"
                     : "public, max-age=60");
    reply_language(request);
    return HANDLED;
}

enum handled components_get(struct request *request)
{
    return reply_document(request, DOCUMENT_COMPONENTS);
}

enum handled phrases_get(struct request *request)
{
    return reply_document(request, DOCUMENT_PHRASES);
}
