/* Times as text. */
#ifndef BASE_TIMESTAMP_H
#define BASE_TIMESTAMP_H

#include <stdbool.h>
#include <stdint.h>

enum { TIMESTAMP_SIZE = 32 }; /* bytes of a time as text, with its NUL */

/* Write microseconds since 1970 UTC as in RFC 3339, with milliseconds:
 * "2026-11-20T19:15:02.123Z". */
void timestamp_format(int64_t us, char out[TIMESTAMP_SIZE]);

/* Read such a time, with any number of digits of a second, or none; those after
 * the sixth are ignored.  false: it is not one, or not after 1970. */
bool timestamp_read(const char *text, int64_t *us);

#endif
