/* Whether a move is legal, predicted without trying where possible. */
#include "rules/underwater_cities/engine/verdict.h"

#include "rules/underwater_cities/engine/discards.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/rounds.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/turn.h"

enum {
    CARDS_ENOUGH = 16, /* to draw: more than a list of effects gives */
    DEPTH_ENOUGH = UWC_FRAMES_MAX / 2, /* frames that leave room for more */
};

/* A compulsory list of which nothing was performed. */
static bool is_stuck(const struct frame *f)
{
    return f->flags & FRAME_MUST && !(f->flags & FRAME_DONE) &&
           f->source != FRAME_SPECIALS && f->source != FRAME_TILES;
}

/* Whether a part of the slot is done or surely can be: before placing, the
 * always-available slot is left. */
static bool slot_is_sure(const struct uwc_state *s)
{
    return s->part_done || s->step != STEP_RESOLVE;
}

bool turn_may_end(const struct uwc_state *s)
{
    if (s->phase != PHASE_TURN)
        return true;
    for (int i = 0; i < s->depth; i++)
        if (is_stuck(&s->stack[i]))
            return false;
    return slot_is_sure(s);
}

/* The same after a part is performed in the frame at this place and the frames
 * above are popped, with the marks of frame_mark_done. */
static bool may_end_after_part(const struct uwc_state *s, int place)
{
    bool done = slot_is_sure(s);
    int i = place;

    for (; i >= 0; i--) {
        done = done || s->stack[i].flags & FRAME_TURN_SLOT;
        if (s->stack[i].flags & FRAME_APART)
            break;
    }
    while (--i >= 0)
        if (is_stuck(&s->stack[i]))
            return false;
    return done;
}

void verdict_begin(struct verdict_context *o, const struct uwc_state *s,
                   int seat)
{
    o->now = turn_may_end(s);
    o->after_part = o->now || (s->depth && may_end_after_part(s, s->depth - 1));
    o->number = -1;
    means_find(&o->means, s, seat);
}

bool top_surely_performs(const struct uwc_state *s)
{
    const struct frame *f = &s->stack[s->depth - 1];

    return f->source != FRAME_SPECIALS && f->source != FRAME_TILES &&
           may_end_after_part(s, s->depth - 1) &&
           !missing_frame(s, s->depth - 1);
}

/* From the frame at this place down, without those above. */
static bool surely_ends_from(const struct uwc_state *s, int place)
{
    struct means means;

    for (; place >= 0; place--) {
        const struct frame *f = &s->stack[place];

        if (f->source == FRAME_SPECIALS || f->source == FRAME_TILES)
            return false;
        if (may_end_after_part(s, place) && !missing_frame(s, place))
            return true;
        if (f->flags & FRAME_TURN_SLOT ||
            (f->flags & FRAME_MUST && !(f->flags & FRAME_DONE)))
            return false;
    }
    if (s->slot_progress != WAITING)
        return false;
    means_find(&means, s, uwc_active(s));
    return !missing_slot(&means, s->slot, PRICE_FREE, 0);
}

bool turn_surely_ends(const struct uwc_state *s)
{
    return turn_may_end(s) || surely_ends_from(s, s->depth - 1);
}

/* The part that a move names; cached, as moves of one part are consecutive. */
static const struct effect *part_of(struct verdict_context *o, struct move m)
{
    if (o->number != move_part(m)) {
        o->number = move_part(m);
        o->part = uwc_part(o->means.s, o->number);
        o->is_examined = false;
    }
    return o->part;
}

static enum verdict of_pass(struct verdict_context *o, struct move m)
{
    const struct uwc_state *s = o->means.s;
    const struct frame *f = &s->stack[s->depth - 1];

    (void)m;
    if (f->source == FRAME_SPECIALS || f->source == FRAME_TILES ||
        (f->flags & FRAME_MUST && !(f->flags & FRAME_DONE)))
        return VERDICT_ILLEGAL;
    if (o->now)
        return VERDICT_LEGAL;
    if (f->flags & FRAME_TURN_SLOT) /* it can no longer be performed */
        return s->part_done ? VERDICT_TRIAL : VERDICT_ILLEGAL;
    return surely_ends_from(s, s->depth - 2) ? VERDICT_LEGAL : VERDICT_TRIAL;
}

/* What once-per-turn permanents open does not count for the slot. */
static enum verdict of_once(struct verdict_context *o, struct move m)
{
    const unsigned lacks =
        missing_list(&o->means, cards[move_a(m)]->once, NULL);

