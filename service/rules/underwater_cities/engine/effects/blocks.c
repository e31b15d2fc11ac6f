/* The blocks: what is paid for, what has a condition, what is counted, and
 * choices. */
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/gain.h"

/* Push the list that a block of the top frame holds. */
static enum refusal_reason
push_block(struct uwc_state *s, const struct effect *block, unsigned flags)
{
    const struct frame *f = frame_top(s);
    ptrdiff_t at = block + 1 - uwc_frame_list(s, f);

    return frame_push(s, (enum source_kind)f->source, f->id, (int)(f->pc + at),
                      block->len, flags);
}

/* ---- pay ---- */

enum refusal_reason effect_pay_perform(struct uwc_state *s, int seat,
                                       const struct effect *e, struct move m)
{
    const enum refusal_reason why = pay_price(s, seat, e->price);

    (void)m;
    return why ? why : push_block(s, e, 0);
}

void effect_pay_candidates(const struct uwc_state *s, int seat,
                           const struct effect *e, int part,
                           struct candidates *c)
{
    (void)s, (void)seat, (void)e;
    candidates_add(c, MOVE_DO, part, 0, 0, 0);
}

unsigned effect_pay_missing(struct means *m, const struct effect *e)
{
    const unsigned lacks = missing_price(m, e->price);
    struct means with;

    if (lacks)
        return lacks;
    with = *m;
    for (int r = 0; r < RESOURCES; r++)
        with.stock[r] =
            (int16_t)(with.stock[r] - price_of(e->price, (enum resource)r));
    return missing_list(&with, e + 1, effect_next(e));
}

/* ---- if ---- */

enum refusal_reason effect_if_perform(struct uwc_state *s, int seat,
                                      const struct effect *e, struct move m)
{
    (void)m;
    return effect_condition(s, seat, e) ? push_block(s, e, 0)
                                        : REFUSED_CONDITION;
}

void effect_if_candidates(const struct uwc_state *s, int seat,
                          const struct effect *e, int part,
                          struct candidates *c)
{
    (void)s, (void)seat, (void)e;
    candidates_add(c, MOVE_DO, part, 0, 0, 0);
}

unsigned effect_if_missing(struct means *m, const struct effect *e)
{
    struct means with;

    if (!effect_condition(m->s, m->seat, e))
        return MISSING_SOMETHING | MISSING_NETWORK | MISSING_UPGRADES |
               MISSING_IN_PLAY;
    with = *m;
    return missing_list(&with, e + 1, effect_next(e));
}

/* ---- each ---- */

enum refusal_reason effect_each_perform(struct uwc_state *s, int seat,
                                        const struct effect *e, struct move m)
{
    const int times = effect_times(s, seat, e);

    (void)m;
    for (int i = 0; i < times; i++)
        gain_list(s, seat, e + 1, e->len);
    return times ? REFUSED_OK : REFUSED_CONDITION;
}

void effect_each_candidates(const struct uwc_state *s, int seat,
                            const struct effect *e, int part,
                            struct candidates *c)
{
    (void)s, (void)seat, (void)e;
    candidates_add(c, MOVE_DO, part, 0, 0, 0);
}

unsigned effect_each_missing(struct means *m, const struct effect *e)
{
    return missing_unless(effect_times(m->s, m->seat, e) > 0,
                          MISSING_NETWORK | MISSING_UPGRADES | MISSING_IN_PLAY);
}

/* ---- choose ---- */

/* The option of this number, from 1; NULL beyond the last. */
static const struct effect *option_of(const struct effect *e, int number)
{
    const struct effect *o = e + 1;

    for (; o < e + 1 + e->len && number > 1; o = effect_next(o))
        number--;
    return o < e + 1 + e->len && number == 1 ? o : NULL;
}

enum refusal_reason effect_choose_perform(struct uwc_state *s, int seat,
                                          const struct effect *e, struct move m)
{
    const struct effect *option = option_of(e, move_a(m));

    (void)seat;
    if (!option)
        return REFUSED_OPTION;
    return push_block(s, option,
                      frame_top(s)->source == FRAME_SLOT ? FRAME_MUST : 0);
}

void effect_choose_candidates(const struct uwc_state *s, int seat,
                              const struct effect *e, int part,
                              struct candidates *c)
{
    int options = 0;

    (void)s, (void)seat;
    for (const struct effect *o = e + 1; o < e + 1 + e->len; o = effect_next(o))
        candidates_add(c, MOVE_CHOOSE, part, ++options, 0, 0);
}

unsigned effect_choose_missing(struct means *m, const struct effect *e)
{
    unsigned lacks = MISSING_SOMETHING;

    for (const struct effect *o = e + 1; o < e + 1 + e->len;
         o = effect_next(o)) {
        const unsigned here = missing_list(m, o + 1, effect_next(o));

        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks;
}

enum verdict effect_choose_verdict(struct verdict_context *o,
                                   const struct effect *e, struct move m)
{
    const struct effect *option = option_of(e, move_a(m));

    return verdict_opens(
        o, missing_list(&o->means, option + 1, effect_next(option)));
}
