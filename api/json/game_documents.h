/* The documents about games that are the same for all clients and never change
 * while the service runs: rendered once, with a tag that changes with their
 * bytes. */
#ifndef API_GAME_DOCUMENTS_H
#define API_GAME_DOCUMENTS_H

#include "api/http/refbuf.h"
#include "rules/game.h"

enum game_document {
    DOCUMENT_COMPONENTS,
    DOCUMENT_PHRASES_EN,
    DOCUMENT_PHRASES_DE,
    GAME_DOCUMENTS
};

struct game_documents;

/* New, with the documents of all games; release with game_documents_free.  NULL
 * when out of memory. */
struct game_documents *game_documents_new(void);
void game_documents_free(struct game_documents *documents);

/* A document of a game, which is one of games[].  Borrowed. */
struct refbuf *game_document(const struct game_documents *documents,
                             const struct game *game, enum game_document which);

#endif
