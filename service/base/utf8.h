/* Validation of UTF-8 as in RFC 3629: no overlong forms, no surrogates,
 * nothing above U+10FFFF. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the sequence at s, of which `left` bytes (1 or more) may be
 * read; 0: it is not a valid sequence. */
size_t utf8_length(const unsigned char *s, size_t left);

bool utf8_is_valid(const char *text);

#endif
