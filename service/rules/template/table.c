/* The table of the template: cards and points that change places. */
#include "rules/kit/recorder.h"
#include "rules/template/template.h"

void template_note(const struct template_state *s, enum template_step type,
                   int seat, int card, int n, seat_set seen_by)
{
    if (recorder_is_on(s))
        recorder_add((struct journal_step){.type = (uint8_t)type,
                                           .seat = (int8_t)seat,
                                           .seen_by = seen_by,
                                           .what = (int16_t)card,
                                           .n = (int16_t)n});
}

struct pile template_deck(struct template_state *s)
{
    return (struct pile){s->deck, &s->deck_count};
}

bool template_can_draw(const struct template_state *s)
{
    return s->deck_count || s->discards;
}

/* The discards become the deck when a card is needed. */
static void refill(struct template_state *s)
{
    struct card_set discards = {{s->discards}};

    if (s->deck_count)
        return;
    (void)pile_refill(template_deck(s), &discards, &s->chance);
    s->discards = 0;
    template_note(s, TEMPLATE_STEP_SHUFFLE, -1, 0, 0, JOURNAL_PUBLIC);
}

void template_draw(struct template_state *s, int seat)
{
    int card;

    refill(s);
    card = pile_draw(template_deck(s));
    s->hand[seat] |= UINT32_C(1) << card;
    recorder_reveal(s);
    template_note(s, TEMPLATE_STEP_DRAW, seat, card, 0, (seat_set)(1U << seat));
}

/* Cards of a hand, face up. */
void template_discard(struct template_state *s, int seat, uint32_t cards)
{
    s->hand[seat] &= ~cards;
    s->discards |= cards;
    for (int card = template_next(cards, 0); card;
         card = template_next(cards, card))
        template_note(s, TEMPLATE_STEP_DISCARD, seat, card, 0, JOURNAL_PUBLIC);
}

/* No match from a start comes near the bound, but a position may.  Points above
 * it are lost, so that what follows from an accepted position is accepted. */
void template_add_points(struct template_state *s, int seat, int points)
{
    const int room = TEMPLATE_POINTS_MAX - s->points[seat];
    const int gain = points < room ? points : room;

    s->points[seat] = (uint16_t)(s->points[seat] + gain);
    template_note(s, TEMPLATE_STEP_POINTS, seat, 0, gain, JOURNAL_PUBLIC);
}
