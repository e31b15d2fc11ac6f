/* JSON strings and numbers, appended to a text. */
#include "base/json_text.h"

#include "base/decimal.h"
#include "base/hex.h"
#include "base/utf8.h"

#include <string.h>

/* ---- strings ---- */

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

/* Append the first character of a string, and return its length there. */
static size_t add_character(struct text *text, const char *s, size_t left)
{
    const size_t n = utf8_length((const unsigned char *)s, left);

    if (n == 0)
        text_add_string(text, "\xef\xbf\xbd");
    else if (n == 1)
        add_escape(text, (unsigned char)*s);
    else
        text_add(text, s, n);
    return n ? n : 1;
}

static bool is_plain(unsigned char c)
{
    return c >= ' ' && c < 0x80 && c != '"' && c != '\\';
}

/* Whether one of eight bytes is not plain.  The quote changes places with the
 * space, so that it is found with the bytes below that. */
static bool needs_care(uint64_t bytes)
{
    const uint64_t each = UINT64_C(0x0101010101010101), high = each << 7;
    const uint64_t swapped = bytes ^ (each * (' ' ^ '"'));
    const uint64_t slash = bytes ^ (each * '\\');

    return (bytes | (swapped - each * (' ' + 1)) | (slash - each)) & high;
}

/* Fewer than eight bytes are looked at with spaces in place of the others. */
static const uint64_t spaces = UINT64_C(0x2020202020202020);

/* Copy up to seven bytes, as two halves that may overlap.  Returns whether one
 * needs care. */
static bool copy_few(char *out, const char *s, size_t n)
{
    uint32_t low, high;
    uint16_t first, second;

    if (n >= sizeof low) {
        memcpy(&low, s, sizeof low);
        memcpy(&high, s + n - sizeof high, sizeof high);
        memcpy(out, &low, sizeof low);
        memcpy(out + n - sizeof high, &high, sizeof high);
        return needs_care((uint64_t)high << 32 | low);
    }
    if (n >= sizeof first) {
        memcpy(&first, s, sizeof first);
        memcpy(&second, s + n - sizeof second, sizeof second);
        memcpy(out, &first, sizeof first);
        memcpy(out + n - sizeof second, &second, sizeof second);
        return needs_care((spaces << 32) | (uint64_t)second << 16 | first);
    }
    if (n)
        *out = *s;
    return n && needs_care((spaces << 8) | (unsigned char)*s);
}

/* Copy the beginning of a string that JSON holds unchanged, and return its
 * length.  The bytes are looked at while they are copied, so out has room for
 * the whole string. */
static size_t copy_plain(char *out, const char *s, size_t length)
{
    size_t n = 0;
    uint64_t eight;

    for (; length - n >= sizeof eight; n += sizeof eight) {
        memcpy(&eight, s + n, sizeof eight);
        if (needs_care(eight))
            break;
        memcpy(out + n, &eight, sizeof eight);
    }
    if (length - n < sizeof eight && !copy_few(out + n, s + n, length - n))
        return length;
    for (; is_plain((unsigned char)s[n]); n++)
        out[n] = s[n];
    return n;
}

char *json_string_write(const char *string, size_t length, char *out)
{
    bool is_whole;

    *out++ = '"';
    if (length < sizeof(uint64_t)) /* as of most */
        is_whole = !copy_few(out, string, length);
    else
        is_whole = copy_plain(out, string, length) == length;
    out[length] = '"';
    return is_whole ? out + length + 1 : NULL;
}

void json_text_string(struct text *text, const char *string, size_t length)
{
    const char *const end = string + length;

    text_add(text, "\"", 1);
    while (text_reserve(text, (size_t)(end - string))) {
        const size_t n = copy_plain(text->bytes + text->length, string,
                                    (size_t)(end - string));

        text->length += n;
        string += n;
        if (string == end)
            break;
        string += add_character(text, string, (size_t)(end - string));
    }
    text_add(text, "\"", 1);
}

/* ---- numbers ---- */

char *json_number_write(int64_t value, char *out)
{
    if (value >= 0 && value < 10) { /* as most are */
        *out = (char)('0' + value);
        return out + 1;
    }
    if (value >= 10 && value < 100) {
        out[0] = (char)('0' + value / 10);
        out[1] = (char)('0' + value % 10);
        return out + 2;
    }
    if (value < 0)
        *out++ = '-';
    return decimal_write(value < 0 ? 0 - (uint64_t)value : (uint64_t)value,
                         out);
}

void json_text_number(struct text *text, int64_t value)
{
    char digits[JSON_NUMBER_SIZE];

    text_add(text, digits, (size_t)(json_number_write(value, digits) - digits));
}
