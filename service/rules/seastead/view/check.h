/* Whether a match can be like a state that was read. */
#ifndef SEASTEAD_CHECK_H
#define SEASTEAD_CHECK_H

#include "rules/seastead/engine/state.h"

struct reader;

/* Refuse what the rules rely on and the state does not have. */
void check_state(struct reader *r, const struct state *s);

/* The ships of a seat on the flotillas. */
int ships_of(const struct state *s, int seat);

#endif
