/* Other worlds that look the same: the piles in another order. */
#include "rules/seastead/view/view.h"

#include "rules/random.h"

static void sort(uint8_t *items, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && items[k - 1] > items[k]; k--) {
            const uint8_t item = items[k];

            items[k] = items[k - 1];
            items[k - 1] = item;
        }
}

/* In an order that depends on nothing but the items and the randomness. */
static void redeal(struct random *random, uint8_t *items, int count)
{
    sort(items, count);
    random_shuffle(random, items, (size_t)count);
}

/* The backs of dive cards differ: Shelf and Depth stay where they are. */
static void redeal_dive(struct state *s, struct random *random)
{
    int shelf = s->drawn;

    while (shelf < s->dive_count &&
           s->dive[shelf] <= SHALLOW_CARDS + SHELF_CARDS)
        shelf++;
    redeal(random, s->dive + s->drawn, shelf - s->drawn);
    redeal(random, s->dive + shelf, s->dive_count - shelf);
}

/* Decrees that somebody else has drawn are dealt with the pile. */
static void redeal_decrees(struct state *s, int viewer, struct random *random)
{
    uint8_t all[DECREES + 2];
    int count = s->decree_count;

    memcpy(all, s->decree_pile, DECREES);
    if (s->drawn_decree[0] && !view_sees_drawn(s, viewer)) {
        all[count++] = s->drawn_decree[0];
        all[count++] = s->drawn_decree[1];
    }
    redeal(random, all, count);
    memcpy(s->decree_pile, all, s->decree_count);
    if (count > s->decree_count) {
        memcpy(s->drawn_decree, all + s->decree_count, 2);
        sort(s->drawn_decree, 2);
    }
}

void state_resample(void *state, int viewer, struct random *random)
{
    struct state *s = state;

    if (viewer == RULES_OMNISCIENT)
        return;
    redeal_dive(s, random);
    redeal(random, s->dock_pile, s->dock_count);
    redeal(random, s->specialist_pile, s->specialist_count);
    redeal_decrees(s, viewer, random);
}
