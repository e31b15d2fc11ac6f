/* A pile of cards face down: a deck, tiles, tokens in a bag.
 *
 * A state keeps a pile as an array of numbers from 1 and a count; the top is
 * the last one, and the places above it are 0.  A struct pile refers to both
 * and is made where it is used:
 *
 *     static inline struct pile pile_deck(struct my_state *s)
 *     {
 *         return (struct pile){s->deck, &s->deck_count};
 *     } */
#ifndef RULES_KIT_PILE_H
#define RULES_KIT_PILE_H

#include "rules/kit/secret_stream.h"

struct pile {
    uint8_t *item;  /* borrowed, with room for all cards of the pile */
    uint8_t *count; /* borrowed */
};

/* Put `count` cards from number `first` on into an empty pile, shuffled. */
void pile_fill(struct pile pile, int first, int count,
               struct secret_stream *stream);

void pile_shuffle(struct pile pile, struct secret_stream *stream);

/* Draw the top card; 0 if the pile is empty. */
uint8_t pile_draw(struct pile pile);

/* Put a card under the pile. */
void pile_put_under(struct pile pile, int card);

/* Shuffle the discards and put them into an empty pile; the discards are empty
 * then.  False if there is no card.  The order in which the cards were
 * discarded has no influence. */
bool pile_refill(struct pile pile, struct card_set *discards,
                 struct secret_stream *stream);

#endif
