/* The commitment to a match's secret.
 *
 * The secret decides everything that is random in a match.  Players see its
 * hash from the moment the match is set up, and the secret itself in the record
 * when the match is over: a service that had chosen another secret meanwhile
 * could not show one with this hash.  The secret has 256 random bits, so the
 * hash tells nothing about it. */
#include "play/match/commitment.h"
#include "play/play.h"

/* The plain functions: see token_secret.c. */
#define OPENSSL_SUPPRESS_DEPRECATED
#include <openssl/crypto.h>
#include <openssl/sha.h>
#include <stdio.h>
#include <string.h>

static void write_hex(const uint8_t *bytes, size_t count, char *out)
{
    for (size_t i = 0; i < count; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
}

void match_commitment(const char *id, const uint8_t secret[RULES_SECRET_SIZE],
                      char out[MATCH_COMMITMENT_SIZE])
{
    static const char label[] = "fathom-commitment-1 ";
    char text[sizeof label + PLAY_ID_SIZE + 2 * RULES_SECRET_SIZE + 1];
    uint8_t hash[SHA256_DIGEST_LENGTH];
    int length =
        snprintf(text, sizeof text, "%s%.*s ", label, PLAY_ID_SIZE - 1, id);

    write_hex(secret, RULES_SECRET_SIZE, text + length);
    SHA256((const uint8_t *)text, strlen(text), hash);
    write_hex(hash, sizeof hash, out);
    OPENSSL_cleanse(text, sizeof text);
}
