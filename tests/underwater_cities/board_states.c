/* Networks set up by hand, and a slow and simple account of them. */
#include "board_states.h"
#include "rules/underwater_cities/engine/board.h"

#include <criterion/criterion.h>

/* The tunnel sites as board.h lists them: cities from 1, 10 a metropolis. */
static const uint8_t between[UWC_TUNNEL_SITES][2] = {
    {1, 2}, {2, 3}, {3, 6}, {6, 9}, {8, 9},  {7, 8},  {4, 7},  {1, 4},
    {1, 5}, {3, 5}, {5, 7}, {5, 9}, {2, 10}, {4, 10}, {3, 10}, {7, 10},
};

struct uwc_state board_state(int number, int seats)
{
    struct uwc_state s;

    memset(&s, 0, sizeof s);
    s.seats = (uint8_t)seats;
    s.round = 1;
    s.slot = UWC_NO_SLOT;
    for (int i = 0; i < seats; i++) {
        s.order[i] = s.track[i] = (uint8_t)i;
        s.seat[i].board = (uint8_t)(number - 1);
        s.seat[i].space = UWC_BELOW_TRACK;
        s.seat[i].brown = 1;
        s.seat[i].blue[0] = 6; /* these two produce nothing */
        s.seat[i].blue[1] = 10;
        s.seat[i].city = 1u << UWC_START_SITE;
    }
    return s;
}

struct seat *first_seat(struct uwc_state *s)
{
    return &s->seat[0];
}

void on_city(struct seat *seat, int city)
{
    seat->city |= (uint16_t)(1u << (city - 1));
}

void on_symbiotic(struct seat *seat, int city)
{
    on_city(seat, city);
    seat->symbiotic |= (uint16_t)(1u << (city - 1));
}

static uint64_t site_bit(int city, int place)
{
    return UINT64_C(1) << ((city - 1) * UWC_SITES_PER_CITY + place);
}

void on_building(struct seat *seat, enum piece piece, int city, int place)
{
    seat->building[building_index(piece)] |= site_bit(city, place);
}

void on_upgraded(struct seat *seat, enum piece piece, int city, int place)
{
    on_building(seat, piece, city, place);
    seat->upgraded |= site_bit(city, place);
}

int tunnel_between(int a, int b)
{
    for (int t = 0; t < UWC_TUNNEL_SITES; t++)
        if ((between[t][0] == a && between[t][1] == b) ||
            (between[t][0] == b && between[t][1] == a))
            return t;
    cr_assert_fail("no tunnel site between %d and %d", a, b);
    return 0;
}

void on_tunnel(struct seat *seat, int a, int b)
{
    seat->tunnel |= (uint16_t)(1u << tunnel_between(a, b));
}

void on_upgraded_tunnel(struct seat *seat, int a, int b)
{
    on_tunnel(seat, a, b);
    seat->tunnel_upgraded |= (uint16_t)(1u << tunnel_between(a, b));
}

void on_claim(struct seat *seat, int card)
{
    seat->claims[seat->claim_count++] = (uint8_t)card;
}

unsigned city_set(const int *cities)
{
    unsigned set = 0;

    for (; *cities; cities++)
        set |= 1u << (*cities - 1);
    return set;
}

int card_producing(const struct effect *list)
{
    const size_t size = (effect_list_length(list) + 1u) * sizeof *list;

    for (int n = 1; n < CARD_COUNT; n++)
        if (cards[n]->produce &&
            effect_list_length(cards[n]->produce) == effect_list_length(list) &&
            memcmp(cards[n]->produce, list, size) == 0)
            return n;
    cr_assert_fail("no card of the deck produces that");
    return 0;
}

bool slow_touches(int tunnel, int city)
{
    return between[tunnel][0] == city + 1 || between[tunnel][1] == city + 1;
}

bool slow_tunnel_joins(int tunnel, int a, int b)
{
    return a != b && slow_touches(tunnel, a) && slow_touches(tunnel, b);
}

static bool has_city(const struct seat *seat, int city)
{
    return seat->city >> city & 1;
}

static bool has_tunnel(const struct seat *seat, int tunnel)
{
    return seat->tunnel >> tunnel & 1;
}

