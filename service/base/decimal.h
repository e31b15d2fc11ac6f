/* Numbers as decimal digits, without the cost of printf. */
#ifndef BASE_DECIMAL_H
#define BASE_DECIMAL_H

#include <stdint.h>

enum { DECIMAL_SIZE = 21 }; /* bytes of the longest number, with its NUL */

/* Write a number and a NUL; returns where the NUL is. */
char *decimal_write(uint64_t number, char *out);

#endif
