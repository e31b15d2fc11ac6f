/* Event logs of matches. */
#ifndef PLAY_STORE_EVENTS_H
#define PLAY_STORE_EVENTS_H

#include "play/match/event.h"
#include "play/play.h"
#include "play/store/error.h"
#include "play/store/snapshots.h"

struct store;

/* The part of a match's log to read. */
struct store_log_query {
    const struct play_id *match;
    const char *build; /* snapshots of other builds are ignored */
    /* From the newest snapshot at or before `from`, or from the first event if
     * no such snapshot exists, up to the event `to`. */
    uint32_t from, to;
};

struct store_log {
    struct store_snapshot snapshot; /* body: new, free it */
    struct match_event *events;     /* new, free it: those after the snapshot */
    size_t count;
    bool is_packed; /* snapshots of this match are not kept */
};

struct store_events {
    /* List the events with seq in (after, after + limit], ascending: *out is
     * new (free it), *count of them.  bits are not filled in. */
    enum store_err (*list)(struct store *store, const struct play_id *id,
                           uint32_t after, uint32_t limit,
                           struct match_event **out, size_t *count);
    /* Like list, and the events returned are as durable as committed ones:
     * where commits wait for standbys, the standbys have them.  After
     * STORE_UNSURE an ordinary read does not guarantee that.  STORE_UNSURE:
     * the events exist, but no standby is known to have them. */
    enum store_err (*list_durable)(struct store *store,
                                   const struct play_id *id, uint32_t after,
                                   uint32_t limit, struct match_event **out,
                                   size_t *count);
    /* Read the log that a replay of a match needs.  Events have no bits, as
     * above. */
    enum store_err (*find_log)(struct store *store,
                               const struct store_log_query *query,
                               struct store_log *out);
};

#endif
