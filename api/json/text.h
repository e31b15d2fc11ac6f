/* Text that grows: what replies, log lines and documents are written into. */
#ifndef API_TEXT_H
#define API_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

/* Begin with all zero.  bytes is NUL-terminated once anything was added and
 * comes from malloc.  When memory ran out, failed is set and nothing more is
 * added: check it once, at the end. */
struct text {
    char *bytes;
    size_t length, cap;
    bool failed;
};

/* Make room for this many more bytes and a NUL; false when there is none. */
bool text_reserve(struct text *text, size_t more);

void text_add(struct text *text, const char *bytes, size_t length);
void text_add_string(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Write HTML, with what has a meaning there escaped. */
void text_add_html(struct text *text, const char *string);

/* Forget what was written, keep the room. */
void text_rewind(struct text *text);

/* Give the bytes away: new, released with free.  NULL when memory ran out. */
char *text_take(struct text *text, size_t *length);

void text_clear(struct text *text);

#endif
