/* Cases: the tests of a file that share a process and a database. */
#include "play_cases.h"

#include "depth.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cases_add(struct play_case **first, struct play_case *one)
{
    while (*first)
        first = &(*first)->next;
    *first = one;
}

void cases_run(const struct play_case *first, bool is_open)
{
    const char *only = getenv("FATHOM_CASE");

    world_keep_databases(true);
    for (const struct play_case *one = first; one; one = one->next) {
        if (only ? strcmp(only, one->name) != 0 : one->is_deep && !is_deep())
            continue;
        fprintf(stderr, "[CASE] %s\n", one->name);
        if (is_open)
            world_setup();
        one->run();
        if (is_open)
            world_teardown();
    }
    world_keep_databases(false);
}
