/* What effects and cards are worth to a seat, in hundredths of a point.
 *
 * Rough on purpose: these estimates only order placements and hands; what a
 * part really brings shows when a bot tries it. */
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/estimate/evaluate.h"

/* Worth of what has no better measure. */
enum {
    WORTH_NOTHING = 0,
    WORTH_CARD_DRAWN = 47,
    WORTH_STEP = 61,      /* on the Federation track */
    WORTH_ACTION = 123,   /* the use of an action card */
    WORTH_SLOT = 168,     /* the action of a slot */
    WORTH_SPECIAL = 122,  /* a special card of one's choice */
    WORTH_TILE = 370,     /* a second choice of metropolis tiles */
    WORTH_TRIAL = 99,     /* production of one upgraded structure */
    WORTH_EXCHANGE = 31,  /* one resource for another */
    WORTH_READY = 95,     /* one more use of an action card */
    WORTH_KIND = 70,      /* a further building, towards all kinds */
    WORTH_REACH = 196,    /* a tunnel, for what it opens */
    WORTH_CITY = 324,     /* a city: points, sites, and their growth */
    WORTH_CITY_END = 218, /* of it, what is left in the last turn */
    WORTH_UPGRADE = 44,   /* an upgrade besides its production */
    WORTH_TRIGGER = 108,  /* per cent of what a permanent's trigger is rated */
    WORTH_EACH = 43,      /* per cent of one more of what is counted, in a
                             Production to come */
    WORTH_ONCE = 9,       /* a per cent of a free use, each turn to come */
    WORTH_DISCOUNT = 13,  /* one resource less, each turn to come */
    WORTH_HAND_LIMIT = 7, /* each turn to come */
    WORTH_SWAP = 33,      /* one choice in a Production */
    WORTH_USE_PER_ERA = 33, /* per cent of an action's worth, each era */
    WORTH_GROWTH = 6,       /* per cent of a point, each turn to come, for
                               what an end-scoring card will count */
};

static int32_t price_worth(const struct estimate *o, uint16_t price)
{
    int32_t worth = 0;

    for (int r = 0; r < RESOURCES; r++)
        worth += price_of(price, (enum resource)r) * o->unit[r];
    return worth;
}

/* Pay from the purse, biomatter replacing kelp and steelplast where allowed.
 * False, and nothing is paid, when there is not enough. */
static bool purse_pay(struct estimate *o, uint16_t price, bool substitute)
{
    int16_t left[RESOURCES];

    if (!(price & ~PRICE_SPECIFIED))
        return true; /* free */
    for (int r = 0; r < RESOURCES; r++) {
        left[r] = (int16_t)(o->purse[r] - price_of(price, (enum resource)r));
        if (left[r] >= 0 || r == BIOMATTER)
            continue;
        if (!substitute || (r != KELP && r != STEELPLAST))
            return false;
    }
    for (int r = KELP; r <= STEELPLAST; r++)
        if (left[r] < 0) {
            left[BIOMATTER] = (int16_t)(left[BIOMATTER] + left[r]);
            left[r] = 0;
        }
    if (left[BIOMATTER] < 0)
        return false;
    memcpy(o->purse, left, sizeof left);
    return true;
}

/* The value of a structure once it is built, without its cost. */
static int32_t piece_worth(const struct estimate *o, enum piece piece)
{
    const int more = o->turns < 10 ? o->turns : 10;

    switch (piece) {
    case FARM: return o->flow[KELP] + WORTH_KIND;
    case PLANT: return o->flow[CREDIT] + WORTH_KIND;
    case LABORATORY: return o->flow[SCIENCE] + WORTH_KIND;
    case TUNNEL: return o->flow[CREDIT] + WORTH_REACH;
    case CITY:
        return WORTH_CITY_END + (WORTH_CITY - WORTH_CITY_END) * more / 10;
    case SYMBIOTIC:
        return WORTH_CITY_END + (WORTH_CITY - WORTH_CITY_END) * more / 10 +
               200 * o->productions;
    case BUILDINGS:
    case STRUCTURES:
    case CITIES: break;
    }
    return 0;
}

