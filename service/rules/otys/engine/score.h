/* The points of a match of Otys (rules 2.8). */
#ifndef OTYS_SCORE_H
#define OTYS_SCORE_H

#include "rules/otys/engine/state.h"

extern const char *const score_words[POINT_SOURCES];

void state_score(const void *state, struct scores *scores);

#endif
