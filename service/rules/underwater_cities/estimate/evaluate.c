/* What a position is worth to a seat.
 *
 * The points so far and what final scoring would give now; what Production
 * will still bring, and feeding take; resources, as long as there are turns to
 * spend them in; and what is not finished yet: cards in hand and in play, and
 * the effects of the turn under way. */
#include "rules/underwater_cities/estimate/evaluate.h"

#include "rules/underwater_cities/content/contracts.h"
#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/production.h"
#include "rules/underwater_cities/engine/score.h"

/* Hundredths of a point. */
enum {
    SCRAP = 25, /* any resource at the end (rules p. 18: 4 for 1) */
    SCRAP_BIOMATTER = 50,
    FULL_WORTH_TURNS = 7, /* turns left from which a resource keeps its worth */
    TURN_WORTH = 227,     /* of a turn to come */
    HUNGER = 263,         /* a city that cannot be fed */
    HUNGER_LATER = 46,    /* per cent of that, in a later Production */
    HAND_FIRST = 23,      /* per cent of what the best card would bring */
    HAND_MORE = 15,       /* of any other card */
    HAND_CARD = 23,       /* a card, whatever it is */
    HAND_COLOUR = 17,     /* a further colour in hand */
    HAND_ENOUGH = 3,      /* cards that count */
    TRACK_RANK = 24,      /* a place farther ahead for the next round */
    WAITING_WORTH = 205,  /* per cent of what the card of this turn would
                            bring, for it may still be in the way */
};

/* Worth of a resource while there are many turns to spend it in, and how many
 * of it the seat can use: some, and some more in ten turns. */
static const struct {
    int16_t worth, some, more;
} use[RESOURCES] = {
    [CREDIT] = {68, 3, 17},     [KELP] = {67, 2, 7},
    [STEELPLAST] = {51, 3, 17}, [SCIENCE] = {82, 2, 9},
    [BIOMATTER] = {142, 3, 10},
};

static int32_t scrap(int resource)
{
    return resource == BIOMATTER ? SCRAP_BIOMATTER : SCRAP;
}

/* Worth of one more of a resource with this many turns to spend it in. */
static int32_t unit_worth(int resource, int turns)
{
    const int t = turns < FULL_WORTH_TURNS ? turns : FULL_WORTH_TURNS;

    return scrap(resource) +
           (use[resource].worth - scrap(resource)) * t / FULL_WORTH_TURNS;
}

/* Rounds that are over. */
static int rounds_over(const struct uwc_state *s)
{
    switch ((enum phase)s->phase) {
    case PHASE_TURN: return s->round - 1;
    case PHASE_TILES:
    case PHASE_FIRST_HANDS: return 0;
    case PHASE_PRODUCTION:
    case PHASE_ERA_HANDS: return s->round >= 10 ? 10 : s->round >= 7 ? 7 : 4;
    case PHASE_OVER: break;
    }
    return UWC_ROUNDS;
}

/* Own turns that have not begun. */
static int turns_left(const struct uwc_state *s, int seat)
{
    const int over = rounds_over(s);
    int turns = (UWC_ROUNDS - over) * UWC_TURNS;

    if (s->phase != PHASE_TURN)
        return turns;
    for (int t = 0; t < s->turn; t++)
        turns -= s->order[t % s->seats] == seat;
    if (uwc_active(s) == seat && s->step == STEP_RESOLVE)
        turns--;
    return turns;
}

static void look(struct estimate *o, const struct uwc_state *s, int seat)
{
    /* rounds after which a Production comes, and turns left then */
    static const uint8_t productions[] = {4, 7, 10};
    const int over = rounds_over(s);

    memset(o, 0, sizeof *o);
    o->s = s;
    o->seat = &s->seat[seat];
    o->number = seat;
    o->turns = turns_left(s, seat);
    memcpy(o->purse, o->seat->stock, sizeof o->purse);
    for (int r = 0; r < RESOURCES; r++)
        o->unit[r] = unit_worth(r, o->turns);
    for (size_t i = 0; i < 3; i++) {
        if (productions[i] <= over)
            continue;
        o->productions++;
        for (int r = 0; r < RESOURCES; r++)
            o->flow[r] +=
                unit_worth(r, (UWC_ROUNDS - productions[i]) * UWC_TURNS);
    }
}

/* Resources in the stock: worth their use as far as they can be used, or what
 * trades would give, whichever is more. */
static int32_t stock_worth(const struct estimate *o)
{
    int32_t worth = 0;

    if (o->turns <= 3) {
        const struct trades trades = score_trades(o->s, o->number);

        worth = 100 * (trades.cards + trades.resources);
        if (o->turns == 0 && o->productions == 0)
            return worth;
    }
    int32_t used = 0;

    for (int r = 0; r < RESOURCES; r++) {
        const int have = o->seat->stock[r];
        const int most = use[r].some + use[r].more * o->turns / 10;
        const int some = have < most ? have : most;

        used += some * o->unit[r] + (have - some) * scrap(r);
    }
    return used > worth ? used : worth;
}

