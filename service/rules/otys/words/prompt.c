/* What a seat is asked, and why a move is refused. */
#include "rules/kit/phrases.h"
#include "rules/kit/refusal_text.h"
#include "rules/otys/engine/decide.h"
#include "rules/otys/engine/score.h"
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

/* What the decision of a frame is about. */
static void write_frame(const struct state *s, const struct frame *f,
                        struct sink *sink)
{
    if (f->kind == FRAME_DIVER || f->kind == FRAME_PART)
        write_diver(f, sink);
    if (f->kind == FRAME_SPONSOR)
        sink_number(sink, "sponsor", s->sponsor[s->level]);
    if (f->kind == FRAME_GAIN) {
        sink_number(sink, "n", f->n);
        sink_string(sink, "source", score_words[f->a]);
        sink_number(sink, "total", points_of(&s->seat[f->seat]) + f->n);
    }
}

/* A decision that is open for contracts alone asks about nothing else: neither
 * a battery nor a diver that the seat does not have or cannot use (BP4). */
const char *words_prompt_kind(const struct state *s)
{
    struct state copy = *s;

    if (!s->depth)
        return "turn";
    return has_own_option(&copy) ? frame_words[s->stack[s->depth - 1].kind]
                                 : "contracts";
}

void words_prompt(const void *state, int seat, int viewer, struct sink *sink)
{
    const struct state *s = state;
    const char *kind;
    struct members members;
    char key[32];

    (void)viewer; /* what is asked is public */
    if (seat < 0 || !(state_to_act(s) >> seat & 1))
        return;
    kind = words_prompt_kind(s);
    members_begin(&members, sink);
    sink_string(&members.sink, "kind", kind);
    if (has_level(s))
        sink_number(&members.sink, "level", s->level + 1);
    if (s->depth && strcmp(kind, "contracts") != 0)
        write_frame(s, &s->stack[s->depth - 1], &members.sink);
    if (last_round(s))
        sink_number(&members.sink, "last_round", last_round(s));
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
