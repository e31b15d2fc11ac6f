/* What a seat is asked, and why a move is refused. */
#include "rules/kit/phrases.h"
#include "rules/kit/refusal_text.h"
#include "rules/seastead/engine/decide.h"
#include "rules/seastead/words/words.h"

#include <stdio.h>

/* How resources are taken. */
static const char *take_word(const struct frame *f)
{
    return f->b & TAKE_SAME       ? "-same"
           : f->b & TAKE_DISTINCT ? "-distinct"
           : f->b & TAKE_MUST     ? "-must"
                                  : "";
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
    if (s->depth && f->n)
        sink_number(&members.sink, "n", f->n);
    if (s->depth && f->kind == FRAME_TRADE)
        sink_number(&members.sink, "gain", f->a);
    if (s->depth && f->kind == FRAME_FACE && dive_is_pair(s))
        kind = frame_words[FRAME_WINDOW];
    snprintf(key, sizeof key, "prompt.%s%s", kind,
             s->depth && f->kind == FRAME_TAKE ? take_word(f) : "");
    phrases_write(&words_texts, &members, key);
}

void words_explain(const void *state, int seat, struct move move,
                   struct sink *sink)
{
    static const char *const rules[REFUSAL_REASONS] = {
        [REFUSED_OK] = "legal",
#define REFUSAL(NAME, word) [REFUSED_##NAME] = word,
#include "rules/seastead/engine/refusals.def"
#undef REFUSAL
    };

    refusal_text(&words_texts, rules[state_judge(state, seat, move)], sink);
}
