/* Clocks, and waits by the steady one. */
#include "base/clock.h"

#include <criterion/criterion.h>

Test(clock, the_units_of_the_steady_clock_agree)
{
    int64_t before_ns = clock_steady_ns();
    int64_t us = clock_steady_us();
    int64_t after_ns = clock_steady_ns();

    cr_expect_leq(before_ns / 1000, us);
    cr_expect_leq(us, after_ns / 1000);
}

Test(clock, a_thread_uses_no_more_time_than_passes)
{
    int64_t begun_us = clock_steady_us(), used_us = clock_thread_us();

    while (clock_thread_us() < used_us + 1000)
        ;
    cr_expect_geq(clock_steady_us() - begun_us, 999);
}

Test(clock, a_wait_ends_when_its_time_has_passed, .timeout = 60)
{
    pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    pthread_cond_t cond;
    int64_t until_us = clock_steady_us() + 2000;

    clock_cond_init(&cond);
    pthread_mutex_lock(&lock);
    while (clock_wait_until(&cond, &lock, until_us))
        ;
    cr_expect_geq(clock_steady_us(), until_us);
    cr_expect_not(clock_wait_until(&cond, &lock, until_us - 1000000));
    pthread_mutex_unlock(&lock);
    pthread_cond_destroy(&cond);
}
