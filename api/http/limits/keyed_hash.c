/* A hash with a secret of its own. */
#include "api/http/limits/keyed_hash.h"

#include "base/siphash.h"

#include <openssl/rand.h>

bool keyed_init(struct keyed_hash *keyed)
{
    return RAND_bytes(keyed->secret, sizeof keyed->secret) == 1;
}

uint64_t keyed_hash(const struct keyed_hash *keyed, uint8_t domain,
                    const void *key, size_t size)
{
    return __builtin_bswap64(siphash(keyed->secret, domain, key,
                                     size < KEYED_MAX ? size : KEYED_MAX));
}
