/* The flotillas: six locations on each side. */
#include "rules/seastead/content/content.h"

const char *const origin_words[2] = {"rulebook", "ours"};

const char *const resource_words[RESOURCES] = {"kelp", "metal", "fish",
                                               "artifact"};

const char *const piece_words[PIECES] = {"port", "academy", "shipyard"};

/* clang-format off */
const struct location locations[FLOTILLAS][2][SPOTS] = {
    {
        {{2, 1, 3, PORT}, {2, 0, 7, NO_TAG}, {3, 1, 20, NO_TAG},
         {4, 2, 1, ACADEMY}, {5, 2, 4, NO_TAG}, {6, 3, 9, NO_TAG}},
        {{2, 0, 14, NO_TAG}, {3, 1, 5, ACADEMY}, {4, 1, 17, NO_TAG},
         {5, 2, 20, NO_TAG}, {6, 2, 13, NO_TAG}, {6, 3, 2, PORT}},
    },
    {
        {{2, 0, 8, NO_TAG}, {3, 1, 5, SHIPYARD}, {3, 1, 17, NO_TAG},
         {4, 2, 16, NO_TAG}, {5, 2, 2, PORT}, {6, 3, 11, NO_TAG}},
        {{2, 1, 12, NO_TAG}, {3, 0, 15, PORT}, {4, 1, 16, NO_TAG},
         {4, 2, 21, SHIPYARD}, {5, 2, 8, NO_TAG}, {6, 3, 3, NO_TAG}},
    },
    {
        {{2, 1, 12, ACADEMY}, {3, 0, 6, NO_TAG}, {4, 1, 21, NO_TAG},
         {4, 2, 10, NO_TAG}, {5, 2, 18, SHIPYARD}, {6, 3, 13, NO_TAG}},
        {{2, 1, 1, NO_TAG}, {3, 1, 4, SHIPYARD}, {3, 0, 14, NO_TAG},
         {4, 2, 18, NO_TAG}, {5, 2, 11, ACADEMY}, {6, 3, 10, NO_TAG}},
    },
    {
        {{2, 1, 7, SHIPYARD}, {3, 0, 2, NO_TAG}, {4, 1, 22, NO_TAG},
         {5, 2, 19, ACADEMY}, {5, 2, 6, NO_TAG}, {6, 3, 11, NO_TAG}},
        {{2, 1, 6, NO_TAG}, {3, 0, 9, ACADEMY}, {4, 1, 15, NO_TAG},
         {5, 2, 22, PORT}, {5, 2, 19, NO_TAG}, {6, 3, 7, NO_TAG}},
    },
};
/* clang-format on */
