/* The sizes of Underwater Cities: rounds, sites, tiles, supplies, and how sites
 * and slots are numbered. */
#ifndef UNDERWATER_CITIES_LIMITS_H
#define UNDERWATER_CITIES_LIMITS_H

enum {
    UWC_ROUNDS = 10,
    UWC_TURNS = 3,       /* of a seat, each round */
    UWC_CLAIMS_MAX = 32, /* 30 turns and the Assistant */
    UWC_FRAMES_MAX = 20,
    UWC_SLOTS = 16, /* 0-4 green, 5-9 red, 10-14 yellow, 15 always */
    UWC_SLOT_ALWAYS = 15,
    UWC_NO_SLOT = 255,
    UWC_NEUTRAL = 0x80, /* in slots[]: a neutral tile (solo) */
    UWC_CITY_SITES = 9, /* row by row from the upper left; 8 is the start */
    UWC_START_SITE = 8,
    UWC_SITES_PER_CITY = 5, /* 0-3 ordinary (the number depends on the board), 4
                               the expansion site */
    UWC_EXPANSION = 4,
    UWC_TUNNEL_SITES = 16,
    UWC_BLUE_TILES = 11,
    UWC_BROWN_TILES = 5,
    UWC_WHITE_DOMES = 17,
    UWC_TUNNEL_SUPPLY = 46,
    UWC_BELOW_TRACK = 5,    /* space of a marker below the track; then 4 to 1 */
    UWC_CONTRACTS = 8,      /* numbered from 1 */
    UWC_CONTRACTS_OPEN = 3, /* drawn for a match */
    UWC_SOLO_CITIES = 7,    /* connected cities and points that win alone */
    UWC_SOLO_POINTS = 100,
};

/* Bounds that no match from a start comes near; a position may.  Gains beyond
 * them are lost, so that what follows from an accepted position is within them,
 * too.  Cards in a hand have a bit each in seat.set_aside and in a discard. */
enum {
    UWC_STOCK_MAX = 1000, /* of one resource */
    UWC_POINTS_MAX = 5000,
    UWC_HAND_MAX = 31,
};

/* Structures by one number, for upgrades: building sites 0-44 (city site * 5 +
 * site), then tunnels. */
enum { UWC_TUNNEL_BASE = 64 };

#endif
