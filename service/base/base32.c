/* Bytes as base32. */
#include "base/base32.h"

#include <limits.h>

static const char letters[] = "abcdefghijklmnopqrstuvwxyz234567";

void base32_write(const uint8_t *bytes, size_t size, char *out)
{
    unsigned bits = 0, have = 0;

    for (size_t i = 0; i < size; i++) {
        bits = (bits << 8 | bytes[i]) & 0xfff;
        have += 8;
        while (have >= 5) {
            have -= 5;
            *out++ = letters[bits >> have & 31];
        }
    }
    if (have > 0)
        *out++ = letters[bits << (5 - have) & 31];
    *out = '\0';
}

/* The value of a letter, 0 to 31; another number if it is none. */
static unsigned value_of(char letter)
{
    const unsigned from_a = (unsigned char)letter - (unsigned)'a';
    const unsigned from_2 = (unsigned char)letter - (unsigned)'2';

    if (from_a < 26)
        return from_a;
    return from_2 < 6 ? 26 + from_2 : UINT_MAX;
}

bool base32_read(const char *text, uint8_t *out, size_t size)
{
    unsigned bits = 0, have = 0;
    size_t n = 0;

    for (; *text; text++) {
        const unsigned value = value_of(*text);

        if (value > 31)
            return false;
        bits = (bits << 5 | value) & 0xfff;
        have += 5;
        if (have >= 8) {
            if (n == size)
                return false;
            have -= 8;
            out[n++] = (uint8_t)(bits >> have);
        }
    }
    /* The bits left over must be zero. */
    return n == size && have < 5 && (bits & ((1U << have) - 1)) == 0;
}
