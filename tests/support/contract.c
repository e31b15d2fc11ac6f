/* What openapi.yaml documents.  The file is laid out regularly (two spaces a
 * level), so that its lines suffice; the linters know the rest. */
#include "contract.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The file's text, read once. */
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

/* Walk the lines: call the line of a level, until told to stop. */
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

bool contract_status(const char *template, const char *method, long status)
{
    char path_line[160], method_line[32], status_line[32];

    snprintf(path_line, sizeof path_line, "\n  %s:\n", template);
    snprintf(method_line, sizeof method_line,
             "    %s:", strcmp(method, "HEAD") == 0 ? "get" : method);
    snprintf(status_line, sizeof status_line, "        \"%ld\":", status);

    const char *line = strstr(contract(), path_line);
    bool in_method = false;

    if (!line)
        return false;
    for (line = next_line(line + 1);
         *line == '\n' || strncmp(line, "    ", 4) == 0;
         line = next_line(line)) {
        if (*line != '\n' && line[4] != ' ')
            in_method =
                strncasecmp(line, method_line, strlen(method_line)) == 0;
        else if (in_method &&
                 strncmp(line, status_line, strlen(status_line)) == 0)
            return true;
    }
    return false;
}