/* From the start through built tunnels, a step at a time. */
bool slow_reached(const struct seat *seat, int city)
{
    bool reached[UWC_CITY_SITES] = {[UWC_START_SITE] = true};

    for (int step = 0; step < UWC_CITY_SITES; step++)
        for (int t = 0; t < UWC_TUNNEL_SITES; t++)
            for (int a = 0; has_tunnel(seat, t) && a < UWC_CITY_SITES; a++)
                for (int b = 0; reached[a] && b < UWC_CITY_SITES; b++)
                    if (slow_tunnel_joins(t, a, b))
                        reached[b] = true;
    return reached[city];
}

bool slow_connected(const struct seat *seat, int city)
{
    return has_city(seat, city) && slow_reached(seat, city);
}

bool slow_city_legal(const struct seat *seat, int city)
{
    if (has_city(seat, city))
        return false;
    for (int t = 0; t < UWC_TUNNEL_SITES; t++)
        for (int other = 0; other < UWC_CITY_SITES; other++)
            if (has_city(seat, other) && slow_tunnel_joins(t, city, other))
                return true;
    return false;
}

enum piece slow_building(const struct seat *seat, int site)
{
    for (int kind = 0; kind < 3; kind++)
        if (seat->building[kind] >> site & 1)
            return (enum piece)(FARM << kind);
    return (enum piece)0;
}

bool slow_building_legal(const struct seat *seat, int site, bool expansion)
{
    const int city = site / UWC_SITES_PER_CITY;
    const int place = site % UWC_SITES_PER_CITY;

    if (slow_building(seat, site))
        return false;
    if (expansion ? place != UWC_EXPANSION
                  : place >= boards[seat->board].sites[city])
        return false;
    return has_city(seat, city) || slow_city_legal(seat, city);
}

bool slow_tunnel_legal(const struct seat *seat, int tunnel)
{
    for (int city = 0; city < UWC_CITY_SITES; city++)
        if (slow_touches(tunnel, city) && slow_reached(seat, city))
            return !has_tunnel(seat, tunnel);
    return false;
}

bool slow_productive(const struct seat *seat, int tunnel)
{
    for (int city = 0; has_tunnel(seat, tunnel) && city < UWC_CITY_SITES;
         city++)
        if (slow_touches(tunnel, city) && slow_connected(seat, city))
            return true;
    return false;
}

bool slow_metropolis(const struct seat *seat, unsigned metropolis)
{
    switch (metropolis) {
    case METROPOLIS_BROWN:
        return has_tunnel(seat, tunnel_between(2, METROPOLIS_SITE)) &&
               has_tunnel(seat, tunnel_between(4, METROPOLIS_SITE));
    case METROPOLIS_RIGHT:
        return has_tunnel(seat, tunnel_between(3, METROPOLIS_SITE));
    }
    return has_tunnel(seat, tunnel_between(7, METROPOLIS_SITE));
}

/* Connected buildings of some pieces. */
static int buildings(const struct seat *seat, unsigned pieces, bool upgraded)
{
    int count = 0;

    for (int site = 0; site < UWC_CITY_SITES * UWC_SITES_PER_CITY; site++)
        count += (slow_building(seat, site) & pieces) &&
                 slow_connected(seat, site / UWC_SITES_PER_CITY) &&
                 (!upgraded || (seat->upgraded >> site & 1));
    return count;
}

static int tunnels(const struct seat *seat, bool upgraded)
{
    int count = 0;

    for (int t = 0; t < UWC_TUNNEL_SITES; t++)
        count += slow_productive(seat, t) &&
                 (!upgraded || (seat->tunnel_upgraded >> t & 1));
    return count;
}

static int cities(const struct seat *seat, bool symbiotic, bool exhaustive)
{
    int count = 0;

    for (int city = 0; city < UWC_CITY_SITES; city++)
        count += slow_connected(seat, city) &&
                 (seat->symbiotic >> city & 1 ? symbiotic : exhaustive);
    return count;
}

static int full_cities(const struct seat *seat)
{
    int count = 0;

    for (int city = 0; city < UWC_CITY_SITES; city++) {
        int kinds = 0;

        for (int place = 0; place < UWC_SITES_PER_CITY; place++)
            kinds |=
                (int)slow_building(seat, city * UWC_SITES_PER_CITY + place);
        count += kinds == BUILDINGS && slow_connected(seat, city);
    }
    return count;
}

