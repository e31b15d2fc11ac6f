/* Password hashes: argon2id, and scrypt as version 0.3 wrote it.
 *
 * Both contain their parameters and their salt:
 *
 *   $argon2id$v=19$m=19456,t=2,p=1$SALT$HASH   base64, by libargon2
 *   $scrypt$ln=17,r=8,p=1$SALT$HASH            base32
 *
 * scrypt is still written as long as nodes of version 0.3, which support
 * nothing else, may run beside this one.  It takes 128 MiB: one thread at a
 * time. */
#include "play/accounts/password.h"

#include "base/base32.h"
#include "play/config.h"
#include "play/node/id.h"
#include "play/play.h"
#include "play/play_struct.h"
#include "play/store/accounts.h"
#include "play/store/error.h"

#include <argon2.h>
#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SALT_SIZE = 16, HASH_SIZE = 32, LANES = 1, COST_R = 8, COST_P = 1 };

/* Letters of base32 for this many bytes, with the NUL. */
#define BASE32_SIZE(bytes) (((bytes)*8 + 4) / 5 + 1)

static const char argon2_head[] = "$argon2id$";

/* ---- scrypt ---- */

/* The contents of a stored scrypt hash. */
struct scrypt {
    unsigned log2_n;
    uint8_t salt[SALT_SIZE], hash[HASH_SIZE];
};

static bool scrypt_derive(struct play *play, const char *password,
                          const struct scrypt *of, uint8_t out[HASH_SIZE])
{
    uint64_t n = UINT64_C(1) << of->log2_n;
    uint64_t memory = 128 * n * COST_R + (1U << 20);
    bool is_done;

    pthread_mutex_lock(&play->scrypt_lock);
    is_done = EVP_PBE_scrypt(password, strlen(password), of->salt, SALT_SIZE, n,
                             COST_R, COST_P, memory, out, HASH_SIZE) == 1;
    pthread_mutex_unlock(&play->scrypt_lock);
    return is_done;
}

static bool scrypt_new(struct play *play, const char *password,
                       char out[STORE_PASSWORD_SIZE])
{
    struct scrypt made = {.log2_n = play->config.scrypt_log2_n};
    char salt_text[BASE32_SIZE(SALT_SIZE)], hash_text[BASE32_SIZE(HASH_SIZE)];

    if (!play_random(play, made.salt, sizeof made.salt) ||
        !scrypt_derive(play, password, &made, made.hash))
        return false;
    base32_write(made.salt, sizeof made.salt, salt_text);
    base32_write(made.hash, sizeof made.hash, hash_text);
    snprintf(out, STORE_PASSWORD_SIZE, "$scrypt$ln=%u,r=%d,p=%d$%s$%s",
             made.log2_n, COST_R, COST_P, salt_text, hash_text);
    return true;
}

static bool scrypt_parse(const char *text, struct scrypt *out)
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

static bool scrypt_matches(struct play *play, const char *password,
                           const struct scrypt *want)
{
    uint8_t have[HASH_SIZE];

    return scrypt_derive(play, password, want, have) &&
           CRYPTO_memcmp(have, want->hash, sizeof have) == 0;
}

/* ---- argon2id ---- */

static bool argon2id_new(struct play *play, const char *password,
                         char out[STORE_PASSWORD_SIZE])
{
    const struct play_config *config = &play->config;
    uint8_t salt[SALT_SIZE];

    return play_random(play, salt, sizeof salt) &&
           argon2id_hash_encoded(config->password_passes, config->password_kib,
                                 LANES, password, strlen(password), salt,
                                 sizeof salt, HASH_SIZE, out,
                                 STORE_PASSWORD_SIZE) == ARGON2_OK;
}

static void argon2id_waste(struct play *play, const char *password)
{
    static const uint8_t salt[SALT_SIZE];
    const struct play_config *config = &play->config;
    uint8_t hash[HASH_SIZE];

    argon2id_hash_raw(config->password_passes, config->password_kib, LANES,
                      password, strlen(password), salt, sizeof salt, hash,
                      sizeof hash);
}

static bool is_argon2(const char *stored)
{
    return strncmp(stored, argon2_head, sizeof argon2_head - 1) == 0;
}

/* ---- choosing the algorithm ---- */

/* Return whether every node supports argon2id by now.  Queries the database
 * until this is the case. */
static bool may_use_argon2(struct play *play)
{
    int64_t since_us = atomic_load(&play->argon2_since_us);

    if (since_us == INT64_MAX &&
        play->store->accounts->argon2_since(play->store, &since_us) == STORE_OK)
        atomic_store(&play->argon2_since_us, since_us);
    return play_now_us(play) >= since_us;
}

bool password_hash(struct play *play, const char *password,
                   char out[STORE_PASSWORD_SIZE])
{
    atomic_fetch_add(&play->counts.hashes, 1);
    return may_use_argon2(play) ? argon2id_new(play, password, out)
                                : scrypt_new(play, password, out);
}

/* Take as long as a new hash. */
static void waste(struct play *play, const char *password)
{
    const struct scrypt none = {.log2_n = play->config.scrypt_log2_n};
    uint8_t hash[HASH_SIZE];

    if (may_use_argon2(play))
        argon2id_waste(play, password);
    else
        scrypt_derive(play, password, &none, hash);
}

bool password_matches(struct play *play, const char *password,
                      const char *stored)
{
    struct scrypt old;

    atomic_fetch_add(&play->counts.hashes, 1);
    if (stored && is_argon2(stored))
        return argon2id_verify(stored, password, strlen(password)) == ARGON2_OK;
    if (stored && scrypt_parse(stored, &old))
        return scrypt_matches(play, password, &old);
    waste(play, password);
    return false;
}

bool password_is_outdated(struct play *play, const char *stored)
{
    char head[64];
    int length =
        snprintf(head, sizeof head, "%sv=%d$m=%u,t=%u,p=%d$", argon2_head,
                 ARGON2_VERSION_NUMBER, play->config.password_kib,
                 play->config.password_passes, LANES);

    return strncmp(stored, head, (size_t)length) != 0 && may_use_argon2(play);
}

/* Count characters, not bytes: bytes that do not continue a character in
 * UTF-8. */
static size_t characters(const char *text)
{
    size_t n = 0;

    for (; *text; text++)
        n += ((unsigned char)*text & 0xc0) != 0x80;
    return n;
}

bool password_fits(const char *text)
{
    size_t n = characters(text);

    return n >= PASSWORD_SHORTEST && n <= PASSWORD_LONGEST &&
           strlen(text) < PASSWORD_SIZE;
}
