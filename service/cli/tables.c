/* Tables on a terminal: columns as wide as their widest cell, the last one
 * within the width of the terminal. */
#include "cli/outline.h"

#include <string.h>

enum {
    COLUMNS_MAX = 8,
    ACROSS = 2, /* indent of a text across the table */
    ROW = 4,    /* indent of a row */
    GAP = 2,    /* between columns */
    LAST_LEAST = 20,
};

struct columns {
    const char *key[COLUMNS_MAX];
    int width[COLUMNS_MAX];
    int count;
};

static int width_of(const char *text)
{
    int width = 0;

    for (; text && *text; text++)
        width += ((unsigned char)*text & 0xc0) != 0x80;
    return width;
}

static const struct node *first_child(const struct outline *o,
                                      const struct node *node)
{
    return node_at(o, node->first);
}

/* The columns of a table: the keys of its first row. */
static void find_columns(const struct outline *o, const struct node *table,
                         struct columns *c)
{
    c->count = 0;
    for (const struct node *row = first_child(o, table); row && !c->count;
         row = node_at(o, row->next))
        for (const struct node *n = row->text ? NULL : first_child(o, row);
             n && c->count < COLUMNS_MAX; n = node_at(o, n->next)) {
            c->width[c->count] = width_of(n->key);
            c->key[c->count++] = n->key;
        }
}

static void measure(const struct outline *o, const struct node *table,
                    struct columns *c)
{
    int used = ROW;

    for (const struct node *row = first_child(o, table); row;
         row = node_at(o, row->next)) {
        const struct node *n = row->text ? NULL : first_child(o, row);

        for (int i = 0; n && i < c->count; i++, n = node_at(o, n->next))
            if (width_of(n->text) > c->width[i])
                c->width[i] = width_of(n->text);
    }
    for (int i = 0; i + 1 < c->count; i++)
        used += c->width[i] + GAP;
    if (c->count)
        c->width[c->count - 1] = used + LAST_LEAST < OUTLINE_WIDTH
                                     ? OUTLINE_WIDTH - used
                                     : LAST_LEAST;
}

/* Print a text, broken at blanks, in lines of this width; all but the first
 * begin at a column. */
static void print_wrapped(const char *text, int column, int width, FILE *to)
{
    int at = 0;

    while (*text) {
        const int length = (int)strcspn(text, " ");
        int word = 0;

        for (int i = 0; i < length; i++)
            word += ((unsigned char)text[i] & 0xc0) != 0x80;
        if (at && at + 1 + word > width) {
            fprintf(to, "\n%*s", column, "");
            at = 0;
        }
        fprintf(to, "%s%.*s", at ? " " : "", length, text);
        at += word + (at > 0);
        text += length;
        text += strspn(text, " ");
    }
    fprintf(to, "\n");
}

static void print_cells(const struct columns *c,
                        const char *const cell[COLUMNS_MAX], FILE *to)
{
    int last = c->count - 1, column = ROW;

    while (last > 0 && !*cell[last])
        last--;
    fprintf(to, "%*s", ROW, "");
    for (int i = 0; i < last; i++) {
        fprintf(to, "%s%*s", cell[i], c->width[i] + GAP - width_of(cell[i]),
                "");
        column += c->width[i] + GAP;
    }
    print_wrapped(cell[last], column, c->width[last], to);
}

static void print_row(const struct outline *o, const struct node *row,
                      const struct columns *c, FILE *to)
{
    const struct node *n = first_child(o, row);
    const char *cell[COLUMNS_MAX];

    for (int i = 0; i < c->count; i++) {
        cell[i] = n && n->text ? n->text : "";
        n = n ? node_at(o, n->next) : NULL;
    }
    print_cells(c, cell, to);
}

static void print_table(const struct outline *o, const struct node *table,
                        FILE *to)
{
    struct columns c;

    find_columns(o, table, &c);
    measure(o, table, &c);
    fprintf(to, "%s:\n", table->key);
    if (c.count)
        print_cells(&c, c.key, to);
    for (const struct node *row = first_child(o, table); row;
         row = node_at(o, row->next))
        if (!row->text) {
            print_row(o, row, &c, to);
        } else {
            fprintf(to, "%*s", ACROSS, "");
            print_wrapped(row->text, ACROSS, OUTLINE_WIDTH - ACROSS, to);
        }
}

void tables_print(const struct outline *tables, FILE *to)
{
    for (const struct node *table =
             node_at(tables, tables->count ? 0 : NO_NODE);
         table; table = node_at(tables, table->next))
        if (table->first != NO_NODE)
            print_table(tables, table, to);
}
