/* Find what is missing before a list of effects can be performed. */
#include "rules/underwater_cities/engine/missing.h"

#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/seat_cards.h"

static void take_off(struct means *m, const struct effect *discount)
{
    for (unsigned left = discount->what; left; left &= left - 1) {
        uint8_t *cost = &m->cost[__builtin_ctz(left)][discount->per];

        *cost = (uint8_t)(*cost > discount->n ? *cost - discount->n : 0);
    }
}

void means_find_costs(struct means *m)
{
    const struct seat *me = &m->s->seat[m->seat];

    for (int i = 0; i < PIECE_KINDS; i++)
        for (int r = 0; r < RESOURCES; r++)
            m->cost[i][r] = (uint8_t)price_of(piece_price((enum piece)(1 << i)),
                                              (enum resource)r);
    for (int i = 0; i < me->claim_count; i++) {
        const struct effect *d = cards[me->claims[i]]->standing;

        for (; d && d->op != OP_END; d = effect_next(d))
            if (d->op == OP_DISCOUNT)
                take_off(m, d);
    }
    m->has_costs = true;
}

unsigned missing_price(const struct means *m, uint16_t price)
{
    unsigned lacks = 0;

    for (int r = 0; r < RESOURCES; r++)
        if (m->stock[r] < price_of(price, (enum resource)r))
            lacks |= 1u << r;
    return lacks ? MISSING_SOMETHING | lacks : 0;
}

unsigned missing_effect(struct means *m, const struct effect *e)
{
    const struct effect_verb *verb = &m->verbs[e->op];

    return verb->missing ? verb->missing(m, e) : MISSING_SOMETHING;
}

static unsigned missing_all(struct means *m, const struct effect *list,
                            const struct effect *end)
{
    unsigned lacks = MISSING_SOMETHING;

    if (m->nested > MISSING_NESTED_MAX ||
        m->s->depth + m->nested > UWC_FRAMES_MAX - MISSING_NESTED_MAX)
        return MISSING_SOMETHING | MISSING_TRIAL;
    for (const struct effect *e = list; e != end && e->op != OP_END;
         e = effect_next(e)) {
        unsigned here;

        if (e > list && !e->len && !memcmp(e, e - 1, sizeof *e))
            continue; /* the same again */
        here = missing_effect(m, e);
        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks;
}

unsigned missing_list(struct means *m, const struct effect *list,
                      const struct effect *end)
{
    unsigned lacks;

    m->nested++;
    lacks = missing_all(m, list, end);
    m->nested--;
    return lacks;
}

unsigned missing_use(struct means *m, int card)
{
    const int i = claim_index(&m->s->seat[m->seat], card);
    struct means with = *m;

    with.used |= i < 0 ? 0 : UINT32_C(1) << i; /* before its effect: 65 */
    return missing_list(&with, cards[card]->action, NULL);
}

unsigned missing_slot(struct means *m, int slot, uint16_t price,
                      unsigned gained)
{
    enum { PLENTY = 1000 };
    const struct effect *list = slot_of(m->s->seats, slot)->effects;
    struct means other;
    unsigned lacks;

    if (missing_price(m, price))
        return MISSING_SOMETHING; /* it is paid before anything else happens */
    if (price != PRICE_FREE || gained) {
        other = *m;
        other.known = 0;
        for (int r = 0; r < RESOURCES; r++)
            other.stock[r] =
                (int16_t)(gained >> r & 1
                              ? PLENTY
                              : m->stock[r] -
                                    price_of(price, (enum resource)r));
        m = &other;
    }
    m->slot = slot;
    lacks = missing_list(m, list, NULL);
    m->slot = UWC_NO_SLOT;
    return lacks & gained ? lacks | MISSING_TRIAL : lacks;
}
