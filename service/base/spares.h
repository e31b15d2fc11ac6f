/* Released blocks of one size, kept to be used again.  For blocks of kilobytes
 * that live as long as a request: malloc splits and joins such blocks each
 * time, and a thread that frees another thread's block waits for its heap.
 *
 * Thread-safe. */
#ifndef BASE_SPARES_H
#define BASE_SPARES_H

#include <stddef.h>

enum { SPARES_MAX = 128 }; /* blocks that are kept */

struct spares;

/* New, for blocks of this many bytes; release with spares_free.  NULL when out
 * of memory. */
struct spares *spares_new(size_t size);

/* Release the blocks that are kept; the others are lost.  NULL is ignored. */
void spares_free(struct spares *spares);

/* A block, from malloc if none is kept: its bytes are undefined.  NULL when out
 * of memory. */
void *spares_take(struct spares *spares);

/* Give back a block of spares_take; NULL is ignored. */
void spares_return(struct spares *spares, void *block);

#endif
