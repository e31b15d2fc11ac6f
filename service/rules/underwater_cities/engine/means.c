/* What a seat has to perform effects with, and what effects in progress
 * lack. */
#include "rules/underwater_cities/engine/means.h"

#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/structures.h"

struct means means_of(const struct uwc_state *s, int seat)
{
    struct means m;

    m.verbs = effect_verbs;
    m.s = s;
    m.seat = seat;
    m.slot = UWC_NO_SLOT;
    m.nested = 0;
    m.used = s->seat[seat].used;
    m.has_costs = false;
    m.known = 0;
    memcpy(m.stock, s->seat[seat].stock, sizeof m.stock);
    return m;
}

unsigned missing_frame(const struct uwc_state *s, int place)
{
    const struct frame *f = &s->stack[place];
    const int seat = uwc_active(s);
    struct means m = means_of(s, seat);
    const struct effect *list = uwc_frame_list(s, f);
    unsigned lacks = MISSING_SOMETHING;

    if (place >= UWC_FRAMES_MAX - MISSING_NESTED_MAX)
        return MISSING_SOMETHING | MISSING_TRIAL;
    if (f->source == FRAME_LAST_USE && f->open)
        return missing_use(&m, f->id);
    if (f->source == FRAME_UPGRADE && f->open)
        return structure_upgraded(&s->seat[seat], f->id)
                   ? MISSING_SOMETHING
                   : missing_price(&m, PRICE(0, 0, 0, 1, 0));
    for (const struct effect *e = list; e < list + f->len; e = effect_next(e)) {
        unsigned here;

        if (!(f->open & 1u << (e - list)))
            continue;
        here = missing_effect(&m, e);
        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks;
}
