/* Processor time. */
#ifndef BASE_CPU_H
#define BASE_CPU_H

#include <stdint.h>

/* Processor time that the calling thread has used since it began, in
 * microseconds.  A system call: not for paths that take microseconds. */
int64_t cpu_thread_us(void);

#endif
