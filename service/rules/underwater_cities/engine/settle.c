/* Running effects until a player must decide. */
#include "rules/underwater_cities/engine/settle.h"

#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/perform.h"
#include "rules/underwater_cities/engine/steps.h"
#include "rules/underwater_cities/engine/turn.h"

void frame_pop(struct uwc_state *s)
{
    struct frame f = *frame_top(s);

    if (recorder_is_on(s) && f.flags & FRAME_ROOT)
        frame_journal(s, JOURNAL_END, &f);
    frame_drop(s);
    if (f.flags & FRAME_TURN_SLOT)
        s->slot_progress = FINISHED;
    if (f.flags & FRAME_ROOT &&
        (f.source == FRAME_INSTANT || f.source == FRAME_LAST_USE))
        turn_card_finished(s);
}

/* Close or keep the top frame.  Returns true if it waits for a decision. */
static bool top_waits(struct uwc_state *s)
{
    const struct frame *f = frame_top(s);

    if (!(f->flags & FRAME_BEGUN)) {
        frame_begin(s);
        return false;
    }
    if (f->source == FRAME_SPECIALS || f->source == FRAME_TILES)
        return true;
    if (f->open && perform_possible(s))
        return true;
    if (f->flags & FRAME_MUST && !(f->flags & FRAME_DONE))
        return true; /* stuck: the turn cannot be completed */
    frame_pop(s);
    return false;
}

void frame_settle(struct uwc_state *s)
{
    for (;;) {
        while (s->depth)
            if (!steps_use(s) || top_waits(s))
                return;
        if (s->phase != PHASE_TURN || s->step != STEP_RESOLVE)
            return;
        if (s->slot_progress != WAITING || s->card_progress == WAITING)
            return;
        if (turn_begin_slot(s) != REFUSED_OK)
            return;
    }
}
