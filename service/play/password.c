/* Passwords: scrypt hashes that name their parameters, and a refusal of the
 * commonest ones.
 *
 * A hash reads "$scrypt$ln=17,r=8,p=1$SALT$HASH", salt and hash in base32. */
#include "inner.h"

#include <ctype.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <stdio.h>
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

bool password_matches(struct play *play, const char *password,
                      const char *stored)
{
    uint8_t salt[SALT_SIZE] = {0}, want[HASH_SIZE] = {0}, have[HASH_SIZE];
    char salt_text[BASE32_SIZE(SALT_SIZE)], hash_text[BASE32_SIZE(HASH_SIZE)];
    unsigned log2_n = play->config.scrypt_log2_n;
    bool is_known = stored != NULL;

    if (is_known) {
        is_known =
            sscanf(stored, "$scrypt$ln=%2u,r=8,p=1$%26[a-z2-7]$%52[a-z2-7]",
                   &log2_n, salt_text, hash_text) == 3 &&
            log2_n > 0 && log2_n <= 20 &&
            base32_read(salt_text, salt, sizeof salt) &&
            base32_read(hash_text, want, sizeof want);
        if (!is_known)
            log2_n = play->config.scrypt_log2_n;
    }
    if (!derive(password, salt, log2_n, have))
        return false;
    return (CRYPTO_memcmp(have, want, sizeof want) == 0) & is_known;
}

/* What people choose who do not want to choose; lower case, 8 letters or more.
 * Runs and repetitions are told by rule below. */
static const char *const common[] = {
    "password",    "password1",     "password12",
    "password123", "passw0rd",      "p@ssw0rd",
    "p@ssword",    "passwort",      "qwertyui",
    "qwertyuiop",  "qwerty123",     "qwerty12",
    "asdfghjk",    "asdfghjkl",     "zxcvbnm1",
    "1q2w3e4r",    "1q2w3e4r5t",    "1qaz2wsx",
    "q1w2e3r4",    "zaq12wsx",      "iloveyou",
    "iloveyou1",   "letmein1",      "letmein123",
    "welcome1",    "welcome123",    "changeme",
    "changeit",    "administrator", "admin123",
    "admin1234",   "rootroot",      "sunshine",
    "princess",    "football",      "football1",
    "baseball",    "basketball",    "superman",
    "spiderman",   "trustno1",      "whatever",
    "starwars",    "computer",      "internet",
    "michelle",    "jennifer",      "dragon123",
    "monkey123",   "shadow123",     "master123",
    "abc12345",    "abcd1234",      "a1b2c3d4",
    "test1234",    "testtest",      "guest123",
    "secret123",   "topsecret",     "mustang1",
    "chocolate",   "butterfly",     "summer2025",
    "winter2025",  "underwater",    "underwatercities",
    "fathom123",   "fathomfathom",  "correcthorsebatterystaple",
    "opensesame",  "hello123",
};

/* Every letter the same distance from the one before: "aaaaaaaa", "12345678",
 * "87654321". */
static bool is_run(const char *text)
{
    int step = text[1] - text[0];

    if (step < -1 || step > 1)
        return false;
    for (size_t i = 1; text[i]; i++) {
        int here = text[i] - text[i - 1];

        if (here != step && !(text[i - 1] == '9' && text[i] == '0'))
            return false;
    }
    return true;
}

/* A piece of one to four letters again and again: "abcabcabc". */
static bool is_repetition(const char *text)
{
    size_t length = strlen(text);

    for (size_t piece = 1; piece <= 4 && piece * 2 <= length; piece++)
        if (strncmp(text, text + piece, length - piece) == 0)
            return true;
    return false;
}

bool password_is_common(const char *password, const char *name)
{
    char lower[64];
    size_t n = 0;

    for (; password[n] && n < sizeof lower - 1; n++)
        lower[n] = (char)tolower((unsigned char)password[n]);
    lower[n] = '\0';
    if (password[n])
        return false; /* too long to be common */
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        if (strcmp(lower, common[i]) == 0)
            return true;
    return strcmp(lower, name) == 0 || is_run(lower) || is_repetition(lower);
}
