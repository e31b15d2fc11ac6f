/* A sink that writes JSON.
 *
 * Views and responses are written directly into the text that is sent, without
 * a tree.  The output is always valid JSON in valid UTF-8: invalid bytes of a
 * text are written as U+FFFD. */
#ifndef API_SINK_JSON_H
#define API_SINK_JSON_H

#include "base/text.h"
#include "rules/sink.h"

enum { SINK_JSON_DEPTH = 32 };

struct sink_json {
    struct sink sink;
    struct text *text; /* borrowed */
    unsigned depth;
    bool is_filled; /* what is open, with a value: a comma is due */
    char closing[SINK_JSON_DEPTH];
};

/* Append to text.  The first value is the document: an object or array opened
 * with the key NULL. */
void sink_json_init(struct sink_json *sink, struct text *text);

/* Continue a document that is complete in the text: an object with members,
 * which is open again. */
void sink_json_continue(struct sink_json *sink, struct text *text);

#endif
