/* Released requests that are used again. */
#include "api/http/request_pool.h"

#include "api/http/request.h"
#include "api/http/url.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { SPARE_MAX = 128 };

struct request_pool {
    pthread_mutex_t lock;
    struct request *spare[SPARE_MAX];
    unsigned count;
};

struct request_pool *request_pool_new(void)
{
    struct request_pool *pool = calloc(1, sizeof *pool);

    if (pool)
        pthread_mutex_init(&pool->lock, NULL);
    return pool;
}

void request_pool_free(struct request_pool *pool)
{
    if (!pool)
        return;
    while (pool->count > 0)
        free(pool->spare[--pool->count]);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

struct request *request_pool_take(struct request_pool *pool)
{
    struct request *request = NULL;

    pthread_mutex_lock(&pool->lock);
    if (pool->count > 0)
        request = pool->spare[--pool->count];
    pthread_mutex_unlock(&pool->lock);
    if (!request)
        request = malloc(sizeof *request);
    if (request)
        memset(request, 0, offsetof(struct request, url));
    return request;
}

void request_pool_return(struct request_pool *pool, struct request *request)
{
    url_drop(request);
    pthread_mutex_lock(&pool->lock);
    if (pool->count < SPARE_MAX) {
        pool->spare[pool->count++] = request;
        request = NULL;
    }
    pthread_mutex_unlock(&pool->lock);
    free(request);
}
