/* Candidates: the moves worth trying in a state. */
#ifndef UNDERWATER_CITIES_CANDIDATES_H
#define UNDERWATER_CITIES_CANDIDATES_H

#include "rules/underwater_cities/engine/state.h"

struct candidates {
    size_t count;
    struct move move[RULES_MOVES_MAX];
};

/* Everything worth trying for this seat now: a superset of the legal moves. */
void candidates_all(const struct uwc_state *s, int seat, struct candidates *c);

/* Add the moves that perform this part of the top frame. */
void candidates_part(const struct uwc_state *s, int seat,
                     const struct effect *e, int part, struct candidates *c);

/* Add the moves of perform_anytime(). */
void candidates_anytime(const struct uwc_state *s, int seat,
                        struct candidates *c);

#endif
