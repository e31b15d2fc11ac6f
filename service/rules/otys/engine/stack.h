/* The stack of what is still to do. */
#ifndef OTYS_STACK_H
#define OTYS_STACK_H

#include "rules/otys/engine/state.h"

/* Put a frame on the stack, which has room for the deepest turn. */
static inline void push(struct state *s, struct frame frame)
{
    if (s->depth < FRAMES_MAX)
        s->stack[s->depth++] = frame;
}

static inline void push_plain(struct state *s, enum frame_kind kind, int seat)
{
    push(s, (struct frame){.kind = (uint8_t)kind, .seat = (uint8_t)seat});
}

/* With the field a. */
static inline void push_with(struct state *s, enum frame_kind kind, int seat,
                             int a)
{
    push(s, (struct frame){
                .kind = (uint8_t)kind, .seat = (uint8_t)seat, .a = (uint8_t)a});
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

extern const char *const frame_words[FRAMES];

static inline bool is_decision(int kind)
{
    static const bool decisions[FRAMES] = {
#define FRAME(NAME, word, is_decision, n, a, b, c) [FRAME_##NAME] = is_decision,
#include "rules/otys/engine/frames.def"
#undef FRAME
    };

    return decisions[kind];
}

/* The seat that decides next. */
static inline int acting_seat(const struct state *s)
{
    return s->depth ? s->stack[s->depth - 1].seat : s->turn;
}

#endif
