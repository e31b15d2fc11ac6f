/* The metropolis tiles (rules p. 20; section 5 of the rules notes). */
#ifndef UNDERWATER_CITIES_TILES_H
#define UNDERWATER_CITIES_TILES_H

#include "rules/underwater_cities/content/effects.h"
#include "rules/underwater_cities/content/limits.h"

/* Blue: at once on connecting, and in each Production while connected (NULL:
 * nothing).  Lists of GAIN and ADVANCE only.  Index 1-11. */
struct blue_tile {
    const struct effect *instant;
    const struct effect *produce;
};
extern const struct blue_tile blue_tiles[UWC_BLUE_TILES + 1];

#endif
