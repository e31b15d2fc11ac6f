/* Idempotency keys: of moves and other changes, and of created matches.
 *
 * Results that a key finds are as durable as a commit
 * (store_events.list_durable). */
#ifndef PLAY_STORE_IDEMPOTENCY_KEYS_H
#define PLAY_STORE_IDEMPOTENCY_KEYS_H

#include "play/play.h"
#include "play/store/error.h"

#include <stddef.h>

struct store;

/* The key of a change. */
struct store_key {
    uint8_t body_hash[32];
    size_t hash_size; /* bytes of body_hash that are stored: 8 or all */
    uint32_t seq;     /* after the change */
    int seat;         /* the seat that acted */
    char *reply;      /* new: free it; NULL: it follows from the event log */
};

/* The key with which an account creates a match. */
struct store_creation_key {
    const char *key;
    uint8_t body_hash[32];
    const char *reply;
    int64_t since_us; /* older keys do not count */
};

/* The match that a key has created. */
struct store_created_match {
    struct play_id match;
    uint8_t body_hash[32];
    char *reply; /* new: free it */
};

struct store_idempotency_keys {
    /* Find the change of an account to a match under a key, if younger than
     * since_us. */
    enum store_err (*find)(struct store *store, const struct play_id *match,
                           const struct play_id *account, const char *key,
                           int64_t since_us, struct store_key *out);
    /* Find the match that an account has created under a key, if the key is
     * younger than since_us. */
    enum store_err (*find_match)(struct store *store,
                                 const struct play_id *account, const char *key,
                                 int64_t since_us,
                                 struct store_created_match *out);
    /* Delete keys of both kinds that are older. */
    enum store_err (*purge)(struct store *store, int64_t before_us);
};

#endif
