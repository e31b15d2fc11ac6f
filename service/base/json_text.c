/* JSON strings and numbers, appended to a text. */
#include "base/json_text.h"

#include "base/hex.h"
#include "base/utf8.h"

#include <string.h>

static void add_escape(struct text *text, unsigned char c)
{
    char unicode[] = "\\u00XX";

    switch (c) {
    case '"': text_add(text, "\\\"", 2); break;
    case '\\': text_add(text, "\\\\", 2); break;
    case '\n': text_add(text, "\\n", 2); break;
    case '\r': text_add(text, "\\r", 2); break;
    case '\t': text_add(text, "\\t", 2); break;
    default: hex_write(&c, 1, unicode + 4); text_add_string(text, unicode);
    }
}

/* The number of bytes at s that a JSON string holds unchanged. */
static size_t plain_length(const unsigned char *s, size_t left)
{
    size_t n = 0;

    while (n < left && s[n] >= 0x20 && s[n] < 0x80 && s[n] != '"' &&
           s[n] != '\\')
        n++;
    return n;
}

void json_text_string(struct text *text, const char *string, size_t length)
{
    const unsigned char *s = (const unsigned char *)string;
    const unsigned char *end = s + length;

    text_add(text, "\"", 1);
    while (s < end) {
        size_t left = (size_t)(end - s);
        size_t n = plain_length(s, left);

        if (n == 0 && *s >= 0x80)
            n = utf8_length(s, left);
        if (n > 0) {
            text_add(text, (const char *)s, n);
            s += n;
        } else if (*s >= 0x80) {
            text_add_string(text, "\xef\xbf\xbd");
            s++;
        } else {
            add_escape(text, *s++);
        }
    }
    text_add(text, "\"", 1);
}

void json_text_number(struct text *text, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;

    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    text_add(text, digits + at, sizeof digits - at);
}
