/* Responses of the HTTP library that are kept, to be sent again. */
#include "api/http/response_pool.h"

#include <microhttpd.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The responses of one thread, which alone uses it.  The one that was sent last
 * is the first. */
struct response_pool {
    struct response_pool *next;
    size_t count;
    struct kept_response *kept[RESPONSES_KEPT];
};

struct response_pools {
    pthread_mutex_t lock;
    struct response_pool *first;
};

/* An HTTP thread serves one server, which outlives it. */
static _Thread_local struct response_pool *own;

struct response_pools *response_pools_new(void)
{
    struct response_pools *pools = calloc(1, sizeof *pools);

    if (pools)
        pthread_mutex_init(&pools->lock, NULL);
    return pools;
}

static void free_kept(struct kept_response *kept)
{
    MHD_destroy_response(kept->response);
    free(kept);
}

void response_pools_free(struct response_pools *pools)
{
    if (!pools)
        return;
    while (pools->first) {
        struct response_pool *pool = pools->first;

        pools->first = pool->next;
        while (pool->count > 0)
            free_kept(pool->kept[--pool->count]);
        free(pool);
    }
    pthread_mutex_destroy(&pools->lock);
    free(pools);
}

/* NULL: no memory. */
static struct response_pool *make_own(struct response_pools *pools)
{
    own = calloc(1, sizeof *own);
    if (!own)
        return NULL;
    pthread_mutex_lock(&pools->lock);
    own->next = pools->first;
    pools->first = own;
    pthread_mutex_unlock(&pools->lock);
    return own;
}

static bool is_like(const struct response_shape *a,
                    const struct response_shape *b)
{
    return a->refbuf == b->refbuf && a->length == b->length &&
           memcmp(a->bytes, b->bytes, a->length) == 0;
}

struct kept_response *response_pool_take(struct response_pools *pools,
                                         const struct response_shape *shape)
{
    struct response_pool *pool = own ? own : make_own(pools);

    for (size_t i = 0; pool && i < pool->count; i++)
        if (is_like(&pool->kept[i]->shape, shape)) {
            struct kept_response *kept = pool->kept[i];

            pool->count--;
            memmove(pool->kept + i, pool->kept + i + 1,
                    (pool->count - i) * sizeof(struct kept_response *));
            return kept;
        }
    return NULL;
}

struct kept_response *response_pool_add(struct MHD_Response *response,
                                        const struct response_shape *shape)
{
    struct kept_response *kept = malloc(sizeof *kept);

    if (!kept)
        return NULL;
    kept->response = response;
    kept->shape.refbuf = shape->refbuf;
    kept->shape.length = shape->length;
    memcpy(kept->shape.bytes, shape->bytes, shape->length);
    return kept;
}

void response_pool_return(struct response_pools *pools,
                          struct kept_response *kept)
{
    struct response_pool *pool;

    if (!kept)
        return;
    pool = own ? own : make_own(pools);
    if (!pool) {
        free_kept(kept);
        return;
    }
    if (pool->count == RESPONSES_KEPT)
        free_kept(pool->kept[--pool->count]);
    memmove(pool->kept + 1, pool->kept,
            pool->count * sizeof(struct kept_response *));
    pool->kept[0] = kept;
    pool->count++;
}
