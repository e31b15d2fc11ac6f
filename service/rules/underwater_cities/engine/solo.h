/* Solo play: the neutral tiles (rules p. 18; rulings 29, 84-86). */
#ifndef UNDERWATER_CITIES_SOLO_H
#define UNDERWATER_CITIES_SOLO_H

#include "rules/underwater_cities/engine/state.h"

/* Mark the slots of the three neutral tiles of a round (1-10). */
void solo_lay_tiles(struct uwc_state *s, int round);

/* Lay the neutral tiles for the next round.  Does nothing with more than one
 * seat. */
void solo_round_end(struct uwc_state *s);

#endif
