/* A sink that reports every leaf of a document with its path, so that a
 * program can select members of a document by name. */
#ifndef CLI_SINK_PATHS_H
#define CLI_SINK_PATHS_H

#include "rules/sink.h"

enum { PATHS_DEPTH = 16, PATHS_LENGTH = 128 };

/* One leaf.  Elements of arrays are all called "*" in the path; index holds
 * their numbers, outermost first.  A truth is "true" or "false", null is
 * "null".  Everything is borrowed for the call. */
struct leaf {
    const char *path; /* "seats.*.hand.cards.*" */
    const int *index;
    const char *value;
};

struct sink_paths {
    struct sink sink;
    void (*take)(void *context, const struct leaf *leaf);
    void *context;
    int depth, arrays;
    struct {
        enum sink_shape shape;
        size_t length; /* of the path down to here */
    } level[PATHS_DEPTH];
    int index[PATHS_DEPTH];
    char path[PATHS_LENGTH];
};

/* Leaves that are deeper than PATHS_DEPTH or whose path is too long are
 * omitted. */
void sink_paths_init(struct sink_paths *sink,
                     void (*take)(void *context, const struct leaf *leaf),
                     void *context);

#endif
