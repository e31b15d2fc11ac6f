/* Flags of a command line, and how help prints them. */
#include "base/flags.h"

#include <criterion/criterion.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 8 };

static const struct flag table[] = {
    {"size", "N", "the size", "3"},
    {"sizes", "N", "more of them", NULL},
    {"quiet", NULL, "print nothing", NULL},
    {NULL, NULL, NULL, NULL},
};

/* A command line that `flags` reads.  The words are copied: getopt_long may
 * move them. */
struct line {
    char texts[WORDS][32];
    char *argv[WORDS + 1];
};

static void begin(struct flags *flags, struct line *line, const char *wants,
                  const char *const words[WORDS])
{
    int argc = 1;

    memset(line, 0, sizeof *line);
    line->argv[0] = line->texts[0];
    for (; argc < WORDS && words[argc - 1]; argc++) {
        snprintf(line->texts[argc], sizeof line->texts[argc], "%s",
                 words[argc - 1]);
        line->argv[argc] = line->texts[argc];
    }
    flags_begin(flags, "tool do", wants, table, argc, line->argv);
}

Test(flags, are_returned_in_order_with_their_values)
{
    static const char *const words[WORDS] = {
        "--quiet", "--size", "-5", "it", "--size=", "--sizes=a=b"};
    struct flags flags;
    struct line line;

    begin(&flags, &line, "THING", words);
    cr_expect_eq(flags_next(&flags), 2);
    cr_expect_null(flags.value);
    cr_expect_eq(flags_next(&flags), 0);
    cr_expect_str_eq(flags.value, "-5");
    cr_expect_eq(flags_next(&flags), 0);
    cr_expect_str_eq(flags.value, "");
    cr_expect_eq(flags_next(&flags), 1);
    cr_expect_str_eq(flags.value, "a=b");
    cr_expect_eq(flags_next(&flags), FLAGS_END);
    cr_expect_str_eq(flags.word, "it");
}

Test(flags, a_name_that_is_a_prefix_of_another_is_not_ambiguous)
{
    static const char *const words[WORDS] = {"--size=1", "--qui"};
    struct flags flags;
    struct line line;

    begin(&flags, &line, "", words);
    cr_expect_eq(flags_next(&flags), 0);
    cr_expect_eq(flags_next(&flags), 2);
    cr_expect_eq(flags_next(&flags), FLAGS_END);
}

/* A script works the same in any environment. */
Test(flags, flags_after_the_argument_are_read_with_posixly_correct_too)
{
    static const char *const words[WORDS] = {"it", "--quiet"};
    struct flags flags;
    struct line line;

    setenv("POSIXLY_CORRECT", "1", 1);
    begin(&flags, &line, "THING", words);
    cr_expect_eq(flags_next(&flags), 2);
    cr_expect_eq(flags_next(&flags), FLAGS_END);
    cr_expect_str_eq(flags.word, "it");
}

Test(flags, two_dashes_end_the_flags)
{
    static const char *const words[WORDS] = {"--quiet", "--", "--size"};
    struct flags flags;
    struct line line;

    begin(&flags, &line, "THING", words);
    cr_expect_eq(flags_next(&flags), 2);
    cr_expect_eq(flags_next(&flags), FLAGS_END);
    cr_expect_str_eq(flags.word, "--size");
}

Test(flags, a_single_dash_is_an_argument)
{
    static const char *const words[WORDS] = {"-"};
    struct flags flags;
    struct line line;

    begin(&flags, &line, "FILE", words);
    cr_expect_eq(flags_next(&flags), FLAGS_END);
    cr_expect_str_eq(flags.word, "-");
}

Test(flags, mistakes_are_refused_with_the_reason)
{
    static const struct {
        const char *wants, *words[WORDS], *why, *refused;
    } bad[] = {
        {"",
         {"--nothing=1"},
         "--nothing=1 is not a flag of tool do",
         "--nothing=1"},
        {"", {"--si=1"}, "--si=1 is not a flag of tool do", "--si=1"},
        {"", {"-xy"}, "-x is not a flag of tool do", NULL},
        {"", {"--size"}, "--size needs a value", "--size"},
        {"", {"--quiet=1"}, "--quiet=1: the flag takes no value", "--quiet=1"},
        {"", {"it"}, "unexpected argument: it", NULL},
        {"THING", {"it", "that"}, "unexpected argument: that", NULL},
        {"THING", {"it", "--", "that"}, "unexpected argument: that", NULL},
        {"THING", {NULL}, "missing argument: THING", NULL},
        {"THING", {"--"}, "missing argument: THING", NULL},
    };

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char why[256];
        struct flags flags;
        struct line line;

        begin(&flags, &line, bad[i].wants, bad[i].words);
        cr_expect_eq(flags_next(&flags), FLAGS_REFUSED, "%zu", i);
        snprintf(why, sizeof why, "%s; see tool do --help", bad[i].why);
        cr_expect_str_eq(flags.why, why);
        if (bad[i].refused)
            cr_expect_str_eq(flags.refused, bad[i].refused);
        else
            cr_expect_null(flags.refused, "%zu", i);
    }
}

Test(flags, help_is_found_among_others_before_the_argument_is_missed)
{
    static const char *const words[WORDS] = {"--quiet", "--help"};
    struct flags flags;
    struct line line;

    begin(&flags, &line, "THING", words);
    cr_expect_eq(flags_next(&flags), 2);
    cr_expect_eq(flags_next(&flags), FLAGS_HELP);
}

/* The printed text, new. */
static char *printed(void (*print)(FILE *to))
{
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);

    cr_assert_not_null(to);
    print(to);
    fclose(to);
    return text;
}

static void print_table(FILE *to)
{
    flags_help(to, 12, table);
}

Test(flags, help_lists_each_flag_with_its_default)
{
    char *text = printed(print_table);

    cr_expect_str_eq(text, "  --size N  the size [3]\n"
                           "  --sizes N\n"
                           "            more of them\n"
                           "  --quiet   print nothing\n");
    free(text);
}

static void print_long(FILE *to)
{
    flags_help_entry(to, 30, "--name",
                     "one two three four five six seven eight nine ten eleven "
                     "twelve 345678901234567890",
                     "0123456789");
    flags_help_entry(to, 0, "", "a paragraph", NULL);
}

Test(flags, help_is_wrapped_between_words)
{
    char *text = printed(print_long);

    cr_expect_str_eq(
        text,
        "  --name                      one two three four five six seven eight "
        "nine ten\n"
        "                              eleven twelve 345678901234567890 "
        "[0123456789]\n"
        "a paragraph\n");
    free(text);
}

static void print_at_the_edge(FILE *to)
{
    flags_help_entry(to, 70, "--a", "123456 89", NULL);
    flags_help_entry(to, 70, "--b", "1234567 89", NULL);
}

Test(flags, a_line_of_help_has_at_most_79_characters)
{
    char *text = printed(print_at_the_edge);

    for (const char *line = text; *line; line = strchr(line, '\n') + 1)
        cr_expect_leq(strcspn(line, "\n"), 79);
    cr_expect_not_null(strstr(text, " 123456 89\n"));
    cr_expect_not_null(strstr(text, " 1234567\n"));
    free(text);
}
