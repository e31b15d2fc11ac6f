/* SHA-256. */
#include "base/digest.h"

#include <openssl/evp.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>

/* OpenSSL's one-call functions look the algorithm up by name each time, which
 * takes several times as long as hashing a short key. */
static EVP_MD *sha256;
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void fetch(void)
{
    sha256 = EVP_MD_fetch(NULL, "SHA256", NULL);
}

void digest_sha256_parts(const struct digest_part *parts, size_t count,
                         uint8_t out[DIGEST_SIZE])
{
    EVP_MD_CTX *md = EVP_MD_CTX_new();
    bool is_done;

    pthread_once(&once, fetch);
    is_done = md && sha256 && EVP_DigestInit_ex2(md, sha256, NULL);
    for (size_t i = 0; i < count; i++)
        is_done =
            is_done && EVP_DigestUpdate(md, parts[i].bytes, parts[i].size);
    is_done = is_done && EVP_DigestFinal_ex(md, out, NULL);
    EVP_MD_CTX_free(md);
    if (!is_done)
        abort();
}

void digest_sha256(const void *bytes, size_t size, uint8_t out[DIGEST_SIZE])
{
    digest_sha256_parts(&(struct digest_part){bytes, size}, 1, out);
}
