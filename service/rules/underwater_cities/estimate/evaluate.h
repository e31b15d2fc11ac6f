/* The estimate: how many points a position is worth to a seat.  Look-ahead bots
 * compare it.  All values are in hundredths of a point and use only what the
 * seat may know.
 *
 * uwc_evaluate() is the way in (evaluate.c).  value_effects.c values lists of
 * effects, value_cards.c cards, value_board.c the network, contracts and goals.
 * The estimate sees content and engine. */
#ifndef UNDERWATER_CITIES_EVALUATE_H
#define UNDERWATER_CITIES_EVALUATE_H

#include "rules/underwater_cities/engine/state.h"

/* An estimate of the seat's final points; exact once the match is over.  In
 * solo play points and connected cities are goals: what helps to reach them
 * counts more, and points beyond the goal count less, also at the end. */
int32_t uwc_evaluate(const void *state, int seat);

/* The basis of all estimates for one seat. */
struct estimate {
    const struct uwc_state *s;
    const struct seat *seat;
    int number;               /* of the seat */
    int turns;                /* own turns that have not begun */
    int productions;          /* still to come */
    int32_t unit[RESOURCES];  /* value of one more in the stock */
    int32_t flow[RESOURCES];  /* value of one more in every Production */
    int16_t purse[RESOURCES]; /* what is not yet spent in this estimate */
};

/* The value of a list of effects if it is resolved now, costs subtracted,
 * without the parts that cannot be paid.  Takes the costs from the purse. */
int32_t value_of_effects(struct estimate *o, const struct effect *list,
                         const struct effect *end);

/* value_cards.c */

/* The value of playing this card on a slot of its colour now. */
int32_t value_of_card(struct estimate *o, int number);

/* The future value of a card in play, beyond what Production and final scoring
 * already count. */
int32_t value_of_claim(struct estimate *o, int index);

/* value_board.c */

/* Cities: their points in final scoring, and the value of extending them. */
int32_t value_of_cities(const struct estimate *o);

/* The brown metropolis, connected or in reach, and the blue ones not connected.
 */
int32_t value_of_metropolises(const struct estimate *o);

/* While blue tiles are laid: which goes to which corner. */
int32_t value_of_corners(const struct estimate *o);

/* Open contracts: their rewards, as far as they are in reach. */
int32_t value_of_contracts(const struct estimate *o);

/* Solo play: connected cities, and those that may become connected. */
int32_t value_of_goals(const struct estimate *o);

/* The value of the finished match, see uwc_evaluate(). */
int32_t value_at_end(const struct uwc_state *s, int seat);

#endif
