/* Networks on player boards (rules pp. 10-11, 18; rulings 10-12, 14, 55, 56,
 * 81): where a seat may build, what is connected, and counts of everything.
 *
 * All of this works on masks: tables map a set of sites to the set of its
 * neighbours. */
#include "rules/underwater_cities/engine/board.h"

#include "rules/underwater_cities/engine/network.h"

/* A table over all subsets of up to eight things: entry n joins what belongs
 * to the bits of n. */
#define JOIN1(a, b0)         (a), (a) | (b0)
#define JOIN2(a, b0, b1)     JOIN1(a, b0), JOIN1((a) | (b1), b0)
#define JOIN3(a, b0, b1, b2) JOIN2(a, b0, b1), JOIN2((a) | (b2), b0, b1)
#define JOIN4(a, b0, b1, b2, b3)                                               \
    JOIN3(a, b0, b1, b2), JOIN3((a) | (b3), b0, b1, b2)
#define JOIN5(a, b0, b1, b2, b3, b4)                                           \
    JOIN4(a, b0, b1, b2, b3), JOIN4((a) | (b4), b0, b1, b2, b3)
#define JOIN6(a, b0, b1, b2, b3, b4, b5)                                       \
    JOIN5(a, b0, b1, b2, b3, b4), JOIN5((a) | (b5), b0, b1, b2, b3, b4)
#define JOIN7(a, b0, b1, b2, b3, b4, b5, b6)                                   \
    JOIN6(a, b0, b1, b2, b3, b4, b5), JOIN6((a) | (b6), b0, b1, b2, b3, b4, b5)
#define JOIN8(a, b0, b1, b2, b3, b4, b5, b6, b7)                               \
    JOIN7(a, b0, b1, b2, b3, b4, b5, b6),                                      \
        JOIN7((a) | (b7), b0, b1, b2, b3, b4, b5, b6)

/* One or two of city sites 1-9, or of tunnel sites 0-15. */
#define C(one)           (1u << ((one)-1))
#define CC(one, two)     (C(one) | C(two))
#define T(one)           (1u << (one))
#define TT(one, two)     (T(one) | T(two))
#define TTT(a, b, c)     (TT(a, b) | T(c))
#define TTTT(a, b, c, d) (TT(a, b) | TT(c, d))

/* The city sites that tunnels end at: by tunnels 0-7, and by 8-15. */
static const uint16_t ends[2][256] = {
    {JOIN8(0, CC(1, 2), CC(2, 3), CC(3, 6), CC(6, 9), CC(8, 9), CC(7, 8),
           CC(4, 7), CC(1, 4))},
    {JOIN8(0, CC(1, 5), CC(3, 5), CC(5, 7), CC(5, 9), C(2), C(4), C(3), C(7))},
};

/* The tunnel sites next to city sites: by city sites 1-8, then with 9. */
#define BESIDE(more)                                                           \
    JOIN8(more, TTT(0, 7, 8), TTT(0, 1, 12), TTTT(1, 2, 9, 14), TTT(6, 7, 13), \
          TTTT(8, 9, 10, 11), TT(2, 3), TTTT(5, 6, 10, 15), TT(4, 5))
static const uint16_t beside[512] = {BESIDE(0), BESIDE(TTT(3, 4, 11))};

/* The city sites one tunnel site away: by city sites 1-8, then with 9. */
#define NEAR(more)                                                             \
    JOIN8(more, CC(2, 4) | C(5), CC(1, 3), CC(2, 6) | C(5), CC(1, 7),          \
          CC(1, 3) | CC(7, 9), CC(3, 9), CC(4, 8) | C(5), CC(7, 9))
static const uint16_t near[512] = {NEAR(0), NEAR(CC(6, 8) | C(5))};

/* The building sites of city sites 1-5; 6-9 come 25 bits later. */
static const uint64_t spread[32] = {JOIN5(UINT64_C(0), BUILDINGS_AT(0),
                                          BUILDINGS_AT(1), BUILDINGS_AT(2),
                                          BUILDINGS_AT(3), BUILDINGS_AT(4))};

enum { METROPOLIS_SHIFT = 12 }; /* the first tunnel site to a metropolis */

