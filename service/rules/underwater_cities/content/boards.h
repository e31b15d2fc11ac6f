/* The player boards as data: their sites, bonuses and special sites.
 *
 * City sites 0-8 row by row from the upper left, 8 the start.  Tunnel sites:
 *   0  1-2   1  2-3   2  3-6   3  6-9   4  8-9   5  7-8   6  4-7   7  1-4
 *   8  1-5   9  3-5  10  5-7  11  5-9   (city sites counted from 1)
 *  12  2-brown  13  4-brown  14  3-blue at the upper right
 *  15  7-blue at the lower left
 * In notation everything counts from 1. */
#ifndef UNDERWATER_CITIES_BOARDS_H
#define UNDERWATER_CITIES_BOARDS_H

#include "rules/underwater_cities/content/limits.h"

#include <stdint.h>

/* Metropolises of a seat's board, as bits. */
enum { METROPOLIS_BROWN = 1, METROPOLIS_RIGHT = 2, METROPOLIS_LEFT = 4 };

/* A bonus for building on a site, given at once (ruling 58). */
enum bonus {
    BONUS_NONE,
    BONUS_CREDIT,
    BONUS_KELP,
    BONUS_STEELPLAST,
    BONUS_SCIENCE,
    BONUS_BIOMATTER,
    BONUS_FEDERATION, /* advance 1 and 1 card */
    BONUS_POINTS,     /* special kind 5: 6 points */
};

/* Special kinds of site (section 6 of the rules notes). */
enum special_site {
    SITE_PLAIN,
    SITE_RICH_CITY,  /* 1: symbiotic city makes 6 points a Production */
    SITE_TRIPLE,     /* 2: tunnel produces three times */
    SITE_PAIR,       /* 3: one of a pair of tunnels */
    SITE_METROPOLIS, /* 4: the metropolis it connects makes 2 points more */
    SITE_POINTS,     /* 5: 6 points at once */
    SITE_DOUBLE,     /* 6: building produces twice */
};

/* One side of a player board. */
struct board {
    uint8_t number;                /* 1-8 as printed */
    uint8_t sites[UWC_CITY_SITES]; /* ordinary building sites of each city */
    uint8_t city_bonus[UWC_CITY_SITES];
    uint8_t building_bonus[UWC_CITY_SITES * UWC_SITES_PER_CITY];
    uint8_t tunnel_bonus[UWC_TUNNEL_SITES];
    uint8_t city_special[UWC_CITY_SITES];
    uint8_t tunnel_special[UWC_TUNNEL_SITES];
    uint8_t building_special[UWC_CITY_SITES * UWC_SITES_PER_CITY];
    uint64_t ordinary; /* mask of the ordinary building sites there are,
                          made from `sites` */
    /* the special sites again, as masks */
    uint64_t doubled;
    uint16_t rich, tripled, pair, metropolis;
};

enum { BOARDS = 8 };
extern const struct board boards[BOARDS];

/* The two city sites of a tunnel (0-8), the second UWC_CITY_SITES for a
 * tunnel to a metropolis. */
extern const uint8_t tunnel_ends[UWC_TUNNEL_SITES][2];

/* Tunnel sites that touch a city site. */
extern const uint16_t tunnels_at_site[UWC_CITY_SITES];

/* Building sites of a city site, expansion site included. */
#define BUILDINGS_AT(city)                                                     \
    (((UINT64_C(1) << UWC_SITES_PER_CITY) - 1) << (city)*UWC_SITES_PER_CITY)

/* All expansion sites. */
extern const uint64_t expansion_sites;

#endif
