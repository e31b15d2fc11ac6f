/* Every operation of the store is called by routes_*.c, so that its route is
 * compared with docs/operations/growth.md; and those that read many rows by
 * plans*.c, which judge their plans. */
#include "pages.h"

#include "db/store.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAME = 64 };

/* Areas and operations that are not called, and why. */
static const struct {
    const char *name, *why;
} exceptions[] = {
    {"ladder", "settling stays on one node: growth.md describes it"},
    {"notifications", "they have no rows"},
    {"health.ping", "it asks for nothing"},
    {"health.count", "it counts connections"},
    {"updates.write", "rows_write calls it"},
    {"statistics.read_pairs", "an operator's command reads a whole season"},
    {"idempotency_keys.are_listed", "it asks for nothing"},
};

static bool is_exception(const char *name)
{
    for (size_t i = 0; i < sizeof exceptions / sizeof *exceptions; i++)
        if (strcmp(exceptions[i].name, name) == 0)
            return true;
    return false;
}

/* The text of these files: new. */
static char *read_files(const char *pattern)
{
    glob_t files;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    cr_assert_eq(glob(pattern, 0, NULL, &files), 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        char *file = page_read(files.gl_pathv[i]);

        fputs(file, out);
        free(file);
    }
    globfree(&files);
    fclose(out);
    return text;
}

/* Skip a comment, which may contain anything. */
static const char *skip_comment(const char *s)
{
    const char *end = strncmp(s, "/*", 2) == 0 ? strstr(s, "*/") : NULL;

    return end ? end + 2 : s;
}

/* The next member of a table of operations: "(*NAME)(" outside of the
 * parameters of another one.  NULL after the last. */
static const char *next_operation(const char *s, char name[NAME])
{
    for (int depth = 0; *s && *s != '}'; s++) {
        s = skip_comment(s);
        if (depth == 0 && sscanf(s, "(*%63[a-z_0-9])", name) == 1)
            return strchr(s, ')') + 1;
        depth += (*s == '(') - (*s == ')');
    }
    return NULL;
}

/* Expect a call of every operation of an area in the text of the files; returns
 * the number of operations. */
static size_t expect_calls(const char *area, const char *text,
                           const char *files)
{
    char path[128], head[NAME + 16], name[NAME], called[2 * NAME + 8];
    size_t count = 0;

    snprintf(path, sizeof path, "service/play/store/%s.h", area);
    snprintf(head, sizeof head, "struct store_%s {", area);
    char *header = page_read(path);
    const char *s = strstr(header, head);

    cr_assert_not_null(s, "%s has no %s", path, head);
    for (s += strlen(head); (s = next_operation(s, name)); count++) {
        snprintf(called, sizeof called, "%s.%s", area, name);
        if (is_exception(area) || is_exception(called))
            continue;
        snprintf(called, sizeof called, "->%s->%s(", area, name);
        cr_expect_not_null(strstr(text, called), "no row of %s calls %s.%s",
                           files, area, name);
    }
    free(header);
    return count;
}

Test(routing, every_operation_of_the_store_is_called)
{
    static const char files[] = "tests/db/routes_*.c";
    char *text = read_files(files);

#define AREA(name)                                                             \
    cr_expect_eq(expect_calls(#name, text, files),                             \
                 sizeof(struct store_##name) / sizeof(void (*)(void)),         \
                 "not all operations of %s were found", #name);
    STORE_AREAS(AREA)
#undef AREA
    free(text);
}

Test(plans, every_operation_that_reads_many_rows_is_judged)
{
    static const char files[] = "tests/db/plans*.c";
    char *text = read_files(files);

    expect_calls("feed", text, files);
    expect_calls("leaderboards", text, files);
    expect_calls("statistics", text, files);
    free(text);
}
