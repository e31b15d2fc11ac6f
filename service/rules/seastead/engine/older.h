/* Matches that older versions of the rules began. */
#ifndef SEASTEAD_OLDER_H
#define SEASTEAD_OLDER_H

#include "rules/seastead/engine/state.h"

/* The members continue_version and old_hash of struct game. */
void older_continue(void *state, uint16_t version);
uint64_t older_hash(const void *state, uint16_t version);

#endif
