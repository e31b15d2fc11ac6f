/* Bytes that several responses share. */
#include "api/http/responses/refbuf.h"

#include <stdio.h>
#include <stdlib.h>

static _Atomic uint64_t last_number;

struct refbuf *refbuf_new(char *bytes, size_t length, const char *tag)
{
    struct refbuf *refbuf = calloc(1, sizeof *refbuf);

    if (!refbuf)
        return NULL;
    atomic_init(&refbuf->holds, 1);
    atomic_init(&refbuf->packed, NULL);
    refbuf->number = atomic_fetch_add(&last_number, 1) + 1;
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

struct refbuf *refbuf_packed(struct refbuf *refbuf)
{
    struct refbuf *packed = atomic_load(&refbuf->packed);

    return packed ? refbuf_hold(packed) : NULL;
}

struct refbuf *refbuf_keep_packed(struct refbuf *refbuf, struct refbuf *packed)
{
    struct refbuf *kept = NULL;

    if (atomic_compare_exchange_strong(&refbuf->packed, &kept, packed))
        return refbuf_hold(packed);
    refbuf_drop(packed);
    return refbuf_hold(kept);
}

void refbuf_drop(struct refbuf *refbuf)
{
    if (!refbuf || atomic_fetch_sub(&refbuf->holds, 1) > 1)
        return;
    refbuf_drop(atomic_load(&refbuf->packed));
    free(refbuf->bytes);
    free(refbuf);
}
