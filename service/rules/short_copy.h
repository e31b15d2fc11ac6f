/* Copying short texts without a call. */
#ifndef RULES_SHORT_COPY_H
#define RULES_SHORT_COPY_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Copy n bytes and return the end of the copy.  Up to 16 are copied as two
 * halves, which may overlap: a call of memcpy takes twice as long. */
static inline char *short_copy(char *to, const char *from, size_t n)
{
    uint64_t eight[2];
    uint32_t four[2];
    uint16_t two[2];

    if (n > sizeof eight) {
        memcpy(to, from, n);
    } else if (n >= sizeof *eight) {
        memcpy(&eight[0], from, sizeof *eight);
        memcpy(&eight[1], from + n - sizeof *eight, sizeof *eight);
        memcpy(to, &eight[0], sizeof *eight);
        memcpy(to + n - sizeof *eight, &eight[1], sizeof *eight);
    } else if (n >= sizeof *four) {
        memcpy(&four[0], from, sizeof *four);
        memcpy(&four[1], from + n - sizeof *four, sizeof *four);
        memcpy(to, &four[0], sizeof *four);
        memcpy(to + n - sizeof *four, &four[1], sizeof *four);
    } else if (n >= sizeof *two) {
        memcpy(&two[0], from, sizeof *two);
        memcpy(&two[1], from + n - sizeof *two, sizeof *two);
        memcpy(to, &two[0], sizeof *two);
        memcpy(to + n - sizeof *two, &two[1], sizeof *two);
    } else if (n) {
        *to = *from;
    }
    return to + n;
}

#endif
