/* Bytes as hexadecimal digits. */
#include "base/hex.h"

void hex_write(const void *bytes, size_t size, char *out)
{
    static const char digits[] = "0123456789abcdef";
    const uint8_t *byte = bytes;

    for (size_t i = 0; i < size; i++) {
        *out++ = digits[byte[i] >> 4];
        *out++ = digits[byte[i] & 15];
    }
    *out = '\0';
}

void hex_write_u64(uint64_t number, char out[17])
{
    uint8_t bytes[8];

    for (int i = 7; i >= 0; i--, number >>= 8)
        bytes[i] = (uint8_t)number;
    hex_write(bytes, sizeof bytes, out);
}

int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

const char *hex_read(const char *text, void *out, size_t size)
{
    uint8_t *byte = out;

    for (size_t i = 0; i < size; i++, text += 2) {
        int high = hex_digit(text[0]);
        int low = high < 0 ? -1 : hex_digit(text[1]);

        if (low < 0)
            return NULL;
        byte[i] = (uint8_t)(high << 4 | low);
    }
    return text;
}
