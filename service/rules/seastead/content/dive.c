/* The dive cards.  All are our own; their kinds of halves are those of the rule
 * book. */
#include "rules/seastead/content/content.h"

const char *const half_words[4] = {"fixed", "pair", "same", "three"};

#define FIXED(kelp, metal, fish, artifact)                                     \
    {                                                                          \
        HALF_FIXED, {kelp, metal, fish, artifact}, 0                           \
    }
#define WILD                                                                   \
    {                                                                          \
        HALF_FIXED, {0}, 1                                                     \
    }
#define PAIR                                                                   \
    {                                                                          \
        HALF_PAIR, {0}, 0                                                      \
    }
#define SAME                                                                   \
    {                                                                          \
        HALF_SAME, {0}, 0                                                      \
    }
#define THREE                                                                  \
    {                                                                          \
        HALF_THREE, {0}, 0                                                     \
    }

/* clang-format off */
const struct dive_card dive_cards[DIVE_CARDS + 1] = {
    [1] = {{FIXED(1, 1, 1, 0), FIXED(1, 1, 0, 2)}, 0, FISH},
    [2] = {{FIXED(0, 1, 1, 1), FIXED(2, 0, 1, 1)}, 1, KELP},
    [3] = {{FIXED(1, 0, 1, 1), FIXED(1, 2, 0, 1)}, 0, METAL},
    [4] = {{FIXED(1, 1, 0, 1), FIXED(0, 1, 2, 1)}, 1, ARTIFACT},
    [5] = {{FIXED(2, 0, 0, 0), FIXED(0, 1, 1, 0)}, 0, 0},
    [6] = {{FIXED(0, 2, 0, 0), FIXED(0, 0, 1, 1)}, 0, 0},
    [7] = {{FIXED(0, 0, 2, 0), FIXED(1, 0, 0, 1)}, 0, 0},
    [8] = {{FIXED(0, 0, 0, 2), FIXED(1, 1, 0, 0)}, 0, 0},
    [9] = {{FIXED(2, 1, 0, 0), FIXED(0, 0, 1, 1)}, 0, 0},
    [10] = {{FIXED(0, 2, 1, 0), FIXED(1, 0, 0, 1)}, 0, 0},
    [11] = {{FIXED(0, 0, 2, 1), FIXED(1, 1, 0, 0)}, 0, 0},
    [12] = {{FIXED(1, 0, 0, 2), FIXED(0, 1, 1, 0)}, 0, 0},
    [13] = {{WILD, FIXED(1, 0, 1, 0)}, 0, 0},
    [14] = {{WILD, FIXED(0, 1, 0, 1)}, 0, 0},
    [15] = {{WILD, FIXED(0, 0, 1, 1)}, 0, 0},
    [16] = {{WILD, FIXED(1, 1, 0, 0)}, 0, 0},
    [17] = {{PAIR, PAIR}, 0, 0},
    [18] = {{PAIR, PAIR}, 0, 0},
    [19] = {{SAME, THREE}, 0, 0},
    [20] = {{SAME, THREE}, 0, 0},
};
/* clang-format on */
