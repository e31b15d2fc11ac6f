/* Gains, the Federation track, and the permanents that react. */
#ifndef UNDERWATER_CITIES_GAIN_H
#define UNDERWATER_CITIES_GAIN_H

#include "rules/underwater_cities/engine/state.h"

/* A moment at which permanents may react: an event and its parameter. */
struct moment {
    uint8_t event, param;
};

/* Give the seat n of a resource, points or cards.  With deferred draws, cards
 * drawn during a turn are counted and come at its end. */
void gain_amount(struct uwc_state *s, int seat, enum resource what, int n);

/* Advance on the Federation track step by step, each with its bonus and its
 * triggers. */
void gain_federation_steps(struct uwc_state *s, int seat, int steps);

/* Perform a list that only gives (rulings 37-39). */
void gain_list(struct uwc_state *s, int seat, const struct effect *list,
               int len);

/* Let the seat's permanents react to what happened at one moment, in the order
 * claimed (ruling 39).  Those that need a decision become frames. */
void gain_from_triggers(struct uwc_state *s, int seat,
                        const struct moment *moments, int count);

#endif
