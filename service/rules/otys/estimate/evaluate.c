/* An estimate of a seat's final points, for bots that look one step ahead: the
 * points so far, how near it is to the contracts that it may complete, and what
 * goods, keys and upgrades may still bring. */
#include "rules/otys/estimate/evaluate.h"

#include "rules/otys/engine/state.h"

/* Hundredths of a point.  Most were fitted to the margins with which matches
 * of the greedy bot ended (docs/balance.md). */
enum {
    VALUE_POINT = 100,
    PLENTY = 4, /* goods beyond which one more is surplus, worth little */
    VALUE_CREDIT = 40,
    SURPLUS_CREDIT = 15,
    VALUE_BATTERY = 25,
    SURPLUS_BATTERY = 4,
    VALUE_HAND = 30,
    SURPLUS_HAND = 5,
    VALUE_CUBE = 60, /* a resource, whatever contracts there are */
    VALUE_KEY = 6,   /* on the board */
    VALUE_NEUTRAL = 20,
    VALUE_HACKER = 42, /* an improvement */
    VALUE_MECHANIC = 20,
    VALUE_REWARD_POINT = 65,
    VALUE_REWARD_CREDITS = 50,
    VALUE_EFFECT = 45, /* of a diver, or of a token by sponsor 2 */
    VALUE_TOKEN = 110, /* to take one, its cost not counted */
    VALUE_READY = 14,  /* an expert on a level whose key is on the board */
    VALUE_BONUS = 25,  /* a part of an effect */
    VALUE_LEAD = 400,  /* a point ahead in the last round, */
    LEAD_MAX = 3,      /* up to this number */
    LAST_TURN = 8,     /* divides what is not points yet in the last round */
    MISSING_MAX = 3,
};

/* An upgraded diver. */
static const uint8_t upgrade_values[DIVERS] = {
    [METAL] = 80,    [PLANT] = 60,  [FUEL] = 45,     [TECH] = 20,
    [EXPLORER] = 25, [TRADER] = 35, [ENGINEER] = 35, [SPY] = 30};

/* What a contract counts when this many resources are missing on the best
 * level, in per cent of its worth. */
static const int nearness[MISSING_MAX + 1] = {60, 22, 8, 3};

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
    uint8_t sorted[COLOURS] = {0};
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
    uint64_t cards = (uint64_t)me->hand << 1;
    int best = 0, sum = 0;

    for (int i = 0; i < PUBLIC_CONTRACTS; i++)
        cards |= UINT64_C(1) << s->open[i];
    for (cards &= ~UINT64_C(1); cards; cards &= cards - 1) {
        const int value = contract_value(me, __builtin_ctzll(cards));

        sum += value;
        if (value > best)
            best = value;
    }
    return best + (sum - best) / 4;
}

/* ---- goods ---- */

static int goods_value(int n, int each, int surplus)
{
    return n < PLENTY ? n * each : PLENTY * each + (n - PLENTY) * surplus;
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
    for (int diver = 0; diver < DIVERS; diver++)
        if (is_upgraded(me, diver))
            value += upgrade_values[diver];
    value += me->improved[HACKER] * VALUE_HACKER;
    value += me->improved[MECHANIC] * VALUE_MECHANIC;
    value += __builtin_popcount(me->keys) * VALUE_KEY;
    return value + me->neutral * VALUE_NEUTRAL;
}

/* ---- what the turn may still bring ---- */

/* What one more resource on the level of the key would bring. */
static int cube_value(const struct state *s, const struct seat *me, int colour)
{
    struct seat after = *me;

    if (!has_space(me, s->level))
        return 0;
    after.cubes[s->level][colour]++;
    return VALUE_CUBE + contracts_value(s, &after) - contracts_value(s, me);
}

/* What the effect of a diver may bring, less its cost. */
static int effect_value(const struct state *s, int seat, int diver)
{
    const struct seat *me = &s->seat[seat];
    const bool upgraded = is_upgraded(me, diver);
    const bool is_free = s->is_free && s->turn == seat;
    const int least = VALUE_EFFECT / 4;
    int cost = 0, value = VALUE_EFFECT;

    if (diver < COLOURS) {
        value = cube_value(s, me, diver) + upgraded * VALUE_BONUS;
    } else if (diver == EXPLORER) {
        cost = is_free ? 0 : 2 - upgraded;
        value = VALUE_TOKEN;
    } else if (diver != TRADER) {
        cost = !is_free && !upgraded;
    }
    value -= cost * VALUE_CREDIT;
    return me->credits < cost || value < least ? least : value;
}

