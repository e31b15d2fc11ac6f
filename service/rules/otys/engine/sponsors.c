/* What sponsors do (rules 2.7), and upgrading. */
#include "rules/otys/engine/column.h"
#include "rules/otys/engine/goods.h"
#include "rules/otys/engine/handlers.h"

/* What the sponsor of the key's level does. */
static const struct effect *effects(const struct state *s)
{
    const int sponsor = s->sponsor[s->level];

    return sponsor_sides[sponsor][is_advanced(s, sponsor)].effect;
}

bool sponsor_does(const struct state *s, enum op op)
{
    return effects(s)[0].op == op || effects(s)[1].op == op;
}

bool sponsor_upgrades(const struct state *s, enum which which)
{
    return effects(s)->op == OP_UPGRADE && effects(s)->which == which;
}

void sponsor_use(struct state *s, int seat)
{
    (void)pop(s);
    note(s, STEP_SPONSOR, seat, s->sponsor[s->level], 1);
}

static void upgrade(struct state *s, int seat, int diver)
{
    s->seat[seat].upgraded |= (uint8_t)(1u << diver);
    note(s, STEP_UPGRADE, seat, diver, 1);
}

/* Sponsor 4. */
static enum refusal_reason upgrade_for_credits(struct state *s, int seat,
                                               int diver, bool dry)
{
    const struct effect *e = effects(s);

    if (is_upgraded(&s->seat[seat], diver))
        return REFUSED_UPGRADED;
    if (s->seat[seat].credits < e->credits)
        return REFUSED_CREDITS;
    if (dry)
        return REFUSED_OK;
    sponsor_use(s, seat);
    goods_pay(s, seat, e->credits);
    upgrade(s, seat, diver);
    goods_offer_points(s, seat, POINTS_SPONSORS, e->points);
    return REFUSED_OK;
}

/* What the sponsor of the key's level does at once. */
static void use_plainly(struct state *s, int seat)
{
    const struct effect *e = effects(s);

    sponsor_use(s, seat);
    if (e->op == OP_FREE)
        s->is_free = 1;
    else if (e->op == OP_CREDITS)
        goods_credits(s, seat, e->n);
    else if (e->op == OP_DOUBLE)
        s->is_double = 1;
    else if (e->op == OP_RESURFACE)
        column_move(s, seat, SLOTS - 1, 0);
    else
        goods_batteries(s, seat, e->n);
}

enum refusal_reason do_sponsor(struct state *s, int seat, struct move m,
                               bool dry)
{
    (void)m;
    if (sponsor_upgrades(s, WHICH_ACTIVATED))
        return upgrade_for_credits(s, seat, key_diver(s), dry);
    if (sponsor_does(s, OP_USE_TOKEN) || sponsor_does(s, OP_RECALL) ||
        sponsor_upgrades(s, WHICH_SURFACED))
        return REFUSED_OTHER_SPONSOR;
    if (sponsor_does(s, OP_FREE) && key_diver(s) < EXPLORER)
        return REFUSED_NO_EFFECT;
    if (!dry)
        use_plainly(s, seat);
    return REFUSED_OK;
}

/* By sponsor 4, or by a reward token, which gives no point. */
enum refusal_reason do_upgrade(struct state *s, int seat, struct move m,
                               bool dry)
{
    const struct seat *me = &s->seat[seat];

    if (top(s)->kind == FRAME_SPONSOR) {
        if (!sponsor_upgrades(s, WHICH_SURFACED))
            return REFUSED_OTHER_SPONSOR;
        if (column_slot(me, move_a(m)) >= SURFACE)
            return REFUSED_NOT_SURFACED;
        return upgrade_for_credits(s, seat, move_a(m), dry);
    }
    if (is_upgraded(me, move_a(m)))
        return REFUSED_UPGRADED;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    upgrade(s, seat, move_a(m));
    return REFUSED_OK;
}

/* Sponsor 5, advanced: the number of resources on each level stays (O22). */
enum refusal_reason do_swap(struct state *s, int seat, struct move m, bool dry)
{
    const struct seat *me = &s->seat[seat];
    const int mine = move_a(m), other = move_b(m) - 1, theirs = move_c(m);

    if (!sponsor_does(s, OP_EXCHANGE))
        return REFUSED_OTHER_SPONSOR;
    if (!me->batteries)
        return REFUSED_NO_BATTERY;
    if (other == s->level)
        return REFUSED_SAME_LEVEL;
    if (!me->cubes[s->level][mine] || !me->cubes[other][theirs])
        return REFUSED_NO_RESOURCE;
    if (dry)
        return REFUSED_OK;
    sponsor_use(s, seat);
    goods_pay_battery(s, seat);
    s->seat[seat].cubes[s->level][mine]--;
    s->seat[seat].cubes[other][theirs]--;
    goods_put_cube(s, seat, other, mine, place_at(PLACE_LEVEL, seat, s->level));
    goods_put_cube(s, seat, s->level, theirs,
                   place_at(PLACE_LEVEL, seat, other));
    return REFUSED_OK;
}
