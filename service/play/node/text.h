/* Copying text into arrays of fixed size. */
#ifndef PLAY_TEXT_H
#define PLAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* Copy as much as fits, with a NUL.  false: the text was cut off. */
bool text_copy(const char *text, char *out, size_t size);

#endif
