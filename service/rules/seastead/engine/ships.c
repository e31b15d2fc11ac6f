/* Placing and moving ships (rules 1.5.2). */
#include "rules/seastead/engine/goods.h"
#include "rules/seastead/engine/handlers.h"

/* The lowest building cost of the free locations of a flotilla: the printed
 * one (S5). */
static int lowest_cost(const struct state *s, int flotilla)
{
    int lowest = UINT8_MAX;

    for (int l = flotilla * SPOTS; l < (flotilla + 1) * SPOTS; l++)
        if (is_free(s, l) && location_at(s, l)->cost < lowest)
            lowest = location_at(s, l)->cost;
    return lowest;
}

/* A ship of a seat goes to a location, or to the box (-1). */
static void put(struct state *s, int seat, int from, int to)
{
    const struct journal_place beside = place_at(PLACE_BOARD, seat, 0);

    if (from >= 0)
        s->ship[from] = 0;
    else
        s->seat[seat].ships--;
    if (to >= 0)
        s->ship[to] = (uint8_t)(seat + 1);
    note_move(s, STEP_SHIP, seat, 0, 1,
              from >= 0 ? place_location(from) : beside,
              to >= 0 ? place_location(to) : place_of(PLACE_BOX));
}

/* Whether the ship that the top frame moves is still there. */
static bool is_there(const struct state *s)
{
    const struct frame *f = &s->stack[s->depth - 1];

    return f->a ? s->ship[f->a - 1] == f->seat + 1 : s->seat[f->seat].ships > 0;
}

enum refusal_reason do_ship(struct state *s, int seat, struct move m, bool dry)
{
    const int to = move_a(m);

    if (!is_there(s))
        return REFUSED_NOT_NOW;
    if (!is_free(s, to))
        return REFUSED_NOT_FREE;
    if (!decreed(s, OP_OPEN_SEA) &&
        location_at(s, to)->cost > lowest_cost(s, flotilla_of(to)))
        return REFUSED_NOT_CHEAPEST;
    if (dry)
        return REFUSED_OK;
    put(s, seat, pop(s).a - 1, to);
    return REFUSED_OK;
}

void ships_box(struct state *s)
{
    const bool was_there = is_there(s);
    const struct frame f = pop(s);

    if (!was_there)
        return;
    put(s, f.seat, f.a - 1, -1);
    goods_clean(s, f.seat, 1);
}

/* Each ship at most once (AS5). */
enum refusal_reason do_sail(struct state *s, int seat, struct move m, bool dry)
{
    const int from = move_a(m), to = move_b(m);
    const uint32_t moved = frame_set(top(s));

    if (s->ship[from] != seat + 1)
        return REFUSED_NOT_YOURS;
    if (moved >> from & 1)
        return REFUSED_MOVED;
    if (!is_free(s, to))
        return REFUSED_NOT_FREE;
    if (dry)
        return REFUSED_OK;
    put(s, seat, from, to);
    frame_store(top(s), moved | 1u << to);
    use_up(s);
    return REFUSED_OK;
}

void ships_displace(struct state *s, int location)
{
    if (s->ship[location])
        push(s, (struct frame){.kind = FRAME_SHIP,
                               .seat = (uint8_t)(s->ship[location] - 1),
                               .a = (uint8_t)(location + 1)});
}

void ships_push_here(struct state *s, int seat, int location)
{
    if (s->ship[location] || is_older(s))
        push(s, (struct frame){.kind = FRAME_SHIP_HERE,
                               .seat = (uint8_t)seat,
                               .a = (uint8_t)location,
                               .b = is_older(s) ? 0 : s->ship[location]});
}

/* The opponent's ship brings its owner a resource, then it moves (BS21), unless
 * it has left.  b of the frame: 1 + the owner of the ship that was built at; 0:
 * of the one that is there now. */
void run_ship_here(struct state *s, const struct frame *f)
{
    const int owner = (f->b ? f->b : s->ship[f->a]) - 1;

    if (owner < 0)
        return;
    if (s->ship[f->a] == owner + 1)
        ships_displace(s, f->a);
    if (owner == f->seat)
        return;
    if (decreed(s, OP_TOLL_CLEAN))
        push_count(s, FRAME_CLEAN, owner, decreed_n(s, OP_TOLL_CLEAN, 0));
    else
        push_take(s, owner, decreed_n(s, OP_TOLL, 1), ALL_RESOURCES, 0);
}
