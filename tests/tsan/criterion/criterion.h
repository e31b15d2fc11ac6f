/* A replacement for Criterion, for the thread sanitizer only: Criterion's
 * worker processes need the addresses that the sanitizer uses.  All tests of
 * a program run in one process, one after the other; a failed assertion ends
 * it. */
#ifndef TESTS_TSAN_CRITERION_H
#define TESTS_TSAN_CRITERION_H

/* Macros without their optional message are accepted here. */
#pragma GCC system_header

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The options of a test or a suite that Criterion has, as far as tests use
 * them: the functions to call before and after a test. */
struct tsan_options {
    void (*init)(void), (*fini)(void);
    bool disabled;
    double timeout; /* ignored, as is the next one */
    int signal;
};

struct tsan_test {
    const char *suite, *name;
    void (*run)(void);
    struct tsan_options options;
    struct tsan_test *next;
};

struct tsan_suite {
    const char *suite;
    struct tsan_options options;
    struct tsan_suite *next;
};

extern struct tsan_test *tsan_tests;
extern struct tsan_suite *tsan_suites;
extern const struct tsan_test *criterion_current_test;

/* Report a failed check, with its message; a fatal one does not return. */
__attribute__((format(printf, 5, 6))) void tsan_fail(const char *file, int line,
                                                     const char *what,
                                                     bool fatal,
                                                     const char *format, ...);
/* End the test; it counts neither as passed nor as failed. */
_Noreturn void tsan_skip(void);
/* Between two parameters of a test: end it and begin it again. */
void tsan_begin_again(void);

#define Test(suite_, name_, ...)                                               \
    static void suite_##_##name_##_run(void);                                  \
    __attribute__((constructor)) static void suite_##_##name_##_list(void)     \
    {                                                                          \
        static struct tsan_test test = {                                       \
            #suite_, #name_, suite_##_##name_##_run, {__VA_ARGS__}, NULL};     \
        test.next = tsan_tests;                                                \
        tsan_tests = &test;                                                    \
    }                                                                          \
    static void suite_##_##name_##_run(void)

#define TestSuite(suite_, ...)                                                 \
    __attribute__((constructor)) static void suite_##_suite(void)              \
    {                                                                          \
        static struct tsan_suite all = {#suite_, {__VA_ARGS__}, NULL};         \
        all.next = tsan_suites;                                                \
        tsan_suites = &all;                                                    \
    }                                                                          \
    struct tsan_suite

/* The message is a literal and its values, or nothing. */
#define tsan_check(claim, what, fatal, ...)                                    \
    ((claim) ? (void)0                                                         \
             : tsan_fail(__FILE__, __LINE__, what, fatal, "" __VA_ARGS__))

#define cr_assert(c, ...)      tsan_check(c, #c, true, __VA_ARGS__)
#define cr_assert_not(c, ...)  tsan_check(!(c), "not " #c, true, __VA_ARGS__)
#define cr_assert_null(p, ...) tsan_check(!(p), "no " #p, true, __VA_ARGS__)
#define cr_assert_not_null(p, ...)                                             \
    tsan_check((p) != NULL, #p, true, __VA_ARGS__)
#define cr_assert_eq(a, b, ...)                                                \
    tsan_check((a) == (b), #a " == " #b, true, __VA_ARGS__)
#define cr_assert_neq(a, b, ...)                                               \
    tsan_check((a) != (b), #a " != " #b, true, __VA_ARGS__)
#define cr_assert_lt(a, b, ...)                                                \
    tsan_check((a) < (b), #a " < " #b, true, __VA_ARGS__)
#define cr_assert_leq(a, b, ...)                                               \
    tsan_check((a) <= (b), #a " <= " #b, true, __VA_ARGS__)
#define cr_assert_gt(a, b, ...)                                                \
    tsan_check((a) > (b), #a " > " #b, true, __VA_ARGS__)
#define cr_assert_geq(a, b, ...)                                               \
    tsan_check((a) >= (b), #a " >= " #b, true, __VA_ARGS__)
#define cr_assert_str_eq(a, b, ...)                                            \
    tsan_check(!strcmp(a, b), #a " " #b, true, __VA_ARGS__)
#define cr_assert_arr_eq(a, b, size, ...)                                      \
    tsan_check(memcmp(a, b, size) == 0, #a " " #b, true, __VA_ARGS__)
#define cr_assert_fail(...) tsan_check(false, "fail", true, __VA_ARGS__)

#define cr_expect(c, ...)      tsan_check(c, #c, false, __VA_ARGS__)
#define cr_expect_not(c, ...)  tsan_check(!(c), "not " #c, false, __VA_ARGS__)
#define cr_expect_null(p, ...) tsan_check(!(p), "no " #p, false, __VA_ARGS__)
#define cr_expect_not_null(p, ...)                                             \
    tsan_check((p) != NULL, #p, false, __VA_ARGS__)
#define cr_expect_eq(a, b, ...)                                                \
    tsan_check((a) == (b), #a " == " #b, false, __VA_ARGS__)
#define cr_expect_neq(a, b, ...)                                               \
    tsan_check((a) != (b), #a " != " #b, false, __VA_ARGS__)
#define cr_expect_lt(a, b, ...)                                                \
    tsan_check((a) < (b), #a " < " #b, false, __VA_ARGS__)
#define cr_expect_leq(a, b, ...)                                               \
    tsan_check((a) <= (b), #a " <= " #b, false, __VA_ARGS__)
#define cr_expect_gt(a, b, ...)                                                \
    tsan_check((a) > (b), #a " > " #b, false, __VA_ARGS__)
#define cr_expect_geq(a, b, ...)                                               \
    tsan_check((a) >= (b), #a " >= " #b, false, __VA_ARGS__)
#define cr_expect_str_eq(a, b, ...)                                            \
    tsan_check(!strcmp(a, b), #a " " #b, false, __VA_ARGS__)
#define cr_expect_str_neq(a, b, ...)                                           \
    tsan_check(strcmp(a, b), #a " " #b, false, __VA_ARGS__)
#define cr_expect_str_gt(a, b, ...)                                            \
    tsan_check(strcmp(a, b) > 0, #a " " #b, 0, __VA_ARGS__)
#define cr_expect_str_lt(a, b, ...)                                            \
    tsan_check(strcmp(a, b) < 0, #a " " #b, 0, __VA_ARGS__)
#define cr_expect_arr_eq(a, b, size, ...)                                      \
    tsan_check(memcmp(a, b, size) == 0, #a " " #b, false, __VA_ARGS__)
#define cr_expect_str_empty(s, ...) tsan_check(!*(s), #s, false, __VA_ARGS__)
#define cr_expect_float_eq(a, b, epsilon, ...)                                 \
    tsan_check((a) - (b) <= (epsilon) && (b) - (a) <= (epsilon), #a " == " #b, \
               false, __VA_ARGS__)
#define cr_expect_fail(...) tsan_check(false, "fail", false, __VA_ARGS__)

#define cr_skip(...)     tsan_skip()
#define cr_log_info(...) ((void)0)

#endif
