/* What a seat is asked, and why a move is refused. */
#include "rules/kit/phrases.h"
#include "rules/kit/refusal_text.h"
#include "rules/seastead/engine/decide.h"
#include "rules/seastead/words/words.h"

#include <stdio.h>

/* How many resources the supply can give for a frame, at most. */
static int takeable(const struct state *s, const struct frame *f)
{
    const bool is_pair = f->kind == FRAME_PAIR;
    const int most = is_pair ? 2 : f->n;
    int sum = 0;

    for (int r = 0; r < RESOURCES; r++) {
        const int supply = is_pair || f->a >> r & 1 ? supply_of(s, r) : 0;

        if (f->b & TAKE_SAME)
            sum = supply > sum ? supply : sum;
        else
            sum += is_pair || f->b & TAKE_DISTINCT ? supply > 0 : supply;
    }
    return sum < most ? sum : most;
}

/* The number of the decision: of what is taken, as far as the supply has it. */
static int number_of(const struct state *s, const struct frame *f)
{
    return f->kind == FRAME_TAKE || f->kind == FRAME_PAIR ? takeable(s, f)
                                                          : f->n;
}

/* How resources are taken; a single one is like no other. */
static const char *take_word(const struct state *s, const struct frame *f)
{
    const bool is_one = takeable(s, f) == 1;

    if (f->kind == FRAME_PAIR)
        return is_one ? "take-must" : "pair";
    return f->b & TAKE_SAME       ? "take-same"
           : f->b & TAKE_DISTINCT ? is_one ? "take-must" : "take-distinct"
           : f->b & TAKE_MUST     ? "take-must"
                                  : "take";
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
    if (s->depth && number_of(s, f))
        sink_number(&members.sink, "n", number_of(s, f));
    if (s->depth && f->kind == FRAME_TRADE)
        sink_number(&members.sink, "gain", f->a);
    if (s->depth && f->kind == FRAME_FACE && dive_is_pair(s))
        kind = frame_words[FRAME_WINDOW];
    if (s->depth && (f->kind == FRAME_TAKE || f->kind == FRAME_PAIR))
        kind = take_word(s, f);
    snprintf(key, sizeof key, "prompt.%s", kind);
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
