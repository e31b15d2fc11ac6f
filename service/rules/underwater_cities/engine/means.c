/* What a seat has to perform effects with, and what effects in progress
 * lack. */
#include "rules/underwater_cities/engine/means.h"

#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/structures.h"

void means_find(struct means *out, const struct uwc_state *s, int seat)
{
    out->verbs = effect_verbs;
    out->s = s;
    out->seat = seat;
    out->slot = UWC_NO_SLOT;
    out->nested = 0;
    out->used = s->seat[seat].used;
    out->has_costs = false;
    out->known = 0;
    memcpy(out->stock, s->seat[seat].stock, sizeof out->stock);
}

unsigned missing_frame(const struct uwc_state *s, int place)
{
    const struct frame *f = &s->stack[place];
    const int seat = uwc_active(s);
    const struct effect *list = uwc_frame_list(s, f);
    unsigned lacks = MISSING_SOMETHING;
    struct means m;

    means_find(&m, s, seat);
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
