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

static enum why pass(struct uwc_state *s)
{
    const struct frame *f = frame_top(s);

    if (!s->depth || f->source == FRAME_SPECIALS || f->source == FRAME_TILES)
        return WHY_NOT_NOW;
    if (f->flags & FRAME_MUST && !(f->flags & FRAME_DONE))
        return WHY_MUST;
    frame_pop(s);
    return WHY_OK;
}

/* A decision of the seat whose turn it is. */
static enum why turn_decide(struct uwc_state *s, int seat, struct move m)
{
    enum verb verb = move_verb(m);
    int a = move_a(m);

    if (verb == MOVE_ONCE)
        return part_once(s, seat, a);
    if (verb == MOVE_PASS)
        return s->depth ? pass(s) : WHY_NOT_NOW;
    if (s->depth)
        return part_perform(s, seat, m);
    if (verb == MOVE_DISCARD)
        return turn_discard(s, seat, a);
    if (verb == MOVE_PLACE)
        return turn_place(s, seat, a, move_b(m), move_x(m));
    if (verb == MOVE_SLOT)
        return s->card_progress == WAITING ? turn_begin_slot(s) : WHY_NOT_NOW;
    if (verb == MOVE_CARD)
        return turn_card(s, seat, a);
    return verb == MOVE_END ? turn_end(s) : WHY_NOT_NOW;
}

/* Carry a move out, up to the point where effects go on by themselves. */
static enum why carry_out(struct uwc_state *s, int seat, struct move m)
{
    switch ((enum phase)s->phase) {
    case PHASE_TURN:
        return seat == uwc_active(s) ? turn_decide(s, seat, m) : WHY_NOT_NOW;
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS:
        return move_verb(m) == MOVE_DISCARD ? hands_discard(s, seat, move_a(m))
                                            : WHY_NOT_NOW;
    case PHASE_PRODUCTION:
        return move_verb(m) == MOVE_ANSWER
                   ? production_decide(s, seat, move_a(m), move_b(m))
                   : WHY_NOT_NOW;
    case PHASE_OVER: break;
    }
    return WHY_NOT_NOW;
}

/* Whether the turn can end from here without anything more being performed:
 * a part of the slot is done and nothing compulsory is open. */
static bool may_end(const struct uwc_state *s)
{
    if (s->phase != PHASE_TURN || s->step != STEP_RESOLVE)
        return true; /* before placing: the always-available slot is left */
    for (int i = 0; i < s->depth; i++)
        if (s->stack[i].flags & FRAME_MUST &&
            !(s->stack[i].flags & FRAME_DONE) &&
            s->stack[i].source != FRAME_SPECIALS &&
            s->stack[i].source != FRAME_TILES)
            return false;
    return s->part_done;
}

/* Tiles just drawn in a search must not help: suppose they give nothing
 * (ruling 21). */
static void forget_tiles(struct uwc_state *s)
{
    pile_return_reveal(s, FRAME_TILES);
    frame_mark_done(s);
    frame_pop(s);
}

static bool completable(const struct uwc_state *s, int seat, int *budget);

/* Go on after a move that does not let the turn end: can it be completed? */
static bool go_on(struct uwc_state *s, int seat, struct move m, int *budget)
{
    if (move_verb(m) == MOVE_TILES)
        forget_tiles(s);
    frame_settle(s);
    return completable(s, seat, budget);
}

/* Whether a list asks how many upgraded things there are. */
static bool list_counts(const struct effect *list)
{
    for (const struct effect *e = list; e && e->op != OP_END; e++)
        if (e->op == OP_IF || e->op == OP_EACH || e->op == OP_TRIAL_RUN ||
            e->op == OP_PERFORM)
            return true;
    return false;
}

/* Whether anything that could still happen this turn counts upgrades. */
static bool upgrades_count(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];

    for (int i = 0; i < s->depth; i++)
        if (list_counts(uwc_frame_list(s, &s->stack[i])))
            return true;
    for (int i = 0; i < me->claim_count; i++)
        if (list_counts(cards[me->claims[i]]->action) ||
            list_counts(cards[me->claims[i]]->once) ||
            list_counts(cards[me->claims[i]]->when.effects))
            return true;
    return s->card && list_counts(cards[s->card]->instant);
}

/* In a search for a way to perform the slot: an upgrade that brought nothing
 * and that nothing counts cannot help.  (Without this, cards that upgrade
 * several structures would be searched in every combination.) */
static bool is_fruitless(const struct uwc_state *before,
                         const struct uwc_state *after, int seat, struct move m)
{
    if (move_verb(m) != MOVE_UPGRADE || after->depth > before->depth ||
        before->stack[before->depth - 1].source == FRAME_UPGRADE)
        return false;
    for (int r = 0; r < RESOURCES; r++)
        if (after->seat[seat].stock[r] > before->seat[seat].stock[r])
            return false;
    return !upgrades_count(before, seat);
}

/* Try a move on *s, which is spoilt: refused, or whether the turn can still be
 * completed.  Going on by itself never opens anything compulsory, so a turn
 * that may end before that may end after it. */
static enum why try_move(struct uwc_state *s, int seat, struct move m,
                         int *budget)
{
    enum why why = carry_out(s, seat, m);

    if (why || may_end(s))
        return why;
    return go_on(s, seat, m, budget) ? WHY_OK : WHY_DEAD_END;
}

/* Whether some way leads from here to a turn with at least one part of the
 * slot performed (ruling 2).  `budget` bounds the states looked at. */
