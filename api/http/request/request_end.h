/* The end of a request. */
#ifndef API_REQUEST_END_H
#define API_REQUEST_END_H

#include <stdbool.h>

struct request;

/* The response was sent, or its client is gone: log the request, and release
 * it with all it holds.  is_complete: the client got the whole response. */
void request_end(struct request *request, bool is_complete);

#endif
