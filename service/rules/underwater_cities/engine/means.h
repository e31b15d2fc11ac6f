/* What a seat has to perform effects with, and what effects in progress
 * lack. */
#ifndef UNDERWATER_CITIES_MEANS_H
#define UNDERWATER_CITIES_MEANS_H

#include "rules/underwater_cities/engine/missing.h"

/* Written in place: the search does it for each state, and a copy takes longer
 * than the rest. */
void means_find(struct means *out, const struct uwc_state *s, int seat);

/* What the open parts of a frame lack, by its place on the stack, as if it were
 * the top one. */
unsigned missing_frame(const struct uwc_state *s, int place);

#endif
