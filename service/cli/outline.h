/* The nodes of an outline: for the files that print one. */
#ifndef CLI_OUTLINE_H
#define CLI_OUTLINE_H

#include "cli/cli.h"

enum {
    OUTLINE_WIDTH = 78, /* of the printed lines */
    NO_NODE = -1,
};

/* One value of the document.  Keys are constant words, texts are ours. */
struct node {
    const char *key;
    char *text; /* NULL: an object or array */
    enum sink_shape shape;
    int first, next; /* child, sibling: index or NO_NODE */
};

struct outline {
    struct sink sink;
    struct node *nodes;
    int count, cap;
    int open[32], last[32]; /* containers being written, their last child */
    int depth;
    bool failed; /* out of memory or too deep: printed as far as it goes */
};

static inline const struct node *node_at(const struct outline *o, int node)
{
    return node == NO_NODE ? NULL : &o->nodes[node];
}

#endif
