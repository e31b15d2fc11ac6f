/* A hash with a secret of its own. */
#include "api/keyed.h"

#include <openssl/rand.h>
#include <openssl/sha.h>
#include <string.h>

bool keyed_init(struct keyed *keyed)
{
    return RAND_bytes(keyed->secret, sizeof keyed->secret) == 1;
}

uint64_t keyed_hash(const struct keyed *keyed, uint8_t domain, const void *key,
                    size_t size)
{
    enum { HEAD = sizeof keyed->secret + 1 };
    unsigned char text[HEAD + KEYED_MAX], digest[SHA256_DIGEST_LENGTH];
    uint64_t hash = 0;

    if (size > KEYED_MAX)
        size = KEYED_MAX;
    memcpy(text, keyed->secret, sizeof keyed->secret);
    text[HEAD - 1] = domain;
    memcpy(text + HEAD, key, size);
    SHA256(text, HEAD + size, digest);
    memcpy(&hash, digest, sizeof hash);
    return hash;
}
