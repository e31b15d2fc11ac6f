/* Trying, listing and carrying out moves.
 *
 * Each verb has a handler and the decisions that it is for.  The legal moves
 * are the candidates that their handlers accept. */
#include "rules/otys/engine/decide.h"

#include "rules/otys/engine/journal.h"

static handler do_pass, do_copy;

enum { NO_FRAME = FRAMES }; /* the choice of a key */

#define AT(NAME) (1u << FRAME_##NAME)

enum {
    AT_EXPERT = AT(DIVER) | AT(PART),
    /* all but the choice of a key */
    AT_DECISION = ((1u << FRAME_ACTIVATE) - 1) | AT(GAIN),
};

static const struct {
    handler *handle;
    uint32_t frames; /* set of the decisions that it is for */
} handlers[MOVE_VERBS] = {
    [MOVE_KEY] = {do_key, 1u << NO_FRAME},
    [MOVE_PROPEL] = {do_propel, AT(PROPELLER)},
    [MOVE_SPONSOR] = {do_sponsor, AT(SPONSOR)},
    [MOVE_TOKEN] = {do_token, AT(SPONSOR)},
    [MOVE_RECALL] = {do_recall, AT(SPONSOR) | AT_EXPERT},
    [MOVE_UPGRADE] = {do_upgrade, AT(SPONSOR) | AT(UPGRADE)},
    [MOVE_SWAP] = {do_swap, AT(SPONSOR)},
    [MOVE_TAKE] = {do_take, AT_EXPERT | AT(PICK)},
    [MOVE_BONUS] = {do_bonus, AT_EXPERT},
    [MOVE_EXPLORE] = {do_explore, AT(DIVER)},
    [MOVE_SELL] = {do_sell, AT(DIVER)},
    [MOVE_BUY] = {do_buy, AT(DIVER)},
    [MOVE_IMPROVE] = {do_improve, AT(DIVER)},
    [MOVE_DRAW] = {do_draw, AT(DIVER)},
    [MOVE_COPY] = {do_copy, AT(DIVER)},
    [MOVE_KEEP] = {do_keep, AT(KEEP)},
    [MOVE_OXYGEN] = {do_oxygen, AT(OXYGEN) | AT(SHELTER)},
    [MOVE_GAIN] = {do_gain, AT(GAIN)},
    [MOVE_COMPLETE] = {do_complete, 1u << NO_FRAME | AT_DECISION},
    [MOVE_PASS] = {do_pass, 1u << NO_FRAME | AT_DECISION},
};

static runner *const runners[FRAMES] = {
    [FRAME_ACTIVATE] = run_activate,
    [FRAME_RETURN] = run_return,
    [FRAME_RESURFACE] = run_resurface,
    [FRAME_RISE] = run_rise,
    [FRAME_PLACE] = run_place,
    [FRAME_REPLACE] = run_replace,
    [FRAME_END] = run_end,
    [FRAME_GAIN] = run_gain, /* if refusing no longer matters */
};

const char *const frame_words[FRAMES] = {
#define FRAME(NAME, word, is_decision, n, a, b, c) [FRAME_##NAME] = word,
#include "rules/otys/engine/frames.def"
#undef FRAME
};

/* A well-formed move of the seat that is to act. */
static enum refusal_reason judge(struct state *s, int seat, struct move m,
                                 bool dry)
{
    const uint32_t verb = move_verb(m);
    const int frame = s->depth ? top(s)->kind : NO_FRAME;

    if (!(handlers[verb].frames >> frame & 1))
        return REFUSED_NOT_NOW;
    return handlers[verb].handle(s, seat, m, dry);
}

/* ---- copying ---- */

/* Whether at least one part of the copied effect can be carried out (BO16):
 * tried on a copy of the state. */
static bool copy_works(const struct state *s, int seat, int owner)
{
    struct state trial = *s;

    spy_copy(&trial, seat, owner);
    return has_option(&trial);
}

/* No diver is copied twice in a chain (O16): of each neighbour there is one on
 * the level. */
static enum refusal_reason do_copy(struct state *s, int seat, struct move m,
                                   bool dry)
{
    const int owner = move_a(m);

    if (top(s)->a != SPY)
        return REFUSED_OTHER_DIVER;
    if (!(spy_neighbours(s, seat) >> owner & 1))
        return REFUSED_NO_NEIGHBOUR;
    if (top(s)->c >> owner & 1)
        return REFUSED_COPIED;
    if (s->seat[seat].credits < spy_cost(s))
        return REFUSED_CREDITS;
    if (!copy_works(s, seat, owner))
        return REFUSED_NO_EFFECT;
    if (!dry)
        spy_copy(s, seat, owner);
    return REFUSED_OK;
}

/* ---- moves ---- */

/* A key must be chosen, and of the contracts drawn one is kept. */
static enum refusal_reason do_pass(struct state *s, int seat, struct move m,
                                   bool dry)
{
    (void)seat, (void)m;
    if (!s->depth || top(s)->kind == FRAME_KEEP)
        return REFUSED_MANDATORY;
    if (dry)
        return REFUSED_OK;
    s->declined |= contracts_are_open(s) && !has_own_option(s);
    (void)pop(s);
    return REFUSED_OK;
}

bool has_own_option(struct state *s)
{
    struct move list[CANDIDATES_MAX];
    const size_t count = list_options(s, list);
    const int seat = acting_seat(s);

    for (size_t i = 0; i < count; i++)
        if (!judge(s, seat, list[i], true))
            return true;
    return false;
}

