/* A pool of cards or tiles whose places a viewer cannot know: they are
 * collected, shuffled and dealt. */
#ifndef UNDERWATER_CITIES_POOL_H
#define UNDERWATER_CITIES_POOL_H

#include "rules/random.h"
#include "rules/underwater_cities/engine/state.h"

struct pool {
    uint8_t item[256];
    size_t count, dealt;
};

static inline void pool_take_set(struct pool *p, const struct card_set *set)
{
    for (int card = set_next(set, 0); card; card = set_next(set, card))
        p->item[p->count++] = (uint8_t)card;
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

#endif
