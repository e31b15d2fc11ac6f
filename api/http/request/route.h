/* A route: which path and method lead to which handler, and who may use it. */
#ifndef API_ROUTE_H
#define API_ROUTE_H

#include "api/http/request/request.h"

enum who {
    NOBODY, /* tokens are not looked at */
    ANYONE, /* a token is optional; an invalid one is refused */
    PLAYER, /* a valid token is required */
};

enum where {
    AT_ONCE,   /* never waits for anything: on the connection's own thread */
    IF_KNOWN,  /* at once if the token and the match are in memory; else
                * ON_WORKER */
    IF_READY,  /* likewise, but the response may come later than the handler
                * returns: the connection is suspended */
    ON_WORKER, /* may wait for the database: the connection is suspended */
    ON_SLOW,   /* may take long: on a slow worker, see worker.c */
};

struct route {
    const char *method;   /* "GET" serves HEAD, too */
    const char *template; /* "/v1/matches/{match}" */
    enum who who;
    uint32_t scopes; /* bits of enum scope: a token needs one of them here, or
                      * none when it is 0 */
    enum where where;
    uint16_t cost;       /* units, beside the cost that charge.h measures */
    uint16_t kept;       /* bytes that a request adds to the database for days
                          * or for ever, beside its body: see charge.h */
    const char *accepts; /* the types of the response, for the Accept header */
    enum handled (*handle)(struct request *request);
};

/* The routes of a server, in the order in which they are tried. */
struct route_table {
    const struct route *routes;
    size_t count;
};

/* Find the route of a request's path and method, and set request->path to the
 * segments that match {...}.  NULL when no route matches; `allow` is then the
 * methods of the path, "" for an unknown path. */
const struct route *route_find(const struct route_table *table,
                               struct request *request,
                               char allow[REQUEST_ALLOW_SIZE]);

#endif