bool has_option(struct state *s)
{
    return has_own_option(s) || contracts_ask(s);
}

/* An action may make contracts possible that were not; declining one does not.
 */
static enum refusal_reason try_move(struct state *s, int seat, struct move m,
                                    bool dry)
{
    enum refusal_reason why;

    if (seat < 0 || !(state_to_act(s) >> seat & 1) || !move_is_well_formed(m))
        return REFUSED_NOT_NOW;
    why = judge(s, seat, m, dry);
    if (!why && !dry && move_verb(m) != MOVE_PASS)
        s->declined = 0;
    return why;
}

/* A decision without anything to choose from is none.  A seat always has a key
 * to choose (O28). */
void advance(struct state *s)
{
    while (s->phase == PHASE_PLAY && s->depth) {
        struct frame f;

        if (is_decision(top(s)->kind) && has_option(s))
            return;
        f = pop(s);
        if (runners[f.kind])
            runners[f.kind](s, &f);
    }
}

/* ---- decisions that ruleset 1 had besides ---- */

/* The sponsor doubles, or makes free, what the diver cannot do or what is free
 * anyway.  Contracts that may be completed before may change that. */
static bool is_useless(const struct state *s)
{
    struct state trial = *s;
    struct frame *f = top(&trial);

    if (f->kind != FRAME_SPONSOR ||
        !(sponsor_does(s, OP_DOUBLE) || sponsor_does(s, OP_FREE)))
        return false;
    *f = (struct frame){.kind = FRAME_DIVER,
                        .seat = f->seat,
                        .n = 1,
                        .a = (uint8_t)key_diver(s)};
    if (sponsor_does(s, OP_FREE)) {
        if (f->a != TRADER && !diver_effects(s, f)->credits)
            return true;
        trial.is_free = 1;
    }
    return !has_option(&trial);
}

/* Whether the decision that is open is passed by itself. */
static bool is_idle(struct state *s)
{
    if (s->phase == PHASE_OVER || !s->depth)
        return false;
    return is_useless(s) ||
           (s->declined && contracts_are_open(s) && !has_own_option(s));
}

/* Decline, as the rules do it: points come by themselves. */
static void pass_open(struct state *s)
{
    const struct frame f = pop(s);

    if (f.kind == FRAME_GAIN)
        run_gain(s, &f);
    advance(s);
}

static enum refusal_reason try_legal(struct state *s, int seat, struct move m,
                                     bool dry)
{
    const enum refusal_reason why = try_move(s, seat, m, true);

    if (!why && move_verb(m) == MOVE_SPONSOR && is_useless(s))
        return REFUSED_NO_EFFECT;
    return why || dry ? why : try_move(s, seat, m, false);
}

seat_set state_to_act(const void *state)
{
    const struct state *s = state;

    return s->phase == PHASE_OVER ? 0 : (seat_set)(1u << acting_seat(s));
}

size_t state_moves(const void *state, int seat, struct move *out, size_t cap)
{
    struct move list[CANDIDATES_MAX];
    struct state copy = *(const struct state *)state;
    size_t candidates, count = 0;

    if (seat < 0 || !(state_to_act(&copy) >> seat & 1))
        return 0;
    candidates = list_candidates(&copy, list);
    for (size_t i = 0; i < candidates; i++) {
        if (try_legal(&copy, seat, list[i], true))
            continue;
        if (count < cap)
            out[count] = list[i];
        count++;
    }
    return count;
}

enum refusal_reason state_judge(const struct state *s, int seat,
                                struct move move)
{
    struct state copy = *s;

    return try_legal(&copy, seat, move, true);
}

bool state_once_allowed(const void *state, int seat, struct move move,
                        uint16_t version)
{
    struct state copy = *(const struct state *)state;

    return version == 1 && move_verb(move) == MOVE_SPONSOR &&
           !try_move(&copy, seat, move, true);
}

/* Points came by themselves. */
bool state_once_passed(const void *state, uint16_t version)
{
    const struct state *s = state;

    return version == 1 && s->phase != PHASE_OVER && s->depth > 0 &&
           s->stack[s->depth - 1].kind == FRAME_GAIN;
}

enum rules_err state_apply(void *state, int seat, struct move move)
{
    if (seat < 0 || !(state_to_act(state) >> seat & 1))
        return RULES_NOT_TO_ACT;
    if (try_legal(state, seat, move, false))
        return RULES_ILLEGAL_MOVE;
    advance(state);
    (void)state_settle(state);
    return RULES_OK;
}

void state_play(void *state, int seat, struct move move)
{
    struct state *s = state;
    struct state before;

    if (recorder_is_on(s))
        before = *s;
    if (try_move(s, seat, move, false))
        return;
    advance(s);
    if (recorder_is_on(s))
        note_progress(&before, s);
}

/* Also where the rules no longer pass: ruleset 1 let points come by themselves,
 * and its logs have no decision about them. */
bool state_pass_forced(void *state)
{
    struct state *s = state;
    struct state before;

    if (s->phase == PHASE_OVER || !s->depth || top(s)->kind == FRAME_KEEP ||
        !is_decision(top(s)->kind))
        return false;
    if (recorder_is_on(s))
        before = *s;
    pass_open(s);
    if (recorder_is_on(s))
        note_progress(&before, s);
    return true;
}

uint8_t state_settle(void *state)
{
    struct state *s = state;
    uint8_t passes = 0;

    for (; passes < UINT8_MAX && is_idle(s); passes++)
        pass_open(s);
    return passes;
}
