/* Copying text into arrays of fixed size. */
#include "play/node/text.h"

#include <string.h>

bool text_copy(const char *text, char *out, size_t size)
{
    const size_t length = strlen(text);
    const size_t copied = length < size ? length : size - 1;

    memcpy(out, text, copied);
    out[copied] = '\0';
    return length < size;
}