static bool completable(const struct uwc_state *s, int seat, int *budget)
{
    struct candidates c;

    if (may_end(s))
        return true;
    if (--*budget < 0 || (!s->depth && s->slot_progress == FINISHED))
        return false;
    candidates_all(s, seat, &c);
    for (size_t i = 0; i < c.count; i++) {
        struct uwc_state copy = *s;

        if (carry_out(&copy, seat, c.move[i]))
            continue;
        if (may_end(&copy))
            return true;
        if (is_fruitless(s, &copy, seat, c.move[i]))
            continue;
        if (go_on(&copy, seat, c.move[i], budget))
            return true;
    }
    return false;
}

/* States that one look for a way through may visit.  Far more than any turn
 * of the deck needs (the tests measure the most); it only bounds the work. */
enum { SEARCH_BUDGET = 20000 };

/* Why this seat may not play this move; *scratch is spoilt. */
static enum why judge(const struct uwc_state *s, struct uwc_state *scratch,
                      int seat, struct move move)
{
    int budget = SEARCH_BUDGET;

    if (seat < 0 || seat >= s->seats || !well_formed(move) ||
        !(uwc_to_act(s) >> seat & 1))
        return WHY_NOT_NOW;
    *scratch = *s;
    return try_move(scratch, seat, move, &budget);
}

enum why uwc_try(struct uwc_state *s, int seat, struct move move)
{
    struct uwc_state scratch;
    enum why why = judge(s, &scratch, seat, move);

    if (why)
        return why;
    why = carry_out(s, seat, move);
    if (s->phase == PHASE_TURN)
        frame_settle(s);
    return why;
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
    int budget = SEARCH_BUDGET;

    *scratch = *s;
    memset(&scratch->seat[seat].hand, 0, sizeof scratch->seat[seat].hand);
    return try_move(scratch, seat,
                    move_make(MOVE_PLACE, 0, move_a(m), CARD_NONE, move_x(m)),
                    &budget) == WHY_OK;
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
static size_t keep_places(const struct uwc_state *s, int seat,
                          struct candidates *c)
{
    struct uwc_state scratch;
    struct move judged = {UINT32_MAX};
    enum why why = WHY_NOT_NOW;
    bool suffices = false;
    size_t kept = 0;

    for (size_t i = 0; i < c->count; i++) {
        struct move m = c->move[i];

        if (move_verb(m) != MOVE_PLACE) {
            why = judge(s, &scratch, seat, m);
            suffices = false;
        } else if (!same_slot(m, judged)) {
            suffices = slot_suffices(s, &scratch, seat, m);
            why = suffices ? WHY_OK : judge(s, &scratch, seat, m);
        } else if (!suffices && !same_placement(m, judged)) {
            why = judge(s, &scratch, seat, m);
        }
        judged = m;
        if (!why)
            c->move[kept++] = m;
    }
    return kept;
}

/* Keep the legal ones. */
static size_t keep_legal(const struct uwc_state *s, int seat,
                         struct candidates *c)
{
    struct uwc_state scratch;
    size_t kept = 0;

    if (s->phase == PHASE_TURN && s->step == STEP_PLACE && !s->depth)
        return keep_places(s, seat, c);
    for (size_t i = 0; i < c->count; i++)
        if (judge(s, &scratch, seat, c->move[i]) == WHY_OK)
            c->move[kept++] = c->move[i];
    return kept;
}

size_t uwc_moves(const void *state, int seat, struct move *out, size_t cap)
{
    const struct uwc_state *s = state;
    struct candidates c;
    size_t count;

    if (seat < 0 || seat >= s->seats || !(uwc_to_act(s) >> seat & 1))
        return 0;
    candidates_all(s, seat, &c);
    sort(c.move, c.count);
    count = keep_legal(s, seat, &c);
    if (count && cap)
        memcpy(out, c.move, (count < cap ? count : cap) * sizeof *out);
    return count;
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

/* Drop what the leaving seat had under way (ruling 90): what was done stays,
 * open parts are lost, no card is drawn. */
static void abandon_turn(struct uwc_state *s)
{
    for (int i = s->depth - 1; i >= 0; i--)
        if (s->stack[i].source == FRAME_SPECIALS ||
            s->stack[i].source == FRAME_TILES)
            pile_return_reveal(s, (enum source_kind)s->stack[i].source);
    memset(s->stack, 0, sizeof s->stack);
    s->depth = 0;
    if (s->card)
        pile_discard(s, s->card);
    s->card = CARD_NONE;
    s->claiming = s->draws = s->top_hidden = 0;
}

/* Production choices still open are declined; those made count only for who
 * stays (ruling 90). */
static void decline_rest(struct seat *me)
{
    me->asked = me->owes = me->produced_biomatter = 0;
    memset(me->answer, 0, sizeof me->answer);
}

void uwc_leave(void *state, int seat)
{
    struct uwc_state *s = state;
    struct seat *me = &s->seat[seat];
    bool acting = s->phase == PHASE_TURN && uwc_active(s) == seat;

    if (s->phase == PHASE_OVER || me->left)
        return;
    me->left = ++s->leavers;
    if (acting)
        abandon_turn(s);
    else if (s->phase == PHASE_PRODUCTION)
        decline_rest(me);
    else if (me->owes)
        hands_close(s, seat);
    if (s->seats - s->leavers < (s->seats > 1 ? 2 : 1))
        s->phase = PHASE_OVER;
    else if (acting)
        turn_next(s);
    else if (s->phase != PHASE_TURN)
        choices_settle(s);
}
