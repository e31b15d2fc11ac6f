/* The deck, the discards, the special cards and the metropolis tiles. */
#include "rules/underwater_cities/engine/piles.h"

#include "rules/underwater_cities/engine/journal.h"

/* First card number and size of each era's deck. */
static const struct {
    uint8_t first, size;
} era_cards[] = {
    [1] = {ERA1_FIRST, ERA2_FIRST - ERA1_FIRST},
    [2] = {ERA2_FIRST, ERA3_FIRST - ERA2_FIRST},
    [3] = {ERA3_FIRST, SPECIAL3_FIRST - ERA3_FIRST},
};

void pile_new_era(struct uwc_state *s)
{
    int era = uwc_era(s);

    memset(&s->discards, 0, sizeof s->discards);
    memset(s->deck, 0, sizeof s->deck);
    pile_fill(pile_deck(s), era_cards[era].first, era_cards[era].size,
              &s->chance);
    journal_list(s, JOURNAL_DECK, -1, s->deck_count, s->deck, s->deck_count, 0);
}

/* Take the top card of the era deck; CARD_NONE if no card is left. */
static int take_top(struct uwc_state *s)
{
    if (!s->deck_count && pile_refill(pile_deck(s), &s->discards, &s->chance))
        journal_list(s, JOURNAL_SHUFFLE, -1, s->deck_count, s->deck,
                     s->deck_count, 0);
    return pile_draw(pile_deck(s));
}

void pile_draw_card(struct uwc_state *s, int seat)
{
    struct card_set *hand = &s->seat[seat].hand;
    int card = set_count(hand) < UWC_HAND_MAX ? take_top(s) : CARD_NONE;

    if (card) {
        set_add(hand, card);
        recorder_reveal(s);
        journal_move_secret(s, JOURNAL_CARD, seat, card, place_of(PLACE_DECK),
                            place_at(PLACE_HAND, seat, 0),
                            (seat_set)(1U << seat));
    }
    /* The states of version 2 did not hold what was discarded before. */
    if (s->phase == PHASE_TURN && s->step == STEP_DISCARD)
        s->last_discard = 0;
}

int pile_turn_up(struct uwc_state *s)
{
    int card = take_top(s);

    if (card) {
        set_add(&s->discards, card);
        recorder_reveal(s);
        journal_move(s, JOURNAL_CARD, -1, card, place_of(PLACE_DECK),
                     place_of(PLACE_DISCARDS));
    }
    return card;
}

int pile_drawable(const struct uwc_state *s)
{
    return s->deck_count + set_count(&s->discards) - s->draws;
}

void pile_discard(struct uwc_state *s, int seat, int card,
                  struct journal_place from)
{
    enum place_kind to = PLACE_OUT; /* three-credit specials, older eras */

    if (card >= SPECIAL_FIRST && card <= CARD_LAST) {
        pile_put_under(pile_specials(s), card);
        to = PLACE_SPECIALS;
    } else if (cards[card]->era == uwc_era(s)) {
        set_add(&s->discards, card);
        to = PLACE_DISCARDS;
    }
    journal_move(s, JOURNAL_CARD, seat, card, from, place_of(to));
}

bool pile_take_special(struct uwc_state *s, int seat, int card,
                       struct journal_place from, seat_set seen_by)
{
    struct card_set *hand = &s->seat[seat].hand;
    const bool has_room = set_count(hand) < UWC_HAND_MAX;

    if (has_room) {
        set_add(hand, card);
        journal_move_secret(s, JOURNAL_CARD, seat, card, from,
                            place_at(PLACE_HAND, seat, 0), seen_by);
    } else {
        pile_discard(s, seat, card, from);
    }
    return has_room;
}

void journal_reveal(const struct uwc_state *s, int seat, bool is_tile, int item,
                    bool is_drawn)
{
    const struct journal_place pile =
        place_of(is_tile ? PLACE_TILES : PLACE_SPECIALS);
    const struct journal_place choice = place_at(PLACE_CHOICE, seat, 0);

    if (is_drawn)
        recorder_reveal(s);
    journal_move_secret(s, is_tile ? JOURNAL_METROPOLIS_TILE : JOURNAL_CARD,
                        seat, item, is_drawn ? pile : choice,
                        is_drawn ? choice : pile, (seat_set)(1U << seat));
}

void pile_return_reveal(struct uwc_state *s, enum source_kind source)
{
    const int seat = uwc_active(s);
    const bool is_tile = source == FRAME_TILES;

    for (;;) {
        int lowest = -1;

        for (int i = 0; i < 3; i++)
            if (s->reveal[i] &&
                (lowest < 0 || s->reveal[i] < s->reveal[lowest]))
                lowest = i;
        if (lowest < 0)
            break;
        journal_reveal(s, seat, is_tile, s->reveal[lowest], false);
        pile_put_under(is_tile ? pile_tiles(s) : pile_specials(s),
                       s->reveal[lowest]);
        s->reveal[lowest] = 0;
    }
}
