/* Cross-origin requests: which pages of other origins may read our answers.
 *
 * A token in the Authorization header is no "credential" in the sense of
 * CORS, and there are no cookies: Access-Control-Allow-Credentials is never
 * sent, so that "*" is safe to configure.  An origin that is not on the list
 * gets no such header, and its browser keeps the answer from the page. */
#ifndef API_CORS_H
#define API_CORS_H

#include "api/http/request.h"

struct MHD_Response;

/* Whether a list of origins ("https://a.example http://localhost:3000", comma
 * or space between; "*": all; "": none) is well formed. */
bool cors_list_is_valid(const char *list);

/* What the reply to a request says about its origin. */
void cors_add_headers(const struct request *request,
                      struct MHD_Response *response);

/* Whether it asks, as a browser does before the real request, if that would
 * be allowed. */
bool cors_is_preflight(const struct request *request);

/* Reply to that.  allow lists the methods of the resource. */
enum handled cors_preflight(struct request *request, const char *allow);

#endif
