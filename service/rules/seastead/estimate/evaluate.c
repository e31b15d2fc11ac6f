/* An estimate of a seat's final points, for bots that look one step ahead: the
 * points so far, what resources, specialists and ships may still bring, and
 * what the seat is about to gain. */
#include "rules/seastead/estimate/evaluate.h"

#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/score.h"

/* Hundredths of a point. */
enum {
    VALUE_POINT = 100,
    VALUE_RESOURCE = 55,
    VALUE_SURPLUS = 15, /* a resource beyond what one build costs */
    VALUE_BUILDING = 130,
    VALUE_SPECIALIST = 110, /* face up, besides its points */
    VALUE_SHIP = 60,
    PLENTY = 4,
};

/* What each frame that is still to come is worth to its seat. */
static int frame_value(const struct frame *f)
{
    switch ((enum frame_kind)f->kind) {
    case FRAME_TAKE: return f->n * VALUE_RESOURCE;
    case FRAME_PAIR: return 2 * VALUE_RESOURCE;
    case FRAME_CLEAN: return f->n * VALUE_POINT;
    case FRAME_RECYCLE: return VALUE_POINT - VALUE_RESOURCE;
    case FRAME_TRADE: return (f->a - 1) * VALUE_RESOURCE + 5;
    case FRAME_GATHER: return (f->n ? 4 : 2) * VALUE_RESOURCE;
    case FRAME_HIRE: return VALUE_SPECIALIST + VALUE_POINT;
    case FRAME_DOCK: return 2 * VALUE_POINT;
    case FRAME_SHIP: return f->a ? 0 : VALUE_SHIP;
    case FRAME_COPY:
    case FRAME_RETIRE:
    case FRAME_READY:
    case FRAME_COLLECT: return VALUE_POINT;
    default: return 0;
    }
}

static int pending_value(const struct state *s, int seat)
{
    int value = 0;

    for (int i = 0; i < s->depth; i++) {
        const struct frame *f = &s->stack[i];

        if (f->seat != seat)
            continue;
        value += frame_value(f);
        if (f->kind == FRAME_LOCATION_EFFECT)
            value += VALUE_POINT;
    }
    return value;
}

static int stock_value(const struct state *s, int seat)
{
    int value = 0;

    for (int r = 0; r < RESOURCES; r++) {
        const int n = s->seat[seat].stock[r];

        value += n < PLENTY
                     ? n * VALUE_RESOURCE
                     : PLENTY * VALUE_RESOURCE + (n - PLENTY) * VALUE_SURPLUS;
    }
    return value;
}

/* Towards the end resources that no dock counts are worth less. */
static int weigh(const struct state *s, int value)
{
    return s->ending == 1 ? value / 4 : s->ending == 2 ? value / 2 : value;
}

static int seat_value(const struct state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    int points[SCORE_CATEGORIES], value = 0;

    score_seat(s, seat, points);
    for (int i = 0; i < SCORE_CATEGORIES; i++)
        value += points[i] * VALUE_POINT;
    value += weigh(s, stock_value(s, seat));
    value += weigh(s, __builtin_popcount(me->face_up) * VALUE_SPECIALIST);
    value += weigh(s, (SHIPS_EACH - me->ships) * VALUE_SHIP);
    value += built_count(me) * VALUE_BUILDING;
    return value + pending_value(s, seat);
}

/* The opponent's value counts a little, because a dive gives to both. */
int32_t estimate_evaluate(const void *state, int seat)
{
    const struct state *s = state;

    if (is_solo(s))
        return seat_value(s, seat) - 3 * VALUE_POINT * built_count(&s->seat[1]);
    return seat_value(s, seat) - seat_value(s, 1 - seat) / 3;
}
