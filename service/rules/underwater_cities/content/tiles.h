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

/* Brown: points at the end of the game for what it counts.  Index 1-5. */
enum { BROWN_STEPS = 3 };
struct brown_tile {
    enum countable what;
    uint8_t each; /* points for each one; 0: by steps */
    /* Steps: points for at least this many; only the last step reached
     * counts. */
    struct brown_step {
        uint8_t least, points;
    } step[BROWN_STEPS];
};
extern const struct brown_tile brown_tiles[UWC_BROWN_TILES + 1];

#endif
