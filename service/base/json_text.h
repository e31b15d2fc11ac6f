/* JSON strings and numbers, appended to a text. */
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include "base/text.h"

#include <stdint.h>

enum { JSON_NUMBER_SIZE = 22 }; /* bytes of the longest number, with a NUL */

/* Append a JSON string, quotes included.  Bytes that are not UTF-8 become
 * U+FFFD, so the result is valid JSON whatever the bytes are. */
void json_text_string(struct text *text, const char *string, size_t length);

void json_text_number(struct text *text, int64_t value);

/* Write a JSON string to out, length + 2 bytes, and return its end.  NULL: a
 * byte of it needs an escape or is not ASCII; json_text_string writes it. */
char *json_string_write(const char *string, size_t length, char *out);

/* Write a number to out, JSON_NUMBER_SIZE bytes, and return its end. */
char *json_number_write(int64_t value, char *out);

#endif
