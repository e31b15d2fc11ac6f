/* Time that a thread has waited for a database.
 *
 * The connections count it, so that the caller of some work can tell
 * what it took there: the difference of two readings. */
#ifndef BASE_DATABASE_TIME_H
#define BASE_DATABASE_TIME_H

#include <stdint.h>

/* What the calling thread has waited in all, in microseconds. */
int64_t database_time_us(void);

/* It has waited for another while; less than 0: some of it does not count. */
void database_time_add(int64_t us);

#endif
