/* The documents about games that never change while the service runs: rendered
 * once in each language, with a tag that changes with their bytes. */
#ifndef API_GAME_DOCUMENTS_H
#define API_GAME_DOCUMENTS_H

#include "api/http/responses/refbuf.h"
#include "rules/game.h"
#include "rules/sink.h"

enum game_document { DOCUMENT_COMPONENTS, DOCUMENT_PHRASES, GAME_DOCUMENTS };

enum { DOCUMENT_VERSION_SIZE = 33 };

struct game_documents;

/* New, with the documents of all games; release with game_documents_free.  NULL
 * when out of memory. */
struct game_documents *game_documents_new(void);
void game_documents_free(struct game_documents *documents);

/* A document of a game, which is one of games[].  Borrowed. */
struct refbuf *game_document(const struct game_documents *documents,
                             const struct game *game, enum game_document which,
                             enum language language);

/* What changes with the document in any language. */
void game_document_version(const struct game_documents *documents,
                           const struct game *game, enum game_document which,
                           char version[DOCUMENT_VERSION_SIZE]);

#endif
