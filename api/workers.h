/* A few threads for work that may wait, with a bounded queue before them. */
#ifndef API_WORKERS_H
#define API_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

struct workers;

/* New: release with workers_free.  NULL when out of memory or threads. */
struct workers *workers_new(unsigned threads, size_t queue_max);

/* Have work(ctx) done on one of the threads.  False, and it never will be,
 * when the queue is full. */
bool workers_submit(struct workers *workers, void (*work)(void *ctx),
                    void *ctx);

/* Jobs that no thread has begun. */
size_t workers_waiting(struct workers *workers);

/* Does what is queued, then stops the threads; nothing is taken any more. */
void workers_stop(struct workers *workers);

/* Stops first. */
void workers_free(struct workers *workers);

#endif
