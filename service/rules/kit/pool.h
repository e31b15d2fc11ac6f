/* A pool of cards whose places a viewer cannot know: they are collected,
 * shuffled and dealt to these places again.
 *
 * Cards of a set are collected by number, so that the result depends on the
 * cards and the random stream, and not on where the cards were before. */
#ifndef RULES_KIT_POOL_H
#define RULES_KIT_POOL_H

#include "rules/kit/card_set.h"
#include "rules/random.h"

struct pool {
    uint8_t item[256];
    size_t count, dealt;
};

static inline void pool_take(struct pool *p, int card)
{
    p->item[p->count++] = (uint8_t)card;
}

static inline void pool_take_set(struct pool *p, const struct card_set *set)
{
    for (int card = set_next(set, 0); card; card = set_next(set, card))
        pool_take(p, card);
}

static inline void pool_shuffle(struct pool *p, struct random *random)
{
    random_shuffle(random, p->item, p->count);
}

static inline size_t pool_left(const struct pool *p)
{
    return p->count - p->dealt;
}

/* The next one.  There must be one. */
static inline uint8_t pool_deal(struct pool *p)
{
    return p->item[p->dealt++];
}

/* The next ones, to a list or a set.  There must be this many. */
static inline void pool_deal_list(struct pool *p, uint8_t *out, size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = pool_deal(p);
}

static inline void pool_deal_set(struct pool *p, struct card_set *out,
                                 size_t count)
{
    for (size_t i = 0; i < count; i++)
        set_add(out, pool_deal(p));
}

#endif
