/* Replies about matches that were rendered before: the bytes that one viewer
 * is shown of one match as it is now.
 *
 * What makes them good is the stamp (match.stamp): it changes whenever
 * anything does that anyone is shown.  Of each match, viewer and kind only the
 * newest is kept, and of all together no more than a bound of bytes; what was
 * used least lately goes first.
 *
 * Every function may be called from any thread and is short: none waits for
 * anything but the others. */
#ifndef API_VIEWS_H
#define API_VIEWS_H

#include "api/http/refbuf.h"
#include "play/play.h"

#include <stdint.h>

struct reply_cache;

/* What is shown. */
enum view_kind {
    VIEW_MATCH, /* what everybody may know: the viewer is RULES_SPECTATOR */
    VIEW_STATE,
    VIEW_MOVES,
};

struct reply_key {
    struct play_id match;
    int viewer; /* a seat, or RULES_SPECTATOR */
    enum view_kind kind;
};

/* New: release with reply_cache_free.  NULL when out of memory.  0 bytes keep
 * nothing. */
struct reply_cache *reply_cache_new(size_t bytes_max);
void reply_cache_free(struct reply_cache *reply_cache);

/* The bytes with just this stamp, held for the caller; NULL: there are none. */
struct refbuf *reply_cache_find(struct reply_cache *reply_cache,
                                const struct reply_key *key, uint64_t stamp);

/* Keep these from now on, unless there are newer ones.  Holds them itself. */
void reply_cache_keep(struct reply_cache *reply_cache,
                      const struct reply_key *key, uint64_t stamp,
                      struct refbuf *refbuf);

struct reply_cache_counts {
    uint64_t found, missed;
    size_t bytes, kept;
};

void reply_cache_count(struct reply_cache *reply_cache,
                       struct reply_cache_counts *out);

#endif
