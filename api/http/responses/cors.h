/* Cross-origin requests: which pages of other origins may read responses.
 *
 * A token in the Authorization header does not count as a "credential" of CORS,
 * and cookies are not used: Access-Control-Allow-Credentials is never sent, so
 * that "*" is safe to configure.  A response to an origin that is not on the
 * list has no such headers, and the browser hides it from the page. */
#ifndef API_CORS_H
#define API_CORS_H

#include "api/http/request/request.h"

struct MHD_Response;

/* Is a list of origins ("https://a.example http://localhost:3000", separated by
 * commas or spaces; "*": all; "": none) well formed? */
bool cors_list_is_valid(const char *list);

/* Whether responses depend on Origin, also those to requests without one. */
bool cors_varies(const struct request *request);

/* Add the CORS headers to the response to a request. */
void cors_add_headers(const struct request *request,
                      struct MHD_Response *response);

/* Is it a preflight request, which a browser sends to ask whether the real
 * request is allowed? */
bool cors_is_preflight(const struct request *request);

/* Reply to a preflight request.  allow lists the methods of the resource. */
enum handled cors_preflight(struct request *request, const char *allow);

#endif
