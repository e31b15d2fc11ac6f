/* Which path and method leads to which handler, and who may go there. */
#ifndef API_ROUTES_H
#define API_ROUTES_H

#include "api/http/request.h"

enum who {
    NOBODY, /* tokens are not looked at */
    ANYONE, /* a token may be sent; a bad one is refused */
    PLAYER, /* a good token is needed */
};

enum where {
    AT_ONCE,   /* never waits for anything: on the connection's own thread */
    IF_KNOWN,  /* there when the answer is ready (request->is_quick); else
                  ON_WORKER */
    ON_WORKER, /* may wait for the database: the connection is suspended */
    ON_SLOW,   /* may take long: on a slow worker, see worker.c */
};

struct route {
    const char *method;   /* "GET" serves HEAD, too */
    const char *template; /* "/v1/matches/{match}" */
    enum who who;
    uint32_t scopes; /* bits of enum scope: a token needs one of them here, or
                        nothing when it is 0 */
    enum where where;
    uint16_t cost;       /* units, beside what charge.h measures */
    const char *accepts; /* the types of the reply, for the Accept header */
    enum handled (*handle)(struct request *request);
};

extern const struct route routes[];
extern const size_t route_count;

/* The route of a request's path and method, with request->path set to the
 * parts that stand for {…}.  NULL when there is none: allow is then the
 * methods that the path knows, "" for an unknown path. */
const struct route *route_find(struct request *request,
                               char allow[REQUEST_ALLOW_SIZE]);

#endif
