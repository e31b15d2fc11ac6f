/* Text that grows. */
#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool text_grow(struct text *text, size_t more)
{
    if (text->failed)
        return false;
    size_t cap = text->cap ? text->cap : 1024;
    while (cap - text->length <= more)
        cap *= 2;
    char *bytes = realloc(text->bytes, cap);
    if (!bytes) {
        text->failed = true;
        text->cap = text->length; /* no room for less, either */
        return false;
    }
    text->bytes = bytes;
    text->cap = cap;
    return true;
}

void text_add_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_vprintf(struct text *text, const char *format, va_list args)
{
    va_list again;

    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0 || !text_reserve(text, (size_t)length))
        return;
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, args);
    text->length += (size_t)length;
}

void text_printf(struct text *text, const char *format, ...)
{
    va_list args;

    va_start(args, format);
    text_vprintf(text, format, args);
    va_end(args);
}

void text_add_html(struct text *text, const char *string)
{
    for (; *string; string++) {
        switch (*string) {
        case '&': text_add_string(text, "&amp;"); break;
        case '<': text_add_string(text, "&lt;"); break;
        case '>': text_add_string(text, "&gt;"); break;
        case '"': text_add_string(text, "&quot;"); break;
        default: text_add(text, string, 1);
        }
    }
}

void text_rewind(struct text *text)
{
    text->length = 0;
    text->failed = false;
    if (text->bytes)
        text->bytes[0] = '\0';
}

char *text_take(struct text *text, size_t *length)
{
    if (text->failed || !text_reserve(text, 0)) {
        text_clear(text);
        return NULL;
    }
    char *bytes = text->bytes;
    bytes[text->length] = '\0';
    *length = text->length;
    *text = (struct text){0};
    return bytes;
}

void text_clear(struct text *text)
{
    free(text->bytes);
    *text = (struct text){0};
}
