/* Performing the action of a slot (rulings 5, 6, 44, 45). */
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/effects/verbs.h"
#include "rules/underwater_cities/engine/frames.h"
#include "rules/underwater_cities/engine/turn_gains.h"

/* How deep slots that perform slots are examined. */
enum { NESTED_SLOTS_MAX = 3 };

static bool reaches(enum reach reach, bool is_always, bool is_taken,
                    bool is_mine)
{
    switch (reach) {
    case REACH_AVAILABLE: return !is_taken;
    case REACH_AVAILABLE_COLOURED: return !is_always && !is_taken;
    case REACH_OCCUPIED: return is_taken && !is_mine;
    case REACH_ANY_COLOURED: return !is_always && !is_mine;
    }
    return false;
}

enum refusal_reason effect_perform_perform(struct uwc_state *s, int seat,
                                           const struct effect *e,
                                           struct move m)
{
    const int slot = move_a(m);
    const bool is_always = slot == UWC_SLOT_ALWAYS;
    unsigned tiles;

    if (!slot_of(s->seats, slot))
        return REFUSED_NO_SLOT;
    tiles = is_always ? 0 : s->slots[slot];
    if (!reaches((enum reach)e->what, is_always, tiles != 0, tiles >> seat & 1))
        return REFUSED_OCCUPIED;
    return frame_push_root(s, FRAME_SLOT, slot, 0);
}

void effect_perform_candidates(const struct uwc_state *s, int seat,
                               const struct effect *e, int part,
                               struct candidates *c)
{
    (void)s, (void)seat, (void)e;
    for (int slot = UWC_SLOTS - 1; slot >= 0; slot--) /* gains first */
        candidates_add(c, MOVE_PERFORM, part, slot, 0, 0);
}

/* Whether a PERFORM reaches the slot, once the seat has placed its tile. */
static bool will_reach(const struct means *m, enum reach reach, int slot)
{
    const bool is_always = slot == UWC_SLOT_ALWAYS;
    const uint8_t tiles = is_always ? 0 : m->s->slots[slot];
    const bool is_mine = slot == m->slot || tiles >> m->seat & 1;
    const bool is_taken = !is_always && (tiles || slot == m->slot);

    return reaches(reach, is_always, is_taken, is_mine);
}

/* Whether a permanent in play reacts when a slot of this kind is used. */
static bool using_triggers(const struct seat *me, int kind)
{
    for (int i = 0; i < me->claim_count; i++) {
        const struct trigger *when = &cards[me->claims[i]]->when;

        if (when->event == EVENT_USED_SLOT && when->param == kind)
            return true;
    }
    return false;
}

unsigned effect_perform_missing(struct means *m, const struct effect *e)
{
    struct means with = *m;
    unsigned lacks = MISSING_SOMETHING;

    if (m->nested > NESTED_SLOTS_MAX)
        return MISSING_SOMETHING | MISSING_TRIAL;
    for (int i = UWC_SLOTS - 1; i >= 0; i--) {
        const struct slot *slot = slot_of(m->s->seats, i);
        unsigned here;

        if (!slot || !will_reach(m, (enum reach)e->what, i))
            continue;
        here = missing_list(&with, slot->effects, NULL);
        if (!here)
            return 0;
        lacks |= here;
        if (using_triggers(&m->s->seat[m->seat], slot->kind))
            lacks |= MISSING_TRIAL;
    }
    return lacks;
}

unsigned effect_perform_gains(const struct seat *me, const struct effect *e)
{
    (void)me, (void)e;
    return MISSING_ANYTHING | GAINS_USE | GAINS_SLOT;
}
