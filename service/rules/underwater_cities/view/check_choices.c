/* Whether simultaneous choices can stand as they do: each could have been made
 * in the order in which the engine asks. */
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/view/check.h"

/* Discards go up by number, and exactly the surplus goes (rulings 23, 76). */
static bool aside_fits(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    int cards_held = set_count(&me->hand), higher = cards_held;
    int surplus = hand_surplus(&s->seat[seat]);

    if (cards_held > 31 || me->set_aside >> cards_held)
        return false;
    if (me->set_aside)
        higher = cards_held - 1 - (31 - __builtin_clz(me->set_aside));
    if (me->left)
        return !me->is_choosing;
    if (me->is_choosing)
        return me->is_choosing == 1 && surplus > 0 && higher >= surplus;
    return me->set_aside ? surplus == 0 : surplus <= 0;
}

int production_options(int card)
{
    const struct effect *e = cards[card]->produce;
    int options = 0;

    for (; e && e->op != OP_END; e = effect_next(e))
        if (e->op == OP_SWAP)
            for (const struct effect *o = e + 1; o < e + 1 + e->len;
                 o = effect_next(o))
                options++;
    return options;
}

/* The cards for which a seat still has a production choice after claim i. */
uint32_t production_next(const struct uwc_state *s, int seat, int i)
{
    return i >= 31 ? 0
                   : production_choices(s, seat) & ~((UINT32_C(2) << i) - 1);
}

/* Give the answers again, one by one, up to where the seat is asked now. */
static bool answers_fit(const struct uwc_state *s, int seat)
{
    struct uwc_state again = *s;
    struct seat *me = &again.seat[seat];
    const struct seat *given = &s->seat[seat];
    uint32_t asked;

    memset(me->answer, 0, sizeof me->answer);
    asked = production_choices(&again, seat);
    while (asked && asked != given->asked) {
        int i = __builtin_ctz(asked);

        if (given->answer[i] > production_options(me->claims[i]))
            return false;
        me->answer[i] = given->answer[i];
        asked = production_next(&again, seat, i);
    }
    return asked == given->asked && given->is_choosing == (asked != 0) &&
           !memcmp(me->answer, given->answer, sizeof me->answer);
}

/* No Production choice is open or was made. */
static bool is_unasked(const struct seat *me)
{
    static const uint8_t none[UWC_CLAIMS_MAX];

    return !me->asked && !me->produced_biomatter &&
           !memcmp(me->answer, none, sizeof none);
}

static bool is_quiet(const struct seat *me)
{
    return !me->set_aside && is_unasked(me);
}

/* Before the tiles lie no cards are dealt; who still chooses has not chosen. */
static bool arrangement_fits(const struct uwc_state *s, const struct seat *me)
{
    return check_undealt(s) && is_quiet(me) && !s->turn &&
           (!me->is_choosing ||
            (me->is_choosing == 1 && !me->left && !me->swapped));
}

static bool choice_fits(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];

    if (me->swapped > (s->phase == PHASE_TILES))
        return false;
    switch ((enum phase)s->phase) {
    case PHASE_TURN: return !me->is_choosing && is_quiet(me);
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: return is_unasked(me) && aside_fits(s, seat);
    case PHASE_PRODUCTION:
        /* what a seat had answered before it left is void */
        return me->left ? !me->is_choosing && is_quiet(me)
                        : !me->set_aside && answers_fit(s, seat);
    case PHASE_TILES: return arrangement_fits(s, me);
    case PHASE_OVER: return true; /* as it was when the last but one left */
    }
    return false;
}

bool check_choices(const struct uwc_state *s)
{
    bool production = s->phase == PHASE_PRODUCTION;

    if (production && s->round != 4 && s->round != 7 && s->round != UWC_ROUNDS)
        return false;
    if (s->phase == PHASE_FIRST_HANDS && s->round != 1)
        return false;
    if (s->phase == PHASE_ERA_HANDS && s->round != 5 && s->round != 8)
        return false;
    for (int i = 0; i < s->seats; i++)
        if (!choice_fits(s, i))
            return false;
    return true;
}
