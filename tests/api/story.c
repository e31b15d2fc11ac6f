/* Stories over HTTP: files, people and variables. */
#include "story.h"

#include "shared_node.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- failures ---- */

__attribute__((format(printf, 2, 0))) static void
report(struct story *story, const char *format, va_list values)
{
    char text[1500];

    story->failures++;
    if (story->is_quiet)
        return;
    vsnprintf(text, sizeof text, format, values);
    cr_expect_fail("%s:%d (%s): %s", story->file, story->line->number,
                   story->name, text);
}

void story_fault(struct story *story, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    report(story, format, values);
    va_end(values);
}

void story_stop(struct story *story, const char *format, ...)
{
    va_list values;

    va_start(values, format);
    report(story, format, values);
    va_end(values);
    longjmp(*story->end, 1); /* allowed: ends the story */
}

/* ---- lines ---- */

bool story_begins(const char *text, const char *with, const char **rest)
{
    const size_t length = strlen(with);

    if (strncmp(text, with, length) != 0)
        return false;
    *rest = text + length;
    return true;
}

/* A line that ends in a backslash continues on the next one. */
static bool continues(char *text)
{
    const size_t length = strlen(text);

    if (length == 0 || text[length - 1] != '\\')
        return false;
    text[length - 1] = '\0';
    return true;
}

static char *join(char *begin, const char *rest)
{
    char *text = NULL;

    cr_assert_geq(asprintf(&text, "%s%s", begin, rest), 0);
    free(begin);
    return text;
}

static void read_lines(struct story *story, FILE *file)
{
    char text[1024];
    bool is_continued = false;

    for (int number = 1; fgets(text, sizeof text, file); number++) {
        const int indent = (int)strspn(text, " ");
        const char *begin = text + indent;
        struct story_line *line = &story->lines[story->line_count];

        text[strcspn(text, "\n")] = '\0';
        if (is_continued) {
            line[-1].text = join(line[-1].text, begin);
            is_continued = continues(line[-1].text);
            continue;
        }
        if (*begin == '\0' || *begin == '#')
            continue;
        cr_assert_lt(story->line_count, STORY_LINES);
        *line = (struct story_line){number, indent, strdup(begin)};
        story->line_count++;
        is_continued = continues(line->text);
    }
}

int story_children_end(const struct story *story, int line)
{
    int end = line + 1;

    while (end < story->line_count &&
           story->lines[end].indent > story->lines[line].indent)
        end++;
    return end;
}

/* ---- people ---- */

struct story_person *story_find_person(struct story *story, const char *name)
{
    for (int i = 0; i < story->people_count; i++)
        if (strcmp(story->people[i].name, name) == 0)
            return &story->people[i];
    return NULL;
}

struct story_person *story_person(struct story *story, const char *name)
{
    struct story_person *person = story_find_person(story, name);

    if (!person)
        story_stop(story, "nobody is called %s: given accounts %s", name, name);
    return person;
}

struct story_person *story_add_person(struct story *story, const char *name,
                                      struct client client)
{
    struct story_person *person = &story->people[story->people_count];

    if (story->people_count == STORY_PEOPLE)
        story_stop(story, "more than %d people", STORY_PEOPLE);
    story->people_count++;
    snprintf(person->name, sizeof person->name, "%s", name);
    person->client = client;
    return person;
}

/* ---- variables ---- */

/* The variable of this name: an index; -1 if it does not exist. */
static int find_variable(const struct story *story, const char *name,
                         size_t length)
{
    for (int i = 0; i < story->variable_count; i++) {
        const char *other = story->variables[i].name;

        if (strlen(other) == length && strncmp(other, name, length) == 0)
            return i;
    }
    return -1;
}

/* Where a variable of this name is, or will be. */
static struct story_variable *place_of(struct story *story, const char *name)
{
    const int found = find_variable(story, name, strlen(name));

    if (found >= 0)
        return &story->variables[found];
    if (story->variable_count == STORY_VARIABLES)
        story_stop(story, "more than %d variables", STORY_VARIABLES);
    struct story_variable *variable =
        &story->variables[story->variable_count++];

