/* The stack of what is still to do. */
#ifndef SEASTEAD_STACK_H
#define SEASTEAD_STACK_H

#include "rules/seastead/engine/state.h"

/* Put a frame on the stack.  No match fills it; of a forged position what does
 * not fit is dropped. */
static inline void push(struct state *s, struct frame frame)
{
    if (s->depth < FRAMES_MAX)
        s->stack[s->depth++] = frame;
}

static inline void push_plain(struct state *s, enum frame_kind kind, int seat)
{
    push(s, (struct frame){.kind = (uint8_t)kind, .seat = (uint8_t)seat});
}

/* Push a decision to take up to n resources of the types of a mask. */
static inline void push_take(struct state *s, int seat, int n, unsigned types,
                             unsigned flags)
{
    push(s, (struct frame){.kind = FRAME_TAKE,
                           .seat = (uint8_t)seat,
                           .n = (uint8_t)n,
                           .a = (uint8_t)types,
                           .b = (uint8_t)flags});
}

static inline void push_count(struct state *s, enum frame_kind kind, int seat,
                              int n)
{
    push(s, (struct frame){
                .kind = (uint8_t)kind, .seat = (uint8_t)seat, .n = (uint8_t)n});
}

static inline struct frame *top(struct state *s)
{
    return &s->stack[s->depth - 1];
}

/* Take the top frame off. */
static inline struct frame pop(struct state *s)
{
    const struct frame frame = s->stack[--s->depth];

    s->stack[s->depth] = (struct frame){0};
    return frame;
}

/* Count down a frame of which more can follow. */
static inline void use_up(struct state *s)
{
    if (top(s)->n > 1)
        top(s)->n--;
    else
        (void)pop(s);
}

/* The set of locations in a, b and c of a frame. */
static inline uint32_t frame_set(const struct frame *f)
{
    return (uint32_t)f->a | (uint32_t)f->b << 8 | (uint32_t)f->c << 16;
}

static inline void frame_store(struct frame *f, uint32_t set)
{
    f->a = (uint8_t)set;
    f->b = (uint8_t)(set >> 8);
    f->c = (uint8_t)(set >> 16);
}

extern const char *const frame_words[FRAMES];

static inline bool is_decision(int kind)
{
    static const bool decisions[FRAMES] = {
#define FRAME(NAME, word, is_decision, n, a, b, c) [FRAME_##NAME] = is_decision,
#include "rules/seastead/engine/frames.def"
#undef FRAME
    };

    return decisions[kind];
}

#endif
