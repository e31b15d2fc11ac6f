/* Copying text into arrays of fixed size. */
#include "play/node/text.h"

#include <stdio.h>

bool text_copy(const char *text, char *out, size_t size)
{
    int length = snprintf(out, size, "%s", text);

    return length >= 0 && (size_t)length < size;
}
