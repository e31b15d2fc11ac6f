/* tools/check-circles.sh finds files that need each other. */
#include "checkout.h"
#include "depth.h"

#include <criterion/criterion.h>
#include <string.h>

static struct checkout checkout;

/* Create three files: a needs b, b needs c, and c needs what its text says. */
static void begin(void)
{
    checkout_begin(&checkout);
    cr_assert_eq(checkout_run(&checkout, "mkdir -p api obj/api"), 0);
    checkout_write(&checkout, "tools/circles.txt", "# none\n");
    checkout_write(&checkout, "api/a.c",
                   "int b_add(int); int a_add(int n) { return b_add(n); }\n");
    checkout_write(&checkout, "api/b.c",
                   "int c_add(int); int b_add(int n) { return c_add(n); }\n");
}

static void end(void)
{
    checkout_end(&checkout);
}

TestSuite(circles, .init = begin, .fini = end, .timeout = 120);

/* Compile the three files and check them; returns the exit status. */
static int check(const char *text_of_c)
{
    checkout_write(&checkout, "api/c.c", text_of_c);
    cr_assert_eq(checkout_run(&checkout,
                              "for f in a b c; do"
                              " gcc -c api/$f.c -o obj/api/$f.o || exit; done"),
                 0, "%s", checkout.output);
    return checkout_run(&checkout, "tools/check-circles.sh obj");
}

static const char plain[] = "int c_add(int n) { return n + 1; }\n";
static const char closed[] =
    "int a_add(int); int c_add(int n) { return n ? a_add(n - 1) : 0; }\n";

static void expect_output(const char *text)
{
    cr_expect(strstr(checkout.output, text), "no %s in:\n%s", text,
              checkout.output);
}

Test(circles, files_that_need_each_other_in_one_direction_pass)
{
    cr_expect_eq(check(plain), 0, "%s", checkout.output);
}

Test(circles, a_circle_is_reported_with_its_symbols)
{
    cr_expect_eq(check(closed), 1);
    expect_output("3 files need each other");
    expect_output("api/c needs api/a: a_add");
    expect_output("api/a needs api/b: b_add");
}

Test(circles, a_circle_of_listed_files_passes)
{
    checkout_write(&checkout, "tools/circles.txt",
                   "# allowed\napi/a\napi/b\napi/c\n");
    cr_expect_eq(check(closed), 0, "%s", checkout.output);
}

Test(circles, a_circle_with_one_file_more_than_listed_is_reported)
{
    checkout_write(&checkout, "tools/circles.txt", "api/a\napi/b\n");
    cr_expect_eq(check(closed), 1);
    expect_output("3 files need each other");
}

Test(circles, a_listed_file_in_no_circle_is_reported)
{
    checkout_write(&checkout, "tools/circles.txt", "api/a\n");
    cr_expect_eq(check(plain), 1);
    expect_output("api/a is in no circle");
}

Test(circles, an_object_without_a_source_is_ignored)
{
    cr_expect_eq(check(closed), 1);
    cr_assert_eq(checkout_run(&checkout, "rm api/c.c"), 0);
    cr_expect_eq(checkout_run(&checkout, "tools/check-circles.sh obj"), 0, "%s",
                 checkout.output);
}

Test(circles, at_most_eight_files_may_be_listed)
{
    checkout_write(&checkout, "tools/circles.txt",
                   "api/a\napi/b\napi/c\n1\n2\n3\n4\n5\n6\n");
    cr_expect_eq(check(closed), 1);
    expect_output("9 files, at most 8");
}

Test(circles, two_games_may_use_the_same_names, .init = deep_only)
{
    cr_assert_eq(checkout_run(&checkout,
                              "mkdir -p service/rules/one service/rules/two"
                              " obj/service/rules/one obj/service/rules/two"),
                 0);
    checkout_write(&checkout, "service/rules/one/a.c",
                   "int b_add(int); int a_add(int n) { return b_add(n); }\n");
    checkout_write(&checkout, "service/rules/one/b.c",
                   "int b_add(int n) { return n + 1; }\n");
    checkout_write(&checkout, "service/rules/two/b.c",
                   "int a_add(int); int b_add(int n) { return a_add(n); }\n");
    checkout_write(&checkout, "service/rules/two/a.c",
                   "int a_add(int n) { return n + 1; }\n");
    cr_assert_eq(checkout_run(&checkout,
                              "for f in one/a one/b two/a two/b; do"
                              " gcc -c service/rules/$f.c"
                              " -o obj/service/rules/$f.o || exit; done"),
                 0, "%s", checkout.output);
    cr_expect_eq(check(plain), 0, "%s", checkout.output);
    checkout_write(&checkout, "service/rules/one/b.c",
                   "int a_add(int); int b_add(int n) { return a_add(n); }\n");
    cr_assert_eq(checkout_run(&checkout, "gcc -c service/rules/one/b.c"
                                         " -o obj/service/rules/one/b.o"),
                 0, "%s", checkout.output);
    cr_expect_eq(check(plain), 1);
    expect_output("2 files need each other");
    expect_output("service/rules/one/b needs service/rules/one/a: a_add");
}
