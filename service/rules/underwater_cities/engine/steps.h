/* The step budget: no position and no move makes the rules run away.
 *
 * Ruling 2 asks whether a turn can still be completed, and only trying tells.
 * Every move carried out on trial or in earnest, every frame looked at and
 * every trigger is a step.  Judging one move may take so many, a list of moves
 * so many for all; copies hand on what they took.  When the budget is spent,
 * what is being tried is refused with REFUSED_TOO_LONG: such a move is illegal
 * and in no list, and a list that is spent holds what was found until then.
 * Same input, same steps, on every machine.
 *
 * The budgets are over five times the most that 106,000 measured matches took:
 * docs/underwater-cities.md has the figures, and tests print the most they
 * saw. */
#ifndef UNDERWATER_CITIES_STEPS_H
#define UNDERWATER_CITIES_STEPS_H

#include "rules/underwater_cities/engine/state.h"

/* In a file of its own, so that a test program can have others. */
extern const uint32_t uwc_steps_max;      /* of one move */
extern const uint32_t uwc_list_steps_max; /* of a list of moves */

/* Of playing a move without judging it.  What was judged took less when it was
 * played, so only a damaged log can come so far. */
enum { UWC_PLAY_STEPS_MAX = 4000000 };

static inline bool steps_spent(const struct uwc_state *s)
{
    return s->steps > (s->steps_end ? s->steps_end : uwc_steps_max);
}

/* Take one; false when the budget is spent. */
static inline bool steps_take(struct uwc_state *s)
{
    s->steps++;
    return !steps_spent(s);
}

#endif
