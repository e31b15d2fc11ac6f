/* What conditions look at (rulings 14, 20, 81, 82). */
#include "rules/underwater_cities/engine/conditions.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/engine/board.h"

int effect_times(const struct uwc_state *s, int seat, const struct effect *e)
{
    int times = board_count(s, seat, (enum countable)e->what) / e->per;

    return e->cap && times > e->cap ? e->cap : times;
}

bool effect_condition(const struct uwc_state *s, int seat,
                      const struct effect *e)
{
    if (e->cap)
        return s->seat[seat].space == e->n;
    return board_count(s, seat, (enum countable)e->what) >= e->n;
}

int contract_open(const struct uwc_state *s, int contract)
{
    for (int i = 0; contract && i < UWC_CONTRACTS_OPEN; i++)
        if (s->contract[i] == contract)
            return i;
    return -1;
}

bool contract_met(const struct uwc_state *s, int seat, int contract)
{
    const struct criterion *c = contracts[contract].criteria;

    for (int i = 0; i < CONTRACT_CRITERIA_MAX; i++)
        if (c[i].count &&
            board_count(s, seat, (enum countable)c[i].what) < c[i].count)
            return false;
    return true;
}

bool anytime_is_open(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];

    for (int i = 0; i < me->claim_count; i++)
        if (cards[me->claims[i]]->once && !(me->used >> i & 1))
            return true;
    for (int i = 0; i < UWC_CONTRACTS_OPEN; i++)
        if (s->contract[i] && contract_met(s, seat, s->contract[i]))
            return true;
    return false;
}
