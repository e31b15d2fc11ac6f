/* Find what is missing before a list of effects can be performed, without
 * trying them where possible.
 *
 * Ruling 2 often requires to know whether something can be performed.  In most
 * cases this follows from resources, sites and cards in play.  The engine
 * checks these first and tries the effects on a copy only if the result is
 * MISSING_TRIAL.
 *
 * What a single effect lacks is known to the functions of its verb
 * (effects/verbs.h), which examine inner lists by the functions below. */
#ifndef UNDERWATER_CITIES_MISSING_H
#define UNDERWATER_CITIES_MISSING_H

#include "rules/underwater_cities/content/vocabulary.h"
#include "rules/underwater_cities/engine/state.h"

struct effect_verb;

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

/* How deep nested lists are examined. */
enum { MISSING_NESTED_MAX = 6 };

/* What a seat has to perform effects with: computed once (means_find of
 * means.h), used many times. */
struct means {
    const struct effect_verb *verbs; /* by enum op */
    const struct uwc_state *s;       /* borrowed */
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

/* Compute the costs as well; pays off if many lists are examined. */
void means_find_costs(struct means *means);

/* The result for things that are missing unless they `can` be done. */
static inline unsigned missing_unless(bool can, unsigned lacks)
{
    return can ? 0 : MISSING_SOMETHING | lacks;
}

/* What the stock lacks to pay a price. */
unsigned missing_price(const struct means *means, uint16_t price);

/* What a whole list lacks if it is opened on top of all frames.  It ends before
 * `end` or at its OP_END. */
unsigned missing_list(struct means *means, const struct effect *list,
                      const struct effect *end);

/* What one effect lacks: a sure gain, or a part that is open or not. */
unsigned missing_effect(struct means *means, const struct effect *e);

/* What an action card lacks if the seat uses it: one in play, or the one whose
 * last use is the top frame. */
unsigned missing_use(struct means *means, int card);

/* What the action of a slot lacks on which the seat places or has placed, after
 * this price is paid and nothing else is done.  Any amount of everything in
 * `gained` is assumed to be gained. */
unsigned missing_slot(struct means *means, int slot, uint16_t price,
                      unsigned gained);

#endif
