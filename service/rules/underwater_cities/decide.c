/* Legal moves and what a move does, from outside: everything is tried on a
 * copy, so legality and effect are one code path. */
#include "engine.h"

/* Which fields each verb uses; the others must be 0. */
static const uint32_t used_fields[MOVE_VERBS] = {
#define FIELDS(part, a, b, x)                                                  \
    ((uint32_t)(part) << 23 | (uint32_t)(a) << 15 | (uint32_t)(b) << 7 |       \
     (uint32_t)(x))
    [MOVE_PLACE] = FIELDS(0, 255, 255, 1),
    [MOVE_SLOT] = FIELDS(0, 0, 0, 0),
    [MOVE_CARD] = FIELDS(0, 255, 0, 0),
    [MOVE_BUILD] = FIELDS(15, 255, 255, 127),
    [MOVE_UPGRADE] = FIELDS(15, 255, 255, 0),
    [MOVE_CONVERT] = FIELDS(15, 255, 0, 0),
    [MOVE_ADVANCE] = FIELDS(15, 255, 0, 0),
    [MOVE_USE] = FIELDS(15, 255, 0, 0),
    [MOVE_READY] = FIELDS(15, 255, 0, 0),
    [MOVE_PERFORM] = FIELDS(15, 255, 0, 0),
    [MOVE_SPECIAL] = FIELDS(15, 255, 0, 0),
    [MOVE_THREE] = FIELDS(15, 0, 0, 0),
    [MOVE_TURN_UP] = FIELDS(15, 0, 0, 0),
    [MOVE_TILES] = FIELDS(15, 0, 0, 0),
    [MOVE_KEEP] = FIELDS(0, 255, 0, 0),
    [MOVE_TRIAL] = FIELDS(15, 255, 0, 0),
    [MOVE_PICK] = FIELDS(15, 255, 0, 0),
    [MOVE_EXCHANGE] = FIELDS(15, 255, 0, 0),
    [MOVE_DO] = FIELDS(15, 0, 0, 0),
    [MOVE_CHOOSE] = FIELDS(15, 255, 0, 0),
    [MOVE_ONCE] = FIELDS(0, 255, 0, 0),
    [MOVE_DISCARD] = FIELDS(0, 255, 0, 0),
    [MOVE_ANSWER] = FIELDS(0, 255, 255, 0),
    [MOVE_PASS] = FIELDS(0, 0, 0, 0),
    [MOVE_END] = FIELDS(0, 0, 0, 0),
    [MOVE_CLAIM] = FIELDS(0, 255, 0, 0),
    [MOVE_ARRANGE] = FIELDS(0, 255, 255, 0),
#undef FIELDS
};

static bool well_formed(struct move m)
{
    uint32_t fields = m.bits & (UINT32_C(0x7ffffff));

    return move_verb(m) < MOVE_VERBS && !(fields & ~used_fields[move_verb(m)]);
}

seat_set uwc_to_act(const void *state)
{
    const struct uwc_state *s = state;
    seat_set seats = 0;

    if (s->phase == PHASE_TURN)
        return (seat_set)(1u << uwc_active(s));
    for (int seat = 0; s->phase != PHASE_OVER && seat < s->seats; seat++)
        if (s->seat[seat].owes && !s->seat[seat].left)
            seats |= (seat_set)(1u << seat);
    return seats;
}

/* A copy to try one move on.  The steps taken on it count on; it may take as
 * many more as one move may, while those of the list last. */
static void copy_to(struct uwc_state *scratch, const struct uwc_state *s)
{
    uint32_t steps = scratch->steps;

    *scratch = *s;
    scratch->steps = steps;
    scratch->steps_end = steps < uwc_list_steps_max - uwc_steps_max
                             ? steps + uwc_steps_max
                             : uwc_list_steps_max;
}

/* Whether the move is of this game and the seat is to act. */
static bool is_asked(const struct uwc_state *s, int seat, struct move move)
{
    return seat >= 0 && seat < s->seats && well_formed(move) &&
           uwc_to_act(s) >> seat & 1;
}

/* Why this seat may not play this move; *scratch is spoilt. */
static enum why judge(const struct uwc_state *s, struct uwc_state *scratch,
                      int seat, struct move move)
{
    if (!is_asked(s, seat, move))
        return WHY_NOT_NOW;
    copy_to(scratch, s);
    return search_try(scratch, seat, move);
}

/* Carry a move out and let effects go on as far as they do by themselves.
 * Takes no notice of the step budget: what is played was judged within it. */
static enum why play_on(struct uwc_state *s, int seat, struct move move)
{
    enum why why;

    s->steps_end = UWC_PLAY_STEPS_MAX;
    why = carry_out(s, seat, move);
    if (!why && s->phase == PHASE_TURN)
        frame_settle(s);
    return why;
}

static void end_call(struct uwc_state *s)
{
    s->steps = s->steps_end = 0;
}

void uwc_play(void *state, int seat, struct move move)
{
    struct uwc_state *s = state;
    const struct uwc_state before = *s;

    if (!is_asked(s, seat, move))
        return;
    if (play_on(s, seat, move))
        *s = before;
    end_call(s);
}

