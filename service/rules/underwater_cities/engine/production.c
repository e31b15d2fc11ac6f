/* Production and feeding (rules pp. 15-16, 18; rulings 16, 24, 57, 60-62, 78,
 * 79). */
#include "rules/underwater_cities/engine/production.h"

#include "rules/underwater_cities/content/tiles.h"
#include "rules/underwater_cities/engine/board.h"
#include "rules/underwater_cities/engine/conditions.h"
#include "rules/underwater_cities/engine/cost.h"
#include "rules/underwater_cities/engine/journal.h"
#include "rules/underwater_cities/engine/network.h"
#include "rules/underwater_cities/engine/piles.h"

enum {
    SYMBIOTIC_POINTS = 2,
    RICH_POINTS = 4,       /* more, on special site 1 */
    METROPOLIS_POINTS = 2, /* special site 4 */
    PAIR_CREDITS = 2,      /* special site 3 */
    TRIPLE_MORE = 2,       /* special site 2: produces twice more */
    HUNGER_POINTS = 3,     /* per city without kelp or biomatter */
};

static int count(uint64_t mask)
{
    return __builtin_popcountll(mask);
}

static void add(struct produced *out, int what, int n)
{
    if (what < RESOURCES)
        out->stock[what] = (int16_t)(out->stock[what] + n);
    else if (what == POINT)
        out->points = (int16_t)(out->points + n);
    else
        out->cards = (int16_t)(out->cards + n);
}

/* Farms, plants, laboratories: base, upgrade, and once per city what a second
 * upgraded one adds.  A doubled site counts twice, but not for that. */
static void produce_buildings(const struct seat *seat, struct produced *out)
{
    static const struct {
        uint8_t base, upgrade, pair[2];
    } gives[3] = {{KELP, POINT, {KELP, POINT}},
                  {CREDIT, BIOMATTER, {CREDIT, GAINS}},
                  {SCIENCE, STEELPLAST, {STEELPLAST, GAINS}}};
    const uint64_t doubled = boards[seat->board].doubled;
    const uint64_t sites = board_connected_sites(seat);

    for (int kind = 0; kind < 3; kind++) {
        const uint64_t built = seat->building[kind] & sites;
        const uint64_t upgraded = built & seat->upgraded;
        int pairs;

        if (!built)
            continue;
        add(out, gives[kind].base, count(built) + count(built & doubled));
        if (!upgraded)
            continue;
        add(out, gives[kind].upgrade,
            count(upgraded) + count(upgraded & doubled));
        pairs = count(cities_with_two(upgraded));
        add(out, gives[kind].pair[0], pairs);
        if (gives[kind].pair[1] != GAINS)
            add(out, gives[kind].pair[1], pairs);
    }
}

static void produce_tunnels(const struct seat *seat, struct produced *out)
{
    const struct board *board = &boards[seat->board];
    const unsigned built = board_productive_tunnels(seat);
    const unsigned upgraded = built & seat->tunnel_upgraded;

    add(out, CREDIT,
        count(built) + TRIPLE_MORE * count(built & board->tripled));
    add(out, POINT,
        count(upgraded) + TRIPLE_MORE * count(upgraded & board->tripled));
    if (board->pair && (built & board->pair) == board->pair)
        add(out, CREDIT, PAIR_CREDITS);
}

static void produce_cities(const struct seat *seat, struct produced *out)
{
    const unsigned symbiotic = board_connected(seat) & seat->symbiotic;

    add(out, POINT,
        SYMBIOTIC_POINTS * count(symbiotic) +
            RICH_POINTS * count(symbiotic & boards[seat->board].rich));
}

/* What a list gives without a decision: GAIN, EACH and IF, not SWAP. */
static void produce_list(const struct uwc_state *s, int seat,
                         const struct effect *list, int len,
                         struct produced *out)
{
    for (const struct effect *e = list; e < list + len; e = effect_next(e)) {
        if (e->op == OP_GAIN) {
            add(out, e->what, e->n);
        } else if (e->op == OP_IF) {
            if (effect_condition(s, seat, e))
                produce_list(s, seat, e + 1, e->len, out);
        } else if (e->op == OP_EACH) {
            for (int times = effect_times(s, seat, e); times > 0; times--)
                produce_list(s, seat, e + 1, e->len, out);
        }
    }
}

static void produce_whole(const struct uwc_state *s, int seat,
                          const struct effect *list, struct produced *out)
{
    if (list)
        produce_list(s, seat, list, effect_list_length(list), out);
}

/* Connected metropolises and tiles beside the board (rulings 61, 64). */
static void produce_metropolises(const struct uwc_state *s, int seat,
                                 struct produced *out)
{
    const struct seat *me = &s->seat[seat];
    const unsigned connected = board_metropolises(me);

    if (connected & METROPOLIS_RIGHT)
        produce_whole(s, seat, blue_tiles[me->blue[0]].produce, out);
    if (connected & METROPOLIS_LEFT)
        produce_whole(s, seat, blue_tiles[me->blue[1]].produce, out);
    for (unsigned left = boards[me->board].metropolis & me->tunnel; left;
         left &= left - 1)
        if (tunnel_metropolis(__builtin_ctz(left)) & connected)
            add(out, POINT, METROPOLIS_POINTS);
    for (unsigned left = me->gained_tiles; left; left &= left - 1)
        produce_whole(s, seat, blue_tiles[__builtin_ctz(left) + 1].produce,
                      out);
}

