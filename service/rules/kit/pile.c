/* Piles of cards face down. */
#include "rules/kit/pile.h"

#include <string.h>

void pile_fill(struct pile pile, int first, int count,
               struct secret_stream *stream)
{
    *pile.count = (uint8_t)count;
    secret_stream_deal(stream, pile.item, first, (size_t)count);
}

void pile_shuffle(struct pile pile, struct secret_stream *stream)
{
    secret_stream_shuffle(stream, pile.item, *pile.count);
}

uint8_t pile_draw(struct pile pile)
{
    uint8_t card;

    if (!*pile.count)
        return 0;
    card = pile.item[--*pile.count];
    pile.item[*pile.count] = 0;
    return card;
}

void pile_put_under(struct pile pile, int card)
{
    memmove(pile.item + 1, pile.item, *pile.count);
    pile.item[0] = (uint8_t)card;
    ++*pile.count;
}

bool pile_refill(struct pile pile, struct card_set *discards,
                 struct secret_stream *stream)
{
    for (int card = set_next(discards, 0); card;
         card = set_next(discards, card))
        pile.item[(*pile.count)++] = (uint8_t)card;
    memset(discards, 0, sizeof *discards);
    if (!*pile.count)
        return false;
    pile_shuffle(pile, stream);
    return true;
}
