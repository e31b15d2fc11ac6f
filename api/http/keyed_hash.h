/* A hash with a secret of its own, for tables whose keys clients choose: no
 * client can choose keys that share a bucket. */
#ifndef API_KEYED_HASH_H
#define API_KEYED_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct keyed_hash {
    unsigned char secret[16];
};

enum { KEYED_MAX = 512 }; /* bytes of a key that are hashed */

/* Draw a new secret.  False: the system has no randomness.  A secret that
 * several nodes share is copied to `secret` instead. */
bool keyed_init(struct keyed_hash *keyed);

/* 64 bits of SHA-256 over the secret, the domain and the key. */
uint64_t keyed_hash(const struct keyed_hash *keyed, uint8_t domain,
                    const void *key, size_t size);

#endif
