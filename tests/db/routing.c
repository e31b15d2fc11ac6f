/* If the tables were spread over several databases: docs/operations/growth.md
 * says where the rows of each would lie, which operations would go where, and
 * which promises of the schema would no longer be kept by one database.  Here
 * it is held against the schema; routes.c asks the operations. */
#include "db_routes.h"
#include "pages.h"

#include "db/db.h"
#include "db/pg/pg.h"

#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char page_path[] = "docs/operations/growth.md";

/* ---- what the page says of tables ---- */

static void add_table(void *ctx, const struct page_row *row)
{
    routes_add(ctx, row->cell[0], row->cell[1]);
}

static void read_tables(const char *page, struct routes *out)
{
    out->count = 0;
    page_table(page, "| table | where |", add_table, out);
}

/* ---- the schema ---- */

/* The first column of all rows, one a line: new. */
static char *ask(const struct world *world, const char *sql)
{
    struct db_config config;
    struct pg_result *rows;
    struct pg *pg;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);

    world_db_defaults(&config);
    config.conninfo = world->conninfo;
    pg = pg_open(&config);
    cr_assert_not_null(pg);
    cr_assert_eq(pg_run(pg, sql, NULL, 0, &rows), STORE_OK, "%s", pg_why(pg));
    for (int i = 0; i < pg_rows(rows); i++)
        fprintf(out, "%s\n", pg_text(rows, i, 0));
    pg_clear(rows);
    pg_close(pg);
    fclose(out);
    return text;
}

/* Lines of what the page says, to be in order with what is found. */
struct lines {
    char line[ROUTES_TABLES][ROUTES_WORDS];
    size_t count;
};

static void add_line(void *ctx, const struct page_row *row)
{
    struct lines *lines = ctx;

    cr_assert_lt(lines->count, ROUTES_TABLES);
    page_plain(row->cell[0], lines->line[lines->count++], ROUTES_WORDS);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Compare the lines that were found with those of the page, in order. */
static void expect_lines(const char *page, const char *head, char *found)
{
    static struct lines said, seen;
    size_t s = 0, f = 0;

    said.count = seen.count = 0;
    page_table(page, head, add_line, &said);
    for (char *line = strtok_r(found, "\n", &found); line;
         line = strtok_r(NULL, "\n", &found))
        snprintf(seen.line[seen.count++], ROUTES_WORDS, "%s", line);
    qsort(said.line, said.count, sizeof said.line[0], by_text);
    qsort(seen.line, seen.count, sizeof seen.line[0], by_text);
    while (s < said.count || f < seen.count) {
        int order = s == said.count   ? 1
                    : f == seen.count ? -1
                                      : strcmp(said.line[s], seen.line[f]);

        cr_expect_geq(order, 0, "%s says what is not so: %s", page_path,
                      said.line[s]);
        cr_expect_leq(order, 0, "%s does not say: %s", page_path, seen.line[f]);
        s += order <= 0;
        f += order >= 0;
    }
}

/* The classes as a table of the database's, for what follows. */
static void put_tables(struct world *world, const struct routes *routes)
{
    char sql[512];

    cr_assert(world_sql(world, "CREATE TABLE declared"
                               " (name name, place text, by_column name)"));
    for (size_t i = 0; i < routes->count; i++) {
        const struct routes_table *table = &routes->tables[i];

        snprintf(sql, sizeof sql,
                 "INSERT INTO declared VALUES ('%s', '%s', '%s')", table->name,
                 table->by, table->column);
        cr_assert(world_sql(world, sql));
    }
}

static char *begin(struct world *world, struct routes *routes)
{
    char *page = page_read(page_path);

    read_tables(page, routes);
    if (!world_open_store(world)) {
        free(page);
        return NULL;
    }
    return page;
}

Test(routing, every_table_declares_the_database_of_its_rows)
{
    static struct routes routes;
    struct world world;
    char *page = begin(&world, &routes), *name, *names, *rest;
    size_t found = 0;

    if (!page)
        return;
    rest = names = ask(&world, "SELECT table_name::text"
                               " FROM information_schema.tables"
                               " WHERE table_schema = 'public'"
                               " AND table_type = 'BASE TABLE'");
    for (; (name = strtok_r(rest, "\n", &rest)); found++) {
        const struct routes_table *table = routes_find(&routes, name);
        char sql[256];

        cr_expect_not_null(table, "%s has no row for %s", page_path, name);
        if (!table || !table->column[0])
            continue;
        snprintf(sql, sizeof sql,
                 "SELECT count(*) FROM information_schema.columns"
                 " WHERE table_name = '%s' AND column_name = '%s'"
                 " AND is_nullable = 'NO'",
                 name, table->column);
        cr_expect_eq(world_number(&world, sql), 1,
                     "%s.%s would send no row anywhere", name, table->column);
    }
    cr_expect_eq(found, routes.count, "%s lists tables that do not exist",
                 page_path);
    free(names);
    free(page);
    world_close(&world);
}

/* "events.match_id → matches": of those that are not kept where the row is.
 * Every node has the tables that are everywhere. */
static const char references_sql[] =
    "SELECT c.conrelid::regclass || '.' || a.attname || ' → ' ||"
    " c.confrelid::regclass FROM pg_constraint c"
    " JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]"
    " JOIN pg_attribute b ON b.attrelid = c.confrelid"
    "  AND b.attnum = c.confkey[1]"
    " JOIN declared l ON l.name = c.conrelid::regclass::text"
    " JOIN declared r ON r.name = c.confrelid::regclass::text"
    " WHERE c.contype = 'f' AND r.place <> 'every node'"
    " AND NOT (l.place = r.place AND l.by_column IN (a.attname, '')"
    "  AND r.by_column IN (b.attname, ''))";

/* Unique indexes of a table that is spread, but not by one of their columns:
 * no database would see two rows that are alike. */
static const char unique_sql[] =
    "SELECT i.indexrelid::regclass::text FROM pg_index i"
    " JOIN declared l ON l.name = i.indrelid::regclass::text"
    " WHERE i.indisunique AND l.by_column <> '' AND NOT EXISTS (SELECT"
    "  FROM pg_attribute a WHERE a.attrelid = i.indrelid"
    "  AND a.attnum = ANY (i.indkey) AND a.attname = l.by_column)";

static const char triggers_sql[] =
    "SELECT DISTINCT l.name || ': ' || p.proname FROM pg_trigger t"
    " JOIN declared l ON l.name = t.tgrelid::regclass::text"
    " JOIN pg_proc p ON p.oid = t.tgfoid"
    " WHERE NOT t.tgisinternal AND l.place <> 'one node'";

Test(routing, operations_across_databases_are_listed)
{
    static struct routes routes;
    struct world world;
    char *page = begin(&world, &routes), *found;

    if (!page)
        return;
    put_tables(&world, &routes);
    found = ask(&world, references_sql);
    expect_lines(page, "| reference |", found);
    free(found);
    found = ask(&world, unique_sql);
    expect_lines(page, "| unique |", found);
    free(found);
    found = ask(&world, triggers_sql);
    expect_lines(page, "| trigger |", found);
    free(found);
    free(page);
    world_close(&world);
}
