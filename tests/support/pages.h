/* What stands in docs/, as tests take it at its word: its tables, and the
 * commands that it tells to run. */
#ifndef SUPPORT_PAGES_H
#define SUPPORT_PAGES_H

#include <stddef.h>

enum { PAGE_CELLS = 4, PAGE_CELL_SIZE = 512 };

/* A row of a table, its cells without the spaces around them. */
struct page_row {
    char cell[PAGE_CELLS][PAGE_CELL_SIZE];
    size_t count;
};

/* The text of a page: new.  path is below the root of the checkout. */
char *page_read(const char *path);

/* The rows of the table whose first line begins with `head`; each is borrowed
 * for the call.  How many there are; none is a failure. */
size_t page_table(const char *page, const char *head,
                  void (*visit)(void *ctx, const struct page_row *row),
                  void *ctx);

/* A cell without the backquotes around names. */
void page_plain(const char *cell, char *out, size_t size);

/* The fenced block that follows the line <!-- run: NAME -->: new; none is a
 * failure. */
char *page_block(const char *page, const char *name);

#endif
