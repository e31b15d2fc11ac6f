/* Rendered responses about matches: the bytes that one viewer sees of one match
 * in its present state.
 *
 * A response is valid for one stamp (match.stamp), which changes whenever
 * anything changes that some viewer sees.  For each match, viewer and kind only
 * the newest response is kept.  All of them together stay within a bound of
 * bytes; the least recently used is dropped first.
 *
 * All functions are thread-safe and short: they wait for nothing but each
 * other. */
#ifndef API_REPLY_CACHE_H
#define API_REPLY_CACHE_H

#include "api/http/responses/refbuf.h"
#include "play/play.h"
#include "rules/sink.h"

#include <stdint.h>

struct reply_cache;

/* What the response shows. */
enum view_kind {
    VIEW_MATCH, /* the public part: the viewer is RULES_SPECTATOR */
    VIEW_STATE,
    VIEW_COMPACT, /* the state with a compact view */
    VIEW_MOVES,
    VIEW_EVENT, /* the newest event, as a block of a stream */
};

struct reply_key {
    struct play_id match;
    int viewer; /* a seat, or RULES_SPECTATOR */
    enum view_kind kind;
    enum language language; /* of its texts */
};

/* New: release with reply_cache_free.  NULL when out of memory.  0 bytes keep
 * nothing. */
struct reply_cache *reply_cache_new(size_t bytes_max);
void reply_cache_free(struct reply_cache *reply_cache);

/* Return the bytes with exactly this stamp, held for the caller; NULL: the
 * cache has none. */
struct refbuf *reply_cache_find(struct reply_cache *reply_cache,
                                const struct reply_key *key, uint64_t stamp);

/* Keep these bytes unless the cache has newer ones.  Holds them itself. */
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
