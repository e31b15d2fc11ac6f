/* Recomputing all ratings and statistics from the matches, in the order in
 * which they were settled. */
#ifndef PLAY_REBUILD_H
#define PLAY_REBUILD_H

#include "play/store.h"

struct rebuild_report {
    bool is_denied;  /* the role of the database may not rebuild: nothing was
                        computed */
    int64_t matches; /* settled matches */
    int64_t foreign; /* of these: matches with rules that this build does not
                        have; their cards are kept as they were found when they
                        were settled */
    struct store_difference tables[STORE_LADDER_TABLES];
    bool is_same;
};

struct rebuild {
    struct store *store; /* with long statement timeouts */
    bool replace;        /* false: only count the differences, write nothing */
    /* Called repeatedly with the number of matches done.  May be NULL. */
    void (*progress)(void *ctx, int64_t matches);
    void *ctx;
};

/* Rebuild the ladder.  While it runs no node settles matches; everything else
 * continues.  On an error of the store nothing was written. */
enum store_err ladder_rebuild(const struct rebuild *rebuild,
                              struct rebuild_report *out);

#endif
