/* Tables on the terminal: those of every game, and how one is printed. */
#include "run.h"

#include <criterion/criterion.h>
#include <string.h>

enum { WIDTH = 78, TEXT = 4096 };

static void print(const struct outline *tables, char out[TEXT])
{
    FILE *file = tmpfile();

    tables_print(tables, file);
    rewind(file);
    out[fread(out, 1, TEXT - 1, file)] = '\0';
    fclose(file);
}

static void write_row(struct sink *sink, const char *at, int cost,
                      const char *text)
{
    sink_object(sink, NULL);
    sink_string(sink, "at", at);
    sink_number(sink, "cost", cost);
    sink_string(sink, "text", text);
    sink_close(sink);
}

Test(tables, columns_are_as_wide_as_needed_and_the_last_one_is_wrapped)
{
    struct outline *tables = outline_new();
    struct sink *sink = outline_sink(tables);
    char out[TEXT];

    sink_array(sink, "places");
    sink_string(sink, NULL, "All of them");
    write_row(sink, "a hill", 12, "");
    write_row(sink, "H\u00fcgel", 3,
              "A text of more words than fit on this line: the others are in "
              "the same column.");
    sink_close(sink);
    print(tables, out);
    outline_free(tables);

    cr_expect_str_eq(out,
                     "places:\n"
                     "    at      cost  text\n"
                     "  All of them\n"
                     "    a hill  12\n"
                     "    H\u00fcgel   3     A text of more words than fit on "
                     "this line: the others are\n"
                     "                  in the same column.\n",
                     "%s", out);
}

Test(tables, a_table_without_rows_is_not_printed)
{
    struct outline *tables = outline_new();
    char out[TEXT];

    sink_array(outline_sink(tables), "places");
    sink_close(outline_sink(tables));
    print(tables, out);
    outline_free(tables);

    cr_expect_str_empty(out);
}

/* No line of a view is longer than the terminal is wide, and what has a table
 * is not in the outline as well. */
Test(tables, a_view_is_an_outline_and_tables_within_the_width)
{
    static struct ran ran;
    char line[128];

    for (size_t g = 0; games[g]; g++) {
        const char *at;

        snprintf(line, sizeof line, "play %s --seed 5", games[g]->id);
        run_with(&ran, line, "view\nquit\n");
        at = strstr(ran.out, "0> ");
        cr_assert_not_null(at, "%s", ran.out);
        for (at += 3; strncmp(at, "0> ", 3) != 0; at = strchr(at, '\n') + 1)
            cr_expect_leq(strcspn(at, "\n"), WIDTH + 1, "%.90s", at);
        cr_expect_null(strstr(ran.out, "locations [none"), "%s", ran.out);
    }
}

Test(tables, the_view_of_a_position_has_tables_too)
{
    static struct ran ran;

    run(&ran, "simulate seastead --matches 1 --bots random --position - "
              "--at 9");
    run_with(&ran, "position - --game seastead", ran.out);
    cr_expect_not_null(strstr(ran.out, "\n    4f  6     3 "), "%s", ran.out);
}
