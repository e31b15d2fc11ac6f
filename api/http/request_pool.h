/* Released requests that are used again: a request is some kilobytes, which
 * the allocator does not keep at hand. */
#ifndef API_REQUEST_POOL_H
#define API_REQUEST_POOL_H

struct request;
struct request_pool;

/* New: release with request_pool_free when every request was returned.  NULL:
 * out of memory. */
struct request_pool *request_pool_new(void);
void request_pool_free(struct request_pool *pool);

/* A request of zeros, except for the bytes of `url`.  NULL: out of memory. */
struct request *request_pool_take(struct request_pool *pool);

/* Takes the request, with its URL; everything else of it was released. */
void request_pool_return(struct request_pool *pool, struct request *request);

#endif
