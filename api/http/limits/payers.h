/* The payers of a request.
 *
 * Everything that is scarce is counted by payer: the account, and the address
 * with the networks around it.  A payer is a number, which is found once for a
 * request.  rate_limit.h, stream_slots.h, client_usage.h and the workers' pools
 * count by these numbers; what each payer may have is in budget.c.
 *
 * The number is a hash that is keyed with the secret that all nodes on one
 * database share: so all of them have the same one, no client can choose its
 * own, and nobody can find an address by trying.  Until a node has read that
 * secret it uses its own. */
#ifndef API_PAYERS_H
#define API_PAYERS_H

#include "play/accounts/player.h"
#include "play/node/rate_sync.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct client_ip;

enum payer {
    PAYER_ADDRESS,    /* for IPv6 a /64 */
    PAYER_NETWORK_56, /* around an IPv6 address */
    PAYER_NETWORK_48,
    PAYER_ACCOUNT, /* or the token as it was sent, while its account is not
                    * known */
    PAYER_MATCH,   /* the account in the match of the path */
    PAYER_COUNT,
};

/* How well the client is known, in rising order. */
enum trust {
    TRUST_STRANGER, /* has no token, or one that is not known yet */
    TRUST_GUEST,
    TRUST_NEWCOMER, /* an account that has finished no public match */
    TRUST_PLAYER,
    TRUST_COUNT,
};

struct payers {
    uint64_t keys[PAYER_COUNT]; /* 0: the request has none */
    enum trust trust;           /* above TRUST_STRANGER: PAYER_ACCOUNT is an
                                 * account */
};

/* The secret of the hash. */
struct payer_secret;

/* New: release with payer_secret_free.  NULL: no memory, no randomness. */
struct payer_secret *payer_secret_new(void);
void payer_secret_free(struct payer_secret *secret);

/* From now on hash with this secret, which other nodes share.  Call it once. */
void payer_secret_share(struct payer_secret *secret,
                        const uint8_t shared[RATE_USAGE_SECRET_SIZE]);
bool payer_secret_is_shared(const struct payer_secret *secret);

/* Set the payers of an address. */
void payers_set_address(struct payers *payers,
                        const struct payer_secret *secret,
                        const struct client_ip *address);

/* Set the account: a token as it was sent, or the account of a login. */
void payers_set_token(struct payers *payers, const struct payer_secret *secret,
                      const char *token);
void payers_set_login(struct payers *payers, const struct payer_secret *secret,
                      const struct login *login);

/* Set the account in a match.  The account is known. */
void payers_set_match(struct payers *payers, const struct payer_secret *secret,
                      const char *match);

/* The client: the account or, while it is not known, the address. */
static inline uint64_t payers_client(const struct payers *payers)
{
    return payers
        ->keys[payers->trust > TRUST_STRANGER ? PAYER_ACCOUNT : PAYER_ADDRESS];
}

/* The same hash of another text: a pseudonym for logs. */
uint64_t payer_pseudonym(const struct payer_secret *secret, const char *text);

#endif