/* Metropolises by the built tunnels 12-15: brown needs both of its two. */
#define B METROPOLIS_BROWN
#define R METROPOLIS_RIGHT
#define L METROPOLIS_LEFT
static const uint8_t metropolises[16] = {
    0, 0, 0, B, R, R, R, B | R, L, L, L, B | L, R | L, R | L, R | L, B | R | L};
#undef B
#undef R
#undef L

/* All building sites of a set of city sites. */
static uint64_t building_sites_of(unsigned city_sites)
{
    return spread[city_sites & 31] | spread[city_sites >> 5] << 25;
}

/* City sites that the built tunnels reach, the start included.  Every tunnel is
 * connected to the start (ruling 12), so any tunnel next to a site suffices. */
static unsigned sites_reached(const struct seat *seat)
{
    return 1u << UWC_START_SITE | ends[0][seat->tunnel & 255] |
           ends[1][seat->tunnel >> 8];
}

uint16_t board_city_sites(const struct seat *seat)
{
    return (uint16_t)(near[seat->city] & ~(unsigned)seat->city);
}

uint64_t board_building_sites(const struct seat *seat, bool expansion)
{
    uint64_t open = building_sites_of(seat->city | near[seat->city]);

    open &= expansion ? expansion_sites : boards[seat->board].ordinary;
    return open & ~(seat->building[0] | seat->building[1] | seat->building[2]);
}

uint16_t board_tunnel_sites(const struct seat *seat)
{
    return (uint16_t)(beside[sites_reached(seat)] & ~(unsigned)seat->tunnel);
}

uint16_t board_connected(const struct seat *seat)
{
    return (uint16_t)(seat->city & sites_reached(seat));
}

uint64_t board_connected_sites(const struct seat *seat)
{
    return building_sites_of(board_connected(seat));
}

uint16_t board_productive_tunnels(const struct seat *seat)
{
    return seat->tunnel & beside[seat->city];
}

unsigned board_metropolises(const struct seat *seat)
{
    return metropolises[seat->tunnel >> METROPOLIS_SHIFT];
}

unsigned tunnel_metropolis(int tunnel)
{
    static const uint8_t touched[] = {METROPOLIS_BROWN, METROPOLIS_BROWN,
                                      METROPOLIS_RIGHT, METROPOLIS_LEFT};

    return tunnel < METROPOLIS_SHIFT ? 0 : touched[tunnel - METROPOLIS_SHIFT];
}

enum bonus board_bonus(const struct seat *seat, enum piece piece, int site)
{
    const struct board *board = &boards[seat->board];

    if (piece == TUNNEL)
        return (enum bonus)board->tunnel_bonus[site];
    if (piece & BUILDINGS)
        return (enum bonus)board->building_bonus[site];
    if (board->city_special[site] == SITE_POINTS)
        return BONUS_POINTS;
    return (enum bonus)board->city_bonus[site];
}

uint16_t board_surcharge(const struct seat *seat, enum piece piece, int site)
{
    static const uint16_t surcharge[] = {
        [SITE_PLAIN] = 0,
        [SITE_RICH_CITY] = PRICE(3, 0, 3, 0, 0),
        [SITE_TRIPLE] = PRICE(1, 0, 0, 0, 0),
        [SITE_PAIR] = 0,
        [SITE_METROPOLIS] = PRICE(1, 0, 1, 0, 0),
        [SITE_POINTS] = PRICE(2, 0, 0, 2, 0),
        [SITE_DOUBLE] = PRICE(1, 0, 0, 0, 0),
    };
    const struct board *board = &boards[seat->board];

    return surcharge[piece == TUNNEL     ? board->tunnel_special[site]
                     : piece & BUILDINGS ? board->building_special[site]
                                         : board->city_special[site]];
}

uint16_t piece_price(enum piece piece)
{
    static const uint16_t price[] = {
        [FARM] = PRICE(0, 1, 0, 0, 0),       [PLANT] = PRICE(1, 0, 0, 0, 0),
        [LABORATORY] = PRICE(0, 0, 1, 0, 0), [TUNNEL] = PRICE(1, 0, 1, 0, 0),
        [CITY] = PRICE(1, 1, 2, 0, 0),       [SYMBIOTIC] = PRICE(2, 1, 1, 0, 1),
    };

    return price[piece];
}

