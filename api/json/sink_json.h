/* A sink that writes JSON.
 *
 * Views and replies are written straight into the text that is sent; no tree
 * is built.  What it writes is always valid JSON in valid UTF-8: bytes of a
 * text that are no UTF-8 come out as U+FFFD. */
#ifndef API_SINK_JSON_H
#define API_SINK_JSON_H

#include "base/text.h"
#include "rules/sink.h"

enum { SINK_JSON_DEPTH = 32 };

struct sink_json {
    struct sink sink;
    struct text *text; /* borrowed */
    unsigned depth;
    bool filled[SINK_JSON_DEPTH]; /* something stands here: a comma is due */
    char closing[SINK_JSON_DEPTH];
};

/* Write to the end of text.  The first thing written is the document: an
 * object or array opened with the key NULL. */
void sink_json_init(struct sink_json *sink, struct text *text);

#endif
