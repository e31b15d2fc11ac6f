/* The estimate: how many points a position is worth to a seat.  Look-ahead bots
 * compare it.  All values are in hundredths of a point and use only what the
 * seat may know.
 *
 * uwc_evaluate() is the way in (evaluate.c).  value_effects.c values cards and
 * effect lists, value_board.c the network, contracts and goals.  The estimate
 * sees content and engine. */
#ifndef UNDERWATER_CITIES_EVALUATE_H
#define UNDERWATER_CITIES_EVALUATE_H

#include "rules/underwater_cities/engine/state.h"

/* An estimate of the seat's final points; exact once the match is over.
 * Playing alone, where points and connected cities both are goals, what
 * reaches them counts more, and points beyond the goal less: also at the end.
 */
int32_t uwc_evaluate(const void *state, int seat);

/* How the match looks for one seat: what its estimates start from. */
struct estimate {
    const struct uwc_state *s;
    const struct seat *seat;
    int number;               /* of the seat */
    int turns;                /* own turns not begun yet */
    int productions;          /* still to come */
    int32_t unit[RESOURCES];  /* one more of it in the stock */
    int32_t flow[RESOURCES];  /* one more of it in every Production */
    int16_t purse[RESOURCES]; /* what is not yet spent in this estimate */
};

/* What a list of effects would bring if it could be resolved now, costs taken
 * off, parts that cannot be paid left out.  Takes from the purse. */
int32_t value_of_effects(struct estimate *o, const struct effect *list,
                         const struct effect *end);

/* What playing this card on a slot of its colour now would bring. */
int32_t value_of_card(struct estimate *o, int number);

/* What a card in play will still bring besides what Production and final
 * scoring already show. */
int32_t value_of_claim(struct estimate *o, int index);

/* value_board.c */

/* Cities: what final scoring gives for them, and what they may grow to. */
int32_t value_of_cities(const struct estimate *o);

/* The brown metropolis, connected or on the way; the blue ones that are still
 * to connect. */
int32_t value_of_metropolises(const struct estimate *o);

/* While blue tiles are laid: which goes to which corner. */
int32_t value_of_corners(const struct estimate *o);

/* Open contracts: their rewards, as far as they are in reach. */
int32_t value_of_contracts(const struct estimate *o);

/* Playing alone: connected cities, and those that may come to be. */
int32_t value_of_goals(const struct estimate *o);

/* What the match's end gives the seat, see uwc_evaluate(). */
int32_t value_at_end(const struct uwc_state *s, int seat);

#endif
