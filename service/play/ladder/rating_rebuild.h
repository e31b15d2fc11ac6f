/* Computing the ladder again: everything that settling has written, from the
 * matches, in the order in which they were settled. */
#ifndef PLAY_REBUILD_H
#define PLAY_REBUILD_H

#include "play/store.h"

struct rebuild_report {
    int64_t matches; /* settled ones */
    int64_t foreign; /* of these: of rules that this build does not have; the
                        cards that were found when they were settled count */
    struct store_difference tables[STORE_LADDER_TABLES];
    bool is_same;
};

struct rebuild {
    struct store *store; /* whose statements may take long */
    bool replace;        /* what differs; otherwise nothing is written */
    /* Now and then: so many matches are done.  May be NULL. */
    void (*progress)(void *ctx, int64_t matches);
    void *ctx;
};

/* While it runs nothing is settled, by no node; all else goes on.  The store's
 * errors; nothing was written then. */
enum store_err ladder_rebuild(const struct rebuild *rebuild,
                              struct rebuild_report *out);

#endif
