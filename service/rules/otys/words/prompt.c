/* What a seat is asked, and why a move is refused. */
#include "rules/kit/phrases.h"
#include "rules/kit/refusal_text.h"
#include "rules/otys/engine/decide.h"
#include "rules/otys/words/words.h"

#include <stdio.h>

/* The diver whose effect is used, the times, and whose it is. */
static void write_diver(const struct frame *f, struct sink *sink)
{
    sink_string(sink, "diver", diver_words[f->a]);
    if (f->n > 1)
        sink_number(sink, "times", f->n);
    if (f->b)
        sink_number(sink, "of", f->b - 1);
}

void words_prompt(const void *state, int seat, int viewer, struct sink *sink)
{
    const struct state *s = state;
    const struct frame *f = &s->stack[s->depth ? s->depth - 1 : 0];
    const char *kind = s->depth ? frame_words[f->kind] : "turn";
    struct members members;
    char key[32];

    (void)viewer; /* what is asked is public */
    if (seat < 0 || !(state_to_act(s) >> seat & 1))
        return;
    members_begin(&members, sink);
    sink_string(&members.sink, "kind", kind);
    if (s->depth)
        sink_number(&members.sink, "level", s->level + 1);
    if (s->depth && (f->kind == FRAME_DIVER || f->kind == FRAME_PART))
        write_diver(f, &members.sink);
    if (s->depth && f->kind == FRAME_SPONSOR)
        sink_number(&members.sink, "sponsor", s->sponsor[s->level]);
    snprintf(key, sizeof key, "prompt.%s", kind);
    phrases_write(&words_texts, &members, key);
}

void words_explain(const void *state, int seat, struct move move,
                   struct sink *sink)
{
    static const char *const rules[REFUSAL_REASONS] = {
        [REFUSED_OK] = "legal",
#define REFUSAL(NAME, word) [REFUSED_##NAME] = word,
#include "rules/otys/engine/refusals.def"
#undef REFUSAL
    };

    refusal_text(&words_texts, rules[state_judge(state, seat, move)], sink);
}
