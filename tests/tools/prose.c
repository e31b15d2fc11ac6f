/* tools/check-prose.sh finds words that this project does not use. */
#include "checkout.h"
#include "depth.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static struct checkout checkout;

static void begin(void)
{
    checkout_begin(&checkout);
    checkout_write(&checkout, "tools/prose/todo.txt", "todo/**\n");
}

static void end(void)
{
    checkout_end(&checkout);
}

TestSuite(prose, .init = begin, .fini = end, .timeout = 120);

/* Check one file with this text; returns the exit status. */
static int check(const char *name, const char *text)
{
    char command[256];

    checkout_write(&checkout, name, text);
    snprintf(command, sizeof command, "tools/check-prose.sh %s", name);
    return checkout_run(&checkout, command);
}

static void expect_finding(const char *finding)
{
    cr_expect(strstr(checkout.output, finding), "no %s in:\n%s", finding,
              checkout.output);
}

Test(prose, plain_words_pass, .init = deep_only)
{
    cr_expect_eq(check("page.md", "Leave the queue.\n"), 0, "%s",
                 checkout.output);
    cr_expect_str_empty(checkout.output);
}

Test(prose, a_phrase_is_reported_with_its_place_and_a_suggestion,
     .init = deep_only)
{
    cr_expect_eq(check("page.md", "# Page\n\nWait, then ask so many times.\n"),
                 1);
    expect_finding("page.md:3:16: \"so many\": this many");
}

Test(prose, a_phrase_is_found_across_the_lines_of_a_comment, .init = deep_only)
{
    cr_expect_eq(check("file.c", "/* A limit of so\n * many requests. */\n"),
                 1);
    expect_finding("file.c:1:15: \"so many\"");
}

Test(prose, a_phrase_is_found_across_the_parts_of_a_string, .init = deep_only)
{
    cr_expect_eq(check("file.c", "f(\"it is told \"\n  \"by and \"\n"
                                 "  \"by\");\n"),
                 1);
    expect_finding("file.c:2:4: \"by and by\"");
}

Test(prose, names_of_tests_are_searched_and_code_is_not, .init = deep_only)
{
    cr_expect_eq(check("file.c", "int so_many, anew = whoever;\n"
                                 "Test(suite, it_ends_by_and_by)\n"),
                 1);
    expect_finding("file.c:2:21: \"by and by\"");
    cr_expect_null(strstr(checkout.output, "file.c:1:"));
}

Test(prose, code_in_documents_is_not_searched, .init = deep_only)
{
    cr_expect_eq(check("page.md", "Use `anew`.\n\n```c\nint anew;\n```\n"), 0,
                 "%s", checkout.output);
}

Test(prose, questions_may_begin_with_who, .init = deep_only)
{
    cr_expect_eq(check("page.md", "Who may move?  Everybody.\n"), 0, "%s",
                 checkout.output);
    cr_expect_eq(check("page.md", "Who moves late loses.\n"), 1);
}

Test(prose, a_spelling_mistake_is_reported_with_its_place, .init = deep_only)
{
    cr_expect_eq(check("page.md", "# Page\n\nYou will recieve it.\n"), 1);
    expect_finding("page.md:3:10: \"recieve\": receive");
}

Test(prose, a_file_on_the_list_of_exceptions_is_checked_only_with_all,
     .init = deep_only)
{
    cr_assert_eq(checkout_run(&checkout, "mkdir todo"), 0);
    checkout_write(&checkout, "todo/page.md", "Begin anew.\n");
    cr_expect_eq(checkout_run(&checkout, "tools/check-prose.sh todo"), 0);
    cr_expect_eq(checkout_run(&checkout, "tools/check-prose.sh --all todo"), 1);
    expect_finding("todo/page.md:1:7: \"anew\"");
}

Test(prose, help_is_shown)
{
    cr_expect_eq(checkout_run(&checkout, "tools/check-prose.sh --help"), 0);
    expect_finding("words.txt");
    cr_expect_eq(checkout_run(&checkout, "tools/check-prose.sh --nonsense"), 2);
}
