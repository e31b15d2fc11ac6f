/* Bytes that several responses share: stored once, with a reference count, and
 * released with the last reference. */
#ifndef API_SHARED_H
#define API_SHARED_H

#include <stdatomic.h>
#include <stddef.h>

enum { SHARED_TAG_SIZE = 48 };

/* Holders may read it; it is never changed. */
struct refbuf {
    atomic_int holds;
    size_t length;
    char *bytes;               /* from malloc */
    char tag[SHARED_TAG_SIZE]; /* the ETag of these bytes, without quotes */
};

/* New, held once.  Takes the bytes (from malloc).  NULL when out of memory; the
 * bytes are then still the caller's.  A longer tag is cut. */
struct refbuf *refbuf_new(char *bytes, size_t length, const char *tag);

/* Add a reference; returns its argument. */
struct refbuf *refbuf_hold(struct refbuf *refbuf);

/* Drop a reference, from any thread; NULL is ignored. */
void refbuf_drop(struct refbuf *refbuf);

#endif
