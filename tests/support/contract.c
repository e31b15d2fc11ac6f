/* Reads what openapi.yaml documents.  The file is laid out regularly (two
 * spaces a level), so reading lines is enough; linters check the rest. */
#include "contract.h"

#include "api/http/responses/problem.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The file's text; it is read once. */
static const char *contract(void)
{
    static char *text;
    size_t size = 0;
    FILE *file = text ? NULL : fopen("openapi.yaml", "r");

    if (file) {
        if (getdelim(&text, &size, '\0', file) < 0)
            abort();
        fclose(file);
    }
    return text ? text : "";
}

static bool segment_fits(const char *template, size_t length, const char *path,
                         size_t path_length)
{
    if (*template == '{')
        return path_length > 0;
    return length == path_length && strncmp(template, path, length) == 0;
}

static bool path_fits(const char *template, const char *path)
{
    while (*template == '/' && *path == '/') {
        size_t length = strcspn(++template, "/");
        size_t path_length = strcspn(++path, "/");

        if (!segment_fits(template, length, path, path_length))
            return false;
        template += length;
        path += path_length;
    }
    return *template == '\0' && *path == '\0';
}

/* Walk the lines: call `visit` for each line of a level until it ends the
 * walk. */
static const char *next_line(const char *line)
{
    const char *end = strchr(line, '\n');

    return end ? end + 1 : line + strlen(line);
}

bool contract_path(const char *path, char *out, size_t size)
{
    char plain[512];
    const char *line = strstr(contract(), "\npaths:\n");

    snprintf(plain, sizeof plain, "%.*s", (int)strcspn(path, "?"), path);
    for (line = next_line(line + 1); isspace((unsigned char)*line);
         line = next_line(line)) {
        char template[128];

        if (strncmp(line, "  /", 3) != 0)
            continue;
        snprintf(template, sizeof template, "%.*s", (int)strcspn(line + 2, ":"),
                 line + 2);
        if (!path_fits(template, plain))
            continue;
        snprintf(out, size, "%s", template);
        return true;
    }
    return false;
}

/* Does the line begin with more blanks than this, or is it empty? */
static bool is_within(const char *line, size_t blanks)
{
    return *line == '\n' || strspn(line, " ") > blanks;
}

/* The first line about a method of a template, or NULL. */
static const char *find_operation(const char *template, const char *method)
{
    char path_line[160], method_line[32];
    const char *line;

    snprintf(path_line, sizeof path_line, "\n  %s:\n", template);
    snprintf(method_line, sizeof method_line,
             "    %s:", strcmp(method, "HEAD") == 0 ? "get" : method);
    line = strstr(contract(), path_line);
    for (line = line ? next_line(line + 1) : ""; *line && is_within(line, 2);
         line = next_line(line))
        if (strncasecmp(line, method_line, strlen(method_line)) == 0)
            return next_line(line);
    return NULL;
}

/* The status of a problem; 0: unknown. */
static long status_of(const char *slug, size_t length)
{
    for (int i = 0; i < PROBLEM_COUNT; i++)
        if (strlen(problems[i].slug) == length &&
            memcmp(problems[i].slug, slug, length) == 0)
            return problems[i].status;
    return 0;
}

/* Has an operation, from this line on, a problem with this status in the list
 * `x-problems: [a, b]`? */
static bool has_problem(const char *line, long status)
{
    static const char key[] = "      x-problems: [";
    const char *word;

    while (line && *line && is_within(line, 4) &&
           strncmp(line, key, sizeof key - 1) != 0)
        line = next_line(line);
    if (!line || strncmp(line, key, sizeof key - 1) != 0)
        return false;
    for (word = line + sizeof key - 1; *word && *word != ']';) {
        size_t length = strcspn(word, ", ]\n");

        if (length && status_of(word, length) == status)
            return true;
        word += length;
        word += strspn(word, ", \n");
    }
    return false;
}

/* All refusals are the response 4XX. */
bool contract_status(const char *template, const char *method, long status)
{
    char status_line[32];
    const char *line = find_operation(template, method);

    if (status >= 400 && status < 500)
        return has_problem(line, status);
    snprintf(status_line, sizeof status_line, "        \"%ld\":", status);
    for (; line && *line && is_within(line, 4); line = next_line(line))
        if (strncmp(line, status_line, strlen(status_line)) == 0)
            return true;
    return false;
}

bool contract_security(const char *template, const char *method, char *out,
                       size_t size)
{
    static const char key[] = "      security:";
    const char *line = find_operation(template, method), *end;

    while (line && *line && is_within(line, 4) &&
           strncmp(line, key, sizeof key - 1) != 0)
        line = next_line(line);
    if (!line || strncmp(line, key, sizeof key - 1) != 0)
        return false;
    line += sizeof key - 1;
    for (end = next_line(line); is_within(end, 6);)
        end = next_line(end);
    snprintf(out, size, "%.*s", (int)(end - line), line);
    return true;
}