static int count64(uint64_t mask)
{
    return __builtin_popcountll(mask);
}

static int count_claims(const struct seat *seat, enum card_type type)
{
    int count = 0;

    for (int i = 0; i < seat->claim_count; i++)
        count += cards[seat->claims[i]]->type == type;
    return count;
}

static int count_upgraded_tunnels(const struct seat *seat)
{
    return count64(board_productive_tunnels(seat) & seat->tunnel_upgraded);
}

/* Upgraded buildings of the network, of one kind. */
static int count_upgraded(const struct seat *seat, int kind)
{
    return count64(seat->building[kind] & seat->upgraded &
                   board_connected_sites(seat));
}

static int count_sets(const struct seat *seat)
{
    int sets = count_upgraded_tunnels(seat);

    for (int kind = 0; kind < 3; kind++) {
        int n = count_upgraded(seat, kind);

        sets = n < sets ? n : sets;
    }
    return sets;
}

static int count_full_cities(const struct seat *seat)
{
    return count64(cities_with_one(seat->building[0]) &
                   cities_with_one(seat->building[1]) &
                   cities_with_one(seat->building[2]) &
                   board_connected_sites(seat));
}

int board_count(const struct uwc_state *s, int seat, enum countable what)
{
    const struct seat *me = &s->seat[seat];
    const unsigned symbiotic = me->symbiotic;

    switch (what) {
    case COUNT_FARMS:
    case COUNT_PLANTS:
    case COUNT_LABORATORIES:
        return count64(me->building[what - COUNT_FARMS] &
                       board_connected_sites(me));
    case COUNT_BUILDINGS:
        return count64((me->building[0] | me->building[1] | me->building[2]) &
                       board_connected_sites(me));
    case COUNT_TUNNELS: return count64(board_productive_tunnels(me));
    case COUNT_UPGRADED_FARMS:
    case COUNT_UPGRADED_PLANTS:
    case COUNT_UPGRADED_LABORATORIES:
        return count_upgraded(me, (int)(what - COUNT_UPGRADED_FARMS));
    case COUNT_UPGRADED_TUNNELS: return count_upgraded_tunnels(me);
    case COUNT_UPGRADED:
        return count64(me->upgraded & board_connected_sites(me)) +
               count_upgraded_tunnels(me);
    case COUNT_CITIES: return count64(board_connected(me));
    case COUNT_SYMBIOTIC_CITIES:
        return count64(board_connected(me) & symbiotic);
    case COUNT_NONSYMBIOTIC_CITIES:
        return count64(board_connected(me) & ~symbiotic);
    case COUNT_FULL_CITIES: return count_full_cities(me);
    case COUNT_METROPOLISES:
        return count64(board_metropolises(me)) + count64(me->gained_tiles);
    case COUNT_UPGRADED_SETS: return count_sets(me);
    case COUNT_ACTION_CARDS: return count_claims(me, ACTION);
    case COUNT_PRODUCTION_CARDS: return count_claims(me, PRODUCTION);
    case COUNT_PERMANENT_CARDS: return count_claims(me, PERMANENT);
    case COUNT_END_CARDS: return count_claims(me, END_SCORING);
    case COUNT_SPECIAL_CARDS: return me->specials_paid;
    case COUNT_FEDERATION_STEPS: return UWC_BELOW_TRACK - me->space;
    case COUNTABLES: break;
    }
    return 0;
}

int supply_left(const struct uwc_state *s, enum piece piece)
{
    enum { UNLIMITED = 255 };
    int used = 0;

    if (piece & BUILDINGS)
        return UNLIMITED;
    for (int i = 0; i < s->seats; i++) {
        const struct seat *seat = &s->seat[i];
        const unsigned mask = piece == TUNNEL ? seat->tunnel
                              : piece == SYMBIOTIC
                                  ? seat->symbiotic
                                  : seat->city & ~(unsigned)seat->symbiotic;

        used += count64(mask);
    }
    if (piece == TUNNEL)
        return UWC_TUNNEL_SUPPLY - used;
    return (piece == SYMBIOTIC ? uwc_symbiotic_domes(s) : UWC_WHITE_DOMES) -
           used;
}
