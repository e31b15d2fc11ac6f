/* Tests with parameters, for the thread sanitizer: one test for all of them. */
#ifndef TESTS_TSAN_PARAMETERIZED_H
#define TESTS_TSAN_PARAMETERIZED_H

#include <criterion/criterion.h>

#pragma GCC system_header

struct tsan_params {
    char *first;
    size_t size, count;
};

#define cr_make_param_array(type, array, count_, ...)                          \
    ((struct tsan_params){(char *)(array), sizeof(type), (count_)})

#define ParameterizedTestParameters(suite_, name_)                             \
    static struct tsan_params suite_##_##name_##_params(void)

#define ParameterizedTest(param_, suite_, name_, ...)                          \
    static void suite_##_##name_##_with(param_);                               \
    Test(suite_, name_)                                                        \
    {                                                                          \
        const struct tsan_params all = suite_##_##name_##_params();            \
        for (size_t i = 0; i < all.count; i++)                                 \
            suite_##_##name_##_with((void *)(all.first + i * all.size));       \
    }                                                                          \
    static void suite_##_##name_##_with(param_)

#endif
