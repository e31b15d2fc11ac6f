/* Numbers as decimal digits. */
#include "base/decimal.h"

#include <string.h>

char *decimal_write(uint64_t number, char *out)
{
    char digits[DECIMAL_SIZE];
    char *at = digits + sizeof digits;
    size_t length;

    do {
        *--at = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    length = (size_t)(digits + sizeof digits - at);
    memcpy(out, at, length);
    out[length] = '\0';
    return out + length;
}
