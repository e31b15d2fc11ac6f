/* The stack of effects in progress, and running them until a player must
 * decide. */
#include "rules/underwater_cities/engine/frames.h"

#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/candidates.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/gain.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/missing.h"
#include "rules/underwater_cities/engine/perform.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/similar_moves.h"
#include "rules/underwater_cities/engine/steps.h"
#include "rules/underwater_cities/engine/turn.h"

struct frame *frame_top(struct uwc_state *s)
{
    return &s->stack[s->depth - 1];
}

/* Write that an effect begins or ends. */
static __attribute__((cold)) void journal_frame(const struct uwc_state *s,
                                                enum journal_type type,
                                                const struct frame *f)
{
    const struct journal_cause because =
        recorder_because(s, CAUSE_OF_FRAME(f), f->id);

    journal_seat(s, type, uwc_active(s), 0, 0);
    recorder_resume(s, because);
}

enum refusal_reason frame_push(struct uwc_state *s, enum source_kind source,
                               int id, int pc, int len, unsigned flags)
{
    struct frame *f = &s->stack[s->depth];
    const struct effect *list;

    if (s->depth == UWC_FRAMES_MAX)
        return REFUSED_TOO_DEEP;
    s->depth++;
    *f = (struct frame){.source = (uint8_t)source,
                        .id = (uint8_t)id,
                        .pc = (uint8_t)pc,
                        .len = (uint8_t)len,
                        .flags = (uint8_t)flags};
    list = uwc_frame_list(s, f);
    for (const struct effect *e = list; e < list + len; e = effect_next(e))
        f->open |= (uint16_t)(1u << (e - list));
    return REFUSED_OK;
}

enum refusal_reason frame_push_root(struct uwc_state *s,
                                    enum source_kind source, int id,
                                    unsigned flags)
{
    const struct effect *list = source_list(s, source, id);
    const enum refusal_reason why = frame_push(
        s, source, id, 0, effect_list_length(list), flags | FRAME_ROOT);

    if (recorder_is_on(s) && !why)
        journal_frame(s, JOURNAL_BEGIN, frame_top(s));
    return why;
}

void frame_mark_done(struct uwc_state *s)
{
    for (int i = s->depth - 1; i >= 0; i--) {
        struct frame *f = &s->stack[i];

        f->flags |= FRAME_DONE;
        if (f->flags & FRAME_TURN_SLOT)
            s->part_done = 1;
        if (f->flags & FRAME_APART)
            break;
    }
}

struct frame *frame_slot_use(struct uwc_state *s)
{
    for (int i = s->depth - 1; i >= 0; i--) {
        struct frame *f = &s->stack[i];

        if (f->source != FRAME_SLOT)
            return NULL;
        if (f->flags & FRAME_ROOT)
            return f;
    }
    return NULL;
}

void frame_pop(struct uwc_state *s)
{
    struct frame f = *frame_top(s);

    if (recorder_is_on(s) && f.flags & FRAME_ROOT)
        journal_frame(s, JOURNAL_END, &f);
    memset(frame_top(s), 0, sizeof f);
    s->depth--;
    if (f.flags & FRAME_TURN_SLOT)
        s->slot_progress = FINISHED;
    if (f.flags & FRAME_ROOT &&
        (f.source == FRAME_INSTANT || f.source == FRAME_LAST_USE))
        turn_card_finished(s);
}

/* Begin the top frame: give its sure gains. */
static void frame_begin(struct uwc_state *s)
{
    int top = s->depth - 1, seat = uwc_active(s);
    struct frame *f = &s->stack[top];
    const struct effect *list = uwc_frame_list(s, f);
    const struct journal_cause because =
        recorder_because(s, CAUSE_OF_FRAME(f), f->id);

    f->flags |= FRAME_BEGUN;
    if (f->source == FRAME_SLOT && f->flags & FRAME_ROOT)
        gain_from_triggers(
            s, seat,
            &(struct moment){EVENT_USED_SLOT, slot_of(s->seats, f->id)->kind},
            1);
    for (const struct effect *e = list; e < list + f->len; e = effect_next(e)) {
        struct frame *use;
        uint8_t depth = s->depth;

        if (!(op_traits[e->op] & SURE))
            continue;
        f->open &= (uint16_t) ~(1u << (e - list));
        if (e->what == CARD && pile_drawable(s) <= 0)
            continue; /* nothing left to draw: no part was performed */
        gain_amount(s, seat, (enum resource)e->what, e->n);
        s->depth = (uint8_t)(top + 1); /* look from this frame */
        frame_mark_done(s);
        use = e->what < RESOURCES ? frame_slot_use(s) : NULL;
        s->depth = depth;
        if (use && !(use->gave & 1u << e->what)) {
            use->gave |= (uint8_t)(1u << e->what);
            gain_from_triggers(s, seat,
                               &(struct moment){EVENT_SLOT_GAVE, e->what}, 1);
        }
    }
    recorder_resume(s, because);
}

void frame_close_part(struct uwc_state *s, const struct effect *part)
{
    struct frame *f = frame_top(s);
    const struct effect *list = uwc_frame_list(s, f), *last = part;

    for (const struct effect *e = part; e < list + f->len; e = effect_next(e))
        if (part_is_duplicate(f, list, part, e))
            last = e;
    f->open &= (uint16_t) ~(1u << (last - list));
}

/* Whether one of these moves can be performed now. */
static bool
some_possible(struct uwc_state *s, const struct candidates *c,
              enum refusal_reason (*apply_decision)(struct uwc_state *s,
                                                    int seat, struct move move))
{
    const int seat = uwc_active(s);
    struct tried tried;

    tried_begin(&tried);
    for (size_t i = 0; i < c->count; i++) {
        if (!s->exhaustive && tried_before(&tried, s, seat, c->move[i]))
            continue;
        if (!steps_use(s))
            return false;
        struct uwc_state copy = *s;
        bool is_possible =
            apply_decision(&copy, seat, c->move[i]) == REFUSED_OK;

        s->steps = copy.steps;
        if (is_possible)
            return true;
    }
    return false;
}

/* Whether a part of the top frame can be performed now. */
static bool part_possible(struct uwc_state *s)
{
    const unsigned lacks =
        s->exhaustive ? MISSING_TRIAL : missing_frame(s, s->depth - 1);
    struct open_parts parts = open_parts_of_top(s);
    const struct effect *e;

    if (!(lacks & MISSING_TRIAL))
        return !lacks;
    while ((e = open_parts_next(&parts))) {
        struct candidates c;

        c.count = 0;
        candidates_part(s, uwc_active(s), e, parts.number, &c);
        if (some_possible(s, &c, perform_part))
            return true;
    }
    return false;
}

/* Whether a once-per-turn permanent can be used or a contract claimed now
 * (rulings 42, 82). */
static bool anytime_possible(struct uwc_state *s)
{
    struct candidates c;

    c.count = 0;
    candidates_anytime(s, uwc_active(s), &c);
    return some_possible(s, &c, perform_anytime);
}

bool frame_performable(struct uwc_state *s)
{
    uint8_t at = s->depth;

    frame_begin(s);
    if (s->stack[at - 1].flags & FRAME_DONE)
        return true;
    if (s->depth > at) /* a trigger is decided first, and its gains may help */
        return true;
    return part_possible(s);
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
    if (f->open && (part_possible(s) || anytime_possible(s)))
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
