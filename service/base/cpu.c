/* Processor time. */
#include "base/cpu.h"

#include <time.h>

int64_t cpu_thread_us(void)
{
    struct timespec used = {0};

    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    return (int64_t)used.tv_sec * 1000000 + used.tv_nsec / 1000;
}