static bool piece_has_site(const struct estimate *o, enum piece piece,
                           bool expansion)
{
    if (piece & BUILDINGS)
        return board_building_sites(o->seat, expansion) != 0;
    if (piece == TUNNEL)
        return board_tunnel_sites(o->seat) != 0;
    return board_city_sites(o->seat) != 0 && supply_left(o->s, piece) > 0;
}

/* The best of the pieces that can be paid together with `more`. */
static int32_t build_worth(struct estimate *o, const struct effect *e,
                           uint16_t more)
{
    int16_t before[RESOURCES], after[RESOURCES];
    int32_t best = 0;

    memcpy(before, o->purse, sizeof before);
    for (unsigned left = e->what; left; left &= left - 1) {
        const enum piece piece = (enum piece)(left & -left);
        const uint16_t price = e->price ? e->price : piece_price(piece);
        const int32_t worth = piece_worth(o, piece) - price_worth(o, price);

        if (worth <= best || !piece_has_site(o, piece, e->cap != 0))
            continue;
        if (purse_pay(o, more, false) && purse_pay(o, price, true)) {
            best = worth;
            memcpy(after, o->purse, sizeof after);
        }
        memcpy(o->purse, before, sizeof before);
    }
    if (best > 0)
        memcpy(o->purse, after, sizeof after);
    return best;
}

/* Whether a structure of these pieces is not upgraded yet. */
static bool has_plain(const struct seat *seat, unsigned pieces)
{
    for (int bit = FARM; bit <= LABORATORY; bit <<= 1)
        if ((pieces & (unsigned)bit) &&
            (seat->building[building_index((enum piece)bit)] & ~seat->upgraded))
            return true;
    return (pieces & TUNNEL) && (seat->tunnel & ~seat->tunnel_upgraded);
}

static int32_t upgrade_worth(struct estimate *o, const struct effect *e)
{
    const uint16_t price = e->price ? e->price : PRICE(0, 0, 0, 1, 0);
    int32_t worth;

    if (!has_plain(o->seat, e->what))
        return 0;
    worth = 100 * o->productions + WORTH_UPGRADE - price_worth(o, price);
    if (worth <= 0 || !purse_pay(o, price, false))
        return 0;
    return worth;
}

static int32_t gain_worth(struct estimate *o, const struct effect *e)
{
    if (e->what == POINT)
        return 100 * e->n;
    if (e->what == CARD)
        return o->turns > 0 ? WORTH_CARD_DRAWN * e->n : 0;
    o->purse[e->what] = (int16_t)(o->purse[e->what] + e->n);
    return o->unit[e->what] * e->n;
}

static bool condition_holds(const struct estimate *o, const struct effect *e)
{
    if (e->cap)
        return o->seat->space == e->n;
    return board_count(o->s, o->number, (enum countable)e->what) >= e->n;
}

static int32_t pick_worth(const struct estimate *o, int count)
{
    int32_t worth = 0;
    unsigned taken = 0;

    for (int i = 0; i < count; i++) {
        int best = -1;

        for (int r = 0; r < RESOURCES; r++)
            if (!(taken >> r & 1) && (best < 0 || o->unit[r] > o->unit[best]))
                best = r;
        if (best < 0)
            break;
        taken |= 1u << best;
        worth += o->unit[best];
    }
    return worth;
}

/* The value of a block whose effects need a condition or a payment. */
static int32_t block_worth(struct estimate *o, const struct effect *e)
{
    const struct effect *end = effect_next(e);
    struct estimate inside = *o;
    int32_t worth;

    if (e->op == OP_IF)
        return condition_holds(o, e) ? value_of_effects(o, e + 1, end) : 0;
    if (e->op == OP_EACH) {
        int times = board_count(o->s, o->number, (enum countable)e->what);

        times = e->per ? times / e->per : times;
        if (e->cap && times > e->cap)
            times = e->cap;
        return times * value_of_effects(&inside, e + 1, end);
    }
    if (!purse_pay(&inside, e->price, false))
        return 0;
    worth = value_of_effects(&inside, e + 1, end) - price_worth(o, e->price);
    if (worth <= 0)
        return 0;
    *o = inside;
    return worth;
}

