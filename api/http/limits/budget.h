/* The budget: what each payer may have of everything that is scarce.
 *
 * Open budget.c first: its two tables are all of it.  The rules behind them:
 *
 *   - Every request has payers (payers.h): the address, for IPv6 the /56 and
 *     the /48 around it, and the account.  All of them pay for all of it, and
 *     the first one that has nothing left refuses it.
 *   - What renews itself is a rate: units in a number of seconds.  Processor
 *     time, time of the database and bytes that are kept for ever are counted
 *     in one unit, the cost (charge.h).  What somebody occupies is a place: a
 *     number of them at a time.
 *   - A /56 may have twice as much as an address, a /48 four times.
 *   - Accounts cost nothing.  So to be new has a price: each unit of cost takes
 *     as many units from the account as budget_price says, and guests share a
 *     part of their network's places with those who have no token.
 *
 * Operators set the numbers: --rate-… and …-per-….  A rate of 0: no limit. */
#ifndef API_BUDGET_H
#define API_BUDGET_H

#include "api/http/limits/payers.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- rates ---- */

/* The settings of operators, and what they are if none is given: units/seconds.
 */
enum rate {
    RATE_ADDRESS,
    RATE_TOKEN,
    RATE_MATCH,
    RATE_SIGN_IN,
    RATE_REGISTRATION,
    RATE_EXPORT,
    RATE_COUNT,
};

#define RATE_ADDRESS_USUAL      "15000/10"
#define RATE_TOKEN_USUAL        "10000/10"
#define RATE_MATCH_USUAL        "5000/10"
#define RATE_SIGN_IN_USUAL      "60/60"
#define RATE_REGISTRATION_USUAL "20/240"
#define RATE_EXPORT_USUAL       "5/86400"

enum {
    LIMIT_QUOTA_MAX = 1000000,
    LIMIT_WINDOW_MAX_S = 86400,
};

struct limit_policy {
    uint32_t quota;    /* units; 0: no limit */
    uint32_t window_s; /* at least 1 */
};

/* A rate of one payer.  Nodes send each other these numbers, up to 15: add new
 * ones at the end. */
enum limit {
    LIMIT_ADDRESS,
    LIMIT_TOKEN,
    LIMIT_MATCH,
    LIMIT_SIGN_IN,
    LIMIT_REGISTRATION,
    LIMIT_EXPORT,
    LIMIT_NETWORK_56,
    LIMIT_NETWORK_48,
    LIMIT_SIGN_IN_56,
    LIMIT_SIGN_IN_48,
    LIMIT_REGISTRATION_56,
    LIMIT_REGISTRATION_48,
    LIMIT_SIGN_IN_ACCOUNT,
    LIMIT_COUNT,
};

struct budget_limit {
    const char *name, *per; /* for clients */
    bool is_cost;           /* it counts units of cost, others count requests */
    enum payer payer;
    enum rate rate;
};

extern const struct budget_limit budget_limits[LIMIT_COUNT];

/* "cost" or "request". */
const char *budget_unit(enum limit limit);

/* The quota of each limit. */
void budget_policies(const struct limit_policy rates[RATE_COUNT],
                     struct limit_policy out[LIMIT_COUNT]);

/* How many units a unit of a limit takes from a payer. */
uint32_t budget_price(enum limit limit, enum trust trust);

/* ---- places ---- */

enum slot_kind {
    SLOT_STREAM,
    SLOT_POLL,
    SLOT_EXPORT,
    SLOT_KINDS, /* those of stream_slots.h; and of conn_limit.h: */
    SLOT_CONNECTION = SLOT_KINDS,
    SLOT_COUNT,
};

/* Settings of operators for `address` below, and what they are if none is
 * given. */
#define STREAMS_PER_NETWORK_USUAL     "128"
#define CONNECTIONS_PER_ADDRESS_USUAL "512"

enum { BY_SETTING = 0 };

struct budget_place {
    unsigned account; /* places of an account; 0: it does not count */
    unsigned address; /* of an address; BY_SETTING */
    unsigned part;    /* of a network's places strangers and guests have the
                       * whole by this */
};

extern const struct budget_place budget_places[SLOT_COUNT];

/* How many times the places of an address a payer may have. */
unsigned budget_times(enum payer payer);

/* Exports at a node: each keeps a page in memory. */
enum { EXPORTS_PER_NODE = 256 };

#endif