/* What the sponsor of the key's level may bring; some double the effect. */
static int sponsor_value(const struct state *s, int seat)
{
    static const uint8_t values[SPONSORS + 1][2] = {
        [1] = {VALUE_CREDIT, VALUE_CREDIT / 2},
        [2] = {0, VALUE_EFFECT},
        [3] = {VALUE_KEY, VALUE_KEY},
        [4] = {VALUE_BATTERY, VALUE_BATTERY},
        [5] = {VALUE_BATTERY, VALUE_BATTERY + VALUE_KEY}};
    const int n = s->sponsor[s->level];

    if (n == 2 && !is_advanced(s, n))
        return effect_value(s, seat, key_diver(s));
    return values[n][is_advanced(s, n)];
}

static int frame_value(const struct state *s, const struct frame *f)
{
    switch ((enum frame_kind)f->kind) {
    case FRAME_DIVER: return f->n * effect_value(s, f->seat, f->a);
    case FRAME_ACTIVATE:
        return (1 + s->is_double) * effect_value(s, f->seat, key_diver(s));
    case FRAME_SPONSOR: return sponsor_value(s, f->seat);
    case FRAME_PLACE:
        return tokens[f->a].back == BACK_POINT ? VALUE_REWARD_POINT
                                               : VALUE_REWARD_CREDITS;
    case FRAME_KEEP: return VALUE_HAND;
    case FRAME_PICK:
    case FRAME_UPGRADE:
    case FRAME_PART: return VALUE_BONUS;
    case FRAME_GAIN: return f->n * VALUE_POINT;
    case FRAME_PROPELLER:
    case FRAME_OXYGEN:
    case FRAME_SHELTER:
    case FRAME_RETURN:
    case FRAME_RESURFACE:
    case FRAME_RISE:
    case FRAME_END:
    case FRAME_REPLACE:
    case FRAMES: break;
    }
    return 0;
}

/* Experts that a key on the board reaches where there is space. */
static int ready_value(const struct seat *me)
{
    int ready = 0;

    for (int level = 0; level < LEVELS; level++)
        ready += me->keys >> level & 1 && has_space(me, level) &&
                 me->column[SURFACE + level] < COLOURS;
    return ready * VALUE_READY;
}

static int pending_value(const struct state *s, int seat)
{
    int value = 0;

    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].seat == seat)
            value += frame_value(s, &s->stack[i]);
    return value;
}

/* ---- the end ---- */

/* Points ahead of the best other seat that plays. */
static int lead_of(const struct state *s, int seat)
{
    int best = 0;

    for (int other = 0; other < s->seats; other++)
        if (other != seat && is_playing(s, other) &&
            points_of(&s->seat[other]) > best)
            best = points_of(&s->seat[other]);
    return points_of(&s->seat[seat]) - best;
}

/* Whether the seat still has a turn, or the rest of one, in this round. */
static bool has_turn(const struct state *s, int seat)
{
    return (seat + s->seats - s->first) % s->seats >=
           (s->turn + s->seats - s->first) % s->seats;
}

static int bounded(int value, int bound)
{
    return value > bound ? bound : value < -bound ? -bound : value;
}

/* In the last round points count, and who is ahead. */
static int32_t evaluate_end(const struct state *s, int seat, int potential)
{
    int value = points_of(&s->seat[seat]) * VALUE_POINT +
                bounded(lead_of(s, seat), LEAD_MAX) * VALUE_LEAD;

    if (s->phase == PHASE_PLAY && has_turn(s, seat))
        value += potential / LAST_TURN;
    return value;
}

int32_t estimate_evaluate(const void *state, int seat)
{
    const struct state *s = state;
    const struct seat *me = &s->seat[seat];
    int value = contracts_value(s, me);

    value += goods_value(me->credits, VALUE_CREDIT, SURPLUS_CREDIT);
    value += goods_value(me->batteries, VALUE_BATTERY, SURPLUS_BATTERY);
    value +=
        goods_value(__builtin_popcount(me->hand), VALUE_HAND, SURPLUS_HAND);
    value += board_value(me) + ready_value(me) + pending_value(s, seat);
    if (s->phase == PHASE_OVER || is_end_noted(s))
        return evaluate_end(s, seat, value);
    return points_of(me) * VALUE_POINT + value;
}
