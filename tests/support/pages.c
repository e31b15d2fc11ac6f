/* Reads the documents of docs/, which tests check literally. */
#include "pages.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *page_read(const char *path)
{
    FILE *file = fopen(path, "r");
    char *text = NULL;
    size_t size = 0;

    cr_assert_not_null(file, "there is no %s", path);
    cr_assert_gt(getdelim(&text, &size, '\0', file), 0, "%s is empty", path);
    fclose(file);
    return text;
}

/* ---- tables ---- */

static const char *next_line(const char *line)
{
    line += strcspn(line, "\n");
    return line + (*line == '\n');
}

/* The text between two bars, without the spaces around it. */
static void read_cell(const char *text, size_t length, char *out)
{
    while (length > 0 && *text == ' ') {
        text++;
        length--;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    cr_assert_lt(length, PAGE_CELL_SIZE);
    memcpy(out, text, length);
    out[length] = '\0';
}

/* "| one | two |" */
static void read_row(const char *line, struct page_row *out)
{
    const char *end = line + strcspn(line, "\n");

    out->count = 0;
    for (const char *s = line + 1; s < end && out->count < PAGE_CELLS;) {
        size_t length = strcspn(s, "|\n");

        if (s + length < end)
            read_cell(s, length, out->cell[out->count++]);
        s += length + 1;
    }
}

size_t page_table(const char *page, const char *head,
                  void (*visit)(void *ctx, const struct page_row *row),
                  void *ctx)
{
    const char *line = page;
    size_t rows = 0;

    while (*line && strncmp(line, head, strlen(head)) != 0)
        line = next_line(line);
    /* The head, and the line below it. */
    for (line = next_line(next_line(line)); *line == '|';
         line = next_line(line)) {
        struct page_row row;

        read_row(line, &row);
        visit(ctx, &row);
        rows++;
    }
    cr_assert_gt(rows, 0, "there is no table %s", head);
    return rows;
}

void page_plain(const char *cell, char *out, size_t size)
{
    size_t n = 0;

    for (; *cell && n + 1 < size; cell++)
        if (*cell != '`')
            out[n++] = *cell;
    out[n] = '\0';
}

/* ---- commands ---- */

char *page_block(const char *page, const char *name)
{
    char mark[80];
    const char *begin, *end;

    snprintf(mark, sizeof mark, "<!-- run: %s -->\n", name);
    begin = strstr(page, mark);
    cr_assert_not_null(begin, "nothing is marked %s", mark);
    begin = strstr(begin, "```sh\n");
    cr_assert_not_null(begin, "no block follows %s", mark);
    begin += strlen("```sh\n");
    end = strstr(begin, "```\n");
    cr_assert_not_null(end);
    return strndup(begin, (size_t)(end - begin));
}
