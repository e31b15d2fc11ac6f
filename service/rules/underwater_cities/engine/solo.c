/* Solo play (rules p. 18; rulings 29, 84-86): neutral tiles replace other
 * players on the slots. */
#include "rules/underwater_cities/engine/solo.h"

#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/piles.h"

enum { CLOCKWISE = 12, PER_COLOUR = 4, NEUTRAL_TILES = 3 };

/* The coloured slot at a place counted clockwise from the first green one. */
static int slot_at(int place)
{
    place %= CLOCKWISE;
    return place / PER_COLOUR * 5 + place % PER_COLOUR;
}

static void lay_tile(struct uwc_state *s, int slot, bool is_fourth)
{
    s->slots[slot] = UWC_NEUTRAL;
    if (recorder_is_on(s))
        recorder_add((struct journal_step){.type = JOURNAL_NEUTRAL_TILE,
                                           .seat = -1,
                                           .seen_by = JOURNAL_PUBLIC,
                                           .from = place_of(PLACE_SUPPLY),
                                           .to = place_at(PLACE_SLOT, 0, slot),
                                           .n = is_fourth});
}

void solo_lay_tiles(struct uwc_state *s, int round)
{
    for (int tile = 0; tile < NEUTRAL_TILES; tile++)
        lay_tile(s, slot_at(tile * PER_COLOUR + s->solo_start - 1 + round - 1),
                 false);
}

static int digit_sum(int number)
{
    return number / 100 + number / 10 % 10 + number % 10;
}

/* Turn up the top card of the current deck.  The sum of its digits gives the
 * slot of the fourth tile, or the next empty one clockwise.  Without a card
 * there is no tile. */
static void lay_fourth(struct uwc_state *s)
{
    int card = pile_turn_up(s), place;

    if (!card)
        return;
    place = digit_sum(card) - 1;
    while (s->slots[slot_at(place)])
        place++;
    s->fourth = (uint8_t)slot_at(place);
    lay_tile(s, s->fourth, true);
}

void solo_round_end(struct uwc_state *s)
{
    if (s->seats > 1)
        return;
    s->fourth = UWC_NO_SLOT;
    if (s->round == UWC_ROUNDS)
        return;
    solo_lay_tiles(s, s->round + 1);
    if (!s->stepped)
        lay_fourth(s);
    s->stepped = 0;
}
