/* Where the sites of a player board are drawn, in thousandths of its width and
 * height.  The plan is the same for all boards: nine islands in three rows,
 * with lanes for the tunnels between them and room for the metropolises at
 * three corners.  Drawn 390 pixels wide and 470 high, any two places are at
 * least 24 pixels apart. */
#ifndef UNDERWATER_CITIES_PLACES_H
#define UNDERWATER_CITIES_PLACES_H

#include "rules/underwater_cities/content/boards.h"

struct place {
    int16_t x, y;
};

enum {
    PLACE_METROPOLISES = 3, /* in the order of their bits */
    PLACE_WAY_MAX = 3,      /* points of a way */
};

/* The line of a tunnel, and the middle of its last stretch. */
struct way {
    int count;
    struct place at[PLACE_WAY_MAX];
    struct place middle;
};

extern const struct place metropolis_places[PLACE_METROPOLISES];

/* Of a city site, where its city is drawn. */
struct place city_place(int city);
/* Of a building site that the board has, by its number (boards.h). */
struct place building_place(const struct board *board, int site);
struct way tunnel_way(int tunnel);

#endif
