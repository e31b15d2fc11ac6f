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
/* clang-format on */

const char *brown_tile_text(int tile)
{
    static const char *const texts[UWC_BROWN_TILES + 1] = {
        "",
        "At the end, 2 points for each special card you played and paid for.",
        "At the end, 4 points for 5 connected cities, 8 for 6, "
        "12 for 7 or more.",
        "At the end, 5 points for 8 tunnels next to a city, 7 for 9, "
        "9 for 10 or more.",
        "At the end, 3 points for each connected metropolis, this one and "
        "tiles gained in play included.",
        "At the end, 4 points for each set of an upgraded tunnel next to a "
        "city and a connected upgraded farm, desalination plant and "
        "laboratory.",
    };

    return texts[tile];
}
