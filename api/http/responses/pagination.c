/* Lists in pages. */
#include "api/http/responses/pagination.h"

#include <string.h>

/* Add a value of a query to a URL, with percent-encoding. */
static void add_escaped(struct text *url, const char *value)
{
    static const char plain[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                "abcdefghijklmnopqrstuvwxyz"
                                "0123456789-._~";

    for (; *value; value++) {
        if (strchr(plain, *value))
            text_add(url, value, 1);
        else
            text_printf(url, "%%%02X", (unsigned char)*value);
    }
}

static void add_parameter(struct text *url, char mark, const char *name,
                          const char *value)
{
    text_add(url, &mark, 1);
    add_escaped(url, name);
    text_add_string(url, "=");
    add_escaped(url, value);
}

void reply_next(struct request *request, const char *name, const char *value)
{
    struct text url = {0};
    char mark = '?';

    text_add(&url, request->target, strcspn(request->target, "?"));
    for (size_t i = 0; i < request->parameter_count; i++) {
        const struct parameter *parameter = &request->parameters[i];

        if (strcmp(parameter->name, name) == 0)
            continue;
        add_parameter(&url, mark, parameter->name, parameter->value);
        mark = '&';
    }
    add_parameter(&url, mark, name, value);
    if (!url.failed)
        reply_header(request, "Link", "<%s>; rel=\"next\"", url.bytes);
    text_clear(&url);
}

void page_end(struct request *request, struct sink *sink, const char *next)
{
    if (*next) {
        sink_string(sink, "next_cursor", next);
        reply_next(request, "cursor", next);
    } else {
        sink_null(sink, "next_cursor");
    }
}
