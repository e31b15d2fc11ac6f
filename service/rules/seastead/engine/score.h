/* The final scoring (rules 1.6). */
#ifndef SEASTEAD_SCORE_H
#define SEASTEAD_SCORE_H

#include "rules/seastead/engine/state.h"

enum score_category {
    SCORE_DOCK_RESOURCES,
    SCORE_DOCK_BUILDINGS,
    SCORE_LOCATIONS,
    SCORE_SPECIALISTS,
    SCORE_CLEANUP,
    SCORE_CATEGORIES
};

extern const char *const score_words[SCORE_CATEGORIES];

/* The points of a seat in each category, as if the match ended now. */
void score_seat(const struct state *s, int seat, int out[SCORE_CATEGORIES]);

void state_score(const void *state, struct scores *scores);

#endif
