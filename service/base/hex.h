/* Bytes as hexadecimal digits.  Writes lower case; reads both cases. */
#ifndef BASE_HEX_H
#define BASE_HEX_H

#include <stddef.h>
#include <stdint.h>

/* Write 2 * size digits and a NUL. */
void hex_write(const void *bytes, size_t size, char *out);

/* Write a number as 16 digits, the highest first, and a NUL. */
void hex_write_u64(uint64_t number, char out[17]);

/* The value of a digit, 0 to 15; -1: not a digit. */
int hex_digit(char digit);

/* Read 2 * size digits into `out`.  Returns the text after the last digit, or
 * NULL when the text has fewer digits; `out` is undefined then. */
const char *hex_read(const char *text, void *out, size_t size);

#endif
