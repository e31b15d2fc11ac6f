/* Bytes of a reply that many replies send: kept once, counted, and released
 * when the last who holds them lets go. */
#ifndef API_SHARED_H
#define API_SHARED_H

#include <stdatomic.h>
#include <stddef.h>

enum { SHARED_TAG_SIZE = 48 };

/* What holds it may read it; nobody changes it. */
struct refbuf {
    atomic_int holds;
    size_t length;
    char *bytes;               /* from malloc */
    char tag[SHARED_TAG_SIZE]; /* the ETag of these bytes, without quotes */
};

/* New, held once.  Takes the bytes (from malloc).  NULL, and the bytes are
 * still the caller's, when out of memory.  A longer tag is cut. */
struct refbuf *refbuf_new(char *bytes, size_t length, const char *tag);

/* Hold it once more; returns it. */
struct refbuf *refbuf_hold(struct refbuf *refbuf);

/* Let go, from any thread; NULL is nothing. */
void refbuf_drop(struct refbuf *refbuf);

#endif
