/* The library's response to a request. */
#ifndef API_RESPONSE_H
#define API_RESPONSE_H

#include "api/http/request/request.h"

struct MHD_Response;

/* The response with its body and headers: release with MHD_destroy_response.
 * Takes the body out of the reply.  NULL: no memory. */
struct MHD_Response *response_make(struct request *request);

#endif
