/* tools/run-tests.sh runs areas beside each other and repeats what failed;
 * tools/flaky.sh counts what fails by chance.  The programs of the areas are
 * scripts here. */
#include "checkout.h"
#include "depth.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct checkout checkout;

/* The last lines of a runner with two tests, of which s::first may fail. */
#define BOTH_PASS                                                              \
    "echo '[====] Synthesis: Tested: 2 | Passing: 2 | Failing: 0 "             \
    "| Crashing: 0'\n"
#define ONE_FAILS                                                              \
    "echo '[FAIL] s::first: (0.01s)'\n"                                        \
    "echo '[====] Synthesis: Tested: 2 | Passing: 1 | Failing: 1 "             \
    "| Crashing: 0'\n"                                                         \
    "exit 1\n"

static const char passes[] = "#!/bin/sh\n" BOTH_PASS;
static const char fails[] = "#!/bin/sh\n" ONE_FAILS;
/* Fails unless it runs s::first alone. */
static const char fails_once[] =
    "#!/bin/sh\n"
    "case \"$*\" in *'--filter s/first') " BOTH_PASS "exit 0 ;; esac\n" //
    ONE_FAILS;
/* Fails in the second of its runs. */
static const char fails_second[] =
    "#!/bin/sh\n"
    "echo >>runs\n"
    "[ $(wc -l <runs) -ne 2 ] || {\n" ONE_FAILS "}\n" BOTH_PASS;

static void begin(void)
{
    checkout_begin(&checkout);
    cr_assert_eq(checkout_run(&checkout, "mkdir -p build/asan/tests"), 0);
}

static void end(void)
{
    checkout_end(&checkout);
}

TestSuite(runner, .init = begin, .fini = end, .timeout = 120);

static void write_area(const char *area, const char *script)
{
    char name[64], command[96];

    snprintf(name, sizeof name, "build/asan/tests/%s", area);
    snprintf(command, sizeof command, "chmod +x %s", name);
    checkout_write(&checkout, name, script);
    cr_assert_eq(checkout_run(&checkout, command), 0);
}

static int run_areas_of(const char *areas, const char *builds)
{
    char command[192];

    snprintf(command, sizeof command,
             "unset FATHOM_TEST_DATABASE FATHOM_REPEATS; FATHOM_BUILDS='%s' "
             "tools/run-tests.sh build/asan '' %s",
             builds, areas);
    return checkout_run(&checkout, command);
}

static int run_areas(const char *areas)
{
    return run_areas_of(areas, "");
}

static void expect_last(const char *line)
{
    const size_t length = strlen(line), all = strlen(checkout.output);

    cr_expect(all >= length &&
                  strcmp(checkout.output + all - length, line) == 0,
              "%s", checkout.output);
}

static void expect_output(const char *part)
{
    cr_expect(strstr(checkout.output, part), "no %s in:\n%s", part,
              checkout.output);
}

Test(runner, the_results_of_all_areas_are_summed, .init = deep_only)
{
    write_area("kit", passes);
    write_area("base", passes);
    cr_expect_eq(run_areas("kit base"), 0, "%s", checkout.output);
    expect_output("=== kit: 2 passed, 0 failed, ");
    expect_output("=== base: 2 passed, 0 failed, ");
    expect_last("\n4 passed, 0 failed\n");
}

Test(runner, the_output_of_an_area_is_one_block, .init = deep_only)
{
    static const char slow[] = "#!/bin/sh\n"
                               "echo slow begins\nsleep 1\necho slow ends\n" //
        BOTH_PASS;

    write_area("kit", slow);
    write_area("operations", slow);
    cr_expect_eq(run_areas("kit operations"), 0, "%s", checkout.output);
    const char *first = strstr(checkout.output, "slow begins\nslow ends\n");

    cr_assert(first, "%s", checkout.output);
    cr_expect(strstr(first + 1, "slow begins\nslow ends\n"), "%s",
              checkout.output);
}

Test(runner, a_test_that_fails_twice_is_a_failure, .init = deep_only)
{
    write_area("kit", fails);
    cr_expect_eq(run_areas("kit"), 1);
    expect_output("\nFailures:\n  kit: [FAIL] s::first");
    cr_expect(!strstr(checkout.output, "failed, then passed"));
    expect_last("\n1 passed, 1 failed\n");
}

Test(runner, a_test_that_passes_when_it_is_repeated_is_listed,
     .init = deep_only)
{
    write_area("kit", fails_once);
    cr_expect_eq(run_areas("kit"), 0, "%s", checkout.output);
    expect_last("failed, then passed:\n  kit: s/first\n\n2 passed, 0 failed\n");
}

Test(runner, what_a_sanitizer_found_is_not_repeated)
{
    static const char leaks[] =
        "#!/bin/sh\n"
        "case \"$*\" in *--filter*) " BOTH_PASS "exit 0 ;; esac\n"
        "echo 'ERROR: AddressSanitizer: heap-use-after-free'"
        " >${ASAN_OPTIONS##*log_path=}.1\n" ONE_FAILS;

    write_area("kit", leaks);
    cr_expect_eq(run_areas("kit"), 1);
    expect_output("  kit: ERROR: AddressSanitizer");
    expect_last("\n1 passed, 1 failed\n");
}

Test(runner, an_area_that_was_not_built_or_crashed_is_a_failure,
     .init = deep_only)
{
    write_area("kit", "#!/bin/sh\nexit 139\n");
    cr_expect_eq(run_areas("kit fuzz"), 1);
    expect_output("  kit: the runner exited with status 139\n");
    expect_output("  fuzz: build/asan/tests/fuzz was not built\n");
    expect_last("\n0 passed, 2 failed\n");
}

Test(runner, an_area_starts_the_programs_of_its_build)
{
    write_area("kit", "#!/bin/sh\necho starts $FATHOM_BUILD_DIR\n" BOTH_PASS);
    cr_expect_eq(run_areas_of("kit", "api:plain:asan kit:asan:release"), 0,
                 "%s", checkout.output);
    expect_output("starts build/release\n");
    cr_expect_eq(run_areas_of("kit", "kit:plain:release"), 1);
    expect_output("  kit: build/plain/tests/kit was not built\n");
}

Test(runner, no_test_at_all_is_a_failure)
{
    write_area("kit", "#!/bin/sh\nexit 0\n");
    cr_expect_eq(run_areas("kit"), 1);
    expect_last("\n0 passed, 0 failed\n");
}

/* ---- what fails by chance ---- */

#define FLAKY                                                                  \
    "FATHOM_BUILDS= FATHOM_TEST_DATABASE=none FATHOM_BUILD_DIR=build/asan "    \
    "FATHOM_BUSY=1 tools/flaky.sh kit 3"

Test(runner, a_test_that_failed_in_one_round_of_three_is_counted,
     .init = deep_only)
{
    write_area("kit", fails_second);
    cr_expect_eq(checkout_run(&checkout, FLAKY), 1);
    expect_output("round 1 of 3: 2 passed, 0 failed\n");
    expect_output("round 2 of 3: 1 passed, 1 failed: build/flaky/kit-2.log\n");
    expect_last("\nkit failed in 1 of 3 rounds:\n      1 s::first\n");
}

Test(runner, an_area_that_always_passed_is_not_flaky, .init = deep_only)
{
    write_area("kit", passes);
    cr_expect_eq(checkout_run(&checkout, FLAKY), 0, "%s", checkout.output);
    expect_last("\nkit passed 3 times\n");
}
