/* What conditions look at: how often an EACH pays, whether an IF holds, and
 * whether a contract is met.  Nothing here changes a state. */
#ifndef UNDERWATER_CITIES_CONDITIONS_H
#define UNDERWATER_CITIES_CONDITIONS_H

#include "rules/underwater_cities/engine/state.h"

/* How many times an EACH pays for this seat. */
int effect_times(const struct uwc_state *s, int seat, const struct effect *e);

/* Whether the condition of an IF holds for this seat. */
bool effect_condition(const struct uwc_state *s, int seat,
                      const struct effect *e);

/* The place of an open contract in state.contract, or -1. */
int contract_open(const struct uwc_state *s, int contract);

/* Whether the seat meets all criteria now. */
bool contract_met(const struct uwc_state *s, int seat, int contract);

/* Whether the seat can invoke a once-per-turn permanent or claim a contract
 * (rulings 42, 82). */
bool anytime_is_open(const struct uwc_state *s, int seat);

#endif
