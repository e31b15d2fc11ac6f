/* Why a move is refused, by the explanations of refusals.def. */
#ifndef UNDERWATER_CITIES_EXPLAIN_H
#define UNDERWATER_CITIES_EXPLAIN_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/words/phrase.h"

/* Explain this refusal of a move of the seat, which may be none. */
void explain_reason(const struct uwc_state *s, int seat, struct move move,
                    enum refusal_reason why, struct refusal *refusal);

/* The refusal to explain. */
struct question {
    const struct uwc_state *s;
    const struct seat *me;
    const struct effect *e; /* the part named, or NULL */
    int seat;
    struct move move;
};

/* What the names "site", "supply" and "cost" of refusals.def stand for
 * (explain_cost.c). */
void explain_site(const struct question *q, struct phrase *p);
void explain_supply(const struct question *q, struct phrase *p);
void explain_cost(const struct question *q, struct phrase *p);

#endif
