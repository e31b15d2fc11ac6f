/* Finds the route of a request. */
#include "api/http/request/route.h"

#include <stdio.h>
#include <string.h>

/* The rest of the template after a part that is the same as the segment, or
 * NULL.  A decoded segment may have slashes. */
static const char *skip_same(const char *part, const char *segment)
{
    while (*segment && *segment == *part && *part != '/') {
        segment++;
        part++;
    }
    return *segment == '\0' && (*part == '/' || *part == '\0') ? part : NULL;
}

static const char *skip_part(const char *part)
{
    while (*part && *part != '/')
        part++;
    return part;
}

/* Does the path match the template?  Sets `variables` to the segments that
 * match {...}.  Most templates are refused by a few characters. */
static bool fits(const struct request *request, const char *template,
                 const char *variables[REQUEST_PATH_VARIABLES_MAX])
{
    size_t at = 0, variable = 0;

    for (const char *part = template; part[0] == '/' && part[1] != '\0';) {
        const char *segment;

        part++;
        if (at == request->segment_count)
            return false;
        segment = request->segments[at++];
        if (*part == '{') {
            if (*segment == '\0')
                return false;
            variables[variable++] = segment;
            part = skip_part(part);
        } else {
            part = skip_same(part, segment);
            if (!part)
                return false;
        }
    }
    return at == request->segment_count;
}

static void add_method(char allow[REQUEST_ALLOW_SIZE], const char *method)
{
    size_t length = strlen(allow);

    snprintf(allow + length, REQUEST_ALLOW_SIZE - length, "%s%s",
             length > 0 ? ", " : "", method);
    if (strcmp(method, "GET") == 0)
        add_method(allow, "HEAD");
}

const struct route *route_find(const struct route_table *table,
                               struct request *request,
                               char allow[REQUEST_ALLOW_SIZE])
{
    const char *method = request->method;

    if (strcmp(method, "HEAD") == 0)
        method = "GET";
    allow[0] = '\0';
    for (size_t i = 0; i < table->count; i++) {
        const struct route *route = &table->routes[i];
        const char *variables[REQUEST_PATH_VARIABLES_MAX] = {0};

        if (!fits(request, route->template, variables))
            continue;
        if (strcmp(route->method, method) == 0) {
            memcpy(request->path, variables, sizeof variables);
            return route;
        }
        add_method(allow, route->method);
    }
    if (allow[0] != '\0')
        add_method(allow, "OPTIONS");
    return NULL;
}