    if (lacks)
        return lacks & MISSING_TRIAL ? VERDICT_TRIAL : VERDICT_ILLEGAL;
    return o->now ? VERDICT_LEGAL : VERDICT_TRIAL;
}

/* A reward can be passed, so it never blocks the turn. */
static enum verdict of_claim(struct verdict_context *o, struct move m)
{
    const struct uwc_state *s = o->means.s;

    (void)m;
    return o->now || (pile_drawable(s) >= CARDS_ENOUGH && turn_surely_ends(s))
               ? VERDICT_LEGAL
               : VERDICT_TRIAL;
}

/* ---- no effect is in progress ---- */

static bool gives_surely(const struct effect *list)
{
    for (const struct effect *e = list; e->op != OP_END; e = effect_next(e))
        if (e->op == OP_GAIN && e->what != CARD)
            return true;
    return false;
}

/* Whether the slot can still be performed after the played card, which may be
 * passed, but not without performing anything of it (ruling 41). */
static bool leaves_slot(struct verdict_context *o, struct move m)
{
    const struct uwc_state *s = o->means.s;
    const struct card *card = cards[s->card];
    const bool is_idle =
        card->type == INSTANT && !card->credits && !gives_surely(card->instant);

    return !is_idle && move_a(m) == CARD_NONE && s->slot_progress == WAITING &&
           pile_drawable(s) >= CARDS_ENOUGH &&
           !missing_slot(&o->means, s->slot, PRICE(card->credits, 0, 0, 0, 0),
                         0);
}

static enum verdict of_card(struct verdict_context *o, struct move m)
{
    const struct uwc_state *s = o->means.s;
    const struct seat *me = &s->seat[o->means.seat];
    const struct card *card = cards[s->card];
    const bool drops = move_a(m) != CARD_NONE;

    if (me->stock[CREDIT] < card->credits ||
        (card->type == ACTION && drops != (claims_action_cards(me) >= 4)))
        return VERDICT_ILLEGAL;
    if (card->type == INSTANT && !card->credits) {
        const unsigned lacks = missing_list(&o->means, card->instant, NULL);

        if (lacks)
            return lacks & MISSING_TRIAL ? VERDICT_TRIAL : VERDICT_ILLEGAL;
    }
    return o->now || leaves_slot(o, m) ? VERDICT_LEGAL : VERDICT_TRIAL;
}

static enum verdict of_end(struct verdict_context *o, struct move m)
{
    const struct uwc_state *s = o->means.s;

    (void)m;
    return s->slot_progress == FINISHED && s->card_progress != RUNNING &&
                   s->part_done
               ? VERDICT_LEGAL
               : VERDICT_ILLEGAL;
}

static enum verdict of_slot(struct verdict_context *o, struct move m)
{
    const struct uwc_state *s = o->means.s;

    (void)m;
    if (s->card_progress != WAITING)
        return VERDICT_ILLEGAL;
    return missing_slot(&o->means, s->slot, PRICE_FREE, 0) ? VERDICT_TRIAL
                                                           : VERDICT_LEGAL;
}

static enum verdict of_discard(struct verdict_context *o, struct move m)
{
    return discard_judge(o->means.s, o->means.seat, move_ranks(m))
               ? VERDICT_ILLEGAL
               : VERDICT_LEGAL;
}

static enum verdict of_keep(struct verdict_context *o, struct move m)
{
    (void)m;
    return verdict_performs(o, true);
}

static enum verdict of_choice(struct verdict_context *o, struct move m)
{
    (void)o, (void)m;
    return VERDICT_LEGAL;
}

/* Moves that perform no part; those that are not here are tried. */
static enum verdict (*const judges[MOVE_VERBS])(struct verdict_context *o,
                                                struct move m) = {
    [MOVE_SLOT] = of_slot,       [MOVE_CARD] = of_card,
    [MOVE_END] = of_end,         [MOVE_PASS] = of_pass,
    [MOVE_ONCE] = of_once,       [MOVE_CLAIM] = of_claim,
    [MOVE_DISCARD] = of_discard, [MOVE_KEEP] = of_keep,
    [MOVE_ANSWER] = of_choice,   [MOVE_ARRANGE] = of_choice,
};

enum verdict verdict(struct verdict_context *o, struct move m)
{
    const struct uwc_state *s = o->means.s;
    const enum verb by = move_verb(m);

    if (s->exhaustive || s->depth > DEPTH_ENOUGH)
        return VERDICT_TRIAL;
    if (effect_part_moves >> by & 1) {
        const struct effect *part = part_of(o, m);

        return effect_verbs[part->op].verdict(o, part, m);
    }
    return judges[by] ? judges[by](o, m) : VERDICT_TRIAL;
}
