/* What the oracle counts for cards and tiles (rulings 14, 64, 81). */
#include "oracle.h"
#include "rules/underwater_cities/engine/state.h"

static int tunnels(const struct oracle *o, bool upgraded)
{
    int n = 0;

    for (int t = 0; t < UWC_TUNNEL_SITES; t++)
        if (oracle_next_to_city(o, t) && (!upgraded || o->tunnel_upgraded[t]))
            n++;
    return n;
}

static int cities(const struct oracle *o, bool white, bool purple)
{
    int n = 0;

    for (int c = 0; c < UWC_CITY_SITES; c++)
        if (oracle_connected(o, c) && (o->symbiotic[c] ? purple : white))
            n++;
    return n;
}

static bool city_has(const struct oracle *o, int city, int kind)
{
    for (int p = 0; p < ORACLE_PLACES; p++)
        if (o->building[city][p] == kind)
            return true;
    return false;
}

static int full_cities(const struct oracle *o)
{
    int n = 0;

    for (int c = 0; c < UWC_CITY_SITES; c++)
        if (oracle_connected(o, c) && city_has(o, c, FARM) &&
            city_has(o, c, PLANT) && city_has(o, c, LABORATORY))
            n++;
    return n;
}

/* Whatever you have least of, upgraded and connected. */
static int sets(const struct oracle *o)
{
    int least = tunnels(o, true);

    for (int kind = FARM; kind <= LABORATORY; kind *= 2)
        if (oracle_buildings(o, kind, true) < least)
            least = oracle_buildings(o, kind, true);
    return least;
}

static int claims_of(const struct seat *seat, enum card_type type)
{
    int n = 0;

    for (int i = 0; i < seat->claim_count; i++)
        if (cards[seat->claims[i]]->type == type)
            n++;
    return n;
}

int oracle_count(const struct uwc_state *s, int seat, enum countable what)
{
    const struct seat *me = &s->seat[seat];
    struct oracle o;

    oracle_of(me, &o);
    switch (what) {
    case COUNT_FARMS: return oracle_buildings(&o, FARM, false);
    case COUNT_PLANTS: return oracle_buildings(&o, PLANT, false);
    case COUNT_LABORATORIES: return oracle_buildings(&o, LABORATORY, false);
    case COUNT_BUILDINGS: return oracle_buildings(&o, 0, false);
    case COUNT_TUNNELS: return tunnels(&o, false);
    case COUNT_UPGRADED_FARMS: return oracle_buildings(&o, FARM, true);
    case COUNT_UPGRADED_PLANTS: return oracle_buildings(&o, PLANT, true);
    case COUNT_UPGRADED_LABORATORIES:
        return oracle_buildings(&o, LABORATORY, true);
    case COUNT_UPGRADED_TUNNELS: return tunnels(&o, true);
    case COUNT_UPGRADED:
        return oracle_buildings(&o, 0, true) + tunnels(&o, true);
    case COUNT_CITIES: return cities(&o, true, true);
    case COUNT_SYMBIOTIC_CITIES: return cities(&o, false, true);
    case COUNT_NONSYMBIOTIC_CITIES: return cities(&o, true, false);
    case COUNT_FULL_CITIES: return full_cities(&o);
    case COUNT_METROPOLISES: return oracle_metropolises(me);
    case COUNT_UPGRADED_SETS: return sets(&o);
    case COUNT_ACTION_CARDS: return claims_of(me, ACTION);
    case COUNT_PRODUCTION_CARDS: return claims_of(me, PRODUCTION);
    case COUNT_PERMANENT_CARDS: return claims_of(me, PERMANENT);
    case COUNT_END_CARDS: return claims_of(me, END_SCORING);
    case COUNT_SPECIAL_CARDS: return me->specials_paid;
    case COUNT_FEDERATION_STEPS: return UWC_BELOW_TRACK - me->space;
    case COUNTABLES: break;
    }
    return -1;
}
