/* The abilities of specialists (rules 1.5.5). */
#ifndef SEASTEAD_ABILITIES_H
#define SEASTEAD_ABILITIES_H

#include "rules/seastead/engine/state.h"

/* Begin the ability of a specialist: do what needs no decision, and push what
 * is to be decided. */
void ability_begin(struct state *s, int seat, int specialist,
                   const struct frame *reaction);

/* The windows (enum window) that are open to the seat that is to act. */
unsigned ability_windows(const struct state *s);

#endif
