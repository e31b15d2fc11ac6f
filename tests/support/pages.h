/* Reads the documents of docs/, which tests check literally: their tables, and
 * the commands that they recommend. */
#ifndef SUPPORT_PAGES_H
#define SUPPORT_PAGES_H

#include <stddef.h>

enum { PAGE_CELLS = 4, PAGE_CELL_SIZE = 512 };

/* A row of a table, its cells without the spaces around them. */
struct page_row {
    char cell[PAGE_CELLS][PAGE_CELL_SIZE];
    size_t count;
};

/* The text of a page: new.  path is relative to the root of the checkout. */
char *page_read(const char *path);

/* Call for each row of the table whose first line begins with `head`; it is
 * borrowed for the call.  Returns the number of rows; fails the test without
 * any. */
size_t page_table(const char *page, const char *head,
                  void (*visit)(void *ctx, const struct page_row *row),
                  void *ctx);

/* Copy a cell without the backquotes around names. */
void page_plain(const char *cell, char *out, size_t size);

/* The fenced block after the line <!-- run: NAME -->: new; fails the test
 * without one. */
char *page_block(const char *page, const char *name);

#endif
