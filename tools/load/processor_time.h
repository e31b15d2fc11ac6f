/* The processor time of the processes that a load puts to work. */
#ifndef LOAD_PROCESSOR_TIME_H
#define LOAD_PROCESSOR_TIME_H

#include <stdint.h>

/* Microseconds that these processes have used so far: "12 13 14", or NULL for
 * none. */
int64_t processor_us(const char *pids);

#endif
