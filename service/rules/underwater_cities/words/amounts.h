/* What a move costs and gives at once. */
#ifndef UNDERWATER_CITIES_AMOUNTS_H
#define UNDERWATER_CITIES_AMOUNTS_H

#include "rules/underwater_cities/engine/state.h"

struct sink;

/* How many of each: the resources, then points, cards, and steps on the
 * Federation track. */
enum { AMOUNT_FEDERATION = GAINS, AMOUNTS };

struct move_amounts {
    int pays[AMOUNTS], gives[AMOUNTS];
};

/* Find out by playing the move on a copy and counting what its journal has of
 * the seat until its turn ends:
 *
 *   pays   what is paid, with discounts, surcharges and the chosen payment
 *   gives  resources and points gained, whatever the cause: the effect, the
 *          bonus of a site, a permanent, a metropolis tile; cards drawn from
 *          the deck, or that will be at the end of the turn; Federation steps
 *
 * Both are known before the move, because nothing hidden changes them.  A
 * choice that all seats make at once pays and gives nothing itself, and neither
 * does a move that is not legal. */
void amounts_of_move(const struct uwc_state *s, int seat, struct move move,
                     struct move_amounts *out);

/* The members "pays" and "gives": {"kelp": 1}, without what is 0. */
void sink_amounts(struct sink *sink, const struct move_amounts *amounts);

#endif