static int32_t choose_worth(struct estimate *o, const struct effect *e)
{
    const struct effect *end = effect_next(e);
    struct estimate best_after = *o;
    int32_t best = 0;

    for (const struct effect *option = e + 1; option < end;
         option = effect_next(option)) {
        struct estimate inside = *o;
        const int32_t worth =
            value_of_effects(&inside, option + 1, effect_next(option));

        if (worth > best) {
            best = worth;
            best_after = inside;
        }
    }
    *o = best_after;
    return best;
}

/* Action cards that can be used now, the Assistant not counted. */
static bool has_ready_action(const struct seat *seat)
{
    for (int i = 0; i < seat->claim_count; i++)
        if (cards[seat->claims[i]]->type == ACTION && !(seat->used >> i & 1))
            return true;
    return false;
}

static int32_t effect_worth(struct estimate *o, const struct effect *e)
{
    switch ((enum op)e->op) {
    case OP_GAIN: return gain_worth(o, e);
    case OP_ADVANCE: return WORTH_STEP * e->n;
    case OP_BUILD: return build_worth(o, e, 0);
    case OP_BUILD_UPGRADED: {
        const int32_t worth = build_worth(o, e, PRICE(0, 0, 0, 1, 0));

        return worth ? worth + 100 * o->productions + WORTH_UPGRADE -
                           o->unit[SCIENCE]
                     : 0;
    }
    case OP_UPGRADE: return upgrade_worth(o, e);
    case OP_CONVERT:
        return o->seat->city & ~o->seat->symbiotic ? 200 * o->productions : 0;
    case OP_USE_ACTION:
        return has_ready_action(o->seat) ? WORTH_ACTION : WORTH_NOTHING;
    case OP_READY: return WORTH_READY;
    case OP_PERFORM: return WORTH_SLOT;
    case OP_TAKE_SPECIAL: return o->turns > 0 ? WORTH_SPECIAL : 0;
    case OP_TAKE_TILE: return WORTH_TILE;
    case OP_TRIAL_RUN: return WORTH_TRIAL;
    case OP_PICK: return pick_worth(o, e->n);
    case OP_EXCHANGE: return WORTH_EXCHANGE;
    case OP_PAY:
    case OP_IF:
    case OP_EACH: return block_worth(o, e);
    case OP_CHOOSE: return choose_worth(o, e);
    case OP_SWAP: return WORTH_SWAP * o->productions;
    case OP_HAND_LIMIT: return WORTH_HAND_LIMIT * o->turns * e->n;
    case OP_DISCOUNT: return WORTH_DISCOUNT * o->turns * e->n;
    case OP_END:
    case OP_OPTION:
    case OP_FINAL_EACH:
    case OP_FINAL_TRADE:
    case OPS: break;
    }
    return 0;
}

int32_t value_of_effects(struct estimate *o, const struct effect *list,
                         const struct effect *end)
{
    int32_t worth = 0;

    for (const struct effect *e = list; e != end && e->op != OP_END;
         e = effect_next(e))
        worth += effect_worth(o, e);
    return worth;
}

/* What an end-scoring card counts now, and may count in the end. */
static int32_t final_worth(const struct estimate *o, const struct effect *list,
                           bool now)
{
    int32_t worth = 0;

    for (const struct effect *e = list; e && e->op != OP_END;
         e = effect_next(e)) {
        int points;

        if (e->op == OP_FINAL_TRADE) {
            /* to come: a better use of what is left over */
            worth += now ? 0 : 40 * (e->cap < 5 ? e->cap : 5);
            continue;
        }
        if (e->op != OP_FINAL_EACH)
            continue;
        points = board_count(o->s, o->number, (enum countable)e->what) /
                 (e->per ? e->per : 1) * e->n;
        if (e->cap && points >= e->cap) {
            worth += now ? 100 * e->cap : 0;
            continue;
        }
        worth += now ? 100 * points
                     : WORTH_GROWTH * o->turns * e->n / (e->per ? e->per : 1);
    }
    return worth;
}

/* What a permanent's reactions will still bring: how often they happen in a
 * hundred turns, by rough experience. */
