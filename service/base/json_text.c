/* JSON strings and numbers, appended to a text. */
#include "base/json_text.h"

#include "base/decimal.h"
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

/* Whether a byte of eight is not in 0x20 to 0x7f, a quote or a backslash. */
static bool needs_care(uint64_t bytes)
{
    const uint64_t each = UINT64_C(0x0101010101010101), high = each << 7;
    const uint64_t quote = bytes ^ (each * '"'), slash = bytes ^ (each * '\\');

    return (bytes | (bytes - each * 0x20) | (quote - each) | (slash - each)) &
           high;
}

/* The number of bytes at s that a JSON string holds unchanged.  The last eight
 * bytes are looked at together, too, although some of them were before. */
static size_t plain_length(const unsigned char *s, size_t left)
{
    size_t n = 0;
    uint64_t eight;

    for (; left - n >= sizeof eight; n += sizeof eight) {
        memcpy(&eight, s + n, sizeof eight);
        if (needs_care(eight))
            break;
    }
    if (n > 0 && left - n < sizeof eight) {
        memcpy(&eight, s + left - sizeof eight, sizeof eight);
        if (!needs_care(eight))
            return left;
    }
    while (n < left && s[n] >= 0x20 && s[n] < 0x80 && s[n] != '"' &&
           s[n] != '\\')
        n++;
    return n;
}

static void add_string(struct text *text, const unsigned char *s,
                       const unsigned char *end)
{
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
}

/* Most strings are plain: they are copied at once. */
void json_text_string(struct text *text, const char *string, size_t length)
{
    const unsigned char *s = (const unsigned char *)string;
    const size_t plain = plain_length(s, length);
    char *at;

    if (!text_reserve(text, plain + 2))
        return;
    at = text->bytes + text->length;
    *at++ = '"';
    memcpy(at, string, plain);
    at += plain;
    if (plain == length)
        *at++ = '"';
    *at = '\0';
    text->length = (size_t)(at - text->bytes);
    if (plain == length)
        return;
    add_string(text, s + plain, s + length);
    text_add(text, "\"", 1);
}

void json_text_number(struct text *text, int64_t value)
{
    char digits[1 + DECIMAL_SIZE], *at = digits;

    if (value >= 0 && value < 10) { /* as most are */
        *at = (char)('0' + value);
        text_add(text, at, 1);
        return;
    }
    if (value < 0)
        *at++ = '-';
    at = decimal_write(value < 0 ? 0 - (uint64_t)value : (uint64_t)value, at);
    text_add(text, digits, (size_t)(at - digits));
}
