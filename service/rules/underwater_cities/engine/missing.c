/* Find what is missing before a list of effects can be performed. */
#include "rules/underwater_cities/engine/missing.h"

#include "rules/underwater_cities/content/slots.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/frame_lists.h"
#include "rules/underwater_cities/engine/piles.h"
#include "rules/underwater_cities/engine/seat_cards.h"
#include "rules/underwater_cities/engine/structures.h"
#include "rules/underwater_cities/engine/turn_gains.h"

/* How deep nested lists are examined. */
enum { NESTED_MAX = 6, NESTED_SLOTS_MAX = 3 };

static unsigned missing_all(struct means *m, const struct effect *list,
                            const struct effect *end);

static unsigned bit(enum resource resource)
{
    return 1u << resource;
}

struct means means_of(const struct uwc_state *s, int seat)
{
    struct means m;

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

static void take_off(struct means *m, const struct effect *discount)
{
    for (unsigned left = discount->what; left; left &= left - 1) {
        uint8_t *cost = &m->cost[__builtin_ctz(left)][discount->per];

        *cost = (uint8_t)(*cost > discount->n ? *cost - discount->n : 0);
    }
}

void means_find_costs(struct means *m)
{
    const struct seat *me = &m->s->seat[m->seat];

    for (int i = 0; i < PIECE_KINDS; i++)
        for (int r = 0; r < RESOURCES; r++)
            m->cost[i][r] = (uint8_t)price_of(piece_price((enum piece)(1 << i)),
                                              (enum resource)r);
    for (int i = 0; i < me->claim_count; i++) {
        const struct effect *d = cards[me->claims[i]]->standing;

        for (; d && d->op != OP_END; d = effect_next(d))
            if (d->op == OP_DISCOUNT)
                take_off(m, d);
    }
    m->has_costs = true;
}

/* The same as build_base_cost, which is used if the effect names a price. */
static void find_cost(struct means *m, const struct effect *e, enum piece piece,
                      int cost[RESOURCES])
{
    if (e->price) {
        build_base_cost(&m->s->seat[m->seat], e, piece, cost);
        return;
    }
    if (!m->has_costs)
        means_find_costs(m);
    for (int r = 0; r < RESOURCES; r++)
        cost[r] = m->cost[__builtin_ctz(piece)][r];
}

/* Biomatter may replace kelp and steelplast (ruling 8). */
static unsigned missing_cost(struct means *m, const int cost[RESOURCES])
{
    const int spare = m->stock[BIOMATTER] - cost[BIOMATTER];
    int replaced = 0;
    unsigned lacks = 0, replaceable = 0;

    for (int r = 0; r < RESOURCES; r++) {
        const int missing = cost[r] - m->stock[r];

        if (missing <= 0)
            continue;
        if (r == KELP || r == STEELPLAST) {
            replaced += missing;
            replaceable |= bit((enum resource)r);
        } else {
            lacks |= bit((enum resource)r);
        }
    }
    if (replaced > (spare > 0 ? spare : 0))
        lacks |= replaceable | bit(BIOMATTER);
    return lacks ? MISSING_SOMETHING | lacks : 0;
}

static unsigned missing_price(struct means *m, uint16_t price)
{
    unsigned lacks = 0;

    for (int r = 0; r < RESOURCES; r++)
        if (m->stock[r] < price_of(price, (enum resource)r))
            lacks |= bit((enum resource)r);
    return lacks ? MISSING_SOMETHING | lacks : 0;
}

/* Sites with a surcharge are examined one by one; usually the first has none.
 */
static unsigned missing_piece(struct means *m, const struct effect *e,
                              enum piece piece)
{
    const struct seat *me = &m->s->seat[m->seat];
    uint64_t sites = build_sites(me, e, piece);
    int cost[RESOURCES];
    unsigned lacks;

