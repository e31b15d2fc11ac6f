/* Applying a move: every decision of every phase passes through here. */
#include "rules/underwater_cities/engine/apply.h"

#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/perform.h"
#include "rules/underwater_cities/engine/rounds.h"
#include "rules/underwater_cities/engine/settle.h"
#include "rules/underwater_cities/engine/steps.h"
#include "rules/underwater_cities/engine/turn.h"

enum refusal_reason apply_pass(struct uwc_state *s)
{
    const struct frame *f;

    if (!s->depth)
        return REFUSED_NOT_NOW;
    f = frame_top(s);
    if (f->source == FRAME_SPECIALS || f->source == FRAME_TILES)
        return REFUSED_NOT_NOW;
    if (f->flags & FRAME_MUST && !(f->flags & FRAME_DONE))
        return REFUSED_MUST;
    frame_pop(s);
    return REFUSED_OK;
}

/* A decision of the seat whose turn it is. */
static enum refusal_reason turn_decide(struct uwc_state *s, int seat,
                                       struct move m)
{
    enum verb verb = move_verb(m);
    int a = move_a(m);

    if (verb == MOVE_ONCE || verb == MOVE_CLAIM)
        return perform_anytime(s, seat, m);
    if (verb == MOVE_PASS)
        return apply_pass(s);
    if (s->depth)
        return perform_part(s, seat, m);
    if (verb == MOVE_DISCARD)
        return turn_discard(s, seat, move_ranks(m));
    if (verb == MOVE_PLACE)
        return turn_place(s, seat, a, move_b(m), move_x(m));
    if (verb == MOVE_SLOT)
        return s->card_progress == WAITING ? turn_begin_slot(s)
                                           : REFUSED_NOT_NOW;
    if (verb == MOVE_CARD)
        return turn_card(s, seat, a);
    return verb == MOVE_END ? turn_end(s) : REFUSED_NOT_NOW;
}

enum refusal_reason apply_move(struct uwc_state *s, int seat, struct move m)
{
    if (!steps_use(s))
        return REFUSED_TOO_LONG;
    switch ((enum phase)s->phase) {
    case PHASE_TURN:
        return seat == uwc_active(s) ? turn_decide(s, seat, m)
                                     : REFUSED_NOT_NOW;
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS:
        return move_verb(m) == MOVE_DISCARD
                   ? hands_discard(s, seat, move_ranks(m))
                   : REFUSED_NOT_NOW;
    case PHASE_PRODUCTION:
        return move_verb(m) == MOVE_ANSWER
                   ? production_decide(s, seat, move_a(m), move_b(m))
                   : REFUSED_NOT_NOW;
    case PHASE_TILES:
        return move_verb(m) == MOVE_ARRANGE
                   ? tiles_arrange(s, seat, move_a(m), move_b(m))
                   : REFUSED_NOT_NOW;
    case PHASE_OVER: break;
    }
    return REFUSED_NOT_NOW;
}
