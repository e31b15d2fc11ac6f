/* Taking and keeping several resources at once. */
#include "rules/seastead/engine/goods.h"
#include "rules/seastead/engine/handlers.h"

struct amounts {
    int of[RESOURCES];
    int sum, types, most;
};

static struct amounts amounts_of(struct move m)
{
    struct amounts a = {.sum = 0};

    for (int r = 0; r < RESOURCES; r++) {
        a.of[r] = move_amount(m, r);
        a.sum += a.of[r];
        a.types += a.of[r] > 0;
        if (a.of[r] > a.most)
            a.most = a.of[r];
    }
    return a;
}

/* How many resources a mandatory frame gives: all that the supply has, up to
 * n.  Of one type, that depends on the type chosen. */
static int required(const struct state *s, const struct frame *f,
                    const struct amounts *a)
{
    int total = 0;

    for (int r = 0; r < RESOURCES; r++) {
        const int supply = f->a >> r & 1 ? supply_of(s, r) : 0;

        if (f->b & TAKE_SAME && !a->of[r])
            continue;
        total += f->b & TAKE_DISTINCT ? supply > 0 : supply;
    }
    return total < f->n ? total : f->n;
}

static enum refusal_reason check_take(const struct state *s,
                                      const struct frame *f,
                                      const struct amounts *a)
{
    for (int r = 0; r < RESOURCES; r++) {
        if (a->of[r] && !(f->a >> r & 1))
            return REFUSED_TYPE;
        if (a->of[r] > supply_of(s, r))
            return REFUSED_SUPPLY;
    }
    if (a->sum > f->n || (f->b & TAKE_SAME && a->types > 1) ||
        (f->b & TAKE_DISTINCT && a->most > 1) ||
        (f->b & TAKE_MUST && a->sum != required(s, f, a)))
        return REFUSED_AMOUNT;
    return REFUSED_OK;
}

/* Two different types that the supply has, or what it has of them (BS11, BT6);
 * the older versions made up two types with others. */
static enum refusal_reason check_pair(const struct state *s,
                                      const struct amounts *a)
{
    int present = 0, chosen = 0;

    for (int r = 0; r < RESOURCES; r++) {
        const bool is_there = supply_of(s, r) > 0;

        present += is_there;
        chosen += is_there && a->of[r];
    }
    if (present > 2)
        present = 2;
    if (a->sum != (is_older(s) ? 2 : present) || a->most > 1)
        return REFUSED_AMOUNT;
    return chosen < present ? REFUSED_SUPPLY : REFUSED_OK;
}

/* The opponent gets the types that were not chosen. */
static void give_pair(struct state *s, int seat, const struct amounts *a,
                      bool gives_other)
{
    for (int r = 0; r < RESOURCES; r++)
        if (a->of[r])
            (void)goods_take(s, seat, r, 1);
    for (int r = 0; r < RESOURCES && gives_other; r++)
        if (!a->of[r])
            (void)goods_take(s, 1 - seat, r, 1);
}

enum refusal_reason do_take(struct state *s, int seat, struct move m, bool dry)
{
    const struct frame *f = top(s);
    const bool is_pair = f->kind == FRAME_PAIR, gives_other = f->n;
    const struct amounts a = amounts_of(m);
    const enum refusal_reason why =
        is_pair ? check_pair(s, &a) : check_take(s, f, &a);

    if (why || dry)
        return why;
    (void)pop(s);
    if (is_pair)
        give_pair(s, seat, &a, gives_other && !is_solo(s));
    else
        for (int r = 0; r < RESOURCES; r++)
            (void)goods_take(s, seat, r, a.of[r]);
    return REFUSED_OK;
}

enum refusal_reason do_keep(struct state *s, int seat, struct move m, bool dry)
{
    const struct seat *me = &s->seat[seat];
    const struct amounts a = amounts_of(m);

    for (int r = 0; r < RESOURCES; r++)
        if (a.of[r] > me->stock[r])
            return REFUSED_STOCK;
    if (a.sum != top(s)->n || stock_count(me) <= a.sum)
        return REFUSED_AMOUNT;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    for (int r = 0; r < RESOURCES; r++)
        goods_return(s, seat, r, me->stock[r] - a.of[r]);
    return REFUSED_OK;
}
