/* Running effects until a player must decide. */
#ifndef UNDERWATER_CITIES_SETTLE_H
#define UNDERWATER_CITIES_SETTLE_H

#include "rules/underwater_cities/engine/state.h"

/* Pop the top frame, with whatever its end causes. */
void frame_pop(struct uwc_state *s);

/* Run effects until a player must decide. */
void frame_settle(struct uwc_state *s);

#endif
