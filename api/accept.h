/* Does an Accept header want what we have?  (RFC 9110, 12.5.1) */
#ifndef API_ACCEPT_H
#define API_ACCEPT_H

#include <stdbool.h>

/* The most specific range that fits the type decides; a header that names no
 * range that fits refuses it.  NULL wants everything. */
bool accept_wants(const char *header, const char *type);

/* Is the media type of a Content-Type header this one, in UTF-8? */
bool content_type_is(const char *header, const char *type);

#endif