void production_of(const struct uwc_state *s, int seat, struct produced *out)
{
    const struct seat *me = &s->seat[seat];

    memset(out, 0, sizeof *out);
    produce_buildings(me, out);
    produce_tunnels(me, out);
    produce_cities(me, out);
    produce_metropolises(s, seat, out);
    for (int i = 0; i < me->claim_count; i++)
        produce_whole(s, seat, cards[me->claims[i]]->produce, out);
}

static void give(struct uwc_state *s, int seat, const struct produced *gains)
{
    struct seat *me = &s->seat[seat];

    for (int r = 0; r < RESOURCES; r++)
        amount_add(s, seat, (enum resource)r, gains->stock[r]);
    amount_add(s, seat, POINT, gains->points);
    me->produced_biomatter =
        (uint8_t)(me->produced_biomatter + gains->stock[BIOMATTER]);
    for (int i = 0; i < gains->cards; i++)
        pile_draw_card(s, seat);
}

void production_gain(struct uwc_state *s, int seat)
{
    const struct journal_cause because =
        recorder_because(s, CAUSE_PRODUCTION, 0);
    struct produced gains;

    production_of(s, seat, &gains);
    give(s, seat, &gains);
    recorder_resume(s, because);
}

/* The choice that a card offers in Production, or NULL. */
static const struct effect *swap_of(int card)
{
    const struct effect *e = cards[card]->produce;

    for (; e && e->op != OP_END; e = effect_next(e))
        if (e->op == OP_SWAP)
            return e;
    return NULL;
}

/* What a choice gives, minus what it takes. */
static void swap_gains(const struct uwc_state *s, int seat,
                       const struct effect *swap, int option,
                       struct produced *out)
{
    const struct effect *e = swap + 1;

    memset(out, 0, sizeof *out);
    while (--option > 0)
        e = effect_next(e);
    produce_list(s, seat, e + 1, e->len, out);
    add(out,
        swap->what == FARM         ? KELP
        : swap->what == PLANT      ? CREDIT
        : swap->what == LABORATORY ? SCIENCE
                                   : BIOMATTER,
        -1);
}

/* How often choices of one kind are possible: each needs its own building, or
 * its own biomatter of this Production. */
static int swap_units(const struct uwc_state *s, int seat, int what)
{
    switch (what) {
    case FARM: return board_count(s, seat, COUNT_FARMS);
    case PLANT: return board_count(s, seat, COUNT_PLANTS);
    case LABORATORY: return board_count(s, seat, COUNT_LABORATORIES);
    }
    return s->seat[seat].produced_biomatter;
}

uint32_t production_choices(const struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];
    int taken[LABORATORY + 1] = {0};
    uint32_t choices = 0;

    for (int i = 0; i < me->claim_count; i++) {
        const struct effect *swap = swap_of(me->claims[i]);

        if (!swap || taken[swap->what] >= swap_units(s, seat, swap->what))
            continue;
        choices |= UINT32_C(1) << i;
        if (me->answer[i]) {
            struct produced gains;

            swap_gains(s, seat, swap, me->answer[i], &gains);
            taken[swap->what]++;
            if (swap->what != SWAP_BIOMATTER)
                taken[SWAP_BIOMATTER] -= gains.stock[BIOMATTER];
        }
    }
    return choices;
}

void production_answer(struct uwc_state *s, int seat)
{
    const struct seat *me = &s->seat[seat];

    for (int i = 0; i < me->claim_count; i++) {
        struct journal_cause because;
        struct produced gains;

        if (!me->answer[i])
            continue;
        swap_gains(s, seat, swap_of(me->claims[i]), me->answer[i], &gains);
        because = recorder_because(s, CAUSE_SWAP, me->claims[i]);
        give(s, seat, &gains);
        recorder_resume(s, because);
    }
}

int feeding_need(const struct seat *seat)
{
    return count(board_connected(seat));
}

/* Take up to `need` of a resource; returns how many are still needed. */
static int eat(struct uwc_state *s, int seat, enum resource what, int need)
{
    const int has = s->seat[seat].stock[what];
    const int eaten = has < need ? has : need;

    amount_add(s, seat, what, -eaten);
    return need - eaten;
}

void production_feed(struct uwc_state *s, int seat)
{
    const struct journal_cause because = recorder_because(s, CAUSE_FEEDING, 0);
    int hungry = feeding_need(&s->seat[seat]);

    journal_seat(s, JOURNAL_FEED, seat, 0, hungry);
    hungry = eat(s, seat, KELP, hungry);
    hungry = eat(s, seat, BIOMATTER, hungry);
    amount_add(s, seat, POINT, -HUNGER_POINTS * hungry);
    recorder_resume(s, because);
}

int production_asked(const struct seat *seat)
{
    return seat->is_choosing && seat->asked
               ? seat->claims[__builtin_ctz(seat->asked)]
               : CARD_NONE;
}
