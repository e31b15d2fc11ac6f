/* Decides where statements would run if the tables were spread over several
 * databases.
 *
 * Two kinds of lines of a plan matter: nodes that read or write a table ("Index
 * Scan using seats_pkey on public.seats s  (cost=…"), and conditions ("Index
 * Cond: (s.match_id = $1)").  Columns are always written with the name of their
 * scan, which is unique in a plan. */
#include "db_routes.h"

#include "pages.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct scan {
    const struct routes_table *table; /* NULL: a function's rows */
    char alias[ROUTES_NAME];
    bool is_insert;
};

/* A condition on all rows of a scan. */
struct condition {
    size_t scan;
    char *text;
};

/* A plan while it is read, and the results of those before. */
struct judge {
    const struct routes *routes;
    struct scan scans[ROUTES_SCANS];
    size_t scan_count;
    struct condition conditions[ROUTES_CONDITIONS];
    size_t condition_count;
    bool is_in_scan; /* the last line was about the last scan */
    char words[16][3 * ROUTES_NAME];
    size_t word_count;
    bool is_any;
};

void routes_add(struct routes *routes, const char *name, const char *where)
{
    struct routes_table *table = &routes->tables[routes->count];
    size_t length = strcspn(where, "`");

    cr_assert_lt(routes->count, ROUTES_TABLES);
    page_plain(name, table->name, sizeof table->name);
    cr_assert_null(routes_find(routes, table->name), "%s is there twice",
                   table->name);
    page_plain(where + length, table->column, sizeof table->column);
    while (length > 0 && where[length - 1] == ' ')
        length--;
    snprintf(table->by, sizeof table->by, "%.*s", (int)length, where);
    routes->count++;
}

const struct routes_table *routes_find(const struct routes *routes,
                                       const char *table)
{
    for (size_t i = 0; i < routes->count; i++)
        if (strcmp(routes->tables[i].name, table) == 0)
            return &routes->tables[i];
    return NULL;
}

/* ---- reading a plan ---- */

/* A name in front of a space; the next one follows it at once, or none does. */
static const char *read_name(const char *text, char out[ROUTES_NAME])
{
    size_t length = strcspn(text, " \n");

    cr_assert_lt(length, ROUTES_NAME);
    memcpy(out, text, length);
    out[length] = '\0';
    return text + length + (text[length] == ' ');
}

static void add_scan(struct judge *judge, const struct scan *scan)
{
    cr_assert_lt(judge->scan_count, ROUTES_SCANS);
    judge->scans[judge->scan_count++] = *scan;
}

/* "… on public.seats s  (cost=…": the table of an UPDATE or DELETE is also
 * scanned, in a line below. */
static void read_table(struct judge *judge, const char *line, const char *at)
{
    struct scan scan = {.is_insert = strstr(line, "Insert on ") != NULL};
    char name[ROUTES_NAME];

    if (strstr(line, "Update on ") || strstr(line, "Delete on "))
        return;
    at = read_name(at, name);
    read_name(at, scan.alias);
    if (!scan.alias[0])
        snprintf(scan.alias, sizeof scan.alias, "%s", name);
    scan.table = routes_find(judge->routes, name);
    cr_assert_not_null(scan.table, "no place is given for %s: %s", name, line);
    add_scan(judge, &scan);
}

/* "Function Scan on pg_catalog.unnest i  (cost=…", or of several functions
 * "Function Scan on i  (cost=…" */
static void read_function(struct judge *judge, const char *at)
{
    struct scan scan = {0};
    char name[ROUTES_NAME];

    read_name(read_name(at, name), scan.alias);
    if (!scan.alias[0])
        snprintf(scan.alias, sizeof scan.alias, "%s", name);
    add_scan(judge, &scan);
}

/* If several conditions are joined by OR, none of them holds for all rows. */
static void read_condition(struct judge *judge, const char *at)
{
    if (strstr(at, " OR ") || !judge->is_in_scan)
        return;
    cr_assert_lt(judge->condition_count, ROUTES_CONDITIONS);
    judge->conditions[judge->condition_count++] =
        (struct condition){judge->scan_count - 1, strdup(at)};
}

static void read_node(struct judge *judge, const char *line)
{
    static const char table[] = " on public.";
    static const char function[] = "Function Scan on ";
    const size_t before = judge->scan_count;

    if (strstr(line, table))
        read_table(judge, line, strstr(line, table) + strlen(table));
    else if (strstr(line, function))
        read_function(judge, strstr(line, function) + strlen(function));
    judge->is_in_scan = judge->scan_count > before;
}

