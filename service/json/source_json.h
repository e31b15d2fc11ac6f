/* A JSON document as a source, so that the rules can read what a client sent or
 * the service returned. */
#ifndef JSON_SOURCE_JSON_H
#define JSON_SOURCE_JSON_H

#include "rules/sink.h"

#include <jansson.h>

/* One place of the document.  Members and elements lie side by side, from
 * `first` on. */
struct source_json_node {
    json_t *value;
    const char *key; /* NULL in an array and for the root */
    source_node parent, first;
    uint32_t count;
};

/* Begins with the source, so a pointer to that is one to this. */
struct source_json {
    struct source source;
    struct source_json_node *nodes;
    size_t count;
};

/* Index a document; node 0 is its root.  The document is borrowed and must not
 * change until source_json_free.  False when the root is not an object or
 * memory is short; nothing needs to be freed then. */
bool source_json_init(struct source_json *source, json_t *document);
void source_json_free(struct source_json *source);

#endif
