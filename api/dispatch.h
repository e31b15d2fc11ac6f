/* From a complete request to its handler: what every route checks. */
#ifndef API_DISPATCH_H
#define API_DISPATCH_H

#include "api/request.h"

/* Find the route and refuse what no handler needs to see: bad URLs, unknown
 * paths and methods, bodies and headers that are too large, types that cannot
 * be given.  True: go on with dispatch_run.  False: the reply is written. */
bool dispatch_check(struct request *request);

/* Find out who speaks, and run the handler. */
enum handled dispatch_run(struct request *request);

#endif