static void read_line(struct judge *judge, const char *line)
{
    static const char *const conditions[] = {
        "Index Cond: ", "Filter: ", "Recheck Cond: ", "TID Cond: "};
    const char *s = line + strspn(line, "\t ");

    for (size_t i = 0; i < sizeof conditions / sizeof *conditions; i++)
        if (strncmp(s, conditions[i], strlen(conditions[i])) == 0)
            read_condition(judge, s + strlen(conditions[i]));
    if (strstr(line, "  (cost="))
        read_node(judge, line);
}

/* ---- judging it ---- */

static void add_word(struct judge *judge, const char *word)
{
    for (size_t i = 0; i < judge->word_count; i++)
        if (strcmp(judge->words[i], word) == 0)
            return;
    cr_assert_lt(judge->word_count, sizeof judge->words / sizeof *judge->words);
    snprintf(judge->words[judge->word_count++], sizeof judge->words[0], "%s",
             word);
}

/* The value that a scan's column must be equal to: a parameter, or the result
 * of a function of one (GIVEN); the same column of a neighbour, whose rows are
 * in the same place (GIVEN_WITH); or a value that was read elsewhere. */
enum value_source { NOT_GIVEN, LOOKED_UP, GIVEN, GIVEN_WITH };

static enum value_source judge_column(const struct judge *judge, size_t number,
                                      const char *column);

/* The scan of "alias.column"; scan_count when it is not one. */
static size_t read_column(const struct judge *judge, const char *value,
                          char column[ROUTES_NAME])
{
    size_t length = strcspn(value, "."), n = 0;

    while (n < judge->scan_count &&
           (strlen(judge->scans[n].alias) != length ||
            strncmp(judge->scans[n].alias, value, length) != 0))
        n++;
    value += length + (value[length] == '.');
    snprintf(column, ROUTES_NAME, "%.*s", (int)strcspn(value, " ,)\n"), value);
    return n;
}

/* Is another scan of the same table in the plan?  Then rows of a subquery with
 * its column are those. */
static bool is_read_twice(const struct judge *judge, size_t number)
{
    for (size_t i = 0; i < judge->scan_count; i++)
        if (i != number && judge->scans[i].table == judge->scans[number].table)
            return true;
    return false;
}

static enum value_source judge_other(const struct judge *judge, size_t number,
                                     const char *value)
{
    const struct routes_table *table = judge->scans[number].table;
    char column[ROUTES_NAME];
    size_t other = read_column(judge, value, column);

    if (other == judge->scan_count)
        return strcmp(column, table->column) == 0 &&
                       is_read_twice(judge, number)
                   ? GIVEN_WITH
                   : LOOKED_UP;
    if (!judge->scans[other].table)
        return GIVEN;
    if (strcmp(judge->scans[other].table->by, table->by) == 0 &&
        strcmp(judge->scans[other].table->column, column) == 0)
        return GIVEN_WITH;
    return judge_column(judge, other, column) == GIVEN ? GIVEN : LOOKED_UP;
}

/* "$1", "'…'", "ANY ($1)", "decode(h.h, …)", "s.match_id".  The result of a
 * subquery is "$2", too, and "(InitPlan 2).col1" since PostgreSQL 17. */
static enum value_source judge_value(const struct judge *judge, size_t number,
                                     const char *value)
{
    value += strspn(value, "(");
    if (strncmp(value, "ANY (", 5) == 0)
        value += 5;
    if (isalpha((unsigned char)*value) && value[strcspn(value, "(.)")] == '(')
        value += strcspn(value, "(") + 1;
    if (strncmp(value, "InitPlan ", 9) == 0 ||
        (!isalpha((unsigned char)*value) && *value != '"'))
        return GIVEN;
    return judge_other(judge, number, value);
}

/* Is the name at `at` in text a whole one? */
static bool is_whole(const char *text, const char *at, size_t length)
{
    return (at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_' ||
                            at[-1] == '.')) &&
           !(isalnum((unsigned char)at[length]) || at[length] == '_');
}

/* The other side: "name = value", "value = name"; NULL when it is neither. */
static const char *other_side(const char *text, const char *at, size_t length)
{
    const char *s;

    if (strncmp(at + length, " = ", 3) == 0)
        return at + length + 3;
    if (at - text < 3 || strncmp(at - 3, " = ", 3) != 0)
        return NULL;
    for (s = at - 3; s > text && !strchr("( ", s[-1]); s--)
        ;
    return s;
}

