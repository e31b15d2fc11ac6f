/* Discarding surplus cards: how many, and which may go. */
#include "rules/underwater_cities/engine/discards.h"

#include "rules/underwater_cities/engine/seat_cards.h"

/* Each number follows a blank; the size of a word includes its NUL. */
_Static_assert(sizeof "discard" + DISCARDS_MAX * sizeof "203" <=
                   RULES_NOTATION_MAX,
               "a discard fits in a move's notation");

static bool discards_now(const struct uwc_state *s, int seat)
{
    switch ((enum phase)s->phase) {
    case PHASE_TURN:
        return s->step == STEP_DISCARD && !s->depth && uwc_active(s) == seat;
    case PHASE_FIRST_HANDS:
    case PHASE_ERA_HANDS: return s->seat[seat].is_choosing;
    case PHASE_PRODUCTION:
    case PHASE_TILES:
    case PHASE_OVER: break;
    }
    return false;
}

int discards_due(const struct uwc_state *s, int seat)
{
    const int surplus =
        discards_now(s, seat) ? hand_surplus(&s->seat[seat]) : 0;

    return surplus < 0 ? 0 : surplus < DISCARDS_MAX ? surplus : DISCARDS_MAX;
}

uint32_t discards_open(const struct seat *seat)
{
    const uint32_t held = (UINT32_C(1) << set_count(&seat->hand)) - 1;

    return held & ~seat->set_aside;
}

enum refusal_reason discard_check(const struct uwc_state *s, int seat,
                                  uint32_t ranks)
{
    const int due = discards_due(s, seat);

    if (!due)
        return REFUSED_NOT_NOW;
    if (!ranks || ranks & ~discards_open(&s->seat[seat]))
        return REFUSED_NOT_IN_HAND;
    return __builtin_popcount(ranks) > due ? REFUSED_COUNT : REFUSED_OK;
}

enum refusal_reason discard_judge(const struct uwc_state *s, int seat,
                                  uint32_t ranks)
{
    const enum refusal_reason why = discard_check(s, seat, ranks);

    return why || __builtin_popcount(ranks) == discards_due(s, seat)
               ? why
               : REFUSED_COUNT;
}
