/* An estimate of a seat's final points, for bots that look one step ahead: the
 * points so far, what resources, specialists and ships may still bring, and
 * what the seat is about to gain. */
#include "rules/seastead/estimate/evaluate.h"

#include "rules/seastead/engine/board.h"
#include "rules/seastead/engine/score.h"

/* Hundredths of a point, unless noted. */
enum {
    VALUE_POINT = 100,
    VALUE_RESOURCE = 55,
    VALUE_SURPLUS = 15, /* a resource beyond what one build costs */
    VALUE_BUILDING = 170,
    VALUE_SPECIALIST = 75, /* one still to be chosen, besides its point */
    VALUE_SHIP = 160,
    VALUE_BOSS = 200, /* what a building of the Boss costs the player */
    PLENTY = 5,       /* resources */
    FADE = 3,         /* turns before the end from which stock counts less */
};

/* The use of a specialist that is face up, besides its points. */
static const uint8_t ability_value[] = {
    [ABILITY_FOUNDER] = 50,     [ABILITY_FISHER] = 60,
    [ABILITY_INVESTOR] = 85,    [ABILITY_AGENT] = 80,
    [ABILITY_SALVAGER] = 110,   [ABILITY_ARCHITECT] = 115,
    [ABILITY_CLEAN] = 65,       [ABILITY_RECYCLE] = 50,
    [ABILITY_SAIL] = 45,        [ABILITY_TRADE] = 45,
    [ABILITY_PRICE] = 85,       [ABILITY_HALF_AGAIN] = 80,
    [ABILITY_EXTRA_TURN] = 145, [ABILITY_SWAP] = 35,
    [ABILITY_HIRE] = 80,        [ABILITY_FLEET] = 65,
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

static int specialists_value(const struct seat *me)
{
    int value = 0;

    for (unsigned set = me->face_up; set; set &= set - 1)
        value += ability_value[specialists[1 + __builtin_ctz(set)].ability];
    return value;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

/* Builds until the first flotilla is full. */
static int builds_left(const struct state *s)
{
    int left = SPOTS;

    for (int f = 0; f < FLOTILLAS; f++) {
        int empty = 0;

        for (int spot = 0; spot < SPOTS; spot++)
            empty += !s->building[f * SPOTS + spot];
        left = least(left, empty);
    }
    return left;
}

/* How many turns of the seat the match may still last at the shortest: until
 * one of the ends of rules 1.6 or 1.8 is met, and with two seats one more round
 * after that. */
static int turns_left(const struct state *s)
{
    const int last = is_solo(s) ? 0 : 2;
    int left = builds_left(s);

    if (s->phase == PHASE_OVER || s->ending)
        return s->phase == PHASE_OVER ? 0 : s->ending;
    left = least(left, 1 + SHELF_CARDS - s->drawn);
    for (int owner = 0; owner < OWNERS; owner++)
        left = least(left, PIECES * PIECES_EACH - last / 2 -
                               built_count(&s->seat[owner]));
    return left < 0 ? 0 : left + last;
}

/* What only has value in later turns: towards the end it counts less. */
static int weigh(const struct state *s, int value)
{
    return value * least(turns_left(s), FADE) / FADE;
}

static int seat_value(const struct state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    int points[SCORE_CATEGORIES], value = 0;

    score_seat(s, seat, points);
    for (int i = 0; i < SCORE_CATEGORIES; i++)
        value += points[i] * VALUE_POINT;
    value += weigh(s, stock_value(s, seat) + specialists_value(me) +
                          (SHIPS_EACH - me->ships) * VALUE_SHIP);
    value += built_count(me) * VALUE_BUILDING;
    return value + pending_value(s, seat);
}

/* The opponent's value counts half, because a dive gives to both. */
int32_t estimate_evaluate(const void *state, int seat)
{
    const struct state *s = state;

    if (is_solo(s))
        return seat_value(s, seat) - VALUE_BOSS * built_count(&s->seat[1]);
    return seat_value(s, seat) - seat_value(s, 1 - seat) / 2;
}
