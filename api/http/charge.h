/* What a request costs, and who is charged for it.
 *
 * The unit of cost stands for a tenth of a millisecond of one processor.  A
 * request costs
 *
 *   1   whatever it is, also when it is refused,
 *   1   for every COST_CPU_US of processor time that threads of the service
 *       spend on it, apart from those that do HTTP,
 *   n   as the table of routes says, for what PostgreSQL has to do or for a
 *       password that is hashed; not when the request is malformed (400),
 *   1   for every COST_BYTES of the reply.
 *
 * The first unit is taken when its headers are there (throttle.h); the rest is
 * charged when the reply is ready, so that its RateLimit header tells the
 * truth.  A reply that goes on is charged as it goes on. */
#ifndef API_CHARGE_H
#define API_CHARGE_H

#include "api/http/request.h"

enum {
    COST_CPU_US = 100,
    COST_BYTES = 16 * 1024,
    /* Reserved for a request while a slow worker serves it. */
    COST_SLOW = 300,
};

/* The reply is ready, or has gone on by `bytes`: charge what the request
 * has cost and was not charged for yet, and give back what was reserved.
 * Everything that is charged passes here. */
void charge_request(struct request *request, size_t bytes);

#endif