static int32_t trigger_worth(const struct estimate *o,
                             const struct trigger *when)
{
    static const int16_t per_100[EVENTS] = {
        [EVENT_REACH_SPACE] = 20,    [EVENT_SECOND_BUILDING] = 6,
        [EVENT_SECOND_UPGRADED] = 4, [EVENT_SECOND_TUNNEL] = 5,
        [EVENT_BUILT] = 16,          [EVENT_UPGRADED_ONE] = 11,
        [EVENT_CONNECTED] = 6,       [EVENT_MISMATCHED] = 18,
        [EVENT_USED_SLOT] = 12,      [EVENT_SLOT_GAVE] = 17,
    };
    struct estimate fresh = *o;
    int32_t times = per_100[when->event];

    if (when->event == EVENT_BUILT || when->event == EVENT_UPGRADED_ONE ||
        when->event == EVENT_SECOND_BUILDING ||
        when->event == EVENT_SECOND_UPGRADED)
        times *= __builtin_popcount(when->param);
    return value_of_effects(&fresh, when->effects, NULL) * times * o->turns /
           100 * WORTH_TRIGGER / 100;
}

/* What a production card will count more than today: per Production to come,
 * as much as grows in half the turns left. */
static int32_t growth_worth(const struct estimate *o, const struct effect *list)
{
    int32_t worth = 0;

    for (const struct effect *e = list; e && e->op != OP_END;
         e = effect_next(e)) {
        const int per = e->per ? e->per : 1;
        struct estimate inside = *o;

        if (e->op != OP_EACH && e->op != OP_IF)
            continue;
        if (e->op == OP_IF && condition_holds(o, e))
            continue;
        if (e->op == OP_EACH && e->cap &&
            board_count(o->s, o->number, (enum countable)e->what) >=
                e->cap * per)
            continue;
        for (int r = 0; r < RESOURCES; r++)
            inside.unit[r] = o->productions ? o->flow[r] / o->productions : 0;
        worth += value_of_effects(&inside, e + 1, effect_next(e)) *
                 o->productions * o->turns * WORTH_EACH / (1000 * per);
    }
    return worth;
}

/* The remaining value of a claimed effect: uses, triggers, growth. */
static int32_t claim_worth(struct estimate *o, const struct card *card,
                           bool used)
{
    const int eras = o->productions - (used ? 1 : 0);
    struct estimate free_hand = *o;
    int32_t worth = 0;

    if (card->action && eras > 0 && o->turns > 0)
        worth += value_of_effects(&free_hand, card->action, NULL) * eras *
                 WORTH_USE_PER_ERA / 100;
    if (card->once)
        worth += value_of_effects(&free_hand, card->once, NULL) * o->turns *
                 WORTH_ONCE / 100;
    if (card->when.effects)
        worth += trigger_worth(o, &card->when);
    if (card->standing)
        worth += value_of_effects(&free_hand, card->standing, NULL);
    worth += growth_worth(o, card->produce);
    worth += final_worth(o, card->final, false);
    return worth;
}

/* What a production card gives in every Production to come. */
static int32_t produce_worth(const struct estimate *o, const struct card *card)
{
    struct estimate later = *o;

    if (!card->produce)
        return 0;
    for (int r = 0; r < RESOURCES; r++)
        later.unit[r] = o->productions ? o->flow[r] / o->productions : 0;
    return value_of_effects(&later, card->produce, NULL) * o->productions;
}

int32_t value_of_card(struct estimate *o, int number)
{
    const struct card *card = cards[number];
    int32_t worth = 0;

    if (card->credits > o->purse[CREDIT])
        return 0;
    o->purse[CREDIT] = (int16_t)(o->purse[CREDIT] - card->credits);
    if (card->instant)
        worth += value_of_effects(o, card->instant, NULL);
    worth += claim_worth(o, card, false) + produce_worth(o, card) +
             final_worth(o, card->final, true) -
             card->credits * o->unit[CREDIT];
    return worth > 0 ? worth : 0;
}

int32_t value_of_claim(struct estimate *o, int index)
{
    const struct card *card = cards[o->seat->claims[index]];
    const bool used = card->type == ACTION && (o->seat->used >> index & 1);
    int32_t worth = claim_worth(o, card, used);

    for (const struct effect *e = card->produce; e && e->op != OP_END;
         e = effect_next(e))
        if (e->op == OP_SWAP)
            worth += WORTH_SWAP * o->productions;
    return worth + final_worth(o, card->final, true);
}
