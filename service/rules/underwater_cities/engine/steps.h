/* The step budget, which bounds the work of every call.
 * Whether a turn can still be completed (ruling 2) is found out by trying.
 * Every move applied on trial or for real, every frame examined and every
 * trigger is a step.  Checking one move and listing all moves each have a
 * budget of steps; copies of a state keep the count.  When the budget is used
 * up, what is being tried is refused with REFUSED_TOO_LONG: such a move is
 * illegal and in no list, and a list ends with what was found until then.  The
 * same input takes the same steps on every machine.
 *
 * The budgets are over five times the most that 106,000 measured matches used:
 * docs/underwater-cities.md has the figures, and tests print their maximum. */
#ifndef UNDERWATER_CITIES_STEPS_H
#define UNDERWATER_CITIES_STEPS_H

#include "rules/underwater_cities/engine/state.h"

/* In a separate file, so that a test program can replace them. */
extern const uint32_t uwc_steps_max;      /* of one move */
extern const uint32_t uwc_list_steps_max; /* of a list of moves */

/* The budget of playing a move without checking it.  A checked move used less
 * when it was played, so only a damaged log reaches it. */
enum { UWC_PLAY_STEPS_MAX = 4000000 };

static inline bool steps_are_spent(const struct uwc_state *s)
{
    return s->steps > (s->steps_limit ? s->steps_limit : uwc_steps_max);
}

/* Count a step; false if the budget is used up. */
static inline bool steps_use(struct uwc_state *s)
{
    s->steps++;
    return !steps_are_spent(s);
}

#endif
