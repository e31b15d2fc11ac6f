/* Matches the headers Accept and Accept-Language against what a response can be
 * (RFC 9110, 12.5.1 and 12.5.4). */
#ifndef API_ACCEPT_HEADER_H
#define API_ACCEPT_HEADER_H

#include <stdbool.h>

/* Return the preferred one of the types ("application/json,
 * text/event-stream"): by weight, then by how specific the range is, then by
 * order. Borrowed from types.  The most specific range that matches a type sets
 * its weight. NULL: the header accepts none of them.  Without a header the
 * first is returned. */
const char *accept_choose(const char *header, const char *types);

/* The same for languages ("en, de"), by the first subtag of each range.  If the
 * header accepts none of them, the first is returned. */
const char *accept_language(const char *header, const char *languages);

/* Does a Content-Type header name this media type, in UTF-8? */
bool content_type_is(const char *header, const char *type);

#endif
