/* Matches that older versions of the rules began.
 *
 * They are played to their end by the rules of their version, so a log leads to
 * the states that were played (is_older).  A version 1 match differs from one
 * of version 2 only in moves that are no longer listed. */
#include "rules/seastead/engine/older.h"

#include "rules/hash.h"

#include <stddef.h>

/* The states of these versions are without the last member. */
enum { OLDER_SIZE = offsetof(struct state, version) };

void older_continue(void *state, uint16_t version)
{
    struct state *s = state;

    s->version = version;
}

uint64_t older_hash(const void *state, uint16_t version)
{
    const uint64_t begin = hash_word(UINT64_C(0xcbf29ce484222325), OLDER_SIZE);

    (void)version;
    return hash_word(hash_bytes(begin, state, OLDER_SIZE), 0);
}
