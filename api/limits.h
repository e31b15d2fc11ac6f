/* Rate limits: how much one address, one token, one match may ask for.
 *
 * Each policy gives every key a bucket of `quota` requests that fills again
 * evenly within `window_s` seconds.  Each node counts for itself.  The buckets
 * lie in a table of fixed size: a full bucket is none and takes no room, and
 * when many keys come at once the fullest bucket makes room, which its key
 * gains by.  Where a key lies is nothing that a client can find out.
 *
 * Thread-safe; never waits. */
#ifndef API_LIMITS_H
#define API_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum limit {
    LIMIT_ADDRESS, /* everything that an address asks for */
    LIMIT_TOKEN,   /* everything that a token asks for */
    LIMIT_MATCH,   /* what is done in a match, each token counted for itself */
    LIMIT_SIGN_IN, /* what an address does with passwords */
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
    uint32_t left;    /* requests that would be served now */
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

/* Buckets that are not full now, and what was ever refused. */
void limits_count(struct limits *limits, int64_t now_ns, size_t *buckets,
                  uint64_t *refused);

#endif
