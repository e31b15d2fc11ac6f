/* The government contracts: what each asks and gives. */
#include "rules/underwater_cities/content/contracts.h"

const struct contract contracts[UWC_CONTRACTS + 1] = {
    [1] = {.title = "Harvest Guarantee",
           .criteria = {{COUNT_UPGRADED_FARMS, 3}},
           .reward = EFFECTS(GAIN(POINT, 4), GAIN(CREDIT, 3))},
    [2] = {.title = "Fresh Water Charter",
           .criteria = {{COUNT_PLANTS, 4}, {COUNT_CITIES, 3}},
           .reward = EFFECTS(BUILD_FREE(BUILDINGS), GAIN(BIOMATTER, 1),
                             GAIN(POINT, 2))},
    [3] = {.title = "Deep Sea Campus",
           .criteria = {{COUNT_UPGRADED_LABORATORIES, 2}, {COUNT_CITIES, 3}},
           .reward = EFFECTS(GAIN(SCIENCE, 2), GAIN(CARD, 1), GAIN(POINT, 2))},
    [4] = {.title = "Transit Authority",
           .criteria = {{COUNT_TUNNELS, 6}, {COUNT_UPGRADED_TUNNELS, 1}},
           .reward = EFFECTS(GAIN(POINT, 4), GAIN(STEELPLAST, 2))},
    [5] = {.title = "Garden Domes Grant",
           .criteria = {{COUNT_SYMBIOTIC_CITIES, 2}},
           .reward =
               EFFECTS(BUILD_FREE(BUILDINGS), GAIN(KELP, 1), GAIN(POINT, 2))},
    [6] = {.title = "Capital Link",
           .criteria = {{COUNT_METROPOLISES, 2}, {COUNT_CITIES, 4}},
           .reward = EFFECTS(GAIN(POINT, 5), GAIN(CREDIT, 2))},
    [7] = {.title = "Model City",
           .criteria = {{COUNT_FULL_CITIES, 2}},
           .reward =
               EFFECTS(GAIN(POINT, 4), GAIN(KELP, 1), GAIN(STEELPLAST, 1))},
    [8] = {.title = "Chain of Command",
           .criteria = {{COUNT_ACTION_CARDS, 4},
                        {COUNT_PERMANENT_CARDS, 2},
                        {COUNT_PRODUCTION_CARDS, 1}},
           .reward = EFFECTS(GAIN(POINT, 3), GAIN(CARD, 2), ADVANCE(1))},
};
