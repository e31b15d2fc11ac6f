/* The reward tokens: every pair of colours twice, and half of each back. */
#include "rules/otys/content/content.h"

const char *const front_words[FRONTS] = {
    [FRONT_CUBE] = "resource", [FRONT_BATTERY] = "battery",
    [FRONT_DRAW] = "contract", [FRONT_UPGRADE] = "upgrade",
    [FRONT_POINT] = "point",
};

const char *const back_words[BACKS] = {
    [BACK_CREDITS] = "credits",
    [BACK_POINT] = "point",
};

#define CUBE(a, b, back)                                                       \
    {                                                                          \
        FRONT_CUBE, back, 1 << (a) | 1 << (b)                                  \
    }

const struct token tokens[TOKENS + 1] = {
    [1] = CUBE(METAL, PLANT, BACK_CREDITS),
    [2] = CUBE(METAL, PLANT, BACK_POINT),
    [3] = CUBE(METAL, FUEL, BACK_CREDITS),
    [4] = CUBE(METAL, FUEL, BACK_POINT),
    [5] = CUBE(METAL, TECH, BACK_CREDITS),
    [6] = CUBE(METAL, TECH, BACK_POINT),
    [7] = CUBE(PLANT, FUEL, BACK_CREDITS),
    [8] = CUBE(PLANT, FUEL, BACK_POINT),
    [9] = CUBE(PLANT, TECH, BACK_CREDITS),
    [10] = CUBE(PLANT, TECH, BACK_POINT),
    [11] = CUBE(FUEL, TECH, BACK_CREDITS),
    [12] = CUBE(FUEL, TECH, BACK_POINT),
    [13] = {FRONT_BATTERY, BACK_CREDITS, 0},
    [14] = {FRONT_BATTERY, BACK_CREDITS, 0},
    [15] = {FRONT_BATTERY, BACK_CREDITS, 0},
    [16] = {FRONT_BATTERY, BACK_POINT, 0},
    [17] = {FRONT_BATTERY, BACK_POINT, 0},
    [18] = {FRONT_BATTERY, BACK_POINT, 0},
    [19] = {FRONT_DRAW, BACK_CREDITS, 0},
    [20] = {FRONT_DRAW, BACK_CREDITS, 0},
    [21] = {FRONT_DRAW, BACK_POINT, 0},
    [22] = {FRONT_DRAW, BACK_POINT, 0},
    [23] = {FRONT_DRAW, BACK_POINT, 0},
    [24] = {FRONT_UPGRADE, BACK_CREDITS, 0},
    [25] = {FRONT_UPGRADE, BACK_CREDITS, 0},
    [26] = {FRONT_UPGRADE, BACK_POINT, 0},
    [27] = {FRONT_UPGRADE, BACK_POINT, 0},
    [28] = {FRONT_POINT, BACK_CREDITS, 0},
    [29] = {FRONT_POINT, BACK_CREDITS, 0},
    [30] = {FRONT_POINT, BACK_CREDITS, 0},
    [31] = {FRONT_POINT, BACK_POINT, 0},
    [32] = {FRONT_POINT, BACK_POINT, 0},
};
