/* What may come during a turn, at most: an upper bound that needs no trying.
 * What a slot lacks and nothing brings will not come. */
#ifndef UNDERWATER_CITIES_TURN_GAINS_H
#define UNDERWATER_CITIES_TURN_GAINS_H

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/state.h"

/* Beside the bits of enum lack. */
enum bring {
    BRINGS_CHOICE = 1 << 13,   /* something asks: a once-per-turn permanent, a
                                  contract to be claimed, a trigger */
    BRINGS_USE = 1 << 14,      /* an action card may be used */
    BRINGS_SLOT = 1 << 15,     /* a slot is used to which a permanent reacts */
    BRINGS_MISMATCH = 1 << 16, /* a card does not match */
};

enum { SOURCE_CAUSES = 5 };

/* A contract: what it brings once each of these changes comes, 0 for none. */
struct awaited {
    unsigned changes[CONTRACT_CRITERIA_MAX];
    int missing; /* the most that is missing of what it counts */
    unsigned brings;
};

/* What the cards in play and the open contracts may bring to a seat. */
struct sources {
    unsigned always;               /* once-per-turn permanents */
    unsigned after[SOURCE_CAUSES]; /* permanents that react */
    unsigned actions;              /* action cards */
    uint32_t kinds; /* bit n: one reacts when a slot of kind n is used */
    int contracts;  /* that may be claimed this turn */
    struct awaited contract[UWC_CONTRACTS_OPEN];
};

void sources_find(struct sources *out, const struct uwc_state *s, int seat);

/* During the turn in which the seat places this card on this slot, before
 * anything of the slot's action is performed. */
unsigned turn_gains(const struct sources *from, const struct uwc_state *s,
                    int seat, int slot, int card);

/* By building one of the pieces of an OP_BUILD or OP_BUILD_UPGRADED. */
unsigned building_gains(const struct uwc_state *s, int seat,
                        const struct effect *e);

#endif
