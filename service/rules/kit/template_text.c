/* Texts from templates. */
#include "rules/kit/template_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void template_add(struct template_text *out, const char *format, ...)
{
    const size_t room = sizeof out->text - out->length;
    va_list list;
    int n;

    va_start(list, format);
    n = vsnprintf(out->text + out->length, room, format, list);
    va_end(list);
    if (n > 0)
        out->length += (size_t)n < room ? (size_t)n : room - 1;
}

void template_expand(struct template_text *out, const char *template,
                     void (*put)(struct template_text *out, const char *name,
                                 const void *context),
                     const void *context)
{
    while (*template) {
        const size_t plain = strcspn(template, "{");
        const char *end = strchr(template + plain, '}');
        char name[32];

        template_add(out, "%.*s", (int)plain, template);
        if (!end)
            return;
        snprintf(name, sizeof name, "%.*s",
                 (int)(end - template - 1) - (int)plain, template + plain + 1);
        put(out, name, context);
        template = end + 1;
    }
}
