/* The Trader and the store (rules 2.6). */
#include "rules/otys/engine/goods.h"
#include "rules/otys/engine/handlers.h"

/* The highest free row of a colour, or STORE_ROWS. */
static int free_row(const struct state *s, int colour)
{
    int row = 0;

    while (row < STORE_ROWS && s->store[colour] >> row & 1)
        row++;
    return row;
}

int trade_price(const struct state *s, struct move m)
{
    const struct frame *f = &s->stack[s->depth - 1];
    const int more = diver_effects(s, f)->n;
    int row;

    if (move_verb(m) == MOVE_BUY)
        return diver_cost(s, f, store_rows[move_b(m) - 1].credits - more);
    row = free_row(s, move_a(m));
    if (row == STORE_ROWS)
        return 0;
    return more +
           (move_b(m) ? store_rows[row].points : store_rows[row].credits);
}

enum refusal_reason do_sell(struct state *s, int seat, struct move m, bool dry)
{
    const int colour = move_a(m), row = free_row(s, colour);
    const bool for_points = move_b(m);
    int price;

    if (top(s)->a != TRADER)
        return REFUSED_OTHER_DIVER;
    if (!s->seat[seat].cubes[s->level][colour])
        return REFUSED_NO_RESOURCE;
    if (row == STORE_ROWS)
        return REFUSED_STORE_FULL;
    if (for_points && !trade_price(s, m))
        return REFUSED_NO_POINTS;
    if (dry)
        return REFUSED_OK;
    price = trade_price(s, m);
    (void)diver_begin(s);
    s->store[colour] |= (uint8_t)(1u << row);
    goods_remove_cube(s, seat, s->level, colour, place_at(PLACE_STORE, 0, row));
    if (for_points)
        goods_points(s, seat, POINTS_STORE, price);
    else
        goods_credits(s, seat, price);
    return REFUSED_OK;
}

/* Any resource that is displayed, at the price of its row (O7). */
enum refusal_reason do_buy(struct state *s, int seat, struct move m, bool dry)
{
    const int colour = move_a(m), row = move_b(m) - 1;
    int cost;

    if (top(s)->a != TRADER)
        return REFUSED_OTHER_DIVER;
    cost = trade_price(s, m);
    if (row < 0 || !(s->store[colour] >> row & 1))
        return REFUSED_STORE_EMPTY;
    if (!has_space(&s->seat[seat], s->level))
        return REFUSED_LEVEL_FULL;
    if (s->seat[seat].credits < cost)
        return REFUSED_CREDITS;
    if (dry)
        return REFUSED_OK;
    (void)diver_begin(s);
    goods_pay(s, seat, cost);
    s->store[colour] &= (uint8_t) ~(1u << row);
    goods_put_cube(s, seat, s->level, colour, place_at(PLACE_STORE, 0, row));
    return REFUSED_OK;
}