static enum value_source judge_condition(const struct judge *judge,
                                         size_t number, const char *text,
                                         const char *name)
{
    const size_t length = strlen(name);
    enum value_source source = NOT_GIVEN;

    for (const char *s = text; (s = strstr(s, name)); s++) {
        const char *value =
            is_whole(text, s, length) ? other_side(text, s, length) : NULL;
        enum value_source by =
            value ? judge_value(judge, number, value) : NOT_GIVEN;

        source = by > source ? by : source;
    }
    return source;
}

static enum value_source judge_column(const struct judge *judge, size_t number,
                                      const char *column)
{
    char name[2 * ROUTES_NAME + 1];
    enum value_source source = NOT_GIVEN;

    snprintf(name, sizeof name, "%s.%s", judge->scans[number].alias, column);
    for (size_t i = 0; i < judge->condition_count; i++) {
        enum value_source by = NOT_GIVEN;

        if (judge->conditions[i].scan == number)
            by =
                judge_condition(judge, number, judge->conditions[i].text, name);
        source = by > source ? by : source;
    }
    return source;
}

/* The inserted row has the value itself. */
static enum value_source judge_scan(const struct judge *judge, size_t number)
{
    const struct scan *scan = &judge->scans[number];

    return scan->is_insert ? GIVEN
                           : judge_column(judge, number, scan->table->column);
}

static void say(struct judge *judge, size_t number)
{
    const struct routes_table *table = judge->scans[number].table;
    char words[3 * ROUTES_NAME];

    if (strcmp(table->by, "every node") == 0) {
        judge->is_any = true;
        return;
    }
    snprintf(words, sizeof words, "%s", table->by);
    if (table->column[0])
        switch (judge_scan(judge, number)) {
        case NOT_GIVEN:
            snprintf(words, sizeof words, "every %s (%s)", table->by,
                     table->name);
            break;
        case LOOKED_UP:
            snprintf(words, sizeof words, "%s looked up", table->by);
            break;
        case GIVEN: break;
        case GIVEN_WITH: return; /* in the place of its neighbour */
        }
    add_word(judge, words);
}

static void judge_plan(struct judge *judge)
{
    for (size_t i = 0; i < judge->scan_count; i++)
        if (judge->scans[i].table)
            say(judge, i);
    for (size_t i = 0; i < judge->condition_count; i++)
        free(judge->conditions[i].text);
    judge->scan_count = judge->condition_count = 0;
}

static void visit(void *ctx, const char *line, bool is_first)
{
    struct judge *judge = ctx;

    if (is_first)
        judge_plan(judge);
    else if (getenv("FATHOM_PLANS"))
        fputs(line, stdout);
    read_line(judge, line);
}

/* The words without the parts in brackets, each once. */
static void strip(const char *words, char out[ROUTES_WORDS])
{
    size_t n = 0, last = ROUTES_WORDS; /* the beginning of the last one */

    out[0] = '\0';
    while (*words) {
        size_t length = strcspn(words, ",");
        size_t name = strcspn(words, "(,");

        while (name > 0 && words[name - 1] == ' ')
            name--;
        if (last == ROUTES_WORDS || strncmp(out + last, words, name) != 0 ||
            out[last + name] != ',') {
            cr_assert_lt(n + name + 2, ROUTES_WORDS);
            last = n;
            n += (size_t)snprintf(out + n, ROUTES_WORDS - n, "%.*s,", (int)name,
                                  words);
        }
        words += length;
        words += strspn(words, ", ");
    }
}

bool routes_agree(const char *found, const char *said)
{
    char a[ROUTES_WORDS], b[ROUTES_WORDS];

    strip(found, a);
    strip(said, b);
    return strcmp(a, b) == 0;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(a, b);
}

void routes_judge(const struct routes *routes, struct explain *explain,
                  char out[ROUTES_WORDS])
{
    static struct judge judge;
    size_t n = 0;

    judge = (struct judge){.routes = routes};
    explain_plans(explain, visit, &judge);
    judge_plan(&judge);
    if (judge.word_count == 0 && judge.is_any)
        add_word(&judge, "any node");
    qsort(judge.words, judge.word_count, sizeof judge.words[0], by_text);
    out[0] = '\0';
    for (size_t i = 0; i < judge.word_count; i++)
        n += (size_t)snprintf(out + n, ROUTES_WORDS - n, "%s%s",
                              i > 0 ? ", " : "", judge.words[i]);
    cr_assert_lt(n, ROUTES_WORDS);
}
