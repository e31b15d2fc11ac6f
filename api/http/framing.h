/* Where a request ends: what its headers say about that must be beyond doubt,
 * or a proxy before us may see another request than we do.
 *
 * The library is milder than RFC 9112 lets us be: it takes the first of two
 * Content-Length, waits for the end of the connection when it does not know a
 * transfer coding, and needs no Host.  All that is refused here. */
#ifndef API_FRAMING_H
#define API_FRAMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct MHD_Connection;

struct framing {
    size_t header_bytes; /* all names and values */
    const char *fault;   /* a sentence: why it is refused; NULL: it is not */
    uint64_t body_bytes; /* as Content-Length says; 0: none, or not known */
};

/* Look at the headers of a request of this version ("HTTP/1.1"). */
void framing_read(struct framing *out, struct MHD_Connection *connection,
                  const char *version);

#endif
