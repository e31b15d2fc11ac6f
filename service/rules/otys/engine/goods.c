/* Credits, batteries, points, resources and keys change hands. */
#include "rules/otys/engine/goods.h"

#include "rules/otys/engine/handlers.h"

/* Add to an amount.  What exceeds the bound is lost: no match comes near it,
 * but a position may.  Returns how many were added. */
static int add(uint16_t *amount, int n)
{
    const int room = GOODS_MAX - *amount;

    if (n > room)
        n = room;
    *amount = (uint16_t)(*amount + n);
    return n;
}

void goods_credits(struct state *s, int seat, int n)
{
    n = add(&s->seat[seat].credits, n);
    if (n)
        note(s, STEP_CREDITS, seat, 0, n);
}

void goods_batteries(struct state *s, int seat, int n)
{
    n = add(&s->seat[seat].batteries, n);
    if (n)
        note(s, STEP_BATTERY, seat, 0, n);
}

void goods_points(struct state *s, int seat, enum source_of_points from, int n)
{
    n = add(&s->seat[seat].points[from], n);
    if (n)
        note(s, STEP_POINTS, seat, (int)from, n);
}

/* Refusing matters: the match goes on, and would not otherwise. */
static bool may_refuse(const struct state *s, int seat, int n)
{
    return !is_end_noted(s) && s->round < ROUNDS_MAX &&
           points_of(&s->seat[seat]) + n >= END_POINTS;
}

void goods_offer_points(struct state *s, int seat, enum source_of_points from,
                        int n)
{
    if (may_refuse(s, seat, n))
        push(s, (struct frame){.kind = FRAME_GAIN,
                               .seat = (uint8_t)seat,
                               .n = (uint8_t)n,
                               .a = (uint8_t)from});
    else
        goods_points(s, seat, from, n);
}

void run_gain(struct state *s, const struct frame *f)
{
    goods_points(s, f->seat, (enum source_of_points)f->a, f->n);
}

enum refusal_reason do_gain(struct state *s, int seat, struct move m, bool dry)
{
    (void)m;
    if (!may_refuse(s, seat, top(s)->n))
        return REFUSED_NOT_NOW;
    if (!dry) {
        const struct frame f = pop(s);

        run_gain(s, &f);
    }
    return REFUSED_OK;
}

void goods_pay(struct state *s, int seat, int n)
{
    if (!n)
        return;
    s->seat[seat].credits = (uint16_t)(s->seat[seat].credits - n);
    note(s, STEP_CREDITS, seat, 0, -n);
}

void goods_pay_battery(struct state *s, int seat)
{
    s->seat[seat].batteries--;
    note(s, STEP_BATTERY, seat, 0, -1);
}

void goods_put_cube(struct state *s, int seat, int level, int colour,
                    struct journal_place from)
{
    s->seat[seat].cubes[level][colour]++;
    note_move(s, STEP_CUBE, seat, colour, from,
              place_at(PLACE_LEVEL, seat, level));
}

void goods_remove_cube(struct state *s, int seat, int level, int colour,
                       struct journal_place to)
{
    s->seat[seat].cubes[level][colour]--;
    note_move(s, STEP_CUBE, seat, colour, place_at(PLACE_LEVEL, seat, level),
              to);
}

void goods_neutral_key(struct state *s, int seat)
{
    s->seat[seat].neutral++;
    note_move(s, STEP_KEY, seat, KEY_NEUTRAL, place_of(PLACE_SUPPLY),
              place_at(PLACE_BOARD, seat, 0));
}

void goods_recall(struct state *s, int seat, int key)
{
    s->seat[seat].keys |= (uint8_t)(1u << (key - 1));
    note_move(s, STEP_KEY, seat, key, place_at(PLACE_TRACK, seat, 0),
              place_at(PLACE_BOARD, seat, 0));
}
