/* The header Prefer (RFC 7240). */
#ifndef API_PREFER_H
#define API_PREFER_H

#include "api/http/request/request.h"

#define RETURN_REPRESENTATION "return=representation"

/* Whether the header has a preference, or a parameter of one, such as
 * "view=compact".  Case does not matter. */
bool request_prefers(const struct request *request, const char *wanted);

#endif
