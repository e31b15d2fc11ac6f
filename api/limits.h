/* Rate limits: how much one address, one token, one match may ask for.
 *
 * Each policy gives every key a bucket of `quota` requests that fills again
 * evenly within `window_s` seconds.  The buckets lie in a table of fixed size:
 * a full bucket is none and takes no room, and when many keys come at once the
 * fullest bucket makes room, which its key gains by.  Where a key lies is
 * nothing that a client can find out.
 *
 * Nodes that share a secret name the same key by the same hash.  What was taken
 * here is collected to be told, as soon as it is a 32nd of the quota; what was
 * taken elsewhere is taken here, too.  So a key has about one quota at all
 * nodes together: what is on its way, and what is too little to be told, comes
 * on top.  What was taken too much in the meantime is owed, up to one more
 * quota.
 *
 * Thread-safe; never waits. */
#ifndef API_LIMITS_H
#define API_LIMITS_H

#include "play/taken.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nodes tell each other these numbers: add at the end. */
enum limit {
    LIMIT_ADDRESS, /* everything that an address asks for */
    LIMIT_TOKEN,   /* everything that a token asks for */
    LIMIT_MATCH,   /* what is done in a match, each token counted for itself */
    LIMIT_SIGN_IN, /* what an address does with passwords, or a token */
    LIMIT_REGISTRATION, /* accounts that an address makes */
    LIMIT_EXPORT,       /* exports of an account */
    LIMIT_NETWORK_56,   /* LIMIT_ADDRESS of the /56 around an IPv6 address, */
    LIMIT_NETWORK_48,   /* and of the /48 */
    LIMIT_COUNT,
};

enum {
    LIMIT_QUOTA_MAX = 1000000,
    LIMIT_WINDOW_MAX_S = 86400,
    /* Buckets that are not full at the same time. */
    LIMIT_BUCKETS = 65536,
};

struct limit_policy {
    uint32_t quota;    /* 0: there is no such limit */
    uint32_t window_s; /* at least 1 */
};

/* A policy as clients read it. */
struct limit_words {
    const char *name, *per;
};

extern const struct limit_words limit_words[LIMIT_COUNT];

/* How a bucket stands. */
struct limit_level {
    bool applies;     /* there was a bucket to look into */
    bool is_refused;  /* it was empty */
    uint32_t left;    /* requests that would be served now, here */
    uint32_t full_s;  /* until it is full again, rounded up */
    uint32_t retry_s; /* until the next request is served, rounded up */
};

struct limits;

/* New: release with limits_free; NULL when out of memory. */
struct limits *limits_new(const struct limit_policy policies[LIMIT_COUNT]);
void limits_free(struct limits *limits);

const struct limit_policy *limits_policy(const struct limits *limits,
                                         enum limit limit);

/* Take one request out of a key's bucket; now_ns is a steady time above 0.
 * What is refused takes nothing.  Says how the bucket stands afterwards. */
struct limit_level limits_take(struct limits *limits, enum limit limit,
                               const void *key, size_t size, int64_t now_ns);

/* From now on hash keys with this secret, which other nodes have, too; what was
 * taken before is forgotten.  Once; until then nothing is collected. */
void limits_share(struct limits *limits,
                  const uint8_t secret[TAKEN_SECRET_SIZE]);
bool limits_are_shared(const struct limits *limits);

/* What is to be told to other nodes, the largest shares of a quota first;
 * returns how many there are, at most cap.  They are collected once. */
size_t limits_collect(struct limits *limits, struct taken *out, size_t cap);

/* Another node told this.  Refuses nothing, but empties the bucket. */
void limits_hear(struct limits *limits, const struct taken *one,
                 int64_t now_ns);

/* Buckets that are not full now, and what was ever refused. */
void limits_count(struct limits *limits, int64_t now_ns, size_t *buckets,
                  uint64_t *refused);

#endif
