/* The oracle on contracts and on playing alone (rules pp. 17-18; rulings 20,
 * 29, 82, 84-86; sections 10 and 11 of the rules). */
#include "oracle.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/score.h"

#include <stdio.h>

static char said[200];

static int upgraded(const struct oracle *o, int kind)
{
    return oracle_buildings(o, kind, true);
}

bool oracle_contract_met(const struct uwc_state *s, int seat, int contract)
{
    struct oracle o;
    int cities = oracle_count(s, seat, COUNT_CITIES);

    oracle_of(&s->seat[seat], &o);
    switch (contract) {
    case 1: return upgraded(&o, FARM) >= 3;
    case 2: return oracle_buildings(&o, PLANT, false) >= 4 && cities >= 3;
    case 3: return upgraded(&o, LABORATORY) >= 2 && cities >= 3;
    case 4:
        return oracle_count(s, seat, COUNT_TUNNELS) >= 6 &&
               oracle_count(s, seat, COUNT_UPGRADED_TUNNELS) >= 1;
    case 5: return oracle_count(s, seat, COUNT_SYMBIOTIC_CITIES) >= 2;
    case 6: return oracle_metropolises(&s->seat[seat]) >= 2 && cities >= 4;
    case 7: return oracle_count(s, seat, COUNT_FULL_CITIES) >= 2;
    case 8:
        return oracle_count(s, seat, COUNT_ACTION_CARDS) >= 4 &&
               oracle_count(s, seat, COUNT_PERMANENT_CARDS) >= 2 &&
               oracle_count(s, seat, COUNT_PRODUCTION_CARDS) >= 1;
    default: return false;
    }
}

const char *oracle_contracts_differ(const struct uwc_state *s, int seat)
{
    for (int contract = 1; contract <= UWC_CONTRACTS; contract++)
        if (contract_met(s, seat, contract) !=
            oracle_contract_met(s, seat, contract)) {
            snprintf(said, sizeof said, "does seat %d fulfil contract %d?",
                     seat, contract);
            return said;
        }
    return NULL;
}

static bool lies_open(const struct uwc_state *s, int contract)
{
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        if (s->contract[i] == contract)
            return true;
    return false;
}

const char *oracle_claims_differ(const struct uwc_state *s)
{
    static struct move moves[RULES_MOVES_MAX];

    for (int seat = 0; seat < s->seats; seat++) {
        size_t count = uwc_moves(s, seat, moves, RULES_MOVES_MAX);
        bool mine = s->phase == PHASE_TURN && uwc_active(s) == seat;

        for (int contract = 1; contract <= UWC_CONTRACTS; contract++) {
            uint32_t claim = move_make(MOVE_CLAIM, 0, contract, 0, 0).bits;
            bool may = mine && lies_open(s, contract) &&
                       oracle_contract_met(s, seat, contract);
            bool offered = false;

            for (size_t i = 0; i < count; i++)
                offered = offered || moves[i].bits == claim;
            if (offered == may)
                continue;
            snprintf(said, sizeof said, "may seat %d claim contract %d?", seat,
                     contract);
            return said;
        }
    }
    return NULL;
}

const char *oracle_outcome_differs(const struct uwc_state *s)
{
    int cities = oracle_count(s, 0, COUNT_CITIES), reached[2] = {0};
    struct scores scores;
    bool won;

    uwc_score(s, &scores);
    if (s->seats > 1)
        return scores.outcome == OUTCOME_RANKED && !scores.goals
                   ? NULL
                   : "several seats have ranks, not goals";
    if (scores.goals != 2)
        return "two things must be reached alone";
    for (int i = 0; i < 2; i++) {
        bool asks_cities = scores.goal[i].needed == 7;

        if (!asks_cities && scores.goal[i].needed != 100)
            return "alone 7 cities and 100 points are needed";
        reached[asks_cities ? 0 : 1] = scores.goal[i].reached;
    }
    if (reached[0] != cities || reached[1] != scores.total[0])
        return "a goal counts something else";
    won = cities >= 7 && scores.total[0] >= 100 && !s->seat[0].left;
    return scores.outcome == (won ? OUTCOME_WON : OUTCOME_LOST)
               ? NULL
               : "it is won with 7 cities and 100 points, and only then";
}

/* The coloured slots of the small side clockwise from the first green one. */
static const int clockwise[] = {0, 1, 2, 3, 5, 6, 7, 8, 10, 11, 12, 13};

int oracle_fourth(int start, int round, int card)
{
    int place = card / 100 + card / 10 % 10 + card % 10;
    bool taken[12] = {false};

    for (int colour = 0; colour < 3; colour++)
        taken[(colour * 4 + start - 1 + round - 1) % 12] = true;
    place = (place - 1) % 12;
    while (taken[place])
        place = (place + 1) % 12;
    return clockwise[place];
}

const char *oracle_tiles_differ(const struct uwc_state *s, int round,
                                int fourth)
{
    bool neutral[UWC_SLOTS] = {false};

    for (int colour = 0; round <= UWC_ROUNDS && colour < 3; colour++)
        neutral[clockwise[(colour * 4 + s->solo_start - 1 + round - 1) % 12]] =
            true;
    if (fourth >= 0)
        neutral[fourth] = true;
    for (int slot = 0; slot < UWC_SLOTS; slot++)
        if (neutral[slot] == !(s->slots[slot] & UWC_NEUTRAL)) {
            snprintf(said, sizeof said,
                     "is there a neutral tile on slot %d in round %d?", slot,
                     round);
            return said;
        }
    return NULL;
}
