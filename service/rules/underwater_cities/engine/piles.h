/* The deck, the discards, the special cards and the metropolis tiles. */
#ifndef UNDERWATER_CITIES_PILES_H
#define UNDERWATER_CITIES_PILES_H

#include "rules/underwater_cities/engine/state.h"

/* Shuffle with the next stream of the match's secret. */
void pile_shuffle(struct uwc_state *s, uint8_t *items, size_t count);

/* Replace the deck by that of the current era and empty the discards. */
void pile_new_era(struct uwc_state *s);

/* Draw a card of the era deck into a hand.  An empty deck is refilled from the
 * discards (rulings 25, 77); if both are empty no card is drawn. */
void pile_draw(struct uwc_state *s, int seat);

/* Turn up the top card of the era deck and discard it.  CARD_NONE if no card is
 * left. */
int pile_turn_up(struct uwc_state *s);

/* How many cards can still be drawn, those already due this turn subtracted. */
int pile_drawable(const struct uwc_state *s);

/* Put a card that left a hand or play unused where it belongs (rulings 26, 67,
 * 70): on the discards, under the specials, or out of the game. */
void pile_discard(struct uwc_state *s, int card);

/* Put a one- or two-credit special under its deck. */
void pile_special_under(struct uwc_state *s, int card);

/* Take the top special off its deck, which must not be empty. */
uint8_t pile_special_top(struct uwc_state *s);

/* Take the top undealt blue tile; 0 if none is left. */
uint8_t pile_tile_top(struct uwc_state *s);

/* Put back what is left of state.reveal, lowest number first (rulings 64, 71).
 * `source` is FRAME_SPECIALS or FRAME_TILES. */
void pile_return_reveal(struct uwc_state *s, enum source_kind source);

#endif
