/* Tokens and device tokens: a prefix and 256 random bits as text.  A client
 * that has the text is believed; the database knows only its SHA-256. */
#include "play/accounts/token_secret.h"

#include "base/base32.h"
#include "play/node/id.h"
#include "play/play.h"

/* The plain functions: those around them look the algorithm up by its name each
 * time, which takes ten times as long as the hashing. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <string.h>

enum { SECRET_SIZE = 32 };

static void hash_text(const char *text, uint8_t hash[32])
{
    SHA256_CTX sha;

    SHA256_Init(&sha);
    SHA256_Update(&sha, text, strlen(text));
    SHA256_Final(hash, &sha);
}

bool token_secret_new(struct play *play, const char *prefix,
                      char out[PLAY_TOKEN_SIZE], uint8_t hash[32])
{
    uint8_t secret[SECRET_SIZE];
    size_t length = strlen(prefix);

    if (!play_random(play, secret, sizeof secret))
        return false;
    memcpy(out, prefix, length);
    base32_write(secret, sizeof secret, out + length);
    OPENSSL_cleanse(secret, sizeof secret);
    hash_text(out, hash);
    return true;
}

bool token_secret_read(const char *prefix, const char *text, uint8_t hash[32])
{
    uint8_t secret[SECRET_SIZE];
    size_t length = strlen(prefix);

    if (strncmp(text, prefix, length) != 0 ||
        !base32_read(text + length, secret, sizeof secret))
        return false;
    hash_text(text, hash);
    return true;
}
