/* Performing a part of an effect that a player has chosen. */
#ifndef UNDERWATER_CITIES_PERFORM_H
#define UNDERWATER_CITIES_PERFORM_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

/* Perform a part of the top frame, as the move says. */
enum refusal_reason perform_part(struct uwc_state *s, int seat,
                                 struct move move);

/* Perform what is possible at any point of the seat's own turn: invoke a
 * once-per-turn permanent (ruling 42) or claim a contract (ruling 82). */
enum refusal_reason perform_anytime(struct uwc_state *s, int seat,
                                    struct move move);

#endif
