/* How thorough a run of the tests is.
 *
 * `make test` is quick, for people who wait for it; with FATHOM_DEPTH=deep, as
 * .ci/run sets it, every test runs, under sanitizers. */
#ifndef TESTS_DEPTH_H
#define TESTS_DEPTH_H

#include <criterion/criterion.h>
#include <stdbool.h>

bool is_deep(void);

/* How many of something a test takes: a quick run takes a sample. */
int by_depth(int quick, int deep);

/* For Test(..., .init = deep_only): tests that take more than a few seconds,
 * which a quick run skips. */
void deep_only(void);

#endif
