/* The deck, the discards, the special cards and the metropolis tiles. */
#ifndef UNDERWATER_CITIES_PILES_H
#define UNDERWATER_CITIES_PILES_H

#include "rules/kit/pile.h"
#include "rules/underwater_cities/engine/journal.h"

/* The era deck; the one- and two-credit specials; the undealt blue tiles. */
static inline struct pile pile_deck(struct uwc_state *s)
{
    return (struct pile){s->deck, &s->deck_count};
}

static inline struct pile pile_specials(struct uwc_state *s)
{
    return (struct pile){s->specials, &s->special_count};
}

static inline struct pile pile_tiles(struct uwc_state *s)
{
    return (struct pile){s->tiles, &s->tile_count};
}

/* Replace the deck by that of the current era and empty the discards. */
void pile_new_era(struct uwc_state *s);

/* Draw a card of the era deck into a hand.  An empty deck is refilled from the
 * discards (rulings 25, 77); if both are empty, or the hand has UWC_HAND_MAX
 * cards, no card is drawn. */
void pile_draw_card(struct uwc_state *s, int seat);

/* Turn up the top card of the era deck and discard it.  CARD_NONE if no card is
 * left. */
int pile_turn_up(struct uwc_state *s);

/* How many cards can still be drawn, those already due this turn subtracted. */
int pile_drawable(const struct uwc_state *s);

/* Put a card of a seat that left `from` unused where it belongs (rulings 26,
 * 67, 70): on the discards, under the specials, or out of the game. */
void pile_discard(struct uwc_state *s, int seat, int card,
                  struct journal_place from);

/* Put a one- or two-credit special under its deck. */
static inline void pile_special_under(struct uwc_state *s, int card)
{
    pile_put_under(pile_specials(s), card);
}

/* Take the top special off its deck; 0 if none is left. */
static inline uint8_t pile_special_top(struct uwc_state *s)
{
    return pile_draw(pile_specials(s));
}

/* Put a special card into a hand; the seats of seen_by may know it.  False if
 * the hand has UWC_HAND_MAX cards; the card is then discarded. */
bool pile_take_special(struct uwc_state *s, int seat, int card,
                       struct journal_place from, seat_set seen_by);

/* Write that a seat looks at a special or a tile to choose from, or puts it
 * back under its pile. */
void journal_reveal(const struct uwc_state *s, int seat, bool is_tile, int item,
                    bool is_drawn);

/* Take the top undealt blue tile; 0 if none is left. */
static inline uint8_t pile_tile_top(struct uwc_state *s)
{
    return pile_draw(pile_tiles(s));
}

/* Put back what is left of state.reveal, lowest number first (rulings 64, 71).
 * `source` is FRAME_SPECIALS or FRAME_TILES. */
void pile_return_reveal(struct uwc_state *s, enum source_kind source);

#endif
