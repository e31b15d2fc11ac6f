/* The cards of one seat: its hand, and what it has in play. */
#include "rules/underwater_cities/engine/seat_cards.h"

int hand_limit(const struct seat *seat)
{
    int limit = HAND_LIMIT_BASE;

    for (int i = 0; i < seat->claim_count; i++) {
        const struct effect *e = cards[seat->claims[i]]->standing;

        for (; e && e->op != OP_END; e = effect_next(e))
            if (e->op == OP_HAND_LIMIT)
                limit += e->n;
    }
    return limit;
}

int hand_surplus(const struct seat *seat)
{
    return set_count(&seat->hand) - __builtin_popcount(seat->set_aside) -
           hand_limit(seat);
}

int hand_rank(const struct card_set *hand, int card)
{
    int rank = 0;

    for (int c = set_next(hand, 0); c && c != card; c = set_next(hand, c))
        rank++;
    return rank;
}

int hand_card(const struct seat *seat, int rank)
{
    int card = set_next(&seat->hand, 0);

    while (card && rank-- > 0)
        card = set_next(&seat->hand, card);
    return card;
}

int hand_cards(const struct card_set *hand, uint32_t ranks,
               uint8_t out[UWC_HAND_MAX])
{
    int count = 0;

    for (int card = set_next(hand, 0); card && ranks;
         card = set_next(hand, card), ranks >>= 1)
        if (ranks & 1)
            out[count++] = (uint8_t)card;
    return count;
}

void hand_remove(struct seat *seat, int card)
{
    set_remove(&seat->hand, card);
    if (card_is_special(card))
        seat->open_specials &= ~(UINT32_C(1) << (card - SPECIAL3_FIRST));
}

int claim_index(const struct seat *seat, int card)
{
    for (int i = 0; i < seat->claim_count; i++)
        if (seat->claims[i] == card)
            return i;
    return -1;
}

int claims_action_cards(const struct seat *seat)
{
    int count = 0;

    for (int i = 0; i < seat->claim_count; i++)
        count += cards[seat->claims[i]]->type == ACTION;
    return count;
}
