/* Does an Accept header want what we have?  (RFC 9110, 12.5.1) */
#ifndef API_ACCEPT_H
#define API_ACCEPT_H

#include <stdbool.h>

/* The one of the types ("application/json, text/event-stream") that the header
 * wants most: by weight, then by how exactly it names it, then the first.
 * Borrowed from types.  Of a type the most specific range that fits decides;
 * NULL: it wants none of them.  No header wants the first. */
const char *accept_choose(const char *header, const char *types);

/* Is the media type of a Content-Type header this one, in UTF-8? */
bool content_type_is(const char *header, const char *type);

#endif