bool uwc_pass_forced(void *state)
{
    struct uwc_state *s = state;

    if (s->phase != PHASE_TURN || carry_pass(s))
        return false;
    s->steps_end = UWC_PLAY_STEPS_MAX;
    frame_settle(s);
    end_call(s);
    return true;
}

uint8_t uwc_settle(void *state)
{
    struct uwc_state *s = state;
    uint8_t passes;

    s->steps_end = UWC_PLAY_STEPS_MAX;
    passes = search_settle(s);
    end_call(s);
    return passes;
}

enum why uwc_try_counted(struct uwc_state *s, int seat, struct move move,
                         uint32_t *steps)
{
    struct uwc_state scratch = {.steps = 0};
    enum why why;

    why = judge(s, &scratch, seat, move);
    *steps = scratch.steps;
    if (why)
        return why;
    why = play_on(s, seat, move);
    (void)search_settle(s);
    *steps += s->steps;
    end_call(s);
    return why;
}

enum why uwc_try(struct uwc_state *s, int seat, struct move move)
{
    uint32_t steps;

    return uwc_try_counted(s, seat, move, &steps);
}

bool uwc_is_open(const void *state, int seat, struct move move, int viewer)
{
    const struct uwc_state *s = state;

    if (viewer == seat || viewer == RULES_OMNISCIENT)
        return true;
    return s->phase == PHASE_TURN &&
           !(move_verb(move) == MOVE_KEEP && s->depth &&
             s->stack[s->depth - 1].source == FRAME_SPECIALS);
}

static void sort(struct move *moves, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        struct move m = moves[i];
        size_t k = i;

        for (; k > 0 && moves[k - 1].bits > m.bits; k--)
            moves[k] = moves[k - 1];
        moves[k] = m;
    }
}

static bool same_slot(struct move a, struct move b)
{
    return !((a.bits ^ b.bits) & ~(UINT32_C(255) << 7)); /* all but the card */
}

/* Whether the slot's action can be performed at once, whatever card is played:
 * then every card may be placed there, for a matching one may wait. */
static bool slot_suffices(const struct uwc_state *s, struct uwc_state *scratch,
                          int seat, struct move m)
{
    copy_to(scratch, s);
    memset(&scratch->seat[seat].hand, 0, sizeof scratch->seat[seat].hand);
    return search_try(scratch, seat,
                      move_make(MOVE_PLACE, 0, move_a(m), CARD_NONE,
                                move_x(m))) == WHY_OK;
}

/* Cards that do not match one slot are all legal there, or none: the card is
 * gone before the slot's action begins.  Only a special that goes back under
 * its deck may matter to that action. */
static bool same_placement(struct move a, struct move b)
{
    int slot = move_a(a), one = move_b(a), other = move_b(b);

    return same_slot(a, b) && one && other && one < SPECIAL3_FIRST &&
           other < SPECIAL3_FIRST && cards[one]->colour != slot_colour(slot) &&
           cards[other]->colour != slot_colour(slot);
}

/* Keep the legal ones of the placements, which come sorted by slot. */
static size_t keep_places(const struct uwc_state *s, struct uwc_state *scratch,
                          int seat, struct candidates *c)
{
    struct move judged = {UINT32_MAX};
    enum why why = WHY_NOT_NOW;
    bool suffices = false;
    size_t kept = 0;

    for (size_t i = 0; i < c->count; i++) {
        struct move m = c->move[i];

        if (move_verb(m) != MOVE_PLACE) {
            why = judge(s, scratch, seat, m);
            suffices = false;
        } else if (!same_slot(m, judged)) {
            suffices = slot_suffices(s, scratch, seat, m);
            why = suffices ? WHY_OK : judge(s, scratch, seat, m);
        } else if (!suffices && !same_placement(m, judged)) {
            why = judge(s, scratch, seat, m);
        }
        judged = m;
        if (!why)
            c->move[kept++] = m;
    }
    return kept;
}

/* Keep the legal ones. */
static size_t keep_legal(const struct uwc_state *s, struct uwc_state *scratch,
                         int seat, struct candidates *c)
{
    size_t kept = 0;

    if (s->phase == PHASE_TURN && s->step == STEP_PLACE && !s->depth)
        return keep_places(s, scratch, seat, c);
    for (size_t i = 0; i < c->count; i++)
        if (judge(s, scratch, seat, c->move[i]) == WHY_OK)
            c->move[kept++] = c->move[i];
    return kept;
}

size_t uwc_moves_counted(const void *state, int seat, struct move *out,
                         size_t cap, uint32_t *steps)
{
    const struct uwc_state *s = state;
    struct uwc_state scratch = {.steps = 0};
    struct candidates c;
    size_t count;

    *steps = 0;
    if (seat < 0 || seat >= s->seats || !(uwc_to_act(s) >> seat & 1))
        return 0;
    candidates_all(s, seat, &c);
    sort(c.move, c.count);
    count = keep_legal(s, &scratch, seat, &c);
    *steps = scratch.steps;
    if (count && cap)
        memcpy(out, c.move, (count < cap ? count : cap) * sizeof *out);
    return count;
}

size_t uwc_moves(const void *state, int seat, struct move *out, size_t cap)
{
    uint32_t steps;

    return uwc_moves_counted(state, seat, out, cap, &steps);
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
