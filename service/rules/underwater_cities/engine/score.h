/* Final scoring (rules pp. 17-18; rulings 14, 17, 80; ties by ruling 28). */
#ifndef UNDERWATER_CITIES_SCORE_H
#define UNDERWATER_CITIES_SCORE_H

#include "rules/underwater_cities/engine/state.h"

/* The result as if the match ended now: items "points", "brown-metropolis",
 * "end-scoring-cards", "cities", "resources".  Trades are the exact best over
 * all end-scoring cards and the 4-for-1 conversion together.  Seats that left
 * rank behind all others, later leavers first, and get no final scoring: their
 * total is the points they had (ruling 90).  Equal totals rank by play order.
 * In solo play: the goals and whether they are reached (ruling 29). */
extern const char *const score_words[];
void uwc_score(const void *state, struct scores *scores);

/* The most points that trades and conversion can make of a stock: those of the
 * cards and those of the conversion of the rest. */
struct trades {
    int16_t cards, resources;
};
struct trades score_trades(const struct uwc_state *s, int seat);

/* Points for connected cities by the kinds of building there: 2, 3, 4, 6. */
int score_cities(const struct seat *seat);

/* Points of the end-scoring cards without payment. */
int score_counting_cards(const struct uwc_state *s, int seat);

/* Points of a brown tile (1-5) for this seat, as if it were connected. */
int brown_tile_points(const struct uwc_state *s, int seat, int tile);

#endif
