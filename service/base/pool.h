/* A pool of threads that shares its time fairly between clients.
 *
 * Each job is submitted under a key that stands for a client: an account, an
 * address, a match.  The pool runs the jobs of one client in the order in which
 * they were submitted.  Between clients it prefers the one whose jobs have used
 * the least thread time, so a client that submits many jobs, or long ones,
 * delays only its own.
 *
 * All functions are thread-safe.  Jobs must not call pool_stop or pool_free. */
#ifndef BASE_POOL_H
#define BASE_POOL_H

#include <stdbool.h>
#include <stdint.h>

struct pool;

struct pool_config {
    const char *name;     /* of its threads, for ps and debuggers: at most 15
                           * bytes */
    unsigned threads;     /* 1 or more */
    unsigned waiting_max; /* jobs that may wait in all: 1 or more */
    unsigned waiting_per_key; /* jobs of one client that may wait; 0: any
                                 number */
    unsigned running_per_key; /* jobs of one client that run at the same time;
                                 0: any number */
    int niceness;             /* added to that of the process: 0 to 19 */
};

struct pool_job {
    uint64_t key; /* the client */
    void (*run)(void *ctx);
    /* Called instead of `run`, by a thread that is in pool_submit, when the
     * pool removes the job to make room for another client.  NULL: the job is
     * never removed. */
    void (*drop)(void *ctx);
    void *ctx;
};

/* New: release with pool_free.  Borrows the name.  NULL when memory or threads
 * are short. */
struct pool *pool_new(const struct pool_config *config);

/* Queue a job.  Copies *job.  false: neither `run` nor `drop` will be called,
 * because the client has waiting_per_key jobs waiting, the pool is full, or it
 * is being stopped.  When the pool is full and another client has more jobs
 * waiting than this one, the newest job of the client with the most is removed
 * instead. */
bool pool_submit(struct pool *pool, const struct pool_job *job);

/* Jobs that wait for a thread. */
unsigned pool_waiting(struct pool *pool);

/* Accept no more jobs, run those that wait, and end the threads.  Calling it
 * again has no effect. */
void pool_stop(struct pool *pool);

/* Stops the pool first.  NULL is allowed. */
void pool_free(struct pool *pool);

#endif
