/* The payers of a request. */
#include "api/http/limits/payers.h"

#include "api/http/limits/client_ip.h"
#include "base/siphash.h"
#include "play/node/text.h"

#include <openssl/rand.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* The domains of the hash beside those of payers. */
enum { TOKEN = PAYER_COUNT, PSEUDONYM = 255 };

enum { KEY_MAX = 512 }; /* bytes of a text that are hashed */

struct payer_secret {
    uint8_t own[SIPHASH_KEY_SIZE];
    uint8_t shared[SIPHASH_KEY_SIZE]; /* set when is_shared is */
    atomic_bool is_shared;
};

struct payer_secret *payer_secret_new(void)
{
    struct payer_secret *secret = calloc(1, sizeof *secret);

    if (secret && RAND_bytes(secret->own, sizeof secret->own) != 1) {
        free(secret);
        return NULL;
    }
    return secret;
}

void payer_secret_free(struct payer_secret *secret)
{
    free(secret);
}

void payer_secret_share(struct payer_secret *secret,
                        const uint8_t shared[RATE_USAGE_SECRET_SIZE])
{
    _Static_assert(sizeof secret->shared == RATE_USAGE_SECRET_SIZE,
                   "it is the whole secret");
    if (payer_secret_is_shared(secret))
        return;
    memcpy(secret->shared, shared, RATE_USAGE_SECRET_SIZE);
    atomic_store(&secret->is_shared, true);
}

bool payer_secret_is_shared(const struct payer_secret *secret)
{
    return atomic_load(&secret->is_shared);
}

/* The domain is hashed as eight bytes with the lowest first, before the key.
 * The 16 digits of the result are its bytes in the order in which other
 * programs print them. */
static uint64_t hash(const struct payer_secret *secret, uint8_t domain,
                     const void *key, size_t size)
{
    return __builtin_bswap64(
        siphash(payer_secret_is_shared(secret) ? secret->shared : secret->own,
                domain, key, size < KEY_MAX ? size : KEY_MAX));
}

void payers_set_address(struct payers *payers,
                        const struct payer_secret *secret,
                        const struct client_ip *address)
{
    struct client_ip network;

    _Static_assert(PAYER_NETWORK_48 + 1 == CLIENT_IP_LEVELS, "one each");
    for (unsigned level = 0; client_ip_widen(&network, address, level); level++)
        payers->keys[PAYER_ADDRESS + level] =
            hash(secret, (uint8_t)(PAYER_ADDRESS + level), network.network,
                 strlen(network.network));
}

void payers_set_token(struct payers *payers, const struct payer_secret *secret,
                      const char *token)
{
    payers->keys[PAYER_ACCOUNT] = hash(secret, TOKEN, token, strlen(token));
    payers->trust = TRUST_STRANGER;
}

void payers_set_login(struct payers *payers, const struct payer_secret *secret,
                      const struct login *login)
{
    const struct player *player = &login->player;

    payers->keys[PAYER_ACCOUNT] = hash(secret, PAYER_ACCOUNT, player->key.bytes,
                                       sizeof player->key.bytes);
    payers->trust = player->is_guest        ? TRUST_GUEST
                    : login->is_experienced ? TRUST_PLAYER
                                            : TRUST_NEWCOMER;
}

void payers_set_match(struct payers *payers, const struct payer_secret *secret,
                      const char *match)
{
    struct {
        uint64_t account;
        char match[PLAY_ID_SIZE];
    } key = {payers->keys[PAYER_ACCOUNT], ""};

    text_copy(match, key.match, sizeof key.match);
    payers->keys[PAYER_MATCH] = hash(secret, PAYER_MATCH, &key, sizeof key);
}

uint64_t payer_pseudonym(const struct payer_secret *secret, const char *text)
{
    return hash(secret, PSEUDONYM, text, strlen(text));
}
