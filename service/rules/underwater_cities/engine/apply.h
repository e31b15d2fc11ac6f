/* Applying a move to a state.  A refusal may leave the state changed: work on a
 * copy. */
#ifndef UNDERWATER_CITIES_APPLY_H
#define UNDERWATER_CITIES_APPLY_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

/* Apply a move, up to the point from which effects run by themselves. */
enum refusal_reason apply_move(struct uwc_state *s, int seat, struct move move);

/* Leave the top list.  A refusal changes nothing. */
enum refusal_reason apply_pass(struct uwc_state *s);

#endif
