/* Candidates: the moves worth trying in a state. */
#ifndef UNDERWATER_CITIES_CANDIDATES_H
#define UNDERWATER_CITIES_CANDIDATES_H

#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/state.h"

struct candidates {
    size_t count;
    struct move move[RULES_MOVES_MAX];
};

static inline void candidates_add(struct candidates *c, enum verb verb,
                                  int part, int a, int b, int x)
{
    if (c->count < RULES_MOVES_MAX)
        c->move[c->count++] = move_make(verb, part, a, b, x);
}

/* Add a move for each action card that was used, or each that was not. */
static inline void candidates_action_cards(struct candidates *c,
                                           const struct seat *me,
                                           enum verb verb, int part, bool used)
{
    for (int i = 0; i < me->claim_count; i++)
        if (cards[me->claims[i]]->type == ACTION && (me->used >> i & 1) == used)
            candidates_add(c, verb, part, me->claims[i], 0, 0);
}

/* Everything worth trying for this seat now: a superset of the legal moves. */
void candidates_all(const struct uwc_state *s, int seat, struct candidates *c);

/* Add the moves that perform this part of the top frame. */
void candidates_part(const struct uwc_state *s, int seat,
                     const struct effect *e, int part, struct candidates *c);

/* Add the moves of perform_anytime(). */
void candidates_anytime(const struct uwc_state *s, int seat,
                        struct candidates *c);

#endif
