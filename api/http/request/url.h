/* The URL of a request: its path in segments, its query in parameters. */
#ifndef API_URL_H
#define API_URL_H

#include "api/http/request/request.h"

/* Set target, segments and parameters from the URL as it was sent, and
 * target_fault.  False when out of memory. */
bool url_read(struct request *request, const char *uri);

/* Release what url_read has allocated. */
void url_drop(struct request *request);

#endif
