/* The eight player boards: a design of our own in the shape of the printed
 * ones (section 6 of the rules notes).
 *
 * Basic boards (1-4): three ordinary building sites and an expansion site per
 * city; nine bonus sites each: two cities, four buildings (one of them at the
 * start, the others ever farther away), three tunnels (near, halfway, far).
 * Each holds all five resources and the Federation bonus; the mixes differ and
 * weigh the same.
 *
 * Advanced boards (5-8): 27 ordinary building sites spread unevenly, seven
 * bonus sites with the same mix, and four of the six special kinds; boards n
 * and n + 4 are the two sides of one. */
#include "rules/underwater_cities/content/boards.h"

const uint8_t tunnel_ends[UWC_TUNNEL_SITES][2] = {
    {0, 1},
    {1, 2},
    {2, 5},
    {5, 8},
    {7, 8},
    {6, 7},
    {3, 6},
    {0, 3},
    {0, 4},
    {2, 4},
    {4, 6},
    {4, 8},
    {1, UWC_CITY_SITES},
    {3, UWC_CITY_SITES},
    {2, UWC_CITY_SITES},
    {6, UWC_CITY_SITES},
};

#define BIT(n) (1u << (n))

const uint16_t tunnels_at_site[UWC_CITY_SITES] = {
    [0] = BIT(0) | BIT(7) | BIT(8),
    [1] = BIT(0) | BIT(1) | BIT(12),
    [2] = BIT(1) | BIT(2) | BIT(9) | BIT(14),
    [3] = BIT(6) | BIT(7) | BIT(13),
    [4] = BIT(8) | BIT(9) | BIT(10) | BIT(11),
    [5] = BIT(2) | BIT(3),
    [6] = BIT(5) | BIT(6) | BIT(10) | BIT(15),
    [7] = BIT(4) | BIT(5),
    [8] = BIT(3) | BIT(4) | BIT(11),
};

/* A building site by its city (1-9, as printed) and its place there (0-3). */
#define AT(city, place)   (((city)-1) * UWC_SITES_PER_CITY + (place))
#define SITE(city, place) (UINT64_C(1) << AT(city, place))
/* A city site by its printed number. */
#define NO(city) ((city)-1)

#define EXPANSION(city) SITE(city, UWC_EXPANSION)

const uint64_t expansion_sites = EXPANSION(1) | EXPANSION(2) | EXPANSION(3) |
                                 EXPANSION(4) | EXPANSION(5) | EXPANSION(6) |
                                 EXPANSION(7) | EXPANSION(8) | EXPANSION(9);

/* Members `sites` and `ordinary` from the counts, city by city. */
#define COUNT(city, n) (((UINT64_C(1) << (n)) - 1) << AT(city, 0))
#define SITES(a, b, c, d, e, f, g, h, i)                                       \
    .sites = {a, b, c, d, e, f, g, h, i},                                      \
    .ordinary = COUNT(1, a) | COUNT(2, b) | COUNT(3, c) | COUNT(4, d) |        \
                COUNT(5, e) | COUNT(6, f) | COUNT(7, g) | COUNT(8, h) |        \
                COUNT(9, i)

/* Members of one special kind of site, table and mask together. */
#define RICH_CITY(city)                                                        \
    .city_special = {[NO(city)] = SITE_RICH_CITY}, .rich = BIT(NO(city))
#define POINTS_CITY(city) .city_special = {[NO(city)] = SITE_POINTS}
#define DOUBLED(city1, place1, city2, place2)                                  \
    .building_special = {[AT(city1, place1)] = SITE_DOUBLE,                    \
                         [AT(city2, place2)] = SITE_DOUBLE},                   \
    .doubled = SITE(city1, place1) | SITE(city2, place2)
#define TRIPLED_AND_PAIR(tunnel, one, two)                                     \
    .tunnel_special =                                                          \
        {[tunnel] = SITE_TRIPLE, [one] = SITE_PAIR, [two] = SITE_PAIR},        \
    .tripled = BIT(tunnel), .pair = BIT(one) | BIT(two)
#define TRIPLED_AND_METROPOLIS(tunnel, to)                                     \
    .tunnel_special = {[tunnel] = SITE_TRIPLE, [to] = SITE_METROPOLIS},        \
    .tripled = BIT(tunnel), .metropolis = BIT(to)
#define METROPOLIS_AND_PAIR(to, one, two)                                      \
    .tunnel_special =                                                          \
        {[to] = SITE_METROPOLIS, [one] = SITE_PAIR, [two] = SITE_PAIR},        \
    .metropolis = BIT(to), .pair = BIT(one) | BIT(two)

#define BASIC SITES(3, 3, 3, 3, 3, 3, 3, 3, 3)

