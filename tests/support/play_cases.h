/* Cases: the tests of a file that share a process and a database.  Starting
 * both takes longer than what most tests of play do.
 *
 *     CASES(blocks);
 *
 *     CASE(an_account_cannot_block_itself)
 *     {
 *         struct play *play = test_world.node[0];
 *         ...
 *
 * CASES defines the test blocks/cases, which runs them in their order.  Each
 * begins with a new node and with the rows of a new database; its name is
 * written to stderr, "[CASE] NAME", when it begins.  An assertion that fails
 * ends the test. FATHOM_CASE is the name of the only one to run.
 *
 * A test that changes the database itself, that fills it, or that takes long,
 * is a Test of its own. */
#ifndef SUPPORT_PLAY_CASES_H
#define SUPPORT_PLAY_CASES_H

#include "play_world.h"

#include <criterion/criterion.h>

struct play_case {
    const char *name;
    void (*run)(void);
    bool is_deep; /* only a deep run runs it */
    struct play_case *next;
};

/* In their order; a list begins at *first. */
void cases_add(struct play_case **first, struct play_case *one);
/* is_open: with test_world open. */
void cases_run(const struct play_case *first, bool is_open);

#define CASES_WITH(suite, is_open)                                             \
    static struct play_case *all_cases;                                        \
    Test(suite, cases, .timeout = 600)                                         \
    {                                                                          \
        cases_run(all_cases, is_open);                                         \
    }                                                                          \
    struct play_case

#define CASES(suite) CASES_WITH(suite, true)
/* The same, but each case opens its world itself, and closes it. */
#define CASES_THAT_OPEN(suite) CASES_WITH(suite, false)

#define CASE_WITH(title, only_deep)                                            \
    static void title(void);                                                   \
    __attribute__((constructor)) static void add_##title(void)                 \
    {                                                                          \
        static struct play_case one = {                                        \
            .name = #title, .run = title, .is_deep = only_deep};               \
                                                                               \
        cases_add(&all_cases, &one);                                           \
    }                                                                          \
    static void title(void)

#define CASE(title) CASE_WITH(title, false)
/* See deep_only() in depth.h. */
#define DEEP_CASE(title) CASE_WITH(title, true)

#endif
