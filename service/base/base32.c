/* Bytes as base32. */
#include "base/base32.h"

#include <string.h>

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

bool base32_read(const char *text, uint8_t *out, size_t size)
{
    unsigned bits = 0, have = 0;
    size_t n = 0;

    for (; *text; text++) {
        const char *letter = strchr(letters, *text);

        if (!letter)
            return false;
        bits = (bits << 5 | (unsigned)(letter - letters)) & 0xfff;
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
