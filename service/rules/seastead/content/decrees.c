/* The decrees.  All are our own: each changes one rule for both players. */
#include "rules/seastead/content/content.h"

const struct decree_card decrees[DECREES + 1] = {
    [DECREE_TOWING] = {"Towing", "A ship lowers the building cost by 2.",
                       ORIGIN_OURS},
    [DECREE_FREE_HARBOUR] = {"Free harbour",
                             "A ship does not lower the building cost.",
                             ORIGIN_OURS},
    [DECREE_SALE] = {"Sale", "A price tag lowers the building cost by 2.",
                     ORIGIN_OURS},
    [DECREE_FIXED_PRICES] = {"Fixed prices",
                             "A price tag does not lower the building cost.",
                             ORIGIN_OURS},
    [DECREE_PORTS] = {"Port subsidy", "A port costs 1 resource less.",
                      ORIGIN_OURS},
    [DECREE_ACADEMIES] = {"School subsidy", "An academy costs 1 resource less.",
                          ORIGIN_OURS},
    [DECREE_SHIPYARDS] = {"Slipway subsidy",
                          "A shipyard costs 1 resource less.", ORIGIN_OURS},
    [DECREE_EMBARGO] = {"Embargo",
                        "Building on the flotilla of the locked demand token "
                        "costs 1 resource more.",
                        ORIGIN_OURS},
    [DECREE_SUBSIDY] = {"Relief",
                        "Building on the flotilla of the locked demand token "
                        "costs 1 resource less.",
                        ORIGIN_OURS},
    [DECREE_TOLL] = {"Toll",
                     "The owner of a ship may take 2 resources when the "
                     "opponent builds at it.",
                     ORIGIN_OURS},
    [DECREE_DREDGING] = {"Dredging",
                         "The owner of a ship may take 1 cleanup token, and no "
                         "resource, when the opponent builds at it.",
                         ORIGIN_OURS},
    [DECREE_BONUS] = {"Diving bonus",
                      "A player who dives may take 1 more resource of any type "
                      "at the end.",
                      ORIGIN_OURS},
    [DECREE_SHARING] = {"Shared catch",
                        "At the end of a dive both players may take 1 resource "
                        "of any type.",
                        ORIGIN_OURS},
    [DECREE_WAREHOUSE] = {"Small warehouses",
                          "At the end of a turn its player keeps at most 8 "
                          "resources.",
                          ORIGIN_OURS},
    [DECREE_OPEN_SEA] = {"Open sea", "Ships are placed on any free location.",
                         ORIGIN_OURS},
    [DECREE_JUBILEE] = {"Jubilee",
                        "A player who empties a column may also take up to 2 "
                        "cleanup tokens.",
                        ORIGIN_OURS},
};
