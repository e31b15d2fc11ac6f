/* Turns with more in play than ordinary play brings. */
#ifndef UNDERWATER_CITIES_TURNS_H
#define UNDERWATER_CITIES_TURNS_H

#include "rules/random.h"
#include "rules/underwater_cities/engine/state.h"

/* Give a seat cards that act and little of everything. */
void turn_enrich(struct uwc_state *s, int seat, struct random *random);

/* Give a seat cards that open lists, permanents usable once per turn, contracts
 * that may be claimed, and so little that much of it cannot be performed. */
void turn_tempt(struct uwc_state *s, int seat, struct random *random);

#endif
