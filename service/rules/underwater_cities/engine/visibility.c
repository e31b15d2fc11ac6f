/* Which hidden things of a state are known, and to whom (rulings 23, 73). */
#include "rules/underwater_cities/engine/visibility.h"

#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/moves.h"

bool viewer_sees(int viewer, int seat)
{
    return viewer == RULES_OMNISCIENT || viewer == seat;
}

enum source_kind revealed_kind(const struct uwc_state *s)
{
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].source == FRAME_SPECIALS ||
            s->stack[i].source == FRAME_TILES)
            return (enum source_kind)s->stack[i].source;
    return FRAME_SLOT;
}

bool top_special_known(const struct uwc_state *s)
{
    /* while a seat chooses one of three, the next top is face down */
    return s->special_count > 0 && !s->top_hidden &&
           revealed_kind(s) != FRAME_SPECIALS;
}

bool uwc_is_open(const void *state, int seat, struct move move)
{
    const struct uwc_state *s = state;

    (void)seat;
    return s->phase == PHASE_TURN &&
           !(move_verb(move) == MOVE_KEEP && s->depth &&
             s->stack[s->depth - 1].source == FRAME_SPECIALS);
}
