/* The oracle's Production and feeding (rules pp. 15-16; section 4 and 6 of
 * the rules; rulings 16, 60-62). */
#include "oracle.h"
#include "rules/underwater_cities/content/boards.h"
#include "rules/underwater_cities/engine/production.h"

/* What blue tiles give in each Production: points, by tile number. */
static const int tile_points[UWC_BLUE_TILES + 1] = {
    [4] = 2, [7] = 1, [8] = 1, [9] = 2, [11] = 2};

static void add(struct produced *p, int what, int n)
{
    if (what == POINT)
        p->points = (int16_t)(p->points + n);
    else if (what == CARD)
        p->cards = (int16_t)(p->cards + n);
    else
        p->stock[what] = (int16_t)(p->stock[what] + n);
}

/* One building by itself. */
static void produce_building(struct produced *p, int kind, bool upgraded)
{
    if (kind == FARM) {
        add(p, KELP, 1);
        if (upgraded)
            add(p, POINT, 1);
    } else if (kind == PLANT) {
        add(p, CREDIT, 1);
        if (upgraded)
            add(p, BIOMATTER, 1);
    } else if (kind == LABORATORY) {
        add(p, SCIENCE, 1);
        if (upgraded)
            add(p, STEELPLAST, 1);
    }
}

/* Once for two or more upgraded ones of a kind at one city. */
static void produce_pairs(struct produced *p, const struct oracle *o, int city)
{
    for (int kind = FARM; kind <= LABORATORY; kind *= 2) {
        int n = 0;

        for (int place = 0; place < ORACLE_PLACES; place++)
            if (o->building[city][place] == kind && o->upgraded[city][place])
                n++;
        if (n < 2)
            continue;
        if (kind == FARM) {
            add(p, KELP, 1);
            add(p, POINT, 1);
        }
        if (kind == PLANT)
            add(p, CREDIT, 1);
        if (kind == LABORATORY)
            add(p, STEELPLAST, 1);
    }
}

static void produce_city(struct produced *p, const struct oracle *o, int city)
{
    if (o->symbiotic[city])
        add(p, POINT, o->board->city_special[city] == SITE_RICH_CITY ? 6 : 2);
    for (int place = 0; place < ORACLE_PLACES; place++) {
        int site = city * UWC_SITES_PER_CITY + place, times = 1;

        if (o->board->building_special[site] == SITE_DOUBLE)
            times = 2;
        for (int i = 0; i < times; i++)
            produce_building(p, o->building[city][place],
                             o->upgraded[city][place]);
    }
    produce_pairs(p, o, city);
}

static bool next_to_connected(const struct oracle *o, int tunnel)
{
    for (int which = 0; which < 2; which++) {
        int end = oracle_end(tunnel, which);

        if (o->tunnel[tunnel] && end < CORNER_BROWN && oracle_connected(o, end))
            return true;
    }
    return false;
}

static void produce_tunnels(struct produced *p, const struct oracle *o)
{
    int pair = 0;

    for (int t = 0; t < UWC_TUNNEL_SITES; t++) {
        int times = o->board->tunnel_special[t] == SITE_TRIPLE ? 3 : 1;

        if (!next_to_connected(o, t))
            continue;
        if (o->board->tunnel_special[t] == SITE_PAIR)
            pair++;
        add(p, CREDIT, times);
        if (o->tunnel_upgraded[t])
            add(p, POINT, times);
    }
    if (pair == 2) /* ruling 60 */
        add(p, CREDIT, 2);
}

static void produce_metropolises(struct produced *p, const struct oracle *o,
                                 const struct seat *seat)
{
    for (int corner = CORNER_BROWN; corner < CORNERS; corner++) {
        if (!oracle_metropolis(o, corner))
            continue;
        if (corner == CORNER_RIGHT)
            add(p, POINT, tile_points[seat->blue[0]]);
        if (corner == CORNER_LEFT)
            add(p, POINT, tile_points[seat->blue[1]]);
        for (int t = 0; t < UWC_TUNNEL_SITES; t++) /* ruling 61 */
            if (oracle_end(t, 1) == corner &&
                o->board->tunnel_special[t] == SITE_METROPOLIS)
                add(p, POINT, 2);
    }
    for (int tile = 1; tile <= UWC_BLUE_TILES; tile++)
        if (seat->gained_tiles >> (tile - 1) & 1) /* ruling 64 */
            add(p, POINT, tile_points[tile]);
}

/* A list of GAIN, IF and EACH; what gives a choice is left out. */
static void produce_list(struct produced *p, const struct uwc_state *s,
                         int seat, const struct effect *list,
                         const struct effect *end)
{
    for (const struct effect *e = list; e < end && e->op != OP_END;
         e = effect_next(e)) {
        int times = 1;

        if (e->op == OP_GAIN) {
            add(p, e->what, e->n);
            continue;
        }
        if (e->op == OP_IF && !e->cap)
            times = oracle_count(s, seat, e->what) >= e->n ? 1 : 0;
        else if (e->op == OP_EACH)
            times = oracle_count(s, seat, e->what) / e->per;
        else
            continue;
        if (e->op == OP_EACH && e->cap && times > e->cap)
            times = e->cap;
        for (int i = 0; i < times; i++)
            produce_list(p, s, seat, e + 1, e + 1 + e->len);
    }
}

void oracle_produce(const struct uwc_state *s, int seat, struct produced *out)
{
    const struct seat *me = &s->seat[seat];
    struct oracle o;

    *out = (struct produced){0};
    oracle_of(me, &o);
    for (int city = 0; city < UWC_CITY_SITES; city++)
        if (oracle_connected(&o, city))
            produce_city(out, &o, city);
    produce_tunnels(out, &o);
    produce_metropolises(out, &o, me);
    for (int i = 0; i < me->claim_count; i++) {
        const struct effect *list = cards[me->claims[i]]->produce;

        if (list)
            produce_list(out, s, seat, list, list + 255);
    }
}

void oracle_feed(struct seat *seat)
{
    struct oracle o;

    oracle_of(seat, &o);
    for (int city = 0; city < UWC_CITY_SITES; city++) {
        if (!oracle_connected(&o, city))
            continue;
        if (seat->stock[KELP] > 0)
            seat->stock[KELP]--;
        else if (seat->stock[BIOMATTER] > 0)
            seat->stock[BIOMATTER]--;
        else
            seat->points = (int16_t)(seat->points > 3 ? seat->points - 3 : 0);
    }
}
