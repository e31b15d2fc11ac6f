/* The eleven blue and five brown metropolis tiles (rules p. 20; section 5 of
 * the rules notes; rulings 14, 80). */
#include "rules/underwater_cities/content/tiles.h"

#define BLUE(...)       .instant = EFFECTS(__VA_ARGS__)
#define PRODUCES(count) .produce = EFFECTS(GAIN(POINT, count))

/* clang-format off */
const struct blue_tile blue_tiles[UWC_BLUE_TILES + 1] = {
    [1]  = {BLUE(GAIN(POINT, 2), GAIN(STEELPLAST, 3))},
    [2]  = {BLUE(GAIN(CREDIT, 4), GAIN(POINT, 1))},
    [3]  = {BLUE(ADVANCE(3), GAIN(CREDIT, 1))},
    [4]  = {BLUE(GAIN(KELP, 1)), PRODUCES(2)},
    [5]  = {BLUE(ADVANCE(1), GAIN(KELP, 3), GAIN(CARD, 1))},
    [6]  = {BLUE(GAIN(BIOMATTER, 2))},
    [7]  = {BLUE(GAIN(STEELPLAST, 1), GAIN(SCIENCE, 1)), PRODUCES(1)},
    [8]  = {BLUE(GAIN(STEELPLAST, 1), GAIN(CREDIT, 1), GAIN(CARD, 2)),
            PRODUCES(1)},
    [9]  = {BLUE(ADVANCE(1)), PRODUCES(2)},
    [10] = {BLUE(ADVANCE(1), GAIN(CREDIT, 2), GAIN(KELP, 1),
                 GAIN(STEELPLAST, 1), GAIN(CARD, 1))},
    [11] = {BLUE(GAIN(STEELPLAST, 1), GAIN(CARD, 1)), PRODUCES(2)},
};

const struct brown_tile brown_tiles[UWC_BROWN_TILES + 1] = {
    [1]  = {.what = COUNT_SPECIAL_CARDS, .each = 2},
    [2]  = {.what = COUNT_CITIES,  .step = {{5, 4}, {6, 8}, {7, 12}}},
    [3]  = {.what = COUNT_TUNNELS, .step = {{8, 5}, {9, 7}, {10, 9}}},
    [4]  = {.what = COUNT_METROPOLISES, .each = 3},
    [5]  = {.what = COUNT_UPGRADED_SETS, .each = 4},
};
/* clang-format on */
