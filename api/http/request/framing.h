/* Checks where a request ends: its headers must be unambiguous, or a proxy in
 * front of this node may see other requests than we do (request smuggling).
 *
 * The library is more lenient than RFC 9112 permits: it takes the first of two
 * Content-Length headers, reads until the connection closes when it does not
 * know a transfer coding, and needs no Host.  All of this is refused here. */
#ifndef API_FRAMING_H
#define API_FRAMING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct MHD_Connection;

struct framing {
    size_t header_bytes; /* all names and values */
    const char *fault;   /* a sentence: why the request is refused; NULL: it is
                          * not */
    uint64_t body_bytes; /* of Content-Length; 0: none, or not known */
};

/* Read the headers of a request of this version ("HTTP/1.1"). */
void framing_read(struct framing *out, struct MHD_Connection *connection,
                  const char *version);

#endif
