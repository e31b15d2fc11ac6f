/* The government contracts: what each asks and gives. */
#include "rules/underwater_cities/content/contracts.h"

#include "rules/underwater_cities/engine/board.h"

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

int contract_open(const struct uwc_state *s, int contract)
{
    for (int i = 0; contract && i < UWC_CONTRACTS_OPEN; i++)
        if (s->contract[i] == contract)
            return i;
    return -1;
}

bool contract_met(const struct uwc_state *s, int seat, int contract)
{
    const struct criterion *c = contracts[contract].criteria;

    for (int i = 0; i < CONTRACT_CRITERIA_MAX; i++)
        if (c[i].count &&
            board_count(s, seat, (enum countable)c[i].what) < c[i].count)
            return false;
    return true;
}
