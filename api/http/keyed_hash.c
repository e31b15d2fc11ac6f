/* A hash with a secret of its own. */
#include "api/http/keyed_hash.h"

/* The plain functions: those around them look the algorithm up by its name each
 * time, which takes ten times as long as the hashing. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/rand.h>
#include <openssl/sha.h>
#include <string.h>

bool keyed_init(struct keyed_hash *keyed)
{
    return RAND_bytes(keyed->secret, sizeof keyed->secret) == 1;
}

uint64_t keyed_hash(const struct keyed_hash *keyed, uint8_t domain,
                    const void *key, size_t size)
{
    enum { HEAD = sizeof keyed->secret + 1 };
    unsigned char head[HEAD], digest[SHA256_DIGEST_LENGTH];
    SHA256_CTX sha;
    uint64_t hash = 0;

    if (size > KEYED_MAX)
        size = KEYED_MAX;
    memcpy(head, keyed->secret, sizeof keyed->secret);
    head[HEAD - 1] = domain;
    SHA256_Init(&sha);
    SHA256_Update(&sha, head, sizeof head);
    SHA256_Update(&sha, key, size);
    SHA256_Final(digest, &sha);
    memcpy(&hash, digest, sizeof hash);
    return hash;
}
