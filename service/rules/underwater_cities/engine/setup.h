/* Setting up a match (rules pp. 4-7, 18). */
#ifndef UNDERWATER_CITIES_SETUP_H
#define UNDERWATER_CITIES_SETUP_H

#include "rules/underwater_cities/engine/state.h"

/* Give an empty seat what every seat starts with: resources, the starting city
 * and the Assistant. */
void setup_seat(struct seat *me);

/* Deal the first hands and let every seat choose which cards to keep. */
void start_hands(struct uwc_state *s);

#endif
