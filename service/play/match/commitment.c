/* The commitment to a match's secret.
 *
 * The secret decides everything that is random in a match.  Players see its
 * hash from the creation of the match, and the secret itself in the record
 * when the match is over: a service that had replaced the secret meanwhile
 * could not show one with this hash.  The secret has 256 random bits, so the
 * hash reveals nothing about it. */
#include "play/match/commitment.h"

#include "base/digest.h"
#include "base/hex.h"
#include "play/play.h"

#include <openssl/crypto.h>
#include <stdio.h>
#include <string.h>

void match_commitment(const char *id, const uint8_t secret[RULES_SECRET_SIZE],
                      char out[MATCH_COMMITMENT_SIZE])
{
    static const char label[] = "fathom-commitment-1 ";
    char text[sizeof label + PLAY_ID_SIZE + 2 * RULES_SECRET_SIZE + 1];
    uint8_t hash[DIGEST_SIZE];
    int length =
        snprintf(text, sizeof text, "%s%.*s ", label, PLAY_ID_SIZE - 1, id);

    hex_write(secret, RULES_SECRET_SIZE, text + length);
    digest_sha256(text, strlen(text), hash);
    hex_write(hash, sizeof hash, out);
    OPENSSL_cleanse(text, sizeof text);
}
