/* The flotillas: six locations on each side, and what their effects say. */
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

const char *const effect_texts[EFFECTS + 1] = {
    [1] = "You may take 1 cleanup token.",
    [2] = "You may take up to 2 cleanup tokens.",
    [3] = "You may pay 1 resource for 1 cleanup token.",
    [4] = "Up to twice, you may pay 1 resource for 1 cleanup token.",
    [5] = "Up to twice, you may pay 1 resource and take 1 of any type.",
    [6] = "You may pay 1 resource and take up to 2 of any type.",
    [7] = "You may take 1 resource of a type that is not demanded here.",
    [8] = "You may take up to 2 resources of types that are not demanded here.",
    [9] = "You may take up to 3 resources of types that are not demanded here.",
    [10] = "Both players return resources until each has at most 4.",
    [11] = "You may use the effect of another location with one of your "
           "buildings.",
    [12] = "You may take the resources of your half of the face-up dive card.",
    [13] = "You may take the resources of both halves of the face-up dive "
           "card.",
    [14] = "Draw 2 decrees, put 1 in force and 1 under the deck; then you may "
           "take up to 2 cleanup tokens.",
    [15] = "Draw 2 decrees, put 1 in force and 1 under the deck; then you may "
           "pay 1 resource and take up to 3 of any type.",
    [16] = "You may turn one of your specialists face down and take up to 2 "
           "resources of any type.",
    [17] = "For each port here you may take 1 resource of a type that is not "
           "demanded here.",
    [18] = "For each academy here you may take 1 resource of a type that is "
           "not demanded here.",
    [19] = "For each shipyard here you may take 1 resource of a type that is "
           "not demanded here.",
    [20] = "For each port here you may take 1 cleanup token.",
    [21] = "For each academy here you may take 1 cleanup token.",
    [22] = "For each shipyard here you may take 1 cleanup token.",
};