    snprintf(variable->name, sizeof variable->name, "%s", name);
    variable->text = NULL;
    return variable;
}

void story_set(struct story *story, const char *name, const char *text)
{
    struct story_variable *variable = place_of(story, name);
    char *copy = strdup(text); /* it may be the text so far */

    free(variable->text);
    variable->text = copy;
}

void story_set_number(struct story *story, const char *name, long value)
{
    char text[32];

    snprintf(text, sizeof text, "%ld", value);
    story_set(story, name, text);
}

const char *story_get(const struct story *story, const char *name)
{
    const int found = find_variable(story, name, strlen(name));

    return found >= 0 ? story->variables[found].text : "";
}

/* Is this a variable, {name} or {name+1}?  The lengths of its name and of all
 * of it. */
static bool is_variable(const char *text, size_t *name, size_t *all)
{
    *name = strspn(text + 1, "abcdefghijklmnopqrstuvwxyz_0123456789");
    const char *end = text + 1 + *name;

    if (*name == 0 || !islower((unsigned char)text[1]))
        return false;
    if (*end == '+' || *end == '-')
        end += 1 + strspn(end + 1, "0123456789");
    *all = (size_t)(end - text) + 1;
    return *end == '}';
}

static void put_variable(struct story *story, FILE *to, const char *text,
                         size_t name)
{
    const int found = find_variable(story, text + 1, name);
    const char *after = text + 1 + name;

    if (found < 0)
        story_stop(story, "there is no {%.*s}", (int)name, text + 1);
    const char *value = story->variables[found].text;

    if (*after == '}')
        fputs(value, to);
    else
        fprintf(to, "%ld", strtol(value, NULL, 10) + strtol(after, NULL, 10));
}

char *story_fill(struct story *story, const char *text)
{
    char *named = fill_names(text), *out = NULL;
    size_t size = 0, name, all;
    FILE *to = open_memstream(&out, &size);

    for (const char *at = named; *at;) {
        if (*at == '{' && is_variable(at, &name, &all)) {
            put_variable(story, to, at, name);
            at += all;
        } else {
            fputc(*at++, to);
        }
    }
    fclose(to);
    free(named);
    return out;
}

/* ---- running a file ---- */

static void clear(struct story *story)
{
    story_unwatch(story);
    for (int i = 0; i < story->people_count; i++)
        client_close(&story->people[i].client);
    for (int i = 0; i < story->variable_count; i++)
        free(story->variables[i].text);
    if (story->another.pid > 0)
        service_end(&story->another);
    if (story->own.pid > 0)
        service_end(&story->own);
    story->people_count = story->variable_count = 0;
    story->another.pid = story->own.pid = 0;
}

static void run(struct story *story, int from, int to)
{
    jmp_buf end;

    shared_new_names();
    story->service = &test_service;
    story->fixture = (struct fixture){.chance = 1};
    story->is_quiet = false;
    story->end = &end;
    story_add_person(story, "nobody", client_open(story->service));
    if (setjmp(end) == 0) /* allowed: see story_stop */
        story_steps(story, from, to);
    clear(story);
}

void story_run_file(const char *name)
{
    static struct story_line lines[STORY_LINES];
    static struct story story;
    const char *wanted = getenv("FATHOM_STORY");
    char path[128], file_name[64];

    snprintf(file_name, sizeof file_name, "%s.story", name);
    snprintf(path, sizeof path, "tests/api/stories/%s", file_name);
    FILE *file = fopen(path, "r");

    cr_assert_not_null(file, "no file %s", path);
    story = (struct story){.file = file_name, .lines = lines};
    read_lines(&story, file);
    fclose(file);
    for (int i = 0; i < story.line_count; i = story_children_end(&story, i)) {
        story.line = &lines[i];
        story.name = "";
        cr_assert(story_begins(lines[i].text, "story ", &story.name),
                  "%s:%d: not a story", file_name, lines[i].number);
        if (!wanted || strstr(story.name, wanted))
            run(&story, i + 1, story_children_end(&story, i));
    }
    for (int i = 0; i < story.line_count; i++)
        free(lines[i].text);
}
