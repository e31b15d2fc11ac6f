/* How thorough a run of the tests is.
 *
 * `make test` is quick, for people who wait for it; with FATHOM_DEPTH=deep, as
 * .ci/run sets it, every test runs. */
#ifndef TEST_DEPTH_H
#define TEST_DEPTH_H

#include <criterion/criterion.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static inline bool is_deep(void)
{
    const char *depth = getenv("FATHOM_DEPTH");

    return depth && strcmp(depth, "deep") == 0;
}

/* How many of something a test takes: a quick run takes a sample. */
static inline int by_depth(int quick, int deep)
{
    return is_deep() ? deep : quick;
}

/* For Test(..., .init = deep_only): long tests that a quick run skips. */
static inline void deep_only(void)
{
    if (!is_deep())
        cr_skip("only with FATHOM_DEPTH=deep");
}

#endif
