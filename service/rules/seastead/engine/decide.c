/* Trying, listing and carrying out moves.
 *
 * Each verb has a handler and the decisions that it is for.  The legal moves
 * are the candidates that their handlers accept. */
#include "rules/seastead/engine/decide.h"

#include "rules/seastead/engine/abilities.h"
#include "rules/seastead/engine/journal.h"

enum { NO_FRAME = FRAMES }; /* the choice of an action */

static enum refusal_reason do_pass(struct state *s, int seat, struct move m,
                                   bool dry);
static enum refusal_reason do_copy(struct state *s, int seat, struct move m,
                                   bool dry);

static const struct {
    enum refusal_reason (*handle)(struct state *s, int seat, struct move m,
                                  bool dry);
    uint8_t frame[2]; /* decisions that it is for */
} handlers[MOVE_VERBS] = {
    [MOVE_DIVE] = {do_dive, {NO_FRAME, NO_FRAME}},
    [MOVE_BUILD] = {do_build, {NO_FRAME, NO_FRAME}},
    [MOVE_FACE] = {do_face, {FRAME_FACE, FRAME_FACE}},
    [MOVE_TAKE] = {do_take, {FRAME_TAKE, FRAME_PAIR}},
    [MOVE_KEEP] = {do_keep, {FRAME_KEEP, FRAME_KEEP}},
    [MOVE_CLEAN] = {do_clean, {FRAME_CLEAN, FRAME_CLEAN}},
    [MOVE_PAY] = {do_pay, {FRAME_RECYCLE, FRAME_TRADE}},
    [MOVE_GATHER] = {do_gather, {FRAME_GATHER, FRAME_GATHER}},
    [MOVE_DOCK] = {do_dock, {FRAME_DOCK, FRAME_DOCK}},
    [MOVE_HIRE] = {do_hire, {FRAME_HIRE, FRAME_HIRE}},
    [MOVE_SHIP] = {do_ship, {FRAME_SHIP, FRAME_SHIP}},
    [MOVE_COPY] = {do_copy, {FRAME_COPY, FRAME_COPY}},
    [MOVE_ENACT] = {do_enact, {FRAME_ENACT, FRAME_ENACT}},
    [MOVE_RETIRE] = {do_retire, {FRAME_RETIRE, FRAME_RETIRE}},
    [MOVE_READY] = {do_ready, {FRAME_READY, FRAME_READY}},
    [MOVE_COLLECT] = {do_collect, {FRAME_COLLECT, FRAME_COLLECT}},
    [MOVE_SAIL] = {do_sail, {FRAME_SAIL, FRAME_SAIL}},
    [MOVE_SWAP] = {do_swap, {FRAME_SWAP, FRAME_SWAP}},
    [MOVE_MOVE] = {do_move, {FRAME_MOVE, FRAME_MOVE}},
    [MOVE_EXCHANGE] = {do_exchange, {FRAME_EXCHANGE, FRAME_EXCHANGE}},
    [MOVE_TOKEN] = {do_token, {FRAME_TOKENS, FRAME_TOKENS}},
    [MOVE_RAISE] = {do_raise, {FRAME_RAISE, FRAME_RAISE}},
    [MOVE_BOX_DOCK] = {do_box, {FRAME_BOX_DOCK, FRAME_BOX_DOCK}},
    [MOVE_BOX_SPECIALIST] = {do_box,
                             {FRAME_BOX_SPECIALIST, FRAME_BOX_SPECIALIST}},
};

static void (*const runners[FRAMES])(struct state *s, const struct frame *f) = {
    [FRAME_GIVE] = run_give,
    [FRAME_AFTER_DIVE] = run_after_dive,
    [FRAME_BUILDING_EFFECT] = run_building_effect,
    [FRAME_LOCATION_EFFECT] = run_location_effect,
    [FRAME_ROW] = run_row,
    [FRAME_COLUMN] = run_column,
    [FRAME_SHIP_HERE] = run_ship_here,
    [FRAME_REFILL_DOCKS] = run_refill,
    [FRAME_REFILL_SPECIALISTS] = run_refill,
    [FRAME_LIMIT] = run_limit,
};

const char *const frame_words[FRAMES] = {
#define FRAME(NAME, word, is_decision, n, a, b, c) [FRAME_##NAME] = word,
#include "rules/seastead/engine/frames.def"
#undef FRAME
};

static int acting_seat(const struct state *s)
{
    return s->depth ? s->stack[s->depth - 1].seat : s->turn;
}

/* ---- what can change nothing ---- */

/* Whether what was begun in a state can change something, so that it may be
 * offered (BS14, BT4): `before` is the state in which it was begun.  It is
 * carried out as far as nobody decides; a decision that it leads to changes
 * something if there is anything to choose. */
