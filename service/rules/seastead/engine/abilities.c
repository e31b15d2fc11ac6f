/* The abilities of specialists (rules 1.5.5). */
#include "rules/seastead/engine/abilities.h"

#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/goods.h"
#include "rules/seastead/engine/handlers.h"

unsigned ability_windows(const struct state *s)
{
    const struct frame *f = &s->stack[s->depth ? s->depth - 1 : 0];

    if (!s->depth)
        return WINDOW_START;
    if (f->kind == FRAME_REACT)
        return WINDOW_AFTER_DIVE | WINDOW_AFTER_PRICE;
    if (f->kind != FRAME_WINDOW && (f->kind != FRAME_FACE || f->n))
        return 0;
    return s->action == ACTION_DIVE ? WINDOW_DIVE : WINDOW_BUILD;
}

void ability_begin(struct state *s, int seat, int specialist,
                   const struct frame *reaction)
{
    struct frame f = *reaction;

    f.seat = (uint8_t)seat;
    effects_run(s, &f, specialists[specialist].does);
}

/* A move does not count as building: no effect, bonus or discount; its owner
 * moves a ship that is there (S18, BS24). */
enum refusal_reason do_move(struct state *s, int seat, struct move m, bool dry)
{
    const int from = move_a(m), to = move_b(m);

    if (owner_at(s, from) != seat)
        return REFUSED_NOT_YOURS;
    if (!board_is_movable(s, from, seat))
        return REFUSED_PIECE_KIND;
    if (s->building[to])
        return REFUSED_OCCUPIED;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    board_move(s, from, to);
    ships_displace(s, to);
    return REFUSED_OK;
}

/* Both change places at once (BS25); a ship to which one of them comes is moved
 * before anything else (BT2), first that of the seat. */
enum refusal_reason do_exchange(struct state *s, int seat, struct move m,
                                bool dry)
{
    const int a = move_a(m), b = move_b(m);

    if (owner_at(s, a) != seat || owner_at(s, b) != 1 - seat)
        return REFUSED_NOT_YOURS;
    if (!board_is_movable(s, a, seat) || !board_is_movable(s, b, 1 - seat))
        return REFUSED_PIECE_KIND;
    if (flotilla_of(a) != flotilla_of(b))
        return REFUSED_OTHER_FLOTILLA;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    board_exchange(s, a, b);
    if (is_older(s))
        return REFUSED_OK;
    ships_displace(s, s->ship[a] == seat + 1 ? b : a);
    ships_displace(s, s->ship[a] == seat + 1 ? a : b);
    return REFUSED_OK;
}
