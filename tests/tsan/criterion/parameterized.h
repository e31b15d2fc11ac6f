/* Tests with parameters, for the thread sanitizer: one test for all of them. */
#ifndef TESTS_TSAN_PARAMETERIZED_H
#define TESTS_TSAN_PARAMETERIZED_H

#include <criterion/criterion.h>

#pragma GCC system_header

struct criterion_test_params {
    char *first;
    size_t size, count;
};

#define cr_make_param_array(type, array, count_, ...)                          \
    ((struct criterion_test_params){(char *)(array), sizeof(type), (count_)})

#define ParameterizedTestParameters(suite_, name_)                             \
    static struct criterion_test_params suite_##_##name_##_params(void)

#define ParameterizedTest(param_, suite_, name_, ...)                          \
    static void suite_##_##name_##_with(param_);                               \
    Test(suite_, name_, __VA_ARGS__)                                           \
    {                                                                          \
        const struct criterion_test_params all = suite_##_##name_##_params();  \
        for (size_t i = 0; i < all.count; i++) {                               \
            if (i > 0)                                                         \
                tsan_begin_again();                                            \
            suite_##_##name_##_with((void *)(all.first + i * all.size));       \
        }                                                                      \
    }                                                                          \
    static void suite_##_##name_##_with(param_)

#endif
