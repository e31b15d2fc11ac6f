/* How thorough a run of the tests is. */
#include "depth.h"

#include <stdlib.h>
#include <string.h>

bool is_deep(void)
{
    const char *depth = getenv("FATHOM_DEPTH");

    return depth && strcmp(depth, "deep") == 0;
}

int by_depth(int quick, int deep)
{
    return is_deep() ? deep : quick;
}

void deep_only(void)
{
    if (!is_deep())
        cr_skip("only with FATHOM_DEPTH=deep");
}

#ifndef __SANITIZE_THREAD__
#include <criterion/hooks.h>

/* A disabled test costs no process, and no node that its suite starts. */
ReportHook(PRE_ALL)(struct criterion_test_set *set)
{
    if (is_deep())
        return;
    FOREACH_SET(struct criterion_suite_set * suite, set->suites)
    {
        FOREACH_SET(struct criterion_test * test, suite->tests)
        {
            if (test->data->init == deep_only)
                test->data->disabled = true;
        }
    }
}
#endif
