/* Bytes as base32 (RFC 4648) in lower case, without padding.
 *
 * Every value has exactly one text: unused bits must be zero. */
#ifndef BASE_BASE32_H
#define BASE_BASE32_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The size of the text of `bytes` bytes, with its NUL: a constant. */
#define BASE32_SIZE(bytes) (((bytes)*8 + 4) / 5 + 1)

/* Write BASE32_SIZE(size) characters. */
void base32_write(const uint8_t *bytes, size_t size, char *out);

/* Read a whole text.  false: it is not the text of `size` bytes; `out` is
 * undefined then. */
bool base32_read(const char *text, uint8_t *out, size_t size);

#endif
