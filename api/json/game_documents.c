/* The documents about games that never change while the service runs. */
#include "api/json/game_documents.h"

#include "api/json/sink_json.h"
#include "base/digest.h"
#include "base/hex.h"
#include "base/text.h"

#include <stdlib.h>

struct game_documents {
    size_t games;
    struct refbuf *of[][GAME_DOCUMENTS];
};

static void write_phrases(const struct game *game, enum language language,
                          struct sink *sink)
{
    sink->language = language;
    sink_string(sink, "game", game->id);
    sink_string(sink, "language", language == LANGUAGE_DE ? "de" : "en");
    sink_object(sink, "phrases");
    game->phrases(sink);
    sink_close(sink);
}

static void write_document(const struct game *game, enum game_document which,
                           struct sink *sink)
{
    switch (which) {
    case DOCUMENT_COMPONENTS:
        sink_string(sink, "game", game->id);
        game->components(sink);
        break;
    case DOCUMENT_PHRASES_EN: write_phrases(game, LANGUAGE_EN, sink); break;
    case DOCUMENT_PHRASES_DE: write_phrases(game, LANGUAGE_DE, sink); break;
    case GAME_DOCUMENTS: break;
    }
}

/* The tag is part of the SHA-256. */
static struct refbuf *render(const struct game *game, enum game_document which)
{
    struct text text = {0};
    struct sink_json json;
    uint8_t digest[DIGEST_SIZE];
    char tag[33];
    size_t length;

    sink_json_init(&json, &text);
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
    for (size_t i = 0; i < count * GAME_DOCUMENTS; i++) {
        struct refbuf **place =
            &documents->of[i / GAME_DOCUMENTS][i % GAME_DOCUMENTS];

        *place = render(games[i / GAME_DOCUMENTS],
                        (enum game_document)(i % GAME_DOCUMENTS));
        if (!*place) {
            game_documents_free(documents);
            return NULL;
        }
    }
    return documents;
}

void game_documents_free(struct game_documents *documents)
{
    if (!documents)
        return;
    for (size_t i = 0; i < documents->games * GAME_DOCUMENTS; i++)
        refbuf_drop(documents->of[i / GAME_DOCUMENTS][i % GAME_DOCUMENTS]);
    free(documents);
}

struct refbuf *game_document(const struct game_documents *documents,
                             const struct game *game, enum game_document which)
{
    size_t i = 0;

    while (games[i] != game)
        i++;
    return documents->of[i][which];
}
