/* From a complete request to its handler: what every route checks. */
#ifndef API_DISPATCH_H
#define API_DISPATCH_H

#include "api/http/request.h"

/* As soon as the headers are there: find the route and, if it needs no waiting,
 * who speaks; and count the request for the rate limits.  What will be refused
 * has its body read and forgotten. */
void dispatch_begin(struct request *request);

/* Refuse what no handler needs to see: too many requests, bad URLs, unknown
 * paths and methods, bodies and headers that are too large, types that cannot
 * be given and, while the service is stopping, what needs a worker.  True: go
 * on with dispatch_run.  False: the reply is written. */
bool dispatch_check(struct request *request);

/* On a worker: find out who speaks, unless that is known, and run the handler.
 */
enum handled dispatch_run(struct request *request);

/* The same on the connection's own thread, for routes that go there.  False:
 * no reply is written, dispatch_run it on a worker. */
bool dispatch_at_once(struct request *request);

#endif
