/* A hash with a secret of its own. */
#include "api/http/keyed_hash.h"

#include "base/digest.h"

#include <openssl/rand.h>
#include <string.h>

bool keyed_init(struct keyed_hash *keyed)
{
    return RAND_bytes(keyed->secret, sizeof keyed->secret) == 1;
}

uint64_t keyed_hash(const struct keyed_hash *keyed, uint8_t domain,
                    const void *key, size_t size)
{
    const struct digest_part parts[] = {
        {keyed->secret, sizeof keyed->secret},
        {&domain, 1},
        {key, size < KEYED_MAX ? size : KEYED_MAX},
    };
    uint8_t digest[DIGEST_SIZE];
    uint64_t hash;

    digest_sha256_parts(parts, sizeof parts / sizeof *parts, digest);
    memcpy(&hash, digest, sizeof hash);
    return hash;
}