static bool can_change(struct state *s, const struct state *before)
{
    while (s->depth > before->depth) {
        if (is_decision(top(s)->kind) && has_option(s))
            return true;

        const struct frame f = pop(s);

        if (!is_decision(f.kind))
            runners[f.kind](s, &f);
    }
    return memcmp(s, before, sizeof *s) != 0;
}

/* ---- specialists ---- */

/* Whether the ability would change something but the card (BS14). */
static bool ability_works(const struct state *s, int seat, int n,
                          const struct frame *reaction)
{
    struct state copy = *s;

    copy.seat[seat].face_up &= (uint16_t) ~(1u << (n - 1));
    const struct state before = copy;

    ability_begin(&copy, seat, n, reaction);
    return can_change(&copy, &before);
}

/* Nothing of the half that faces the seat was taken: it cannot take it again
 * (BT5). */
static bool is_before_half(const struct state *s, int n)
{
    return specialists[n].does->op == OP_GATHER && s->depth &&
           s->stack[s->depth - 1].kind == FRAME_FACE &&
           !(is_older(s) && dive_is_pair(s));
}

/* What rules version 1 also listed is refused, and still carried out in its
 * logs: only a dry call refuses it. */
static enum refusal_reason do_use(struct state *s, int seat, struct move m,
                                  bool dry)
{
    const int n = move_a(m);
    const struct frame reaction =
        s->depth ? *top(s) : (struct frame){.kind = FRAME_WINDOW};

    if (!has_specialist(s, seat, n))
        return REFUSED_NOT_YOURS;
    if (!is_face_up(s, seat, n))
        return REFUSED_FACE_DOWN;
    if (!(specialists[n].windows & ability_windows(s)) ||
        (dry && is_before_half(s, n)) ||
        (reaction.kind == FRAME_REACT && reaction.a != n))
        return REFUSED_WRONG_TIME;
    if (!ability_works(s, seat, n, &reaction))
        return REFUSED_NO_EFFECT;
    if (dry)
        return REFUSED_OK;
    if (reaction.kind == FRAME_REACT)
        (void)pop(s);
    specialist_flip(s, seat, n, false);
    ability_begin(s, seat, n, &reaction);
    return REFUSED_OK;
}

/* ---- copying ---- */

static void begin_copy(struct state *s, int seat, int location,
                       uint32_t visited)
{
    if (location_effects[location_at(s, location)->effect]->op == OP_COPY)
        push_copy(s, seat, visited | 1u << location);
    else
        push(s, (struct frame){.kind = FRAME_LOCATION_EFFECT,
                               .seat = (uint8_t)seat,
                               .a = (uint8_t)location,
                               .b = 1});
}

/* Whether the effect of the location can change something (BT4). */
static bool copy_works(const struct state *s, int seat, int location,
                       uint32_t visited)
{
    struct state copy = *s;

    (void)pop(&copy);
    const struct state before = copy;

    begin_copy(&copy, seat, location, visited);
    return can_change(&copy, &before);
}

/* L11: another location, none twice in one chain (S9). */
static enum refusal_reason do_copy(struct state *s, int seat, struct move m,
                                   bool dry)
{
    const int location = move_a(m);
    const uint32_t visited = frame_set(top(s));

    if (owner_at(s, location) != seat)
        return REFUSED_NOT_YOURS;
    if (visited >> location & 1)
        return REFUSED_COPIED;
    if (!is_older(s) && !copy_works(s, seat, location, visited))
        return REFUSED_NO_EFFECT;
    if (dry)
        return REFUSED_OK;
    (void)pop(s);
    begin_copy(s, seat, location, visited);
    return REFUSED_OK;
}

/* ---- declining ---- */

/* Whether the decision of the top frame can be declined.  Of two halves that
 * give pairs none is chosen: then only specialists can be used before them. */
static bool is_optional(const struct state *s)
{
    const struct frame *f = &s->stack[s->depth - 1];

    switch ((enum frame_kind)f->kind) {
    case FRAME_TAKE: return !(f->b & TAKE_MUST);
    case FRAME_CLEAN:
    case FRAME_RECYCLE:
    case FRAME_TRADE:
    case FRAME_GATHER:
    case FRAME_COPY:
    case FRAME_RETIRE:
    case FRAME_READY:
    case FRAME_COLLECT:
    case FRAME_SAIL:
    case FRAME_SWAP:
    case FRAME_MOVE:
    case FRAME_EXCHANGE:
    case FRAME_REACT:
    case FRAME_WINDOW: return true;
    case FRAME_FACE: return dive_is_pair(s);
    case FRAME_PAIR:
    case FRAME_KEEP:
    case FRAME_DOCK:
    case FRAME_HIRE:
    case FRAME_SHIP:
    case FRAME_ENACT:
    case FRAME_TOKENS:
    case FRAME_RAISE:
    case FRAME_BOX_DOCK:
    case FRAME_BOX_SPECIALIST:
    case FRAME_GIVE:
    case FRAME_AFTER_DIVE:
    case FRAME_BUILDING_EFFECT:
    case FRAME_LOCATION_EFFECT:
    case FRAME_ROW:
    case FRAME_COLUMN:
    case FRAME_SHIP_HERE:
    case FRAME_REFILL_DOCKS:
    case FRAME_REFILL_SPECIALISTS:
    case FRAME_LIMIT:
    case FRAMES: break;
    }
    return false;
}

