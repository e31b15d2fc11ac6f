/* Rate limits: the buckets of payers.
 *
 * Each limit of budget.h gives its payer a bucket of `quota` units that refills
 * evenly within `window_s` seconds.  A unit is a request or a unit of cost: see
 * charge.h.  It takes as many units from the bucket as budget_price says.
 *
 * The buckets are in a table of fixed size.  Full buckets are not stored.  When
 * a row is full the fullest bucket is evicted, which only helps its payer.
 *
 * The cost of a request is known only when it is done.  Before, a few units are
 * taken or reserved, and the request is refused if the bucket does not have
 * them; afterwards the rest is charged, whether the bucket has it or not.  A
 * bucket that is charged more than it has is in debt, by at most one quota, and
 * refuses everything until that has refilled.
 *
 * Payers have the same number at all nodes.  Units taken here are collected and
 * published as soon as they are a 32nd of the quota; units taken at other nodes
 * are charged here, too.  So a payer has about one quota at all nodes together,
 * plus what is on its way or too little to publish. Reserved units are not
 * published.
 *
 * Thread-safe; never waits. */
#ifndef API_RATE_LIMIT_H
#define API_RATE_LIMIT_H

#include "api/http/limits/budget.h"
#include "play/node/rate_sync.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { LIMIT_BUCKETS = 65536 }; /* that are not full at the same time */

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

/* What a payer has: the policy, with the quota by the price of
 * a unit. */
struct limit_policy rate_limit_policy(const struct rate_limits *limits,
                                      enum limit limit, enum trust trust);

/* Its item of the header RateLimit-Policy: "token";q=60;w=60;qu="cost". */
const char *rate_limit_policy_item(const struct rate_limits *limits,
                                   enum limit limit, enum trust trust);

/* In all of these functions now_ns is a steady time above 0, the limit's payer
 * is known, and the result is the state of its bucket afterwards, in units that
 * it can buy. */

/* Take a unit from a payer's bucket.  A refused request takes nothing. */
struct limit_level rate_limit_take(struct rate_limits *limits, enum limit limit,
                                   const struct payers *payers, int64_t now_ns);

/* Reserve units until rate_limit_charge.  A full bucket grants any number. A
 * refused request reserves nothing. */
struct limit_level rate_limit_reserve(struct rate_limits *limits,
                                      enum limit limit,
                                      const struct payers *payers,
                                      uint32_t units, int64_t now_ns);

/* Give back what was reserved, and charge `units`.  is_refused: the
 * bucket is in debt. */
struct limit_level rate_limit_charge(struct rate_limits *limits,
                                     enum limit limit,
                                     const struct payers *payers,
                                     uint32_t reserved, uint32_t units,
                                     int64_t now_ns);

/* The same for several limits at once: those whose level applies and whose unit
 * is cost.  levels are set to the states afterwards.  With nothing reserved and
 * no units it only reads them. */
void rate_limit_charge_all(struct rate_limits *limits,
                           const struct payers *payers, uint32_t reserved,
                           uint32_t units, int64_t now_ns,
                           struct limit_level levels[LIMIT_COUNT]);

/* From now on the numbers of payers are those of all nodes: earlier use is
 * forgotten.  Call it once; until then nothing is collected. */
void rate_limit_share(struct rate_limits *limits);
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
