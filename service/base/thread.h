/* A thread that calls a function in rounds.
 *
 * After each round the function says how long to wait for the next one.  A kick
 * from any thread ends that wait.  A kick during a round makes another round
 * follow at once, so a kick is never lost; several kicks may lead to one
 * round. */
#ifndef BASE_THREAD_H
#define BASE_THREAD_H

#include <stdbool.h>
#include <stdint.h>

struct thread;

/* A wait that only a kick ends. */
#define THREAD_FOREVER UINT32_MAX

struct thread_config {
    const char *name; /* for ps and debuggers: at most 15 bytes */
    /* One round.  Returns the milliseconds until the next one, or
     * THREAD_FOREVER. */
    uint32_t (*run)(void *ctx);
    void *ctx;
    uint32_t first_ms; /* until the first round, or THREAD_FOREVER */
};

/* Start a thread.  New: release with thread_free.  Copies *config, borrows the
 * name.  The first round may begin before this returns.  NULL when memory or
 * threads are short. */
struct thread *thread_new(const struct thread_config *config);

/* Let the next round begin now. */
void thread_kick(struct thread *thread);

/* Has thread_stop been called?  For rounds that take long. */
bool thread_is_stopping(struct thread *thread);

/* Start no further round, and wait until the one that runs has ended.  Calling
 * it again has no effect.  Not for the thread itself; NULL is allowed. */
void thread_stop(struct thread *thread);

/* Stops the thread first.  NULL is allowed. */
void thread_free(struct thread *thread);

#endif
