/* Rate limits: how much of the service one address, one account, one match may
 * use.
 *
 * Each policy gives every key a bucket of `quota` units that refills evenly
 * within `window_s` seconds.  A unit is a request or a unit of cost: see
 * charge.h.  The buckets lie in a table of fixed size: a full bucket is none
 * and takes no room, and when many keys come at once the fullest bucket makes
 * room, which its key gains by.  Where a key lies is nothing that a client can
 * find out.
 *
 * What a request costs is known only when it is done.  Before, a few units are
 * taken or reserved, and it is refused when the bucket does not have them;
 * afterwards the rest is charged, whether the bucket has it or not.  A bucket
 * that is charged more than it has is in debt, by one more quota at most, and
 * refuses everything until that has refilled.
 *
 * Nodes that share a secret name the same key by the same hash.  What was taken
 * here is collected to be told, as soon as it is a 32nd of the quota; what was
 * taken elsewhere is charged here, too.  So a key has about one quota at all
 * nodes together: what is on its way, and what is too little to be told, comes
 * on top.  What is only reserved is not told.
 *
 * Thread-safe; never waits. */
#ifndef API_LIMITS_H
#define API_LIMITS_H

#include "play/node/rate_sync.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nodes tell each other these numbers: add at the end. */
enum limit {
    LIMIT_ADDRESS,      /* the cost of all requests from an address */
    LIMIT_TOKEN,        /* the cost of all requests with an account's tokens */
    LIMIT_MATCH,        /* the cost of what an account does in a match */
    LIMIT_SIGN_IN,      /* requests that check a password: of an address, or of
                           the token that is signed in */
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
    uint32_t quota;    /* units; 0: there is no such limit */
    uint32_t window_s; /* at least 1 */
};

/* A policy as clients read it. */
struct limit_words {
    const char *name, *per;
    const char *unit; /* "cost" or "request" */
    bool is_cost;
};

extern const struct limit_words limit_words[LIMIT_COUNT];

/* How a bucket stands. */
struct limit_level {
    bool applies;     /* there was a bucket to look into */
    bool is_refused;  /* it did not have what was asked for */
    uint32_t left;    /* units that it has now, here */
    uint32_t full_s;  /* until it is full again, rounded up */
    uint32_t retry_s; /* until the same can be asked for again, rounded up */
};

struct rate_limits;

/* New: release with rate_limit_free; NULL when out of memory. */
struct rate_limits *
rate_limit_new(const struct limit_policy policies[LIMIT_COUNT]);
void rate_limit_free(struct rate_limits *limits);

const struct limit_policy *rate_limit_policy(const struct rate_limits *limits,
                                             enum limit limit);

/* What stands for a key in the functions below. */
uint64_t rate_limit_key(const struct rate_limits *limits, enum limit limit,
                        const void *key, size_t size);

/* The same of a text that no bucket belongs to: what logs have instead of it.
 */
uint64_t rate_limit_pseudonym(const struct rate_limits *limits,
                              const char *text);

/* In all of these now_ns is a steady time above 0, and the result says how the
 * bucket stands afterwards. */

/* Take a unit out of a key's bucket.  What is refused takes nothing. */
struct limit_level rate_limit_take(struct rate_limits *limits, enum limit limit,
                                   uint64_t key, int64_t now_ns);

/* Reserve units until rate_limit_charge.  A full bucket has whatever is asked
 * for. What is refused reserves nothing. */
struct limit_level rate_limit_reserve(struct rate_limits *limits,
                                      enum limit limit, uint64_t key,
                                      uint32_t units, int64_t now_ns);

/* Give back what was reserved, and charge `units`.  is_refused: the
 * bucket is in debt. */
struct limit_level rate_limit_charge(struct rate_limits *limits,
                                     enum limit limit, uint64_t key,
                                     uint32_t reserved, uint32_t units,
                                     int64_t now_ns);

/* The same for several limits at once: those whose level applies and whose unit
 * is cost.  keys and levels go by limit; levels are set to how the buckets
 * stand afterwards.  With nothing reserved and no units it only looks. */
void rate_limit_charge_all(struct rate_limits *limits,
                           const uint64_t keys[LIMIT_COUNT], uint32_t reserved,
                           uint32_t units, int64_t now_ns,
                           struct limit_level levels[LIMIT_COUNT]);

/* From now on hash keys with this secret, which other nodes have, too; what was
 * taken before is forgotten.  Once; until then nothing is collected. */
void rate_limit_share(struct rate_limits *limits,
                      const uint8_t secret[RATE_USAGE_SECRET_SIZE]);
bool rate_limit_are_shared(const struct rate_limits *limits);

/* What is to be told to other nodes, the largest shares of a quota first;
 * returns how many there are, at most cap.  They are collected once. */
size_t rate_limit_collect(struct rate_limits *limits, struct rate_usage *out,
                          size_t cap);

/* Another node told this: charge it. */
void rate_limit_hear(struct rate_limits *limits, const struct rate_usage *one,
                     int64_t now_ns);

/* What there is to count. */
struct rate_limit_counts {
    size_t buckets;                /* that are not full now */
    uint64_t refused[LIMIT_COUNT]; /* requests, since the beginning */
};

void rate_limit_count(struct rate_limits *limits, int64_t now_ns,
                      struct rate_limit_counts *out);

/* A request is refused although its units were taken: its bucket went into
 * debt while it waited. */
void rate_limit_note_refused(struct rate_limits *limits, enum limit limit);

#endif
