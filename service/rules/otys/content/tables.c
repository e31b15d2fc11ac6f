/* Words, levels, store and tracks. */
#include "rules/otys/content/content.h"

const char *const origin_words[2] = {"rulebook", "ours"};

const char *const colour_words[COLOURS] = {
    [METAL] = "metal", [PLANT] = "plant", [FUEL] = "fuel", [TECH] = "tech"};

const char *const diver_words[DIVERS] = {
    [METAL] = "metal",       [PLANT] = "plant",
    [FUEL] = "fuel",         [TECH] = "tech",
    [EXPLORER] = "explorer", [TRADER] = "trader",
    [ENGINEER] = "engineer", [SPY] = "spy"};

const char *const technician_words[TECHNICIANS] = {
    [MECHANIC] = "mechanic", [HACKER] = "hacker"};

const uint8_t level_spaces[LEVELS] = {3, 4, 4, 5, 6};

const struct store_row store_rows[STORE_ROWS] = {{3, 1}, {2, 0}, {1, 0}};

const uint8_t mechanic_values[IMPROVEMENTS + 1] = {1, 2, 3, 4};
const uint8_t hacker_values[IMPROVEMENTS + 1] = {6, 5, 4, 3};
