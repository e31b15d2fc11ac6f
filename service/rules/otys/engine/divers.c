/* The effects of experts and of the Engineer (rules 2.6). */
#include "rules/otys/engine/goods.h"
#include "rules/otys/engine/handlers.h"

struct frame diver_begin(struct state *s)
{
    const struct frame f = *top(s);

    if (f.n > 1)
        top(s)->n--;
    else
        (void)pop(s);
    return f;
}

const struct effect *diver_effects(const struct state *s, const struct frame *f)
{
    return diver_sides[f->a][frame_is_upgraded(s, f)].effect;
}

int diver_cost(const struct state *s, const struct frame *f, int price)
{
    return price > 0 && !(s->is_free && !f->b) ? price : 0;
}

/* ---- experts ---- */

/* One part of an upgraded expert is performed; the other one may follow, unless
 * this one already followed. */
static void expert_part(struct state *s, bool is_bonus)
{
    const struct frame f = diver_begin(s);

    if (f.kind == FRAME_DIVER && frame_is_upgraded(s, &f))
        push(s, (struct frame){.kind = FRAME_PART,
                               .seat = f.seat,
                               .a = f.a,
                               .b = f.b,
                               .c = !is_bonus});
}

enum refusal_reason do_take(struct state *s, int seat, struct move m, bool dry)
{
    const struct frame *f = top(s);
    const int colour = move_a(m);

    if (f->kind == FRAME_PART && f->c)
        return REFUSED_OTHER_DIVER;
    if (f->kind == FRAME_PICK ? !(f->a >> colour & 1) : f->a != colour)
        return REFUSED_OTHER_COLOUR;
    if (!has_space(&s->seat[seat], s->level))
        return REFUSED_LEVEL_FULL;
    if (dry)
        return REFUSED_OK;
    if (f->kind == FRAME_PICK)
        (void)pop(s);
    else
        expert_part(s, false);
    goods_put_cube(s, seat, s->level, colour, place_of(PLACE_SUPPLY));
    return REFUSED_OK;
}

/* Whether the top frame is at the bonus of an upgraded expert. */
static bool has_bonus(struct state *s)
{
    const struct frame *f = top(s);

    return f->a < COLOURS && frame_is_upgraded(s, f) &&
           (f->kind == FRAME_DIVER || f->c);
}

enum refusal_reason do_bonus(struct state *s, int seat, struct move m, bool dry)
{
    const struct effect *bonus = diver_effects(s, top(s)) + 1;

    (void)m;
    if (!has_bonus(s) || bonus->op == OP_RECALL)
        return REFUSED_OTHER_DIVER;
    if (bonus->op == OP_NEUTRAL_KEY && neutral_supply(s) <= 0)
        return REFUSED_NO_NEUTRAL;
    if (dry)
        return REFUSED_OK;
    expert_part(s, true);
    if (bonus->op == OP_NEUTRAL_KEY)
        goods_neutral_key(s, seat);
    else if (bonus->op == OP_CREDITS)
        goods_credits(s, seat, bonus->n);
    else
        goods_batteries(s, seat, bonus->n);
    return REFUSED_OK;
}

/* By sponsor 3, or the bonus of the Tech Expert. */
enum refusal_reason do_recall(struct state *s, int seat, struct move m,
                              bool dry)
{
    const int key = move_a(m);

    if (top(s)->kind == FRAME_SPONSOR) {
        if (!sponsor_does(s, OP_RECALL))
            return REFUSED_OTHER_SPONSOR;
    } else if (!has_bonus(s) || diver_effects(s, top(s))[1].op != OP_RECALL) {
        return REFUSED_OTHER_DIVER;
    }
    if (!(used_keys(s, seat) >> (key - 1) & 1))
        return REFUSED_NOT_USED;
    if (dry)
        return REFUSED_OK;
    if (top(s)->kind == FRAME_SPONSOR)
        sponsor_use(s, seat);
    else
        expert_part(s, true);
    goods_recall(s, seat, key);
    return REFUSED_OK;
}

/* ---- the Engineer ---- */

enum refusal_reason do_improve(struct state *s, int seat, struct move m,
                               bool dry)
{
    struct seat *me = &s->seat[seat];
    const int cost = diver_cost(s, top(s), diver_effects(s, top(s))->credits);

    if (top(s)->a != ENGINEER)
        return REFUSED_OTHER_DIVER;
    if (me->improved[move_a(m)] >= IMPROVEMENTS)
        return REFUSED_MAXIMUM;
    if (me->credits < cost)
        return REFUSED_CREDITS;
    if (dry)
        return REFUSED_OK;
    (void)diver_begin(s);
    goods_pay(s, seat, cost);
    me->improved[move_a(m)]++;
    note(s, STEP_IMPROVE, seat, move_a(m), 1);
    return REFUSED_OK;
}
