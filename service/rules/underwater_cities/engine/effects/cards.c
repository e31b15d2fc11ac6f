/* Using action cards, and making them ready again. */
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/turn_gains.h"

/* ---- use-action ---- */

enum refusal_reason effect_use_action_perform(struct uwc_state *s, int seat,
                                              const struct effect *e,
                                              struct move m)
{
    struct seat *me = &s->seat[seat];
    int card = move_a(m), i;

    (void)e;
    if (frame_top(s)->source == FRAME_LAST_USE) {
        if (card != frame_top(s)->id)
            return REFUSED_NOT_YOURS;
    } else {
        i = claim_index(me, card);
        if (i < 0 || cards[card]->type != ACTION)
            return REFUSED_NOT_YOURS;
        if (me->used >> i & 1)
            return REFUSED_USED;
        me->used |= UINT32_C(1) << i; /* before its effect: ruling 65 */
        journal_seat(s, JOURNAL_USE, seat, card, 0);
    }
    return frame_push_root(s, FRAME_ACTION, card, 0);
}

void effect_use_action_candidates(const struct uwc_state *s, int seat,
                                  const struct effect *e, int part,
                                  struct candidates *c)
{
    const struct frame *f = &s->stack[s->depth - 1];

    (void)e;
    if (f->source == FRAME_LAST_USE)
        candidates_add(c, MOVE_USE, part, f->id, 0, 0);
    else
        candidates_action_cards(c, &s->seat[seat], MOVE_USE, part, false);
}

unsigned effect_use_action_missing(struct means *m, const struct effect *e)
{
    const struct seat *me = &m->s->seat[m->seat];
    unsigned lacks = MISSING_SOMETHING | MISSING_ACTIONS;

    (void)e;
    for (int i = 0; i < me->claim_count; i++) {
        const struct card *card = cards[me->claims[i]];
        struct means with = *m;
        unsigned here;

        if (card->type != ACTION || m->used >> i & 1)
            continue;
        with.used |= UINT32_C(1) << i;
        here = missing_list(&with, card->action, NULL);
        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks;
}

unsigned effect_use_action_gains(const struct seat *me, const struct effect *e)
{
    (void)me, (void)e;
    return GAINS_USE;
}

enum verdict effect_use_action_verdict(struct verdict_context *o,
                                       const struct effect *e, struct move m)
{
    (void)e;
    return verdict_opens(o, missing_use(&o->means, move_a(m)));
}

/* ---- ready ---- */

enum refusal_reason effect_ready_perform(struct uwc_state *s, int seat,
                                         const struct effect *e, struct move m)
{
    struct seat *me = &s->seat[seat];
    int card = move_a(m), i = claim_index(me, card);

    (void)e;
    if (i < 0 || cards[card]->type != ACTION)
        return REFUSED_NOT_YOURS;
    if (!(me->used >> i & 1))
        return REFUSED_NOTHING;
    me->used &= ~(UINT32_C(1) << i);
    journal_seat(s, JOURNAL_READY, seat, card, 0);
    return REFUSED_OK;
}

void effect_ready_candidates(const struct uwc_state *s, int seat,
                             const struct effect *e, int part,
                             struct candidates *c)
{
    (void)e;
    candidates_action_cards(c, &s->seat[seat], MOVE_READY, part, true);
}

unsigned effect_ready_missing(struct means *m, const struct effect *e)
{
    const struct seat *me = &m->s->seat[m->seat];

    (void)e;
    for (int i = 0; i < me->claim_count; i++)
        if (m->used >> i & 1 && cards[me->claims[i]]->type == ACTION)
            return 0;
    return MISSING_SOMETHING | MISSING_TRIAL;
}

unsigned effect_ready_gains(const struct seat *me, const struct effect *e)
{
    (void)me, (void)e;
    return MISSING_ACTIONS;
}
