/* Bytes of a reply that many replies send. */
#include "api/http/refbuf.h"

#include <stdio.h>
#include <stdlib.h>

struct shared *shared_new(char *bytes, size_t length, const char *tag)
{
    struct shared *shared = calloc(1, sizeof *shared);

    if (!shared)
        return NULL;
    atomic_init(&shared->holds, 1);
    shared->length = length;
    shared->bytes = bytes;
    snprintf(shared->tag, sizeof shared->tag, "%s", tag);
    return shared;
}

struct shared *shared_hold(struct shared *shared)
{
    atomic_fetch_add(&shared->holds, 1);
    return shared;
}

void shared_drop(struct shared *shared)
{
    if (!shared || atomic_fetch_sub(&shared->holds, 1) > 1)
        return;
    free(shared->bytes);
    free(shared);
}
