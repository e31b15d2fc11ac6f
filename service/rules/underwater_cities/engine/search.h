/* The search of ruling 2: whether a turn can still be completed. */
#ifndef UNDERWATER_CITIES_SEARCH_H
#define UNDERWATER_CITIES_SEARCH_H

#include "rules/underwater_cities/engine/refusal.h"
#include "rules/underwater_cities/engine/state.h"

/* Apply a move to *s, and refuse it as well if the turn cannot be completed
 * after it; *s is then undefined.  Adds to s->steps. */
enum refusal_reason search_try(struct uwc_state *s, int seat, struct move move);

/* The same, with the reason that fits best. */
enum refusal_reason search_judge(struct uwc_state *s, int seat,
                                 struct move move);

/* Leave the lists of which nothing may be performed without making the turn
 * incomplete, until the seat has something to decide.  If the step budget does
 * not suffice to find out, the decision is the seat's.  Returns how many lists
 * were left. */
uint8_t search_settle(struct uwc_state *s);

#endif
