/* Gains of resources, points, cards and Federation steps; exchanging. */
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/gain.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/piles.h"

/* ---- gain ---- */

unsigned effect_gain_missing(struct means *m, const struct effect *e)
{
    return missing_unless(e->what != CARD || pile_drawable(m->s) > 0,
                          MISSING_CARDS);
}

unsigned effect_gain_gains(const struct seat *me, const struct effect *e)
{
    (void)me;
    return e->what < RESOURCES ? 1u << e->what : 0;
}

/* ---- advance ---- */

enum refusal_reason effect_advance_perform(struct uwc_state *s, int seat,
                                           const struct effect *e,
                                           struct move m)
{
    if (move_a(m) < 1 || move_a(m) > e->n)
        return REFUSED_OPTION;
    gain_federation_steps(s, seat, move_a(m));
    return REFUSED_OK;
}

void effect_advance_candidates(const struct uwc_state *s, int seat,
                               const struct effect *e, int part,
                               struct candidates *c)
{
    (void)s, (void)seat;
    for (int n = 1; n <= e->n; n++)
        candidates_add(c, MOVE_ADVANCE, part, n, 0, 0);
}

unsigned effect_advance_missing(struct means *m, const struct effect *e)
{
    (void)m, (void)e;
    return 0;
}

unsigned effect_advance_gains(const struct seat *me, const struct effect *e)
{
    (void)me, (void)e;
    return 1u << CREDIT | 1u << STEELPLAST | MISSING_IN_PLAY;
}

/* ---- pick ---- */

/* A slot's frame gave this resource: permanents may react (ruling 47). */
static void slot_gave(struct uwc_state *s, int seat, enum resource what)
{
    struct frame *use = frame_slot_use(s);

    if (!use || use->gave & 1u << what)
        return;
    use->gave |= (uint8_t)(1u << what);
    gain_from_triggers(s, seat,
                       &(struct moment){EVENT_SLOT_GAVE, (uint8_t)what}, 1);
}

enum refusal_reason effect_pick_perform(struct uwc_state *s, int seat,
                                        const struct effect *e, struct move m)
{
    int mask = move_a(m);

    if (mask >> RESOURCES || __builtin_popcount((unsigned)mask) != e->n)
        return REFUSED_OPTION;
    for (int r = 0; r < RESOURCES; r++)
        if (mask >> r & 1)
            gain_amount(s, seat, (enum resource)r, 1);
    for (int r = 0; r < RESOURCES; r++)
        if (mask >> r & 1)
            slot_gave(s, seat, (enum resource)r);
    return REFUSED_OK;
}

void effect_pick_candidates(const struct uwc_state *s, int seat,
                            const struct effect *e, int part,
                            struct candidates *c)
{
    (void)s, (void)seat;
    for (int mask = 1; mask < 1 << RESOURCES; mask++)
        if (__builtin_popcount((unsigned)mask) == e->n)
            candidates_add(c, MOVE_PICK, part, mask, 0, 0);
}

unsigned effect_pick_missing(struct means *m, const struct effect *e)
{
    (void)m, (void)e;
    return 0;
}

unsigned effect_pick_gains(const struct seat *me, const struct effect *e)
{
    (void)me, (void)e;
    return MISSING_STOCK;
}

/* ---- exchange ---- */

enum refusal_reason effect_exchange_perform(struct uwc_state *s, int seat,
                                            const struct effect *e,
                                            struct move m)
{
    struct seat *me = &s->seat[seat];
    int given = move_a(m), gained = given == e->what ? e->per : e->what;

    if (given != e->what && given != e->per)
        return REFUSED_OPTION;
    if (me->stock[given] < e->n)
        return REFUSED_COST;
    me->stock[given] = (int16_t)(me->stock[given] - e->n);
    journal_seat(s, JOURNAL_PAY, seat, given, e->n);
    gain_amount(s, seat, (enum resource)gained, e->n);
    return REFUSED_OK;
}

void effect_exchange_candidates(const struct uwc_state *s, int seat,
                                const struct effect *e, int part,
                                struct candidates *c)
{
    (void)s, (void)seat;
    candidates_add(c, MOVE_EXCHANGE, part, e->what, 0, 0);
    candidates_add(c, MOVE_EXCHANGE, part, e->per, 0, 0);
}

unsigned effect_exchange_missing(struct means *m, const struct effect *e)
{
    return missing_unless(m->stock[e->what] >= e->n || m->stock[e->per] >= e->n,
                          1u << e->what | 1u << e->per);
}

unsigned effect_exchange_gains(const struct seat *me, const struct effect *e)
{
    (void)me;
    return 1u << e->what | 1u << e->per;
}

enum verdict effect_exchange_verdict(struct verdict_context *o,
                                     const struct effect *e, struct move m)
{
    return verdict_performs(o, o->means.stock[move_a(m)] >= e->n);
}
