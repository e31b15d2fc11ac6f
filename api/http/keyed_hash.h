/* A hash with a secret of its own, for tables whose keys strangers choose:
 * where a key lies, and what lies beside it, nobody can aim at. */
#ifndef API_KEYED_H
#define API_KEYED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct keyed_hash {
    unsigned char secret[16];
};

enum { KEYED_MAX = 512 }; /* bytes of a key that count */

/* A new secret; false when the system has no randomness.  A secret that others
 * have, too, is simply put there. */
bool keyed_init(struct keyed_hash *keyed);

/* 64 bits of SHA-256 over the secret, the domain and the key. */
uint64_t keyed_hash(const struct keyed_hash *keyed, uint8_t domain,
                    const void *key, size_t size);

#endif
