/* Whether a match can be like a state that was read. */
#ifndef OTYS_CHECK_H
#define OTYS_CHECK_H

#include "rules/otys/engine/state.h"

struct reader;

/* Refuse what the rules rely on and the state does not have. */
void check_state(struct reader *r, const struct state *s);

#endif
