/* What a request costs, and which client is charged.
 *
 * One unit of cost is about a tenth of a millisecond of one processor.  A
 * request costs
 *
 *   1   always, also when it is refused,
 *   1   for every COST_US of processor time that threads of the service spend
 *       on it, apart from those that do HTTP; of these only the time that its
 *       handler takes there (request_try),
 *   1   for every COST_US that workers wait for the results of PostgreSQL, but
 *       at least the units of the table of routes: others wait for the commit
 *       of what it writes, and hash its password.  They are not charged when
 *       the request is malformed (400).  At most COST_DATABASE_MAX for a
 *       response or a piece of it: a database that is in trouble must not put
 *       everybody into debt,
 *   1   for every COST_KEPT bytes that it adds to the database, where they stay
 *       for days or for ever: those of the table of routes and, if there are
 *       any, its body.  Nothing if it is refused,
 *   1   for every COST_BYTES of the response.
 *
 * The first unit is taken when the headers have arrived (throttle.h); the rest
 * is charged when the response is ready, so that its RateLimit header is exact.
 * A response in pieces is charged piece by piece. */
#ifndef API_CHARGE_H
#define API_CHARGE_H

#include "api/http/request/request.h"

enum {
    COST_US = 100,
    COST_DATABASE_MAX = 1000,
    COST_KEPT = 64,
    COST_BYTES = 16 * 1024,
    /* Reserved for a request while a slow worker serves it. */
    COST_SLOW = 300,
};

/* The response is ready, or has continued by `bytes`: charge what the request
 * has cost and was not charged for yet, and give back what was reserved. Every
 * charge is made here. */
void charge_request(struct request *request, size_t bytes);

#endif
