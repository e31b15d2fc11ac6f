/* A sink that makes a JSON document: the way back from source_json.h. */
#ifndef CLI_SINK_TREE_H
#define CLI_SINK_TREE_H

#include "rules/sink.h"

#include <jansson.h>

enum { SINK_TREE_DEPTH = 32 };

struct sink_tree {
    struct sink sink;
    json_t *open[SINK_TREE_DEPTH]; /* borrowed, but for the root */
    int depth;
    bool failed; /* too deep, or no memory */
};

/* Begin a new object; members are written into it. */
void sink_tree_init(struct sink_tree *sink);

/* The document (new), or NULL when it is not whole. */
json_t *sink_tree_take(struct sink_tree *sink);

#endif
