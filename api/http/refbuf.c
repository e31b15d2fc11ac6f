/* Bytes that several responses share. */
#include "api/http/refbuf.h"

#include <stdio.h>
#include <stdlib.h>

struct refbuf *refbuf_new(char *bytes, size_t length, const char *tag)
{
    struct refbuf *refbuf = calloc(1, sizeof *refbuf);

    if (!refbuf)
        return NULL;
    atomic_init(&refbuf->holds, 1);
    refbuf->length = length;
    refbuf->bytes = bytes;
    snprintf(refbuf->tag, sizeof refbuf->tag, "%s", tag);
    return refbuf;
}

struct refbuf *refbuf_hold(struct refbuf *refbuf)
{
    atomic_fetch_add(&refbuf->holds, 1);
    return refbuf;
}

void refbuf_drop(struct refbuf *refbuf)
{
    if (!refbuf || atomic_fetch_sub(&refbuf->holds, 1) > 1)
        return;
    free(refbuf->bytes);
    free(refbuf);
}
