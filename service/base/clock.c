/* Clocks, and condition variables that wait by the steady one. */
#include "base/clock.h"

#include <errno.h>
#include <time.h>

static int64_t now_ns(clockid_t id)
{
    struct timespec now = {0};

    clock_gettime(id, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t clock_steady_ms(void)
{
    return now_ns(CLOCK_MONOTONIC) / 1000000;
}

int64_t clock_steady_us(void)
{
    return now_ns(CLOCK_MONOTONIC) / 1000;
}

int64_t clock_steady_ns(void)
{
    return now_ns(CLOCK_MONOTONIC);
}

int64_t clock_coarse_ms(void)
{
    return now_ns(CLOCK_MONOTONIC_COARSE) / 1000000;
}

int64_t clock_wall_us(void)
{
    return now_ns(CLOCK_REALTIME) / 1000;
}

int64_t clock_thread_us(void)
{
    return now_ns(CLOCK_THREAD_CPUTIME_ID) / 1000;
}

void clock_cond_init(pthread_cond_t *cond)
{
    pthread_condattr_t attributes;

    pthread_condattr_init(&attributes);
    pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
    pthread_cond_init(cond, &attributes);
    pthread_condattr_destroy(&attributes);
}

bool clock_wait_until(pthread_cond_t *cond, pthread_mutex_t *lock,
                      int64_t until_us)
{
    const struct timespec until = {
        .tv_sec = (time_t)(until_us / 1000000),
        .tv_nsec = (long)(until_us % 1000000) * 1000,
    };

    return pthread_cond_timedwait(cond, lock, &until) != ETIMEDOUT;
}
