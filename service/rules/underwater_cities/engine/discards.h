/* Discarding surplus cards (rulings 18, 23, 76): from the first hand, from the
 * hand at the start of an era, and at the start of a turn.  All cards go in one
 * decision, named by their ranks in the hand as bits.
 *
 * Matches that began with version 2 of the rules discarded card by card.  Their
 * moves are carried out, and a seat that had discarded some discards the rest
 * in one decision. */
#ifndef UNDERWATER_CITIES_DISCARDS_H
#define UNDERWATER_CITIES_DISCARDS_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

/* Cards of one decision: their numbers fit in a move's notation.  No surplus of
 * a match from a start is larger; of a larger one these many cards go first. */
enum { DISCARDS_MAX = 18 };

/* How many cards the seat must discard now; 0 if that is not what it has to
 * decide. */
int discards_due(const struct uwc_state *s, int seat);

/* The ranks of the cards that may be discarded: those not set aside yet. */
uint32_t discards_open(const struct seat *seat);

/* Why the cards of these ranks cannot be discarded.  Fewer than are due can. */
enum refusal_reason discard_check(const struct uwc_state *s, int seat,
                                  uint32_t ranks);

/* Why discarding them is not legal: as many must go as are due. */
enum refusal_reason discard_judge(const struct uwc_state *s, int seat,
                                  uint32_t ranks);

#endif
