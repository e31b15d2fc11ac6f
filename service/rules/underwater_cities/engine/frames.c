/* The stack of effects in progress. */
#include "rules/underwater_cities/engine/frames.h"

#include "rules/underwater_cities/engine/frame_lists.h"

struct frame *frame_top(struct uwc_state *s)
{
    return &s->stack[s->depth - 1];
}

void frame_journal(const struct uwc_state *s, enum journal_type type,
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

    if (s->depth == UWC_FRAMES_MAX)
        return REFUSED_TOO_DEEP;
    s->depth++;
    *f = (struct frame){.source = (uint8_t)source,
                        .id = (uint8_t)id,
                        .pc = (uint8_t)pc,
                        .len = (uint8_t)len,
                        .flags = (uint8_t)flags};
    frame_open_all(f, uwc_frame_list(s, f));
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
        frame_journal(s, JOURNAL_BEGIN, frame_top(s));
    return why;
}

void frame_mark_done(struct uwc_state *s)
{
    if (frames_mark_done(s->stack, s->depth) & FRAME_TURN_SLOT)
        s->part_done = 1;
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

void frame_drop(struct uwc_state *s)
{
    memset(frame_top(s), 0, sizeof(struct frame));
    s->depth--;
}

void frame_close_part(struct uwc_state *s, const struct effect *part)
{
    struct frame *f = frame_top(s);

    frame_close(f, uwc_frame_list(s, f), part);
}
