/* Why a move is refused: the template of each row of refusals.def, and what it
 * says. */
#ifndef UNDERWATER_CITIES_EXPLAIN_H
#define UNDERWATER_CITIES_EXPLAIN_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

struct effect;
struct sink;

/* Explain this refusal of a move of the seat, which may be none, as struct
 * game's explain does. */
void explain_reason(const struct uwc_state *s, int seat, struct move move,
                    enum refusal_reason why, struct sink *sink);

/* The refusal to explain. */
struct question {
    const struct uwc_state *s;
    const struct seat *me;
    const struct effect *e; /* the part named, or NULL */
    int seat;
    struct move move;
    struct sink *sink; /* has the fields of the move (parts.h) */
};

/* Write what else is said; return the key of the template. */
const char *explain_site(const struct question *q);
const char *explain_supply(const struct question *q);
const char *explain_cost(const struct question *q);

#endif
