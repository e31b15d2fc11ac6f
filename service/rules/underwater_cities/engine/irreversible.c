/* Why a decision cannot be undone (rulings 21, 22, 89). */
#include "rules/underwater_cities/engine/engine.h"

/* Whether a seat is choosing one of three specials; the next one is turned up
 * only afterwards. */
static bool chooses_special(const struct uwc_state *s)
{
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].source == FRAME_SPECIALS)
            return true;
    return false;
}

/* The face-up special on top of its deck, or CARD_NONE. */
static int top_special(const struct uwc_state *s)
{
    return s->special_count && !s->top_hidden && !chooses_special(s)
               ? s->specials[s->special_count - 1]
               : CARD_NONE;
}

/* Whether this special was not public: in its deck below the top, or one of
 * three that a seat is choosing from. */
static bool was_face_down(const struct uwc_state *s, int card)
{
    for (int i = 0; i < s->special_count; i++)
        if (s->specials[i] == card)
            return card != top_special(s);
    for (int i = 0; i < 3; i++)
        if (card && s->reveal[i] == card)
            return chooses_special(s);
    return false;
}

/* Whether something hidden was shown: from a deck, or from the choices or hands
 * of other seats. */
static bool reveals(const struct uwc_state *before,
                    const struct uwc_state *after)
{
    return before->chance.next != after->chance.next ||
           before->deck_count != after->deck_count ||
           before->tile_count > after->tile_count ||
           (after->reveal[0] && !before->reveal[0]) ||
           was_face_down(before, top_special(after)) ||
           (before->phase != PHASE_TURN && before->phase != after->phase) ||
           after->phase == PHASE_OVER;
}

unsigned uwc_irreversible(const void *before, const void *after)
{
    const struct uwc_state *b = before, *a = after;
    bool is_final =
        b->phase != a->phase || b->round != a->round || b->turn != a->turn;

    return (reveals(b, a) ? IRREVERSIBLE_REVEAL : 0u) |
           (is_final ? IRREVERSIBLE_FINAL : 0u);
}
