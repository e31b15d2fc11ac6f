/* Bytes that several responses share: stored once, with a reference count, and
 * released with the last reference. */
#ifndef API_REFBUF_H
#define API_REFBUF_H

#include "rules/game.h"

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

enum { REFBUF_TAG_SIZE = 48 };

/* Holders may read it; its bytes are never changed. */
struct refbuf {
    atomic_int holds;
    size_t length;
    char *bytes;               /* from malloc */
    char tag[REFBUF_TAG_SIZE]; /* the ETag of these bytes, without quotes */
    int64_t made_us;           /* steady; 0: they are valid at any time */
    uint64_t number;           /* from 1; of no other refbuf */
    uint64_t follows;          /* of a compressed block of a stream: the number
                                  of the block before it, which it refers to */
    seat_set insiders;         /* of event_block.c: who must not get it */
    _Atomic(struct refbuf *) packed; /* held: the same compressed, or NULL */
};

/* New, held once.  Takes the bytes (from malloc).  NULL when out of memory; the
 * bytes are then still the caller's.  A longer tag is cut. */
struct refbuf *refbuf_new(char *bytes, size_t length, const char *tag);

/* Add a reference; returns its argument. */
struct refbuf *refbuf_hold(struct refbuf *refbuf);

/* The compressed form, held for the caller; NULL if none is kept. */
struct refbuf *refbuf_packed(struct refbuf *refbuf);

/* Keep this as the compressed form, unless another thread was first.  Takes the
 * caller's reference and returns the one that is kept, held for the caller. */
struct refbuf *refbuf_keep_packed(struct refbuf *refbuf, struct refbuf *packed);

/* Drop a reference, from any thread; NULL is ignored. */
void refbuf_drop(struct refbuf *refbuf);

#endif
