/* Idempotency keys of requests that create an account or issue a token.
 *
 * Their responses have secrets, which no database stores: the secret follows
 * from the key, which only the client knows, and from a salt, which only the
 * database has.  Neither is enough without the other. */
#ifndef PLAY_STORE_ISSUE_KEYS_H
#define PLAY_STORE_ISSUE_KEYS_H

#include "play/play.h"
#include "play/store/error.h"

#include <stdint.h>

struct store;

struct store_issue_key {
    uint8_t key_hash[32];   /* SHA-256 of the key, and of whom it belongs to */
    uint8_t body_hash[32];  /* SHA-256 of the request, without passwords */
    uint8_t salt[32];       /* random: secrets are derived from it */
    struct play_id account; /* created, or whose token was issued */
    int64_t created_us;
    int64_t since_us; /* of insert: an older row does not count */
};

struct store_issue_keys {
    /* Find a key that was inserted after since_us; sets everything but
     * since_us.  Rows are inserted by accounts->insert and tokens->insert, in
     * their transactions.  A row found is as durable as a commit. */
    enum store_err (*find)(struct store *store, const uint8_t key_hash[32],
                           int64_t since_us, struct store_issue_key *out);
    enum store_err (*purge)(struct store *store, int64_t before_us);
};

#endif
