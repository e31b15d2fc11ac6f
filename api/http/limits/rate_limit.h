/* Rate limits: how much of the service one address, one account, one match may
 * use.
 *
 * Each policy gives every key a bucket of `quota` units that refills evenly
 * within `window_s` seconds.  A unit is a request or a unit of cost: see
 * charge.h. The buckets are in a table of fixed size.  Full buckets are not
 * stored.  When a row is full the fullest bucket is evicted, which only helps
 * its key.  Places are chosen by a keyed hash, so clients cannot aim for
 * collisions.
 *
 * The cost of a request is known only when it is done.  Before, a few units are
 * taken or reserved, and the request is refused if the bucket does not have
 * them; afterwards the rest is charged, whether the bucket has it or not.  A
 * bucket that is charged more than it has is in debt, by at most one quota, and
 * refuses everything until that has refilled.
 *
 * Nodes that share a secret hash a key to the same number.  Units taken here
 * are collected and published as soon as they are a 32nd of the quota; units
 * taken at other nodes are charged here, too.  So a key has about one quota at
 * all nodes together, plus what is on its way or too little to publish.
 * Reserved units are not published.
 *
 * Thread-safe; never waits. */
#ifndef API_RATE_LIMIT_H
#define API_RATE_LIMIT_H

#include "play/node/rate_sync.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Nodes send each other these numbers: add new ones at the end. */
enum limit {
    LIMIT_ADDRESS,      /* the cost of all requests from an address */
    LIMIT_TOKEN,        /* the cost of all requests with an account's tokens */
    LIMIT_MATCH,        /* the cost of an account's requests to a match */
    LIMIT_SIGN_IN,      /* requests that check a password: of an address, or of
                         * the token that was sent */
    LIMIT_REGISTRATION, /* accounts created from an address */
    LIMIT_EXPORT,       /* exports of an account */
    LIMIT_NETWORK_56,   /* LIMIT_ADDRESS of the /56 around an IPv6 address, */
    LIMIT_NETWORK_48,   /* and of the /48 */
    LIMIT_SIGN_IN_56,   /* the same for LIMIT_SIGN_IN of an address */
    LIMIT_SIGN_IN_48,
    LIMIT_REGISTRATION_56, /* and for LIMIT_REGISTRATION */
    LIMIT_REGISTRATION_48,
    LIMIT_COUNT,
};

enum {
    LIMIT_QUOTA_MAX = 1000000,
    LIMIT_WINDOW_MAX_S = 86400,
    /* Buckets that are not full at the same time. */
    LIMIT_BUCKETS = 65536,
};

struct limit_policy {
    uint32_t quota;    /* units; 0: no limit */
    uint32_t window_s; /* at least 1 */
};

/* A policy in words for clients. */
struct limit_words {
    const char *name, *per;
    const char *unit; /* "cost" or "request" */
    bool is_cost;
};

extern const struct limit_words limit_words[LIMIT_COUNT];

/* The state of a bucket. */
struct limit_level {
    bool applies;     /* the key has a bucket for this limit */
    bool is_refused;  /* the bucket did not have enough */
    uint32_t left;    /* units that are left now, at this node */
    uint32_t full_s;  /* until it is full again, rounded up */
    uint32_t retry_s; /* until the same request can succeed, rounded up */
};

struct rate_limits;

/* New: release with rate_limit_free; NULL when out of memory. */
struct rate_limits *
rate_limit_new(const struct limit_policy policies[LIMIT_COUNT]);
void rate_limit_free(struct rate_limits *limits);

const struct limit_policy *rate_limit_policy(const struct rate_limits *limits,
                                             enum limit limit);

/* Its item of the header RateLimit-Policy: "token";q=60;w=60;qu="cost". */
const char *rate_limit_policy_item(const struct rate_limits *limits,
                                   enum limit limit);

/* The number that identifies a key in the functions below. */
uint64_t rate_limit_key(const struct rate_limits *limits, enum limit limit,
                        const void *key, size_t size);

/* The same for a text without a bucket: a pseudonym for logs. */
uint64_t rate_limit_pseudonym(const struct rate_limits *limits,
                              const char *text);

/* In all of these functions now_ns is a steady time above 0, and the result is
 * the state of the bucket afterwards. */

/* Take a unit from a key's bucket.  A refused request takes nothing. */
struct limit_level rate_limit_take(struct rate_limits *limits, enum limit limit,
                                   uint64_t key, int64_t now_ns);

/* Reserve units until rate_limit_charge.  A full bucket grants any number. A
 * refused request reserves nothing. */
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
 * is cost.  keys and levels are indexed by limit; levels are set to the states
 * afterwards.  With nothing reserved and no units it only reads them. */
void rate_limit_charge_all(struct rate_limits *limits,
                           const uint64_t keys[LIMIT_COUNT], uint32_t reserved,
                           uint32_t units, int64_t now_ns,
                           struct limit_level levels[LIMIT_COUNT]);

/* From now on hash keys with this secret, which other nodes share; earlier use
 * is forgotten.  Call it once; until then nothing is collected. */
void rate_limit_share(struct rate_limits *limits,
                      const uint8_t secret[RATE_USAGE_SECRET_SIZE]);
bool rate_limit_are_shared(const struct rate_limits *limits);

/* Collect use for other nodes, the largest shares of a quota first; returns how
 * many entries, at most cap.  Each is collected once. */
size_t rate_limit_collect(struct rate_limits *limits, struct rate_usage *out,
                          size_t cap);

/* Charge use that another node published. */
void rate_limit_hear(struct rate_limits *limits, const struct rate_usage *one,
                     int64_t now_ns);

/* Counters for metrics. */
struct rate_limit_counts {
    size_t buckets;                /* that are not full now */
    uint64_t refused[LIMIT_COUNT]; /* requests, since the start */
};

void rate_limit_count(struct rate_limits *limits, int64_t now_ns,
                      struct rate_limit_counts *out);

/* A request is refused although its units were taken: its bucket went into debt
 * while the request waited. */
void rate_limit_note_refused(struct rate_limits *limits, enum limit limit);

#endif
