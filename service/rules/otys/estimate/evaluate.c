/* An estimate of a seat's final points, for bots that look one step ahead: the
 * points so far, how near it is to the contracts that it may complete, and what
 * goods, keys and upgrades may still bring. */
#include "rules/otys/estimate/evaluate.h"

#include "rules/otys/engine/state.h"

/* Hundredths of a point. */
enum {
    VALUE_POINT = 100,
    VALUE_CREDIT = 30,
    VALUE_BATTERY = 30,
    PLENTY = 4, /* goods beyond which one more is worth little */
    VALUE_SURPLUS = 4,
    VALUE_CUBE = 12, /* a resource, whatever contracts there are */
    VALUE_KEY = 5,   /* on the board */
    VALUE_NEUTRAL = 25,
    VALUE_HAND = 40,
    VALUE_UPGRADE = 45,
    VALUE_HACKER = 45, /* an improvement */
    VALUE_MECHANIC = 30,
    VALUE_REWARD_POINT = 90,
    VALUE_REWARD_CREDITS = 55,
    VALUE_EFFECT = 45, /* an effect that is still to come */
    MISSING_MAX = 3,
};

/* What a contract counts when this many resources are missing on the best
 * level, in per cent of its worth. */
static const int nearness[MISSING_MAX + 1] = {80, 42, 18, 6};

/* ---- contracts ---- */

/* Resources that a level lacks for a list. */
static int list_lacks(const uint8_t *cubes, const struct contract *c)
{
    int lacks = 0;

    for (int i = 0; i < COLOURS; i++)
        lacks += c->need[i] > cubes[i] ? c->need[i] - cubes[i] : 0;
    return lacks;
}

/* The same for a pattern: the greatest group with what there is most of. */
static int pattern_lacks(const uint8_t *cubes, const struct contract *c)
{
    uint8_t sorted[COLOURS];
    int lacks = 0;

    for (int i = 0; i < COLOURS; i++) {
        int k = i;

        for (; k > 0 && sorted[k - 1] < cubes[i]; k--)
            sorted[k] = sorted[k - 1];
        sorted[k] = cubes[i];
    }
    for (int g = 0; g < GROUPS; g++)
        lacks += c->group[g] > sorted[g] ? c->group[g] - sorted[g] : 0;
    return lacks;
}

/* What the best level for a contract is worth. */
static int contract_value(const struct seat *me, int contract)
{
    const struct contract *c = &contracts[contract];
    const int worth = c->points * VALUE_POINT + c->credits * VALUE_CREDIT +
                      c->batteries * VALUE_BATTERY;
    int best = 0;

    for (int level = 0; level < LEVELS; level++) {
        const uint8_t *cubes = me->cubes[level];
        const int lacks = contract_is_pattern(contract)
                              ? pattern_lacks(cubes, c)
                              : list_lacks(cubes, c);
        const int room = level_spaces[level] - cubes_on(me, level);
        int value;

        if (lacks > MISSING_MAX || lacks > room)
            continue;
        value = worth * nearness[lacks] / 100;
        if (me->reward[level])
            value += VALUE_POINT * nearness[lacks] / 200;
        if (value > best)
            best = value;
    }
    return best;
}

/* The nearest contract counts most: they compete for resources. */
static int contracts_value(const struct state *s, const struct seat *me)
{
    int best = 0, sum = 0;

    for (int i = 0; i < PUBLIC_CONTRACTS + CONTRACTS; i++) {
        const int n =
            i < PUBLIC_CONTRACTS ? s->open[i] : i - PUBLIC_CONTRACTS + 1;
        int value;

        if (i < PUBLIC_CONTRACTS ? !n : !has_hand(me, n))
            continue;
        value = contract_value(me, n);
        sum += value;
        if (value > best)
            best = value;
    }
    return best + (sum - best) / 4;
}

/* ---- goods ---- */

static int goods_value(int n, int each)
{
    return n < PLENTY ? n * each : PLENTY * each + (n - PLENTY) * VALUE_SURPLUS;
}

static int board_value(const struct seat *me)
{
    int value = 0;

    for (int level = 0; level < LEVELS; level++) {
        value += cubes_on(me, level) * VALUE_CUBE;
        if (me->reward[level])
            value += tokens[me->reward[level]].back == BACK_POINT
                         ? VALUE_REWARD_POINT
                         : VALUE_REWARD_CREDITS;
    }
    value += __builtin_popcount(me->upgraded) * VALUE_UPGRADE;
    value += me->improved[HACKER] * VALUE_HACKER;
    value += me->improved[MECHANIC] * VALUE_MECHANIC;
    value += __builtin_popcount(me->keys) * VALUE_KEY;
    return value + me->neutral * VALUE_NEUTRAL;
}

/* Effects that are pending for the seat. */
static int pending_value(const struct state *s, int seat)
{
    int value = s->is_free && s->turn == seat ? VALUE_EFFECT : 0;

    for (int i = 0; i < s->depth; i++) {
        const struct frame *f = &s->stack[i];

        if (f->seat != seat)
            continue;
        if (f->kind == FRAME_DIVER)
            value += f->n * VALUE_EFFECT;
        else if (f->kind == FRAME_ACTIVATE)
            value += VALUE_EFFECT * (1 + s->is_double);
        else if (f->kind == FRAME_PLACE)
            value += tokens[f->a].back == BACK_POINT ? VALUE_REWARD_POINT
                                                     : VALUE_REWARD_CREDITS;
        else if (f->kind == FRAME_KEEP)
            value += VALUE_HAND;
        else if (f->kind == FRAME_PICK || f->kind == FRAME_UPGRADE ||
                 f->kind == FRAME_PART || f->kind == FRAME_SPONSOR)
            value += VALUE_EFFECT / 2;
    }
    return value;
}

/* When another seat has brought the end, only points count.  The seat that
 * brings it itself keeps its estimate, or it would hesitate to. */
static bool is_ending_for(const struct state *s, int seat)
{
    for (int other = 0; other < s->seats; other++)
        if (other != seat && points_of(&s->seat[other]) >= END_POINTS)
            return true;
    return false;
}

int32_t estimate_evaluate(const void *state, int seat)
{
    const struct state *s = state;
    const struct seat *me = &s->seat[seat];
    int value = contracts_value(s, me);

    value += goods_value(me->credits, VALUE_CREDIT);
    value += goods_value(me->batteries, VALUE_BATTERY);
    value += goods_value(__builtin_popcount(me->hand), VALUE_HAND);
    value += board_value(me) + pending_value(s, seat);
    if (is_ending_for(s, seat))
        value /= 8;
    return points_of(me) * VALUE_POINT + value;
}
