/* The abilities of specialists (rules 1.5.5). */
#ifndef SEASTEAD_ABILITIES_H
#define SEASTEAD_ABILITIES_H

#include "rules/seastead/engine/state.h"

/* Begin the ability of a specialist: push what is to be decided.  Returns true
 * if it changed something at once. */
bool ability_begin(struct state *s, int seat, int specialist,
                   const struct frame *reaction);

/* The windows (enum window) that are open to the seat that is to act. */
unsigned ability_windows(const struct state *s);

#endif