/* clang-format off */
const struct board boards[BOARDS] = {
    {.number = 1, BASIC,
     .city_bonus = {[NO(8)] = BONUS_STEELPLAST, [NO(3)] = BONUS_BIOMATTER},
     .building_bonus = {[AT(9, 0)] = BONUS_SCIENCE,
                        [AT(5, 1)] = BONUS_FEDERATION,
                        [AT(7, 2)] = BONUS_KELP,
                        [AT(2, 0)] = BONUS_STEELPLAST},
     .tunnel_bonus = {[3] = BONUS_KELP, [10] = BONUS_CREDIT,
                      [0] = BONUS_FEDERATION}},
    {.number = 2, BASIC,
     .city_bonus = {[NO(6)] = BONUS_FEDERATION, [NO(7)] = BONUS_STEELPLAST},
     .building_bonus = {[AT(9, 1)] = BONUS_KELP,
                        [AT(8, 0)] = BONUS_CREDIT,
                        [AT(1, 1)] = BONUS_SCIENCE,
                        [AT(4, 2)] = BONUS_BIOMATTER},
     .tunnel_bonus = {[11] = BONUS_CREDIT, [2] = BONUS_SCIENCE,
                      [7] = BONUS_FEDERATION}},
    {.number = 3, BASIC,
     .city_bonus = {[NO(5)] = BONUS_KELP, [NO(1)] = BONUS_SCIENCE},
     .building_bonus = {[AT(9, 2)] = BONUS_CREDIT,
                        [AT(6, 0)] = BONUS_BIOMATTER,
                        [AT(3, 1)] = BONUS_STEELPLAST,
                        [AT(2, 2)] = BONUS_FEDERATION},
     .tunnel_bonus = {[4] = BONUS_STEELPLAST, [8] = BONUS_CREDIT,
                      [13] = BONUS_BIOMATTER}},
    {.number = 4, BASIC,
     .city_bonus = {[NO(8)] = BONUS_SCIENCE, [NO(4)] = BONUS_FEDERATION},
     .building_bonus = {[AT(9, 0)] = BONUS_KELP,
                        [AT(5, 2)] = BONUS_STEELPLAST,
                        [AT(1, 0)] = BONUS_SCIENCE,
                        [AT(2, 1)] = BONUS_BIOMATTER},
     .tunnel_bonus = {[4] = BONUS_CREDIT, [5] = BONUS_KELP,
                      [1] = BONUS_BIOMATTER}},
    {.number = 5, SITES(4, 2, 3, 3, 4, 2, 2, 4, 3),
     RICH_CITY(1), TRIPLED_AND_PAIR(8, 2, 5), DOUBLED(5, 3, 8, 3),
     .city_bonus = {[NO(8)] = BONUS_SCIENCE},
     .building_bonus = {[AT(9, 0)] = BONUS_CREDIT,
                        [AT(6, 1)] = BONUS_BIOMATTER,
                        [AT(3, 2)] = BONUS_FEDERATION},
     .tunnel_bonus = {[3] = BONUS_KELP, [10] = BONUS_FEDERATION,
                      [12] = BONUS_STEELPLAST}},
    {.number = 6, SITES(3, 4, 2, 2, 3, 4, 4, 2, 3),
     POINTS_CITY(2), TRIPLED_AND_METROPOLIS(6, 12), DOUBLED(6, 3, 7, 3),
     .city_bonus = {[NO(6)] = BONUS_KELP},
     .building_bonus = {[AT(9, 1)] = BONUS_SCIENCE,
                        [AT(8, 0)] = BONUS_FEDERATION,
                        [AT(1, 2)] = BONUS_STEELPLAST},
     .tunnel_bonus = {[4] = BONUS_CREDIT, [9] = BONUS_FEDERATION,
                      [13] = BONUS_BIOMATTER}},
    {.number = 7, SITES(2, 4, 3, 4, 3, 2, 3, 3, 3),
     RICH_CITY(5), METROPOLIS_AND_PAIR(15, 0, 7), DOUBLED(4, 3, 2, 3),
     .city_bonus = {[NO(3)] = BONUS_BIOMATTER},
     .building_bonus = {[AT(9, 2)] = BONUS_KELP,
                        [AT(8, 1)] = BONUS_CREDIT,
                        [AT(1, 1)] = BONUS_FEDERATION},
     .tunnel_bonus = {[11] = BONUS_STEELPLAST, [1] = BONUS_FEDERATION,
                      [6] = BONUS_SCIENCE}},
    {.number = 8, SITES(3, 2, 4, 3, 4, 3, 3, 2, 3),
     POINTS_CITY(7), TRIPLED_AND_PAIR(9, 8, 11), DOUBLED(3, 3, 5, 3),
     .city_bonus = {[NO(5)] = BONUS_STEELPLAST},
     .building_bonus = {[AT(9, 0)] = BONUS_KELP,
                        [AT(8, 1)] = BONUS_FEDERATION,
                        [AT(2, 0)] = BONUS_BIOMATTER},
     .tunnel_bonus = {[3] = BONUS_SCIENCE, [5] = BONUS_CREDIT,
                      [7] = BONUS_FEDERATION}},
};
/* clang-format on */
