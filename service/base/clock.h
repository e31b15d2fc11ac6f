/* Clocks, and condition variables that wait by the steady one. */
#ifndef BASE_CLOCK_H
#define BASE_CLOCK_H

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>

/* Time of a clock that only moves forward.  Its zero is arbitrary. */
int64_t clock_steady_ms(void);
int64_t clock_steady_us(void);
int64_t clock_steady_ns(void);

/* The same as clock_steady_ms, up to 10 ms late, but faster to read. */
int64_t clock_coarse_ms(void);

/* Time since 1970 in UTC.  It jumps when somebody sets the clock. */
int64_t clock_wall_us(void);

/* Processor time that the calling thread has used.  A system call: not for
 * paths that take microseconds. */
int64_t clock_thread_us(void);

/* Initialise a condition variable for clock_wait_until.  Release it with
 * pthread_cond_destroy. */
void clock_cond_init(pthread_cond_t *cond);

/* Wait for a signal, but not longer than until `until_us` of the steady clock.
 * The caller holds the lock.  false: the time has passed.  A wait may also end
 * without a signal, as pthread_cond_wait may. */
bool clock_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock,
                      int64_t until_us);

#endif
