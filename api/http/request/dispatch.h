/* Checks a complete request and runs its handler: the checks that all routes
 * share. */
#ifndef API_DISPATCH_H
#define API_DISPATCH_H

#include "api/http/request/request.h"

/* Call when the headers have arrived: find the route and, if it needs no
 * waiting, the account; and count the request for the rate limits.  The body of
 * a request that will be refused is read and discarded. */
void dispatch_begin(struct request *request);

/* Refuse requests that no handler needs to see: too many requests, bad URLs,
 * unknown paths and methods, bodies and headers that are too large, types that
 * the Accept header excludes and, while the service is stopping, requests that
 * need a worker.  True: continue with dispatch_run.  False: the response is
 * written. */
bool dispatch_check(struct request *request);

/* On a worker: authenticate, unless that is done, and run the handler. */
enum handled dispatch_run(struct request *request);

/* The same on the connection's own thread, for routes that may run there.
 * False: no response is written; call dispatch_run on a worker. */
bool dispatch_at_once(struct request *request);

#endif
