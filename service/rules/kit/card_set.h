/* A set of cards, or of other things with small numbers: 1 to 255, where 0
 * means none.  32 bytes without pointers, as a state needs it. */
#ifndef RULES_KIT_CARD_SET_H
#define RULES_KIT_CARD_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bit n of word w is number 64 * w + n, so {{mask}} is the set of the bits of a
 * mask. */
struct card_set {
    uint64_t word[4];
};

static inline bool set_has(const struct card_set *s, int card)
{
    return s->word[card >> 6] >> (card & 63) & 1;
}

static inline void set_add(struct card_set *s, int card)
{
    s->word[card >> 6] |= UINT64_C(1) << (card & 63);
}

static inline void set_remove(struct card_set *s, int card)
{
    s->word[card >> 6] &= ~(UINT64_C(1) << (card & 63));
}

static inline int set_count(const struct card_set *s)
{
    return __builtin_popcountll(s->word[0]) + __builtin_popcountll(s->word[1]) +
           __builtin_popcountll(s->word[2]) + __builtin_popcountll(s->word[3]);
}

/* The first card of the set after this one, or 0:
 *
 *     for (int card = set_next(&set, 0); card; card = set_next(&set, card)) */
static inline int set_next(const struct card_set *s, int after)
{
    int card = after + 1;

    for (int w = card >> 6; w < 4; w++) {
        uint64_t left = s->word[w];

        if (w == card >> 6)
            left &= ~UINT64_C(0) << (card & 63);
        if (left)
            return w * 64 + __builtin_ctzll(left);
    }
    return 0;
}

/* Add or remove the cards of a list, or of another set. */
static inline void set_add_list(struct card_set *s, const uint8_t *items,
                                size_t count)
{
    for (size_t i = 0; i < count; i++)
        set_add(s, items[i]);
}

static inline void set_remove_list(struct card_set *s, const uint8_t *items,
                                   size_t count)
{
    for (size_t i = 0; i < count; i++)
        set_remove(s, items[i]);
}

static inline void set_add_set(struct card_set *s, const struct card_set *more)
{
    for (int w = 0; w < 4; w++)
        s->word[w] |= more->word[w];
}

static inline void set_remove_set(struct card_set *s,
                                  const struct card_set *less)
{
    for (int w = 0; w < 4; w++)
        s->word[w] &= ~less->word[w];
}

#endif