/* Productions to come: gains as they would be today, less the feeding. */
static int32_t production_worth(const struct estimate *o)
{
    struct produced produced;
    const int need = feeding_need(o->seat);
    int32_t worth = 0;
    int kelp;

    if (!o->productions)
        return 0;
    production_of(o->s, o->number, &produced);
    for (int r = 0; r < RESOURCES; r++)
        worth += produced.stock[r] * o->flow[r];
    worth += 100 * produced.points * o->productions;

    /* the kelp that cities eat is worth nothing else */
    kelp = produced.stock[KELP] < need ? produced.stock[KELP] : need;
    worth -= kelp * o->flow[KELP];
    if (kelp < need) {
        const int spare = o->seat->stock[KELP] + o->seat->stock[BIOMATTER] +
                          produced.stock[BIOMATTER];
        const int lack = need - kelp;
        const int hungry = lack > spare ? lack - spare : 0;

        worth -= (lack - hungry) * o->unit[KELP] + hungry * HUNGER;
        worth -= lack * HUNGER * (o->productions - 1) * HUNGER_LATER / 100;
    }
    return worth;
}

/* Whether a card of the hand is already among a simultaneous discard. */
static bool is_aside(const struct seat *seat, int rank)
{
    return rank < 32 && (seat->set_aside >> rank & 1);
}

/* The value of a hand: most of it is in the best cards, the others add
 * choice. */
static int32_t hand_worth(const struct estimate *o)
{
    int32_t best[HAND_ENOUGH] = {0};
    unsigned colours = 0;
    int count = 0, rank = 0;
    int32_t worth;

    if (!o->turns)
        return 0;
    for (int card = set_next(&o->seat->hand, 0); card;
         card = set_next(&o->seat->hand, card), rank++) {
        struct estimate fresh = *o;
        int32_t value;

        if (is_aside(o->seat, rank))
            continue;
        count++;
        colours |= 1u << cards[card]->colour;
        value = value_of_card(&fresh, card);
        for (int i = 0; i < HAND_ENOUGH; i++)
            if (value > best[i]) {
                const int32_t down = best[i];

                best[i] = value;
                value = down;
            }
    }
    worth = best[0] * HAND_FIRST / 100;
    for (int i = 1; i < HAND_ENOUGH; i++)
        worth += best[i] * HAND_MORE / 100;
    worth += HAND_COLOUR * __builtin_popcount(colours);
    return worth + HAND_CARD * (count < HAND_ENOUGH ? count : HAND_ENOUGH);
}

/* Parts of effects under way that are still open. */
static int32_t frames_worth(struct estimate *o)
{
    int32_t worth = 0;

    for (int depth = o->s->depth; depth-- > 0;) {
        const struct frame *frame = &o->s->stack[depth];
        const struct effect *list;

        if (frame->source == FRAME_SPECIALS || frame->source == FRAME_TILES ||
            frame->source == FRAME_UPGRADE)
            continue;
        list = uwc_frame_list(o->s, frame);
        if (!list)
            continue;
        for (int i = 0; i < frame->len && i < 16; i++) {
            const struct effect *e = list + i;

            if (frame->open >> i & 1)
                worth += value_of_effects(o, e, effect_next(e));
        }
    }
    return worth;
}

/* The turn under way: the slot and the card that wait, what is open, and the
 * cards that come at its end. */
static int32_t turn_worth(struct estimate *o)
{
    const struct uwc_state *s = o->s;
    int32_t worth;

    if (s->phase != PHASE_TURN || uwc_active(s) != o->number ||
        s->step != STEP_RESOLVE)
        return 0;
    worth = frames_worth(o);
    if (s->slot_progress == WAITING && s->slot != UWC_NO_SLOT)
        worth += value_of_effects(o, slot_of(s->seats, s->slot)->effects, NULL);
    if (s->card_progress == WAITING && s->card)
        worth += value_of_card(o, s->card) * WAITING_WORTH / 100;
    if (o->turns)
        worth += HAND_CARD * (s->draws + 1);
    return worth;
}

/* Being ahead for the next round. */
static int32_t track_worth(const struct estimate *o)
{
    if (o->turns < UWC_TURNS)
        return 0;
    for (int i = 0; i < o->s->seats; i++)
        if (o->s->track[i] == o->number)
            return TRACK_RANK * (o->s->seats - 1 - i);
    return 0;
}

int32_t uwc_evaluate(const void *state, int seat)
{
    const struct uwc_state *s = state;
    struct estimate o;
    int32_t worth;

    if (s->phase == PHASE_OVER || s->seat[seat].left)
        return value_at_end(s, seat);
    look(&o, s, seat);
    worth = 100 * o.seat->points + TURN_WORTH * o.turns + stock_worth(&o) +
            production_worth(&o) + value_of_cities(&o) +
            value_of_metropolises(&o) + hand_worth(&o) + track_worth(&o);
    for (int i = 0; i < o.seat->claim_count; i++) {
        struct estimate fresh = o;

        worth += value_of_claim(&fresh, i);
    }
    if (s->phase == PHASE_TILES)
        worth += value_of_corners(&o);
    if (s->contracts)
        worth += value_of_contracts(&o);
    if (s->seats == 1)
        worth += value_of_goals(&o);
    return worth + turn_worth(&o);
}
