/* What effects are worth to a seat, in hundredths of a point.
 *
 * Rough on purpose: these estimates only order placements and hands; what a
 * part really brings shows when a bot tries it. */
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/estimate/evaluate.h"

/* Worth of what has no better measure; effects.def has that of whole verbs. */
enum {
    WORTH_CARD_DRAWN = 47,
    WORTH_STEP = 61,       /* on the Federation track */
    WORTH_ACTION = 123,    /* the use of an action card */
    WORTH_SPECIAL = 122,   /* a special card of one's choice */
    WORTH_KIND = 70,       /* a further building, towards all kinds */
    WORTH_REACH = 196,     /* a tunnel, for what it opens */
    WORTH_CITY = 324,      /* a city: points, sites, and their growth */
    WORTH_CITY_END = 218,  /* of it, what is left in the last turn */
    WORTH_SYMBIOTIC = 200, /* a symbiotic city, each Production to come */
    WORTH_UPGRADE = 44,    /* an upgrade besides its production */
    WORTH_UPGRADED = 100,  /* what it produces, each Production to come */
    WORTH_DISCOUNT = 13,   /* one resource less, each turn to come */
    WORTH_HAND_LIMIT = 7,  /* each turn to come */
    WORTH_SWAP = 33,       /* one choice in a Production */
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
               WORTH_SYMBIOTIC * o->productions;
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
static int32_t pieces_worth(struct estimate *o, const struct effect *e,
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

static int32_t worth_upgrade(struct estimate *o, const struct effect *e)
{
    const uint16_t price = e->price ? e->price : PRICE(0, 0, 0, 1, 0);
    int32_t worth;

    if (!has_plain(o->seat, e->what))
        return 0;
    worth =
        WORTH_UPGRADED * o->productions + WORTH_UPGRADE - price_worth(o, price);
    if (worth <= 0 || !purse_pay(o, price, false))
        return 0;
    return worth;
}

static int32_t worth_gain(struct estimate *o, const struct effect *e)
{
    if (e->what == POINT)
        return 100 * e->n;
    if (e->what == CARD)
        return o->turns > 0 ? WORTH_CARD_DRAWN * e->n : 0;
    o->purse[e->what] = (int16_t)(o->purse[e->what] + e->n);
    return o->unit[e->what] * e->n;
}

static int32_t worth_pick(struct estimate *o, const struct effect *e)
{
    int32_t worth = 0;
    unsigned taken = 0;

    for (int i = 0; i < e->n; i++) {
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

static int32_t worth_if(struct estimate *o, const struct effect *e)
{
    return effect_condition(o->s, o->number, e)
               ? value_of_effects(o, e + 1, effect_next(e))
               : 0;
}

static int32_t worth_each(struct estimate *o, const struct effect *e)
{
    struct estimate inside = *o;

    return effect_times(o->s, o->number, e) *
           value_of_effects(&inside, e + 1, effect_next(e));
}

static int32_t worth_pay(struct estimate *o, const struct effect *e)
{
    struct estimate inside = *o;
    int32_t worth;

    if (!purse_pay(&inside, e->price, false))
        return 0;
    worth = value_of_effects(&inside, e + 1, effect_next(e)) -
            price_worth(o, e->price);
    if (worth <= 0)
        return 0;
    *o = inside;
    return worth;
}

static int32_t worth_choose(struct estimate *o, const struct effect *e)
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

static int32_t worth_use_action(struct estimate *o, const struct effect *e)
{
    (void)e;
    return has_ready_action(o->seat) ? WORTH_ACTION : 0;
}

static int32_t worth_advance(struct estimate *o, const struct effect *e)
{
    (void)o;
    return WORTH_STEP * e->n;
}

static int32_t worth_build(struct estimate *o, const struct effect *e)
{
    return pieces_worth(o, e, 0);
}

static int32_t worth_build_upgraded(struct estimate *o, const struct effect *e)
{
    const int32_t worth = pieces_worth(o, e, PRICE(0, 0, 0, 1, 0));

    return worth ? worth + WORTH_UPGRADED * o->productions + WORTH_UPGRADE -
                       o->unit[SCIENCE]
                 : 0;
}

static int32_t worth_convert(struct estimate *o, const struct effect *e)
{
    (void)e;
    return o->seat->city & ~o->seat->symbiotic
               ? WORTH_SYMBIOTIC * o->productions
               : 0;
}

static int32_t worth_take_special(struct estimate *o, const struct effect *e)
{
    (void)e;
    return o->turns > 0 ? WORTH_SPECIAL : 0;
}

static int32_t worth_swap(struct estimate *o, const struct effect *e)
{
    (void)e;
    return WORTH_SWAP * o->productions;
}

static int32_t worth_hand_limit(struct estimate *o, const struct effect *e)
{
    return WORTH_HAND_LIMIT * o->turns * e->n;
}

static int32_t worth_discount(struct estimate *o, const struct effect *e)
{
    return WORTH_DISCOUNT * o->turns * e->n;
}

/* What each verb is worth: so much, or as its function says. */
static const struct {
    int32_t flat;
    int32_t (*own)(struct estimate *o, const struct effect *e);
} worths[OPS] = {
#define WORTH_FLAT(hundredths)                                                 \
    {                                                                          \
        .flat = hundredths                                                     \
    }
#define WORTH_OWN(name)                                                        \
    {                                                                          \
        .own = worth_##name                                                    \
    }
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    [OP_##NAME] = WORTH_##worth,
#include "rules/underwater_cities/content/effects.def"
#undef VERB
};

int32_t value_of_effects(struct estimate *o, const struct effect *list,
                         const struct effect *end)
{
    int32_t worth = 0;

    for (const struct effect *e = list; e != end && e->op != OP_END;
         e = effect_next(e))
        worth +=
            worths[e->op].own ? worths[e->op].own(o, e) : worths[e->op].flat;
    return worth;
}