    if (!sites || supply_left(m->s, piece) <= 0)
        return MISSING_SOMETHING | MISSING_NETWORK;
    find_cost(m, e, piece, cost);
    lacks = missing_cost(m, cost);
    if (lacks)
        return lacks;
    for (; sites; sites &= sites - 1) {
        const uint16_t surcharge =
            board_surcharge(me, piece, __builtin_ctzll(sites));
        unsigned here;

        if (!surcharge)
            return 0;
        find_cost(m, e, piece, cost);
        build_add_surcharge(cost, surcharge);
        here = missing_cost(m, cost);
        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks | MISSING_NETWORK; /* another site may be cheaper */
}

/* The same, cached. */
static unsigned missing_usual(struct means *m, const struct effect *e,
                              enum piece piece)
{
    unsigned *lacks = &m->lacks[__builtin_ctz(piece)];

    if (e->price || e->cap)
        return missing_piece(m, e, piece);
    if (!(m->known & piece))
        *lacks = missing_piece(m, e, piece);
    m->known |= piece;
    return *lacks;
}

static unsigned missing_build(struct means *m, const struct effect *e)
{
    unsigned lacks = 0;

    for (unsigned left = e->what; left; left &= left - 1) {
        const unsigned here = missing_usual(m, e, (enum piece)(left & -left));

        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks;
}

/* Both or neither (ruling 3).  Without science, gains of the building may pay.
 */
static unsigned missing_build_upgraded(struct means *m, const struct effect *e)
{
    const unsigned lacks = missing_build(m, e);

    if (lacks)
        return lacks;
    if (m->stock[SCIENCE] > 0 && !(e->what & CITIES) && !e->price)
        return 0;
    return building_gains(m->s, m->seat, e) & (1u << SCIENCE | GAINS_CHOICE)
               ? MISSING_SOMETHING | MISSING_TRIAL
               : MISSING_SOMETHING | 1u << SCIENCE;
}

static unsigned missing_upgrade(struct means *m, const struct effect *e)
{
    const struct seat *me = &m->s->seat[m->seat];
    uint64_t buildings = 0;

    for (int i = 0; i < 3; i++)
        if (e->what & FARM << i)
            buildings |= me->building[i];
    if (!(buildings & ~me->upgraded) &&
        !(e->what & TUNNEL && me->tunnel & ~(unsigned)me->tunnel_upgraded))
        return MISSING_SOMETHING | MISSING_NETWORK;
    if (!e->cap)
        return missing_price(m, e->price ? e->price : PRICE(0, 0, 0, 1, 0));
    return m->stock[CREDIT] > 0 || m->stock[SCIENCE] > 0
               ? 0
               : MISSING_SOMETHING | bit(CREDIT) | bit(SCIENCE);
}

static unsigned missing_trial_run(struct means *m, const struct effect *e)
{
    const struct seat *me = &m->s->seat[m->seat];
    uint64_t buildings = 0;

    for (int i = 0; i < 3; i++)
        if (e->what & FARM << i)
            buildings |= me->building[i];
    if (buildings & me->upgraded & board_connected_sites(me))
        return 0;
    if (e->what & TUNNEL && board_productive_tunnels(me) & me->tunnel_upgraded)
        return 0;
    return MISSING_SOMETHING | MISSING_NETWORK | MISSING_UPGRADES;
}

static unsigned missing_action(struct means *m)
{
    const struct seat *me = &m->s->seat[m->seat];
    unsigned lacks = MISSING_SOMETHING | MISSING_ACTIONS;

    for (int i = 0; i < me->claim_count; i++) {
        const struct card *card = cards[me->claims[i]];
        struct means with = *m;
        unsigned here;

        if (card->type != ACTION || m->used >> i & 1)
            continue;
        with.used |= UINT32_C(1) << i;
        with.nested++;
        here = missing_all(&with, card->action, NULL);
        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks;
}

/* Rulings 5, 6, 44, 45: may a PERFORM reach the slot? */
static bool reaches(struct means *m, enum reach reach, int slot)
{
    const uint8_t tiles = slot == UWC_SLOT_ALWAYS ? 0 : m->s->slots[slot];
    const bool is_mine = slot == m->slot || tiles >> m->seat & 1;
    const bool is_taken = tiles || slot == m->slot;

    switch (reach) {
    case REACH_AVAILABLE: return slot == UWC_SLOT_ALWAYS || !is_taken;
    case REACH_AVAILABLE_COLOURED: return slot != UWC_SLOT_ALWAYS && !is_taken;
    case REACH_OCCUPIED: return is_taken && !is_mine;
    case REACH_ANY_COLOURED: return slot != UWC_SLOT_ALWAYS && !is_mine;
    }
    return false;
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

static unsigned missing_perform(struct means *m, const struct effect *e)
{
    struct means with = *m;
    unsigned lacks = MISSING_SOMETHING;

    if (m->nested > NESTED_SLOTS_MAX)
        return MISSING_SOMETHING | MISSING_TRIAL;
    with.nested++;
    for (int i = UWC_SLOTS - 1; i >= 0; i--) {
        const struct slot *slot = slot_of(m->s->seats, i);
        unsigned here;

        if (!slot || !reaches(m, (enum reach)e->what, i))
            continue;
        here = missing_all(&with, slot->effects, NULL);
        if (!here)
            return 0;
        lacks |= here;
        if (using_triggers(&m->s->seat[m->seat], slot->kind))
            lacks |= MISSING_TRIAL;
    }
    return lacks;
}

static unsigned missing_option(struct means *m, const struct effect *e)
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

/* Pay and if: what their condition lacks, then the inner list. */
static unsigned missing_block(struct means *m, const struct effect *e)
{
    struct means with = *m;

    if (e->op == OP_IF) {
        if (!effect_condition(m->s, m->seat, e))
            return MISSING_SOMETHING | MISSING_NETWORK | MISSING_UPGRADES |
                   MISSING_IN_PLAY;
    } else {
        const unsigned lacks = missing_price(m, e->price);

        if (lacks)
            return lacks;
        for (int r = 0; r < RESOURCES; r++)
            with.stock[r] =
                (int16_t)(with.stock[r] - price_of(e->price, (enum resource)r));
    }
    with.nested++;
    return missing_all(&with, e + 1, effect_next(e));
}

static bool has_used_action(struct means *m)
{
    const struct seat *me = &m->s->seat[m->seat];

    for (int i = 0; i < me->claim_count; i++)
        if (m->used >> i & 1 && cards[me->claims[i]]->type == ACTION)
            return true;
    return false;
}

static bool has_special(const struct uwc_state *s)
{
    bool is_there = s->special_count > 0;

    for (int i = 0; i < 6; i++)
        is_there = is_there || s->display[i];
    return is_there;
}

static unsigned unless(bool can, unsigned lacks)
{
    return can ? 0 : MISSING_SOMETHING | lacks;
}

static unsigned missing_effect(struct means *m, const struct effect *e)
{
    const struct uwc_state *s = m->s;
    const struct seat *me = &s->seat[m->seat];

    switch ((enum op)e->op) {
    case OP_GAIN:
        return unless(e->what != CARD || pile_drawable(s) > 0, MISSING_CARDS);
    case OP_ADVANCE:
    case OP_PICK: return 0;
    case OP_BUILD: return missing_build(m, e);
    case OP_BUILD_UPGRADED: return missing_build_upgraded(m, e);
    case OP_UPGRADE: return missing_upgrade(m, e);
    case OP_CONVERT:
        return unless(me->city & ~(unsigned)me->symbiotic &&
                          supply_left(s, SYMBIOTIC) > 0,
                      MISSING_NETWORK);
    case OP_USE_ACTION: return missing_action(m);
    case OP_READY: return unless(has_used_action(m), MISSING_TRIAL);
    case OP_PERFORM: return missing_perform(m, e);
    case OP_TAKE_SPECIAL: return unless(has_special(s), MISSING_SPECIALS);
    case OP_TAKE_TILE:
        return unless(s->tile_count && !s->reveal[0], MISSING_TRIAL);
    case OP_TRIAL_RUN: return missing_trial_run(m, e);
    case OP_EXCHANGE:
        return unless(m->stock[e->what] >= e->n || m->stock[e->per] >= e->n,
                      bit((enum resource)e->what) | bit((enum resource)e->per));
    case OP_PAY:
    case OP_IF: return missing_block(m, e);
    case OP_EACH:
        return unless(effect_times(s, m->seat, e) > 0,
                      MISSING_NETWORK | MISSING_UPGRADES | MISSING_IN_PLAY);
    case OP_CHOOSE: return missing_option(m, e);
    case OP_END:
    case OP_OPTION:
    case OP_SWAP:
    case OP_HAND_LIMIT:
    case OP_DISCOUNT:
    case OP_FINAL_EACH:
    case OP_FINAL_TRADE:
    case OPS: break;
    }
    return MISSING_SOMETHING;
}

static unsigned missing_all(struct means *m, const struct effect *list,
                            const struct effect *end)
{
    unsigned lacks = MISSING_SOMETHING;

    if (m->nested > NESTED_MAX ||
        m->s->depth + m->nested > UWC_FRAMES_MAX - NESTED_MAX)
        return MISSING_SOMETHING | MISSING_TRIAL;
    for (const struct effect *e = list; e != end && e->op != OP_END;
         e = effect_next(e)) {
        unsigned here;

        if (e > list && !e->len && !memcmp(e, e - 1, sizeof *e))
            continue; /* the same again */
        here = missing_effect(m, e);
        if (!here)
            return 0;
        lacks |= here;
    }
    return lacks;
}

unsigned missing_list(struct means *m, const struct effect *list,
                      const struct effect *end)
{
    unsigned lacks;

    m->nested++;
    lacks = missing_all(m, list, end);
    m->nested--;
    return lacks;
}

unsigned missing_part(struct means *m, const struct effect *part)
{
    return missing_effect(m, part);
}

unsigned missing_use(struct means *m, int card)
{
    const int i = claim_index(&m->s->seat[m->seat], card);
    struct means with = *m;

    with.used |= i < 0 ? 0 : UINT32_C(1) << i; /* before its effect: 65 */
    with.nested++;
    return missing_all(&with, cards[card]->action, NULL);
}

unsigned missing_slot(struct means *m, int slot, uint16_t price,
                      unsigned gained)
{
    enum { PLENTY = 1000 };
    const struct effect *list = slot_of(m->s->seats, slot)->effects;
    struct means other;
    unsigned lacks;

    if (missing_price(m, price))
        return MISSING_SOMETHING; /* it is paid before anything else happens */
    if (price != PRICE_FREE || gained) {
        other = *m;
        other.known = 0;
        for (int r = 0; r < RESOURCES; r++)
            other.stock[r] =
                (int16_t)(gained >> r & 1
                              ? PLENTY
                              : m->stock[r] -
                                    price_of(price, (enum resource)r));
        m = &other;
    }
    m->slot = slot;
    m->nested++;
    lacks = missing_all(m, list, NULL);
    m->nested--;
    m->slot = UWC_NO_SLOT;
    return lacks & gained ? lacks | MISSING_TRIAL : lacks;
}

unsigned missing_frame(const struct uwc_state *s, int place)
{
    const struct frame *f = &s->stack[place];
    const int seat = uwc_active(s);
    struct means m = means_of(s, seat);
    const struct effect *list = uwc_frame_list(s, f);
    unsigned lacks = MISSING_SOMETHING;

    if (place >= UWC_FRAMES_MAX - NESTED_MAX)
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
