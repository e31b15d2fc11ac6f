/* What a seat may gain during a turn: an upper bound, found without trying.
 * What a slot lacks and nothing can gain stays missing. */
#ifndef UNDERWATER_CITIES_TURN_GAINS_H
#define UNDERWATER_CITIES_TURN_GAINS_H

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/missing.h"

/* Bits in addition to those of enum missing, which here mean gains. */
enum turn_gain {
    GAINS_CHOICE = 1 << 13,   /* a decision: a once-per-turn permanent, a
                                 contract that can be claimed, a trigger */
    GAINS_USE = 1 << 14,      /* an action card may be used */
    GAINS_SLOT = 1 << 15,     /* a slot is used to which a permanent reacts */
    GAINS_MISMATCH = 1 << 16, /* a card does not match */
};

enum { SOURCE_CAUSES = 5 };

/* A contract: what it gives after each of these changes; 0 for no change. */
struct pending_contract {
    unsigned changes[CONTRACT_CRITERIA_MAX];
    int missing; /* of the countable that lacks most */
    unsigned gains;
};

/* What the cards in play and the open contracts may give to a seat. */
struct sources {
    const struct effect_verb *verbs; /* by enum op */
    unsigned always;                 /* once-per-turn permanents */
    unsigned after[SOURCE_CAUSES];   /* permanents that react */
    unsigned actions;                /* action cards */
    uint32_t kinds; /* bit n: one reacts when a slot of kind n is used */
    int contracts;  /* that may be claimed this turn */
    struct pending_contract contract[UWC_CONTRACTS_OPEN];
};

void sources_find(struct sources *out, const struct means *means);

/* What the seat may gain during the turn in which it places this card on this
 * slot, before any part of the slot's action is performed. */
unsigned turn_gains(const struct sources *from, const struct uwc_state *s,
                    int seat, int slot, int card);

/* What the bonuses of sites may give to a BUILD or BUILD_UPGRADED, on any
 * site. */
unsigned bonus_gains(const struct seat *me, const struct effect *e);

/* What the seat may gain by building one of the pieces of a BUILD or
 * BUILD_UPGRADED, with everything that follows. */
unsigned building_gains(const struct means *means, const struct effect *e);

#endif
