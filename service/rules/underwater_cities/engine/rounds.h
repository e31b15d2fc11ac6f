/* Turns one after the other, rounds, eras and Production, and what all seats
 * choose at once (rules pp. 15-16). */
#ifndef UNDERWATER_CITIES_ROUNDS_H
#define UNDERWATER_CITIES_ROUNDS_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

void turn_begin(struct uwc_state *s);

/* Begin the turn of the next seat that has not left, or end the round. */
void turn_next(struct uwc_state *s);

void round_end(struct uwc_state *s);

/* Choose which of the two blue tiles to put at the upper right and which at the
 * lower left. */
enum refusal_reason tiles_arrange(struct uwc_state *s, int seat, int right,
                                  int left);

/* Lay the blue tiles as their seats have chosen. */
void tiles_lay(struct uwc_state *s);

/* Set the cards of these ranks aside, to be discarded when all have chosen. */
enum refusal_reason hands_discard(struct uwc_state *s, int seat,
                                  uint32_t ranks);

/* Set aside the highest numbers of a hand that is still being chosen from
 * (ruling 90). */
void hands_close(struct uwc_state *s, int seat);

/* Answer the production choice of a card with option n, 0 to decline. */
enum refusal_reason production_decide(struct uwc_state *s, int seat, int card,
                                      int option);

/* Go on once every seat concerned has chosen. */
void choices_settle(struct uwc_state *s);

#endif
