/* A seat leaves the match for good (rulings 31, 90). */
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/rounds.h"
#include "rules/underwater_cities/engine/turn.h"

/* Drop what the leaving seat had under way (ruling 90): what was done stays,
 * open parts are lost, no card is drawn. */
static void abandon_turn(struct uwc_state *s)
{
    for (int i = s->depth - 1; i >= 0; i--)
        if (s->stack[i].source == FRAME_SPECIALS ||
            s->stack[i].source == FRAME_TILES)
            pile_return_reveal(s, (enum source_kind)s->stack[i].source);
    memset(s->stack, 0, sizeof s->stack);
    s->depth = 0;
    /* A special that was paid for never comes back into play (rules p. 8). */
    if (s->card && !(s->card_progress == RUNNING && card_is_special(s->card)))
        pile_discard(s, s->card);
    s->card = CARD_NONE;
    s->claiming = s->draws = s->top_hidden = 0;
}

/* Production choices still open are declined; those made count only for who
 * stays (ruling 90). */
static void decline_rest(struct seat *me)
{
    me->asked = me->owes = me->produced_biomatter = 0;
    memset(me->answer, 0, sizeof me->answer);
}

void uwc_leave(void *state, int seat)
{
    struct uwc_state *s = state;
    struct seat *me;
    bool acting = s->phase == PHASE_TURN && uwc_active(s) == seat;

    if (s->phase == PHASE_OVER || seat < 0 || seat >= s->seats)
        return;
    me = &s->seat[seat];
    if (me->left)
        return;
    me->left = ++s->leavers;
    if (acting)
        abandon_turn(s);
    else if (s->phase == PHASE_PRODUCTION)
        decline_rest(me);
    else if (me->owes)
        hands_close(s, seat);
    if (s->seats - s->leavers < (s->seats > 1 ? 2 : 1)) {
        if (s->phase == PHASE_TILES)
            tiles_lay(s);
        s->phase = PHASE_OVER;
    } else if (acting)
        turn_next(s);
    else if (s->phase != PHASE_TURN)
        choices_settle(s);
    s->steps = s->steps_end = 0;
}
