/* Snapshots: stored states of matches, a cache of the event log. */
#ifndef PLAY_STORE_SNAPSHOTS_H
#define PLAY_STORE_SNAPSHOTS_H

#include "play/play.h"
#include "play/store/error.h"

struct store;

enum { STORE_SNAPSHOTS_MAX = 32 }; /* snapshots written at once */

/* The state of a match after one of its events, and what of it can be undone.
 * The format of the body is play's (snapshot.h). */
struct store_snapshot {
    struct play_id match;
    uint32_t seq;        /* of the event; 0: there is no snapshot */
    uint64_t state_hash; /* of the event */
    uint8_t *body;
    size_t size;
};

struct store_snapshots {
    /* Write snapshots, at most STORE_SNAPSHOTS_MAX, no two with the same match
     * and seq.  Those whose event does not exist are skipped.  A crash of the
     * database may lose the last ones. */
    enum store_err (*write)(struct store *store, const char *build,
                            const struct store_snapshot *list, size_t count);
};

#endif
