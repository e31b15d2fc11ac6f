/* Responses of the HTTP library that are kept, to be sent again.
 *
 * The library allocates and frees three blocks for each header of a response,
 * which costs more than all else that it does for a small request.  So a thread
 * keeps the responses that it sent last.  Each is with its thread's pool or
 * with one request, so its headers are changed only while nothing is sent from
 * it. */
#ifndef API_RESPONSE_POOL_H
#define API_RESPONSE_POOL_H

#include <stddef.h>

enum {
    RESPONSE_SHAPE_SIZE = 384,
    RESPONSES_KEPT = 32, /* by each thread */
};

struct MHD_Response;
struct refbuf;
struct response_pools; /* of a server: one for each of its HTTP threads */

/* What responses must have in common to be the same. */
struct response_shape {
    const struct refbuf *refbuf; /* the body, or NULL */
    size_t length;
    char bytes[RESPONSE_SHAPE_SIZE]; /* all headers that do not change */
};

struct kept_response {
    struct MHD_Response *response; /* it holds the body of the shape */
    struct response_shape shape;
};

/* NULL: no memory. */
struct response_pools *response_pools_new(void);

/* When its threads have ended.  NULL is allowed. */
void response_pools_free(struct response_pools *pools);

/* Take a response of this shape out of the calling thread's pool; NULL: it has
 * none. */
struct kept_response *response_pool_take(struct response_pools *pools,
                                         const struct response_shape *shape);

/* A response that may be kept later.  NULL: no memory; else takes the caller's
 * reference. */
struct kept_response *response_pool_add(struct MHD_Response *response,
                                        const struct response_shape *shape);

/* The response was sent: keep it in the calling thread's pool, perhaps instead
 * of another one.  NULL is ignored. */
void response_pool_return(struct response_pools *pools,
                          struct kept_response *kept);

#endif
