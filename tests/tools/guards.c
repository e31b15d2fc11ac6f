/* tools/check-guards.sh compares include guards with the names of files. */
#include "checkout.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct checkout checkout;

static void begin(void)
{
    checkout_begin(&checkout);
    cr_assert_eq(checkout_run(&checkout, "rm -r tools/*/; mkdir -p service/play"
                                         "/match db api clients tests"),
                 0);
}

static void end(void)
{
    checkout_end(&checkout);
}

TestSuite(guards, .init = begin, .fini = end, .timeout = 60);

/* Returns the exit status for service/play/match/cache.h with this guard. */
static int check(const char *guard)
{
    char text[256];

    snprintf(text, sizeof text,
             "/* A cache. */\n#ifndef %s\n#define %s\n#endif\n", guard, guard);
    checkout_write(&checkout, "service/play/match/cache.h", text);
    return checkout_run(&checkout, "tools/check-guards.sh");
}

static void expect_refused(const char *guard)
{
    cr_expect_eq(check(guard), 1, "%s", guard);
    cr_expect(strstr(checkout.output, "service/play/match/cache.h"), "%s",
              checkout.output);
}

Test(guards, a_guard_is_the_name_of_the_file_behind_those_of_folders)
{
    static const char *const guards[] = {"PLAY_CACHE_H", "PLAY_MATCH_CACHE_H",
                                         "SERVICE_PLAY_MATCH_CACHE_H",
                                         "CACHE_H"};

    for (size_t i = 0; i < sizeof guards / sizeof *guards; i++)
        cr_expect_eq(check(guards[i]), 0, "%s", checkout.output);
}

Test(guards, the_guard_of_a_former_name_is_refused)
{
    expect_refused("PLAY_STORE_H");
    expect_refused("PLAY_OLD_CACHE_H");
    expect_refused("MATCH_PLAY_CACHE_H");
}

Test(guards, a_guard_of_two_headers_is_refused)
{
    checkout_write(&checkout, "service/play/cache.h",
                   "#ifndef PLAY_CACHE_H\n#define PLAY_CACHE_H\n#endif\n");
    expect_refused("PLAY_CACHE_H");
    cr_expect_eq(check("PLAY_MATCH_CACHE_H"), 0, "%s", checkout.output);
}

Test(guards, a_header_without_a_guard_is_refused)
{
    checkout_write(&checkout, "service/play/open.h", "int open_it(void);\n");
    cr_expect_eq(check("PLAY_CACHE_H"), 1);
    cr_expect(strstr(checkout.output, "open.h: no include guard"), "%s",
              checkout.output);
}
