/* Playing a move from outside.  A move is checked by applying it, so legality
 * and effect are one code path. */
#include "rules/underwater_cities/engine/apply.h"
#include "rules/underwater_cities/engine/discards.h"
#include "rules/underwater_cities/engine/engine.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/search.h"
#include "rules/underwater_cities/engine/settle.h"
#include "rules/underwater_cities/engine/steps.h"

/* The bits that each verb uses besides its own; all others must be 0. */
static const uint32_t used_bits[MOVE_VERBS] = {
#define A_BITS(field) (FIELD_##field == FIELD_NONE ? 0u : 255u << MOVE_A_SHIFT)
#define B_BITS(a, field)                                                       \
    (FIELD_##field == FIELD_NONE && FIELD_##a != FIELD_PLACE                   \
         ? 0u                                                                  \
         : 255u << MOVE_B_SHIFT)
#define X_BITS(field)                                                          \
    (FIELD_##field == FIELD_NONE    ? 0u                                       \
     : FIELD_##field == FIELD_CLONE ? 1u                                       \
                                    : (1u << MOVE_X_BITS) - 1)
#define MOVE(NAME, word, a, b, x, part, sentence)                              \
    [MOVE_##NAME] = ((part) ? 15u << MOVE_PART_SHIFT : 0u) | A_BITS(a) |       \
                    B_BITS(a, b) | X_BITS(x),
#include "rules/underwater_cities/engine/moves.def"
#undef MOVE
#undef X_BITS
#undef B_BITS
#undef A_BITS
};

static bool well_formed(struct move m)
{
    const uint32_t fields = m.bits & ((UINT32_C(1) << MOVE_VERB_SHIFT) - 1);

    return move_ranks(m) ||
           (!(m.bits & MOVE_RANKS) && move_verb(m) < MOVE_VERBS &&
            !(fields & ~used_bits[move_verb(m)]));
}

seat_set uwc_to_act(const void *state)
{
    const struct uwc_state *s = state;
    seat_set seats = 0;

    if (s->phase == PHASE_TURN)
        return (seat_set)(1u << uwc_active(s));
    for (int seat = 0; s->phase != PHASE_OVER && seat < s->seats; seat++)
        if (s->seat[seat].is_choosing && !s->seat[seat].left)
            seats |= (seat_set)(1u << seat);
    return seats;
}

/* Whether the move is well formed and the seat is to act. */
static bool is_asked(const struct uwc_state *s, int seat, struct move move)
{
    return seat >= 0 && seat < s->seats && well_formed(move) &&
           uwc_to_act(s) >> seat & 1;
}

/* Run effects until the next decision.  Ignores the step budget: a move that is
 * played was checked within it. */
static void go_on_alone(struct uwc_state *s)
{
    s->steps_limit = UWC_PLAY_STEPS_MAX;
    if (s->phase == PHASE_TURN)
        frame_settle(s);
}

static void end_call(struct uwc_state *s)
{
    s->steps = s->steps_limit = 0;
}

bool uwc_carry_out(struct uwc_state *s, int seat, struct move move)
{
    if (!is_asked(s, seat, move))
        return false;
    s->steps_limit = UWC_PLAY_STEPS_MAX;
    if (apply_move(s, seat, move))
        return false;
    go_on_alone(s);
    return true;
}

void uwc_play(void *state, int seat, struct move move)
{
    struct uwc_state *s = state;
    const struct uwc_state before = *s;
    const uint16_t count = recorder_count(s);

    if (!uwc_carry_out(s, seat, move)) {
        *s = before;
        recorder_drop(s, count);
        return;
    }
    if (recorder_is_on(s))
        journal_call(s, &before);
    end_call(s);
}

bool uwc_pass_forced(void *state)
{
    struct uwc_state *s = state;
    struct uwc_state before;

    if (recorder_is_on(s))
        before = *s;
    if (s->phase != PHASE_TURN || apply_pass(s))
        return false;
    go_on_alone(s);
    if (recorder_is_on(s))
        journal_call(s, &before);
    end_call(s);
    return true;
}

uint8_t uwc_settle(void *state)
{
    struct uwc_state *s = state;
    uint8_t passes;

    s->steps_limit = UWC_PLAY_STEPS_MAX;
    passes = search_settle(s);
    end_call(s);
    return passes;
}

enum refusal_reason uwc_try_counted(struct uwc_state *s, int seat,
                                    struct move move, uint32_t *steps)
{
    enum refusal_reason why = REFUSED_NOT_NOW;

    if (is_asked(s, seat, move)) {
        s->steps_limit = s->exhaustive ? UINT32_MAX : 0;
        why = REFUSED_OK;
        if (move_verb(move) == MOVE_DISCARD) /* carried out, if too few */
            why = discard_judge(s, seat, move_ranks(move));
        if (!why)
            why = search_judge(s, seat, move);
    }
    *steps = s->steps;
    if (!why) {
        go_on_alone(s);
        (void)search_settle(s);
    }
    end_call(s);
    return why;
}

enum refusal_reason uwc_try(struct uwc_state *s, int seat, struct move move)
{
    uint32_t steps;

    return uwc_try_counted(s, seat, move, &steps);
}

/* Version 2 discarded card by card, and offered an opener of effects of which
 * none could be performed. */
bool uwc_once_allowed(const void *state, int seat, struct move move,
                      uint16_t version)
{
    struct uwc_state copy = *(const struct uwc_state *)state;

    if (version != 2 || !uwc_carry_out(&copy, seat, move))
        return false;
    copy = *(const struct uwc_state *)state;
    return move_verb(move) == MOVE_DISCARD ||
           uwc_try(&copy, seat, move) == REFUSED_NOTHING;
}

enum rules_err uwc_apply(void *state, int seat, struct move move)
{
    struct uwc_state *s = state, copy = *s;

    if (seat < 0 || seat >= s->seats || !(uwc_to_act(s) >> seat & 1))
        return RULES_NOT_TO_ACT;
    if (uwc_try(&copy, seat, move))
        return RULES_ILLEGAL_MOVE;
    *s = copy;
    return RULES_OK;
}