static int metropolises(const struct seat *seat)
{
    int count = slow_metropolis(seat, METROPOLIS_BROWN) +
                slow_metropolis(seat, METROPOLIS_RIGHT) +
                slow_metropolis(seat, METROPOLIS_LEFT);

    for (int tile = 0; tile < UWC_BLUE_TILES; tile++)
        count += seat->gained_tiles >> tile & 1;
    return count;
}

static int least(int a, int b)
{
    return a < b ? a : b;
}

static int claims(const struct seat *seat, enum card_type type)
{
    int count = 0;

    for (int i = 0; i < seat->claim_count; i++)
        count += cards[seat->claims[i]]->type == type;
    return count;
}

int slow_count(const struct uwc_state *s, int seat, enum countable what)
{
    const struct seat *me = &s->seat[seat];

    switch (what) {
    case COUNT_FARMS: return buildings(me, FARM, false);
    case COUNT_PLANTS: return buildings(me, PLANT, false);
    case COUNT_LABORATORIES: return buildings(me, LABORATORY, false);
    case COUNT_BUILDINGS: return buildings(me, BUILDINGS, false);
    case COUNT_TUNNELS: return tunnels(me, false);
    case COUNT_UPGRADED_FARMS: return buildings(me, FARM, true);
    case COUNT_UPGRADED_PLANTS: return buildings(me, PLANT, true);
    case COUNT_UPGRADED_LABORATORIES: return buildings(me, LABORATORY, true);
    case COUNT_UPGRADED_TUNNELS: return tunnels(me, true);
    case COUNT_UPGRADED:
        return buildings(me, BUILDINGS, true) + tunnels(me, true);
    case COUNT_CITIES: return cities(me, true, true);
    case COUNT_SYMBIOTIC_CITIES: return cities(me, true, false);
    case COUNT_NONSYMBIOTIC_CITIES: return cities(me, false, true);
    case COUNT_FULL_CITIES: return full_cities(me);
    case COUNT_METROPOLISES: return metropolises(me);
    case COUNT_UPGRADED_SETS:
        return least(
            least(buildings(me, FARM, true), buildings(me, PLANT, true)),
            least(buildings(me, LABORATORY, true), tunnels(me, true)));
    case COUNT_ACTION_CARDS: return claims(me, ACTION);
    case COUNT_PRODUCTION_CARDS: return claims(me, PRODUCTION);
    case COUNT_PERMANENT_CARDS: return claims(me, PERMANENT);
    case COUNT_END_CARDS: return claims(me, END_SCORING);
    case COUNT_SPECIAL_CARDS: return me->specials_paid;
    case COUNT_FEDERATION_STEPS: return 5 - me->space;
    case COUNTABLES: break;
    }
    return -1;
}

static void grow_building(struct seat *seat, struct random *random)
{
    const int site =
        (int)random_below(random, UWC_CITY_SITES * UWC_SITES_PER_CITY);

    if (slow_building_legal(seat, site,
                            site % UWC_SITES_PER_CITY == UWC_EXPANSION))
        seat->building[random_below(random, 3)] |= UINT64_C(1) << site;
    else if (slow_building(seat, site))
        seat->upgraded |= UINT64_C(1) << site;
}

void grow(struct seat *seat, struct random *random)
{
    const int city = (int)random_below(random, UWC_CITY_SITES);
    const int tunnel = (int)random_below(random, UWC_TUNNEL_SITES);

    switch (random_below(random, 8)) {
    case 0:
        if (slow_city_legal(seat, city))
            on_city(seat, city + 1);
        break;
    case 1:
        if (has_city(seat, city))
            on_symbiotic(seat, city + 1);
        break;
    case 2:
    case 3:
        if (slow_tunnel_legal(seat, tunnel))
            seat->tunnel |= (uint16_t)(1u << tunnel);
        else
            seat->tunnel_upgraded |= seat->tunnel & (uint16_t)(1u << tunnel);
        break;
    default: grow_building(seat, random);
    }
}
