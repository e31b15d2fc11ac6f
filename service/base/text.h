/* Text that grows: responses, log lines and documents are written into it. */
#ifndef BASE_TEXT_H
#define BASE_TEXT_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

/* Initialise with zeros; release with text_clear.  `bytes` is allocated by
 * malloc and NUL-terminated once something has been added.  When memory runs
 * out, `failed` is set and later additions have no effect: check it once, at
 * the end. */
struct text {
    char *bytes;
    size_t length, cap;
    bool failed;
};

/* Allocate more memory; of text_reserve. */
bool text_grow(struct text *text, size_t more);

/* Make room for `more` bytes and a NUL.  false: out of memory. */
static inline bool text_reserve(struct text *text, size_t more)
{
    return text->cap - text->length > more || text_grow(text, more);
}

static inline void text_add(struct text *text, const char *bytes, size_t length)
{
    if (!text_reserve(text, length))
        return;
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void text_add_string(struct text *text, const char *string);
void text_printf(struct text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void text_vprintf(struct text *text, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));

/* Add a string with the special characters of HTML escaped. */
void text_add_html(struct text *text, const char *string);

/* Make the text empty, but keep its memory. */
void text_rewind(struct text *text);

/* Return the bytes, new: release them with free.  The text is empty then.
 * NULL when memory ran out. */
char *text_take(struct text *text, size_t *length);

/* Release the memory and make the text empty. */
void text_clear(struct text *text);

#endif
