/* The decrees.  All are our own: each changes one rule for both players. */
#include "rules/seastead/content/content.h"

const struct decree_card decrees[DECREES + 1] = {
    [DECREE_TOWING] = {"Towing", ORIGIN_OURS},
    [DECREE_FREE_HARBOUR] = {"Free harbour", ORIGIN_OURS},
    [DECREE_SALE] = {"Sale", ORIGIN_OURS},
    [DECREE_FIXED_PRICES] = {"Fixed prices", ORIGIN_OURS},
    [DECREE_PORTS] = {"Port subsidy", ORIGIN_OURS},
    [DECREE_ACADEMIES] = {"School subsidy", ORIGIN_OURS},
    [DECREE_SHIPYARDS] = {"Slipway subsidy", ORIGIN_OURS},
    [DECREE_EMBARGO] = {"Embargo", ORIGIN_OURS},
    [DECREE_SUBSIDY] = {"Relief", ORIGIN_OURS},
    [DECREE_TOLL] = {"Toll", ORIGIN_OURS},
    [DECREE_DREDGING] = {"Dredging", ORIGIN_OURS},
    [DECREE_BONUS] = {"Diving bonus", ORIGIN_OURS},
    [DECREE_SHARING] = {"Shared catch", ORIGIN_OURS},
    [DECREE_WAREHOUSE] = {"Small warehouses", ORIGIN_OURS},
    [DECREE_OPEN_SEA] = {"Open sea", ORIGIN_OURS},
    [DECREE_JUBILEE] = {"Jubilee", ORIGIN_OURS},
};
