/* The library's response to a request. */
#ifndef API_RESPONSE_H
#define API_RESPONSE_H

#include "api/http/request.h"

struct MHD_Response;

/* The response with its body and headers: release with response_drop.  Takes
 * the body out of the reply.  NULL: no memory. */
struct MHD_Response *response_make(struct request *request);

/* It was passed to the library, or is not needed. */
void response_drop(struct request *request, struct MHD_Response *response);

#endif
