/* Performing the parts of effects that a player chooses, and whether any can be
 * performed. */
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

/* Whether a part of the top frame, or what is possible at any point, can be
 * performed now. */
bool perform_possible(struct uwc_state *s);

/* Begin the top frame: give its sure gains. */
void frame_begin(struct uwc_state *s);

/* Begin the frame just pushed; whether something in it can be performed (ruling
 * 41). */
bool frame_performable(struct uwc_state *s);

#endif
