/* A hash with a secret of its own, for tables whose keys clients choose: no
 * client can choose keys that share a bucket. */
#ifndef API_KEYED_HASH_H
#define API_KEYED_HASH_H

#include "base/siphash.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct keyed_hash {
    uint8_t secret[SIPHASH_KEY_SIZE];
};

enum { KEYED_MAX = 512 }; /* bytes of a key that are hashed */

/* Draw a new secret.  False: the system has no randomness.  A secret that
 * several nodes share is copied to `secret` instead. */
bool keyed_init(struct keyed_hash *keyed);

/* The SipHash of the domain, as eight bytes with the lowest first, and the key.
 * Its 16 digits are its bytes in the order in which other programs print
 * them. */
uint64_t keyed_hash(const struct keyed_hash *keyed, uint8_t domain,
                    const void *key, size_t size);

#endif
