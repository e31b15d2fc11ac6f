/* Validation of UTF-8. */
#include "base/utf8.h"

#include <string.h>

size_t utf8_length(const unsigned char *s, size_t left)
{
    size_t length = s[0] < 0x80   ? 1
                    : s[0] < 0xc2 ? 0
                    : s[0] < 0xe0 ? 2
                    : s[0] < 0xf0 ? 3
                    : s[0] < 0xf5 ? 4
                                  : 0;

    if (length == 0 || length > left)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    if ((s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xed && s[1] > 0x9f) ||
        (s[0] == 0xf0 && s[1] < 0x90) || (s[0] == 0xf4 && s[1] > 0x8f))
        return 0;
    return length;
}

bool utf8_is_valid(const char *text)
{
    const unsigned char *s = (const unsigned char *)text;
    size_t left = strlen(text);

    while (left > 0) {
        size_t length = utf8_length(s, left);

        if (length == 0)
            return false;
        s += length;
        left -= length;
    }
    return true;
}
