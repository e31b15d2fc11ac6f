/* A member of a body as a document that the rules can read: a position.
 *
 * The rules read documents through a source and say only whether they take
 * them; this source remembers the first place where they found nothing that
 * they know, so that the refusal can point there. */
#ifndef API_DOCUMENT_H
#define API_DOCUMENT_H

#include "api/http/input.h"
#include "rules/sink.h"

/* Where something was looked for in vain. */
struct json_source_miss {
    bool is_one;
    source_node node; /* of the wrong kind, or where `key` or `index` lacks */
    const char *key;  /* the member that lacks, or NULL */
    bool is_element;  /* the element `index` lacks */
    size_t index;
};

/* Begins with the source, so a pointer to that is one to this. */
struct document {
    struct source source;
    struct source_text inner;
    struct source_text_node *nodes; /* new */
    char *text;                     /* new */
    struct json_source_miss *miss;  /* new: what a const source may change */
    const char *pointer;            /* where the document stands: "/position" */
};

/* Read an object of a body.  False, and a fault noted, when it holds what no
 * document holds (fractions, odd keys) or when it is too large.  Ended by
 * json_source_end either way.  pointer is a constant. */
bool json_source_begin(struct document *document, struct input *fields,
                       json_t *value, const char *pointer);
void json_source_end(struct document *document);

/* The JSON Pointer to the first place where the rules found nothing that they
 * know; false when they found all that they looked for. */
bool json_source_missed(const struct document *document,
                        char out[POINTER_SIZE]);

#endif
