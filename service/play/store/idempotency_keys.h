/* Idempotency keys: of moves and other changes, and of created matches.
 *
 * Results that a key finds are as durable as a commit
 * (store_events.list_durable). */
#ifndef PLAY_STORE_IDEMPOTENCY_KEYS_H
#define PLAY_STORE_IDEMPOTENCY_KEYS_H

#include "base/siphash.h"
#include "play/play.h"
#include "play/store/error.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct store;

/* The key of a change. */
struct store_key {
    uint8_t body_hash[32];
    size_t hash_size; /* bytes of body_hash that are stored: 8 or all */
    uint32_t seq;     /* after the change */
    int seat;         /* the seat that acted */
    char *reply;      /* new: free it; NULL: it follows from the event log */
};

/* The changes of a match whose keys to list: those whose first event has a seq
 * in (after, last]. */
struct store_tag_query {
    const struct play_id *match;
    uint32_t after, last;
    int64_t since_us; /* older keys do not count */
};

/* The hash of the key of a change, of which each account has its own: another
 * account cannot use the key. */
static inline uint64_t store_key_hash(const struct play_id *account,
                                      const char *key)
{
    _Static_assert(sizeof account->bytes == SIPHASH_KEY_SIZE,
                   "the id of an account is a key of SipHash");
    return siphash(account->bytes, 0, key, strlen(key));
}

/* The part of the hash that a node keeps of each key. */
static inline uint32_t store_key_tag(uint64_t hash)
{
    return (uint32_t)hash;
}

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
    /* List the tags of keys of changes, in any order: *out is new (free it),
     * *count of them. */
    enum store_err (*list_tags)(struct store *store,
                                const struct store_tag_query *query,
                                uint32_t **out, size_t *count);
    /* Return whether list_tags lists all keys that are younger than since_us.
     * It does not until nodes of earlier versions have stopped, and their keys
     * have expired: until then `find` and store_updates.write know more. */
    bool (*are_listed)(struct store *store, int64_t since_us);
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
