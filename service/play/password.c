/* Passwords: scrypt hashes that name their parameters, and a refusal of the
 * commonest ones.
 *
 * A hash reads "$scrypt$ln=17,r=8,p=1$SALT$HASH", salt and hash in base32. */
#include "inner.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SALT_SIZE = 16, HASH_SIZE = 32, COST_R = 8, COST_P = 1 };

/* Letters of base32 for so many bytes, with the NUL. */
#define BASE32_SIZE(bytes) (((bytes)*8 + 4) / 5 + 1)

static bool derive(const char *password, const uint8_t salt[SALT_SIZE],
                   unsigned log2_n, uint8_t out[HASH_SIZE])
{
    uint64_t n = UINT64_C(1) << log2_n;
    uint64_t memory = 128 * n * COST_R + (1U << 20);

    return EVP_PBE_scrypt(password, strlen(password), salt, SALT_SIZE, n,
                          COST_R, COST_P, memory, out, HASH_SIZE) == 1;
}

bool password_hash(struct play *play, const char *password,
                   char out[STORE_PASSWORD_SIZE])
{
    unsigned log2_n = play->config.scrypt_log2_n;
    uint8_t salt[SALT_SIZE], hash[HASH_SIZE];
    char salt_text[BASE32_SIZE(SALT_SIZE)], hash_text[BASE32_SIZE(HASH_SIZE)];

    if (!play_random(play, salt, sizeof salt) ||
        !derive(password, salt, log2_n, hash))
        return false;
    base32_write(salt, sizeof salt, salt_text);
    base32_write(hash, sizeof hash, hash_text);
    snprintf(out, STORE_PASSWORD_SIZE, "$scrypt$ln=%u,r=%d,p=%d$%s$%s", log2_n,
             COST_R, COST_P, salt_text, hash_text);
    return true;
}

/* What a stored hash says. */
struct parsed {
    unsigned log2_n;
    uint8_t salt[SALT_SIZE], hash[HASH_SIZE];
};

/* "$scrypt$ln=17,r=8,p=1$SALT$HASH" */
static bool parse(const char *text, struct parsed *out)
{
    static const char head[] = "$scrypt$ln=", costs[] = ",r=8,p=1$";
    enum { SALT_LETTERS = BASE32_SIZE(SALT_SIZE) - 1 };
    char salt[SALT_LETTERS + 1];
    char *end;

    if (strncmp(text, head, sizeof head - 1) != 0)
        return false;
    out->log2_n = (unsigned)strtoul(text + sizeof head - 1, &end, 10);
    if (out->log2_n < 1 || out->log2_n > 20 ||
        strncmp(end, costs, sizeof costs - 1) != 0)
        return false;
    end += sizeof costs - 1;
    if (strlen(end) <= SALT_LETTERS || end[SALT_LETTERS] != '$')
        return false;
    snprintf(salt, sizeof salt, "%s", end);
    return base32_read(salt, out->salt, sizeof out->salt) &&
           base32_read(end + SALT_LETTERS + 1, out->hash, sizeof out->hash);
}

bool password_matches(struct play *play, const char *password,
                      const char *stored)
{
    struct parsed want = {.log2_n = play->config.scrypt_log2_n};
    bool is_known = stored && parse(stored, &want);
    uint8_t have[HASH_SIZE];

    if (!is_known)
        want = (struct parsed){.log2_n = play->config.scrypt_log2_n};
    if (!derive(password, want.salt, want.log2_n, have))
        return false;
    return (CRYPTO_memcmp(have, want.hash, sizeof have) == 0) & is_known;
}
