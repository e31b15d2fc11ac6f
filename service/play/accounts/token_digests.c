/* The hashes of tokens that were sent lately. */
#include "play/accounts/token_digests.h"

#include "play/accounts/player.h"
#include "play/accounts/token_secret.h"
#include "play/play.h"

#include <openssl/crypto.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum { PLACES = 16384 };

struct digest {
    char token[PLAY_TOKEN_SIZE]; /* "": the place is free */
    uint8_t hash[32];
};

struct token_digests {
    pthread_mutex_t lock;
    struct digest places[PLACES];
};

struct token_digests *token_digests_new(void)
{
    struct token_digests *digests = calloc(1, sizeof *digests);

    if (digests)
        pthread_mutex_init(&digests->lock, NULL);
    return digests;
}

void token_digests_free(struct token_digests *digests)
{
    if (!digests)
        return;
    pthread_mutex_destroy(&digests->lock);
    OPENSSL_cleanse(digests, sizeof *digests);
    free(digests);
}

/* The letters of a token are random, except for the last one.  A client that
 * sends invented tokens only makes others be computed again. */
static struct digest *place_of(struct token_digests *digests, const char *token,
                               size_t length)
{
    size_t place = 0;

    for (size_t i = length - 5; i < length - 1; i++)
        place = place * 32 + (unsigned char)token[i] % 32;
    return &digests->places[place % PLACES];
}

bool token_digest(struct token_digests *digests, const char *token,
                  uint8_t hash[32])
{
    const size_t length = strlen(token);
    struct digest *digest;
    bool is_known;

    if (length < sizeof TOKEN_PREFIX + 4 || length >= PLAY_TOKEN_SIZE)
        return false;
    digest = place_of(digests, token, length);
    pthread_mutex_lock(&digests->lock);
    is_known = CRYPTO_memcmp(digest->token, token, length + 1) == 0;
    if (is_known)
        memcpy(hash, digest->hash, sizeof digest->hash);
    pthread_mutex_unlock(&digests->lock);
    if (is_known)
        return true;
    if (!token_secret_read(TOKEN_PREFIX, token, hash))
        return false;
    pthread_mutex_lock(&digests->lock);
    memcpy(digest->token, token, length + 1);
    memcpy(digest->hash, hash, sizeof digest->hash);
    pthread_mutex_unlock(&digests->lock);
    return true;
}
