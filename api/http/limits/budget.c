/* The budget: what each payer may have of everything that is scarce. */
#include "api/http/limits/budget.h"

/* clang-format off */

/* ---- rates: units in a number of seconds ---- */

const struct budget_limit budget_limits[LIMIT_COUNT] = {
    /*                          name               per        cost?  who pays          how much */
    [LIMIT_TOKEN]           = {"token",           "account", true,  PAYER_ACCOUNT,    RATE_TOKEN},
    [LIMIT_MATCH]           = {"match",           "match",   true,  PAYER_MATCH,      RATE_MATCH},
    [LIMIT_ADDRESS]         = {"address",         "address", true,  PAYER_ADDRESS,    RATE_ADDRESS},
    [LIMIT_NETWORK_56]      = {"network-56",      "network", true,  PAYER_NETWORK_56, RATE_ADDRESS},
    [LIMIT_NETWORK_48]      = {"network-48",      "network", true,  PAYER_NETWORK_48, RATE_ADDRESS},

    /* requests that check a password: those of somebody who is signed in count for the account alone */
    [LIMIT_SIGN_IN]         = {"sign-in",         "address", false, PAYER_ADDRESS,    RATE_SIGN_IN},
    [LIMIT_SIGN_IN_56]      = {"sign-in-56",      "network", false, PAYER_NETWORK_56, RATE_SIGN_IN},
    [LIMIT_SIGN_IN_48]      = {"sign-in-48",      "network", false, PAYER_NETWORK_48, RATE_SIGN_IN},
    [LIMIT_SIGN_IN_ACCOUNT] = {"sign-in-account", "account", false, PAYER_ACCOUNT,    RATE_SIGN_IN},

    /* new accounts and guests */
    [LIMIT_REGISTRATION]    = {"registration",    "address", false, PAYER_ADDRESS,    RATE_REGISTRATION},
    [LIMIT_REGISTRATION_56] = {"registration-56", "network", false, PAYER_NETWORK_56, RATE_REGISTRATION},
    [LIMIT_REGISTRATION_48] = {"registration-48", "network", false, PAYER_NETWORK_48, RATE_REGISTRATION},

    [LIMIT_EXPORT]          = {"export",          "account", false, PAYER_ACCOUNT,    RATE_EXPORT},
};

/* What a unit of cost takes from an account: a guest, or a token that is not
 * known yet, has a tenth of what a player has, a newcomer half. */
static const uint32_t prices[TRUST_COUNT] = {
    [TRUST_STRANGER] = 10,
    [TRUST_GUEST]    = 10,
    [TRUST_NEWCOMER] = 2,
    [TRUST_PLAYER]   = 1,
};

/* ---- places: a number of them at a time ---- */

const struct budget_place budget_places[SLOT_COUNT] = {
    /*                    account  address      part of strangers and guests */
    [SLOT_STREAM]     = { 4,       BY_SETTING,  2 }, /* --streams-per-network */
    [SLOT_POLL]       = { 8,       BY_SETTING,  2 }, /* likewise */
    [SLOT_EXPORT]     = { 1,       32,          2 },
    [SLOT_CONNECTION] = { 0,       BY_SETTING,  1 }, /* --connections-per-address */
};

/* What a network has, in shares of an address. */
static const unsigned times[PAYER_COUNT] = {
    [PAYER_ADDRESS] = 1, [PAYER_NETWORK_56] = 2, [PAYER_NETWORK_48] = 4,
    [PAYER_ACCOUNT] = 1, [PAYER_MATCH]      = 1,
};
/* clang-format on */

const char *budget_unit(enum limit limit)
{
    return budget_limits[limit].is_cost ? "cost" : "request";
}

void budget_policies(const struct limit_policy rates[RATE_COUNT],
                     struct limit_policy out[LIMIT_COUNT])
{
    for (size_t i = 0; i < LIMIT_COUNT; i++) {
        out[i] = rates[budget_limits[i].rate];
        out[i].quota *= times[budget_limits[i].payer];
    }
}

uint32_t budget_price(enum limit limit, enum trust trust)
{
    return limit == LIMIT_TOKEN || limit == LIMIT_MATCH ? prices[trust] : 1;
}

unsigned budget_times(enum payer payer)
{
    return times[payer];
}
