/* Performing the parts of effects that a player chooses, and whether any can be
 * performed. */
#include "rules/underwater_cities/engine/perform.h"

#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/gain.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/similar_moves.h"
#include "rules/underwater_cities/engine/steps.h"

void frame_begin(struct uwc_state *s)
{
    int top = s->depth - 1, seat = uwc_active(s);
    struct frame *f = &s->stack[top];
    const struct effect *list = uwc_frame_list(s, f);
    const struct journal_cause because =
        recorder_because(s, CAUSE_OF_FRAME(f), f->id);

    f->flags |= FRAME_BEGUN;
    if (f->source == FRAME_SLOT && f->flags & FRAME_ROOT)
        gain_from_triggers(
            s, seat,
            &(struct moment){EVENT_USED_SLOT, slot_of(s->seats, f->id)->kind},
            1);
    for (const struct effect *e = list; e < list + f->len; e = effect_next(e)) {
        struct frame *use;
        uint8_t depth = s->depth;

        if (!(op_traits[e->op] & SURE))
            continue;
        f->open &= (uint16_t) ~(1u << (e - list));
        if (e->what == CARD && pile_drawable(s) <= 0)
            continue; /* nothing left to draw: no part was performed */
        gain_amount(s, seat, (enum resource)e->what, e->n);
        s->depth = (uint8_t)(top + 1); /* look from this frame */
        frame_mark_done(s);
        use = e->what < RESOURCES ? frame_slot_use(s) : NULL;
        s->depth = depth;
        if (use && !(use->gave & 1u << e->what)) {
            use->gave |= (uint8_t)(1u << e->what);
            gain_from_triggers(s, seat,
                               &(struct moment){EVENT_SLOT_GAVE, e->what}, 1);
        }
    }
    recorder_resume(s, because);
}

/* Whether one of these moves can be performed now. */
static bool
some_possible(struct uwc_state *s, const struct candidates *c,
              enum refusal_reason (*apply_decision)(struct uwc_state *s,
                                                    int seat, struct move move))
{
    const int seat = uwc_active(s);
    struct tried tried;

    tried_begin(&tried);
    for (size_t i = 0; i < c->count; i++) {
        if (!s->exhaustive && tried_before(&tried, s, seat, c->move[i]))
            continue;
        if (!steps_use(s))
            return false;
        struct uwc_state copy = *s;
        bool is_possible =
            apply_decision(&copy, seat, c->move[i]) == REFUSED_OK;

        s->steps = copy.steps;
        if (is_possible)
            return true;
    }
    return false;
}

/* Whether a part of the top frame can be performed now. */
static bool part_possible(struct uwc_state *s)
{
    const unsigned lacks =
        s->exhaustive ? MISSING_TRIAL : missing_frame(s, s->depth - 1);
    struct open_parts parts = open_parts_of_top(s);
    const struct effect *e;

    if (!(lacks & MISSING_TRIAL))
        return !lacks;
    while ((e = open_parts_next(&parts))) {
        struct candidates c;

        c.count = 0;
        candidates_part(s, uwc_active(s), e, parts.number, &c);
        if (some_possible(s, &c, perform_part))
            return true;
    }
    return false;
}

bool frame_performable(struct uwc_state *s)
{
    uint8_t at = s->depth;

    frame_begin(s);
    if (s->stack[at - 1].flags & FRAME_DONE)
        return true;
    if (s->depth > at) /* a trigger is decided first, and its gains may help */
        return true;
    return part_possible(s);
}

enum refusal_reason perform_part(struct uwc_state *s, int seat, struct move m)
{
    const struct effect *e;
    struct journal_cause because;
    enum refusal_reason why;

    if (!s->depth)
        return REFUSED_NOT_NOW;
    if (move_verb(m) == MOVE_KEEP)
        return effect_keep(s, seat, move_a(m));
    e = uwc_part(s, move_part(m));
    if (!e || !(effect_verbs[e->op].moves >> move_verb(m) & 1))
        return REFUSED_NO_PART;
    frame_close_part(s, e);
    if (!(op_traits[e->op] & LATER)) /* first, since triggers may push frames */
        frame_mark_done(s);
    because =
        recorder_because(s, CAUSE_OF_FRAME(frame_top(s)), frame_top(s)->id);
    why = effect_verbs[e->op].perform(s, seat, e, m);
    if (!why && op_traits[e->op] & OPENS && !frame_performable(s))
        why = REFUSED_NOTHING;
    recorder_resume(s, because);
    return why;
}

static enum refusal_reason use_once(struct uwc_state *s, int seat, int card)
{
    struct seat *me = &s->seat[seat];
    int i = claim_index(me, card);
    enum refusal_reason why;

    if (i < 0 || !cards[card]->once)
        return REFUSED_NOT_YOURS;
    if (me->used >> i & 1)
        return REFUSED_USED;
    me->used |= UINT32_C(1) << i;
    journal_seat(s, JOURNAL_USE, seat, card, 0);
    why = frame_push_root(s, FRAME_ONCE, card, FRAME_APART);
    if (!why && !frame_performable(s))
        why = REFUSED_NOTHING;
    return why;
}

/* The reward is given at once, on top of the effects in progress; what it
 * offers may be passed and is then lost (ruling 82). */
static enum refusal_reason claim_contract(struct uwc_state *s, int seat,
                                          int contract)
{
    int place = contract_open(s, contract);

    if (place < 0)
        return REFUSED_CONTRACT;
    if (!contract_met(s, seat, contract))
        return REFUSED_CONDITION;
    s->contract[place] = 0;
    s->seat[seat].contracts |= (uint8_t)(1u << (contract - 1));
    journal_seat(s, JOURNAL_CONTRACT, seat, contract, 0);
    return frame_push_root(s, FRAME_CONTRACT, contract, FRAME_APART);
}

enum refusal_reason perform_anytime(struct uwc_state *s, int seat,
                                    struct move move)
{
    return move_verb(move) == MOVE_CLAIM ? claim_contract(s, seat, move_a(move))
                                         : use_once(s, seat, move_a(move));
}

/* Whether a once-per-turn permanent can be used or a contract claimed now
 * (rulings 42, 82). */
static bool anytime_possible(struct uwc_state *s)
{
    struct candidates c;

    c.count = 0;
    candidates_anytime(s, uwc_active(s), &c);
    return some_possible(s, &c, perform_anytime);
}

bool perform_possible(struct uwc_state *s)
{
    return part_possible(s) || anytime_possible(s);
}
