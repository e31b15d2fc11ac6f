/* A member of a body as a document that the rules can read: a position.
 *
 * The rules read documents through a source and return only whether they accept
 * them; this source stores the first place where they found no value that they
 * know, so that the error can point there. */
#ifndef API_DOCUMENT_H
#define API_DOCUMENT_H

#include "api/http/input.h"
#include "rules/sink.h"

/* A place where the rules did not find what they looked for. */
struct json_source_miss {
    bool is_one;
    source_node node; /* of the wrong kind, or where `key` or `index` is
                       * missing */
    const char *key;  /* the missing member, or NULL */
    bool is_element;  /* the element `index` is missing */
    size_t index;
};

/* A document.  Begins with the source, so a pointer to the source is one to
 * this. */
struct document {
    struct source source;
    struct source_text inner;
    struct source_text_node *nodes; /* new */
    char *text;                     /* new */
    struct json_source_miss *miss;  /* new: the part that a const source may
                                     * change */
    const char *pointer;            /* where the document is in the body:
                                     * "/position" */
};

/* Read an object of a body.  False, and an error is noted, when it has values
 * that documents do not have (fractions, odd keys) or is too large.  Call
 * json_source_end in both cases.  pointer is a constant. */
bool json_source_begin(struct document *document, struct input *fields,
                       json_t *value, const char *pointer);
void json_source_end(struct document *document);

/* The JSON Pointer to the first place where the rules did not find a value that
 * they know; false when they found everything. */
bool json_source_missed(const struct document *document,
                        char out[POINTER_SIZE]);

#endif
