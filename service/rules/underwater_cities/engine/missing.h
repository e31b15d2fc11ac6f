/* Find what is missing before a list of effects can be performed, without
 * trying them where possible.
 *
 * Ruling 2 often requires to know whether something can be performed.  In most
 * cases this follows from resources, sites and cards in play.  The engine
 * checks these first and tries the effects on a copy only if the result is
 * MISSING_TRIAL. */
#ifndef UNDERWATER_CITIES_MISSING_H
#define UNDERWATER_CITIES_MISSING_H

#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/state.h"

/* Things that may be missing, as bits.  0: something of the list can be
 * performed at once.  Otherwise nothing can be performed until one of these
 * things is gained; with MISSING_TRIAL this is not certain. */
enum missing {
    MISSING_STOCK = (1 << RESOURCES) - 1, /* bit r is resource r */
    MISSING_NETWORK = 1 << 5,   /* something built, a city converted */
    MISSING_UPGRADES = 1 << 6,  /* something upgraded */
    MISSING_IN_PLAY = 1 << 7,   /* a card claimed, a step on the track */
    MISSING_ACTIONS = 1 << 8,   /* an action card that is not used yet */
    MISSING_CARDS = 1 << 9,     /* a card that can be drawn */
    MISSING_SPECIALS = 1 << 10, /* a special on its deck */
    MISSING_ANYTHING = (1 << 11) - 1,
    MISSING_TRIAL = 1 << 11,     /* unknown without trying */
    MISSING_SOMETHING = 1 << 12, /* set in every result but 0 */
};

/* What a seat has to perform effects with: computed once, used many times. */
struct means {
    const struct uwc_state *s; /* borrowed */
    int seat;
    int slot;      /* placed on but not yet in s; or UWC_NO_SLOT */
    int nested;    /* lists opened on top of the frames of s */
    uint32_t used; /* action cards, as in struct seat */
    int16_t stock[RESOURCES];
    bool has_costs;
    uint8_t cost[PIECE_KINDS][RESOURCES]; /* usual costs less discounts */
    unsigned known;              /* pieces whose entry of lacks[] is computed */
    unsigned lacks[PIECE_KINDS]; /* what building them lacks at usual cost on
                                    sites without surcharge */
};

struct means means_of(const struct uwc_state *s, int seat);
/* Compute the costs as well; pays off if many lists are examined. */
void means_find_costs(struct means *means);

/* What the open parts of a frame lack, by its place on the stack, as if it were
 * the top one. */
unsigned missing_frame(const struct uwc_state *s, int place);

/* What a whole list lacks if it is opened on top of all frames.  It ends before
 * `end` or at its OP_END. */
unsigned missing_list(struct means *means, const struct effect *list,
                      const struct effect *end);

/* What one part of the top frame lacks, open or not. */
unsigned missing_part(struct means *means, const struct effect *part);

/* What an action card lacks if the seat uses it: one in play, or the one whose
 * last use is the top frame. */
unsigned missing_use(struct means *means, int card);

/* What the action of a slot lacks on which the seat places or has placed, after
 * this price is paid and nothing else is done.  Any amount of everything in
 * `gained` is assumed to be gained. */
unsigned missing_slot(struct means *means, int slot, uint16_t price,
                      unsigned gained);

#endif
