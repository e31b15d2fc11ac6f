/* Tokens and device tokens: a prefix and 256 random bits as text.  The text
 * authenticates a client; the database stores only its SHA-256. */
#include "play/accounts/token_secret.h"

#include "base/base32.h"
#include "base/digest.h"
#include "play/node/id.h"
#include "play/play.h"

#include <openssl/crypto.h>
#include <string.h>

enum { SECRET_SIZE = 32 };

void token_secret_write(const char *prefix, uint8_t secret[32],
                        char out[PLAY_TOKEN_SIZE], uint8_t hash[32])
{
    size_t length = strlen(prefix);

    memcpy(out, prefix, length);
    base32_write(secret, SECRET_SIZE, out + length);
    OPENSSL_cleanse(secret, SECRET_SIZE);
    digest_sha256(out, strlen(out), hash);
}

bool token_secret_new(struct play *play, const char *prefix,
                      char out[PLAY_TOKEN_SIZE], uint8_t hash[32])
{
    uint8_t secret[SECRET_SIZE];

    if (!play_random(play, secret, sizeof secret))
        return false;
    token_secret_write(prefix, secret, out, hash);
    return true;
}

bool token_secret_read(const char *prefix, const char *text, uint8_t hash[32])
{
    uint8_t secret[SECRET_SIZE];
    size_t length = strlen(prefix);

    if (strncmp(text, prefix, length) != 0 ||
        !base32_read(text + length, secret, sizeof secret))
        return false;
    digest_sha256(text, strlen(text), hash);
    return true;
}
