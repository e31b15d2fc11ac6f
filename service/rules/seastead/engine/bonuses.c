/* Row and column bonuses (rules 1.5.3, 1.5.4). */
#include "rules/seastead/engine/goods.h"
#include "rules/seastead/engine/handlers.h"

enum { COLLECT_MAX = 3 };

static bool row_is_done(const struct state *s, int seat)
{
    return s->seat[seat].built[s->piece] == PIECES_EACH;
}

/* The building of this turn was the last of its column: no other row has fewer
 * buildings on the flotillas. */
static bool column_is_done(const struct state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    const int built = me->built[s->piece];

    return me->built[PORT] >= built && me->built[ACADEMY] >= built &&
           me->built[SHIPYARD] >= built;
}

bool bonuses_are_due(const struct state *s, int seat)
{
    return row_is_done(s, seat) || column_is_done(s, seat);
}

void run_row(struct state *s, const struct frame *f)
{
    if (!row_is_done(s, f->seat))
        return;
    switch ((enum piece)s->piece) {
    case PORT: push_plain(s, FRAME_COLLECT, f->seat); break;
    case ACADEMY: push_plain(s, FRAME_READY, f->seat); break;
    case SHIPYARD: push_count(s, FRAME_SAIL, f->seat, SHIPS_EACH); break;
    case PIECES: break;
    }
}

void run_column(struct state *s, const struct frame *f)
{
    if (!column_is_done(s, f->seat))
        return;
    if (decreed(s, OP_COLUMN_CLEAN))
        push_count(s, FRAME_CLEAN, f->seat, decreed_n(s, OP_COLUMN_CLEAN, 0));
    push_plain(s, FRAME_SWAP, f->seat);
}

/* A dock tile is the owner's of the port at its location. */
static bool owns_dock(const struct state *s, int seat, int dock)
{
    for (int l = 0; l < LOCATIONS; l++)
        if (s->dock[l] == dock)
            return owner_at(s, l) == seat;
    return false;
}

int bonus_tokens(int resources)
{
    return resources < COLLECT_MAX ? resources : COLLECT_MAX;
}

enum refusal_reason do_collect(struct state *s, int seat, struct move m,
                               bool dry)
{
    const int resources = s->seat[seat].stock[docks[move_a(m)].resource];

    if (!owns_dock(s, seat, move_a(m)))
        return REFUSED_NOT_YOURS;
    if (!resources)
        return REFUSED_NO_EFFECT;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    goods_clean(s, seat, bonus_tokens(resources));
    return REFUSED_OK;
}

enum refusal_reason do_ready(struct state *s, int seat, struct move m, bool dry)
{
    if (!has_specialist(s, seat, move_a(m)))
        return REFUSED_NOT_YOURS;
    if (is_face_up(s, seat, move_a(m)))
        return REFUSED_FACE_UP;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    specialist_flip(s, seat, move_a(m), true);
    return REFUSED_OK;
}

/* The resources of the Boss on a flotilla return (BSS8). */
static void clear_flotilla(struct state *s, int flotilla)
{
    for (int l = flotilla * SPOTS; l < (flotilla + 1) * SPOTS; l++)
        goods_clear_token(s, l);
}

enum refusal_reason do_swap(struct state *s, int seat, struct move m, bool dry)
{
    const int a = move_a(m), b = move_b(m), lock = move_c(m);
    const uint8_t demand = s->demand[a];

    if (a >= b || a == s->locked || b == s->locked || (lock != a && lock != b))
        return REFUSED_LOCKED;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    clear_flotilla(s, a);
    clear_flotilla(s, b);
    s->demand[a] = s->demand[b];
    s->demand[b] = demand;
    note_move(s, STEP_SWAP, seat, 0, 0, place_at(PLACE_FLOTILLA, 0, a),
              place_at(PLACE_FLOTILLA, 0, b));
    note_move(s, STEP_LOCK, seat, 0, 0, place_at(PLACE_FLOTILLA, 0, s->locked),
              place_at(PLACE_FLOTILLA, 0, lock));
    s->locked = (uint8_t)lock;
    return REFUSED_OK;
}
