/* Is text UTF-8?  (RFC 3629: no overlong forms, no surrogates, nothing above
 * U+10FFFF.) */
#ifndef API_UTF8_H
#define API_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the sequence at s, where `left` bytes are left; 0 when it is
 * none. */
size_t utf8_length(const unsigned char *s, size_t left);

/* Is all of the text so written? */
bool utf8_is_valid(const char *text);

#endif
