/* The documents about games that never change while the service runs. */
#include "api/json/game_documents.h"

#include "api/http/responses/reply_language.h"
#include "api/json/sink_json.h"
#include "base/digest.h"
#include "base/hex.h"
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>

struct game_documents {
    size_t games;
    struct refbuf *of[][GAME_DOCUMENTS][LANGUAGES];
};

static void write_phrases(const struct game *game, struct sink *sink)
{
    sink_string(sink, "language", language_tags[sink->language]);
    sink_object(sink, "phrases");
    game->phrases(sink);
    sink_close(sink);
}

static void write_document(const struct game *game, enum game_document which,
                           struct sink *sink)
{
    sink_string(sink, "game", game->id);
    switch (which) {
    case DOCUMENT_COMPONENTS: game->components(sink); break;
    case DOCUMENT_PHRASES: write_phrases(game, sink); break;
    case GAME_DOCUMENTS: break;
    }
}

/* The tag is part of the SHA-256. */
static struct refbuf *render(const struct game *game, enum game_document which,
                             enum language language)
{
    struct text text = {0};
    struct sink_json json;
    uint8_t digest[DIGEST_SIZE];
    char tag[33];
    size_t length;

    sink_json_init(&json, &text);
    json.sink.language = language;
    sink_object(&json.sink, NULL);
    write_document(game, which, &json.sink);
    sink_close(&json.sink);
    text_add(&text, "\n", 1);
    char *bytes = text_take(&text, &length);

    if (!bytes)
        return NULL;
    digest_sha256(bytes, length, digest);
    hex_write(digest, 16, tag);
    struct refbuf *refbuf = refbuf_new(bytes, length, tag);

    if (!refbuf)
        free(bytes);
    return refbuf;
}

/* The documents of a game; false when out of memory. */
static bool render_all(const struct game *game,
                       struct refbuf *of[GAME_DOCUMENTS][LANGUAGES])
{
    for (int which = 0; which < GAME_DOCUMENTS; which++)
        for (int language = 0; language < LANGUAGES; language++) {
            of[which][language] = render(game, (enum game_document)which,
                                         (enum language)language);
            if (!of[which][language])
                return false;
        }
    return true;
}

struct game_documents *game_documents_new(void)
{
    struct game_documents *documents;
    size_t count = 0;

    while (games[count])
        count++;
    documents = calloc(1, sizeof *documents + count * sizeof documents->of[0]);
    if (!documents)
        return NULL;
    documents->games = count;
    for (size_t i = 0; i < count; i++)
        if (!render_all(games[i], documents->of[i])) {
            game_documents_free(documents);
            return NULL;
        }
    return documents;
}

void game_documents_free(struct game_documents *documents)
{
    if (!documents)
        return;
    for (size_t i = 0; i < documents->games; i++)
        for (int which = 0; which < GAME_DOCUMENTS; which++)
            for (int language = 0; language < LANGUAGES; language++)
                refbuf_drop(documents->of[i][which][language]);
    free(documents);
}

struct refbuf *game_document(const struct game_documents *documents,
                             const struct game *game, enum game_document which,
                             enum language language)
{
    size_t i = 0;

    while (games[i] != game)
        i++;
    return documents->of[i][which][language];
}

void game_document_version(const struct game_documents *documents,
                           const struct game *game, enum game_document which,
                           char version[DOCUMENT_VERSION_SIZE])
{
    size_t length = 0;

    for (enum language l = LANGUAGE_EN; l < LANGUAGES; l++)
        length +=
            (size_t)snprintf(version + length, DOCUMENT_VERSION_SIZE - length,
                             "%.*s", (DOCUMENT_VERSION_SIZE - 1) / LANGUAGES,
                             game_document(documents, game, which, l)->tag);
}