static enum refusal_reason judge(struct state *s, int seat, struct move m,
                                 bool dry);

/* Whether the decision that is open has a legal move of a verb up to this
 * one. */
static bool has_move(struct state *s, uint32_t last)
{
    struct move list[CANDIDATES_MAX];
    const size_t count = list_candidates(s, list);
    const int seat = acting_seat(s);

    for (size_t i = 0; i < count; i++)
        if (move_verb(list[i]) <= last && !judge(s, seat, list[i], true))
            return true;
    return false;
}

bool has_option(struct state *s)
{
    return has_move(s, MOVE_PASS - 1);
}

/* A turn can be passed when neither diving nor building is possible (S15). */
static enum refusal_reason do_pass(struct state *s, int seat, struct move m,
                                   bool dry)
{
    (void)seat, (void)m;
    if (s->depth ? !is_optional(s) : has_move(s, MOVE_BUILD))
        return REFUSED_MANDATORY;
    if (dry)
        return REFUSED_OK;
    if (s->depth)
        (void)pop(s);
    else
        turn_end(s);
    return REFUSED_OK;
}

/* ---- moves ---- */

/* A well-formed move of the seat that is to act. */
static enum refusal_reason judge(struct state *s, int seat, struct move m,
                                 bool dry)
{
    const uint32_t verb = move_verb(m);
    const int frame = s->depth ? top(s)->kind : NO_FRAME;

    if (verb == MOVE_PASS)
        return do_pass(s, seat, m, dry);
    if (verb == MOVE_USE)
        return ability_windows(s) ? do_use(s, seat, m, dry) : REFUSED_NOT_NOW;
    if (handlers[verb].frame[0] != frame && handlers[verb].frame[1] != frame)
        return REFUSED_NOT_NOW;
    return handlers[verb].handle(s, seat, m, dry);
}

static enum refusal_reason try_move(struct state *s, int seat, struct move m,
                                    bool dry)
{
    if (seat < 0 || !(state_to_act(s) >> seat & 1) || !move_is_well_formed(m))
        return REFUSED_NOT_NOW;
    return judge(s, seat, m, dry);
}

/* A decision without anything to choose from is none.  Every pass takes a frame
 * off or ends a turn, and what frames push is bounded. */
void advance(struct state *s)
{
    while (s->phase == PHASE_PLAY) {
        struct frame f;

        if (!s->depth) {
            if (s->action == ACTION_NONE && has_option(s))
                return;
            turn_end(s);
        } else if (!is_decision(top(s)->kind)) {
            f = pop(s);
            runners[f.kind](s, &f);
        } else if (has_option(s)) {
            return;
        } else if (top(s)->kind == FRAME_SHIP) {
            ships_box(s);
        } else {
            (void)pop(s);
        }
    }
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
        if (judge(&copy, seat, list[i], true))
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

    return try_move(&copy, seat, move, true);
}

/* Version 1 listed what is carried out, but for another half of a pair. */
bool state_once_allowed(const void *state, int seat, struct move move,
                        uint16_t version)
{
    struct state copy = *(const struct state *)state;

    return version == 1 && move_verb(move) == MOVE_USE &&
           !try_move(&copy, seat, move, false);
}

enum rules_err state_apply(void *state, int seat, struct move move)
{
    const uint32_t verb = move_verb(move);

    if (seat < 0 || !(state_to_act(state) >> seat & 1))
        return RULES_NOT_TO_ACT;
    if ((verb == MOVE_USE || verb == MOVE_FACE) &&
        try_move(state, seat, move, true))
        return RULES_ILLEGAL_MOVE;
    if (try_move(state, seat, move, false))
        return RULES_ILLEGAL_MOVE;
    advance(state);
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

/* No move of this game leads to a pass. */
bool state_pass_forced(void *state)
{
    (void)state;
    return false;
}

uint8_t state_settle(void *state)
{
    (void)state;
    return 0;
}
