/* Copying text into arrays of fixed size. */
#ifndef PLAY_TEXT_H
#define PLAY_TEXT_H

#include <stdbool.h>
#include <stddef.h>

/* As much of it as fits, with a NUL.  false: not all of it did. */
bool text_copy(const char *text, char *out, size_t size);

#endif
