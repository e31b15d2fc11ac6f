/* Released blocks of one size, kept to be used again. */
#include "base/spares.h"

#include <pthread.h>
#include <stdlib.h>

/* The address sanitizer finds the use of a block after its release only if it
 * is freed. */
#ifdef __SANITIZE_ADDRESS__
enum { KEPT = 0 };
#else
enum { KEPT = SPARES_MAX };
#endif

struct spares {
    pthread_mutex_t lock;
    size_t size;
    int count;
    void *blocks[SPARES_MAX];
};

struct spares *spares_new(size_t size)
{
    struct spares *spares = calloc(1, sizeof *spares);

    if (!spares)
        return NULL;
    pthread_mutex_init(&spares->lock, NULL);
    spares->size = size;
    return spares;
}

void spares_free(struct spares *spares)
{
    if (!spares)
        return;
    while (spares->count > 0)
        free(spares->blocks[--spares->count]);
    pthread_mutex_destroy(&spares->lock);
    free(spares);
}

void *spares_take(struct spares *spares)
{
    void *block = NULL;

    pthread_mutex_lock(&spares->lock);
    if (spares->count > 0)
        block = spares->blocks[--spares->count];
    pthread_mutex_unlock(&spares->lock);
    return block ? block : malloc(spares->size);
}

void spares_return(struct spares *spares, void *block)
{
    if (!block)
        return;
    pthread_mutex_lock(&spares->lock);
    if (spares->count < KEPT) {
        spares->blocks[spares->count++] = block;
        block = NULL;
    }
    pthread_mutex_unlock(&spares->lock);
    free(block);
}
