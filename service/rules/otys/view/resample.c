/* Other worlds that look the same: deck, hands of others and bag are dealt
 * again. */
#include "rules/otys/view/view.h"

#include "rules/kit/pool.h"

static void take_list(struct card_set *cards, const uint8_t *list, int count)
{
    set_add_list(cards, list, (size_t)count);
}

static struct card_set hand_of(const struct seat *me)
{
    return (struct card_set){{(uint64_t)me->hand << 1}};
}

/* The contracts that the viewer cannot place, by number. */
static struct card_set hidden_contracts(const struct state *s, int viewer)
{
    struct card_set cards = {{0}};

    take_list(&cards, s->deck, s->deck_count);
    if (!view_sees(viewer, s->turn))
        for (int i = 0; i < DRAWN_CONTRACTS && s->drawn[i]; i++)
            set_add(&cards, s->drawn[i]);
    for (int seat = 0; seat < s->seats; seat++) {
        const struct card_set hand = hand_of(&s->seat[seat]);

        if (!view_sees(viewer, seat))
            set_add_set(&cards, &hand);
    }
    return cards;
}

static void deal_contracts(struct state *s, int viewer, struct random *random)
{
    const struct card_set cards = hidden_contracts(s, viewer);
    struct pool pool = {.count = 0};

    pool_take_set(&pool, &cards);
    pool_shuffle(&pool, random);
    pool_deal_list(&pool, s->deck, s->deck_count);
    if (!view_sees(viewer, s->turn))
        for (int i = 0; i < DRAWN_CONTRACTS && s->drawn[i]; i++)
            s->drawn[i] = pool_deal(&pool);
    for (int seat = 0; seat < s->seats; seat++) {
        struct card_set hand = {{0}};
        const int count = __builtin_popcount(s->seat[seat].hand);

        if (view_sees(viewer, seat))
            continue;
        pool_deal_set(&pool, &hand, (size_t)count);
        s->seat[seat].hand = (uint32_t)(hand.word[0] >> 1);
    }
}

static void deal_bag(struct state *s, struct random *random)
{
    struct card_set bag = {{0}};
    struct pool pool = {.count = 0};

    take_list(&bag, s->bag, s->bag_count);
    pool_take_set(&pool, &bag);
    pool_shuffle(&pool, random);
    pool_deal_list(&pool, s->bag, s->bag_count);
}

void state_resample(void *state, int viewer, struct random *random)
{
    struct state *s = state;

    if (viewer == RULES_OMNISCIENT)
        return;
    deal_contracts(s, viewer, random);
    deal_bag(s, random);
    secret_stream_resample(&s->chance, random);
}
