/* The contracts: 16 lists of two to four resources and 16 patterns.  In the
 * lists each colour occurs equally often. */
#include "rules/otys/content/content.h"

/* The resources of a list: metal, plant, fuel, tech. */
#define LIST(m, p, f, t) .need = {m, p, f, t}, .size = (m) + (p) + (f) + (t)
#define PATTERN(a, b, c) .group = {a, b, c}, .size = (a) + (b) + (c)

const struct contract contracts[CONTRACTS + 1] = {
    [1] = {LIST(1, 0, 1, 0), .points = 2},
    [2] = {LIST(0, 1, 0, 1), .points = 2},
    [3] = {LIST(1, 1, 0, 0), .points = 2},
    [4] = {LIST(0, 0, 1, 1), .points = 2},
    [5] = {LIST(1, 1, 1, 0), .points = 2, .credits = 1},
    [6] = {LIST(0, 1, 1, 1), .points = 2, .credits = 1},
    [7] = {LIST(1, 0, 1, 1), .points = 2, .batteries = 1},
    [8] = {LIST(1, 1, 0, 1), .points = 2, .batteries = 1},
    [9] = {LIST(2, 1, 0, 0), .points = 3},
    [10] = {LIST(0, 2, 1, 0), .points = 3},
    [11] = {LIST(0, 0, 2, 1), .points = 3},
    [12] = {LIST(1, 0, 0, 2), .points = 3},
    [13] = {LIST(1, 1, 1, 1), .points = 4},
    [14] = {LIST(2, 0, 0, 2), .points = 4, .credits = 1},
    [15] = {LIST(0, 2, 2, 0), .points = 4, .credits = 1},
    [16] = {LIST(1, 1, 1, 1), .points = 3, .credits = 1, .batteries = 1},
    [17] = {PATTERN(1, 1, 1), .points = 2},
    [18] = {PATTERN(1, 1, 1), .points = 2},
    [19] = {PATTERN(1, 1, 1), .points = 2},
    [20] = {PATTERN(2, 1, 0), .points = 2},
    [21] = {PATTERN(2, 1, 0), .points = 2},
    [22] = {PATTERN(2, 1, 0), .points = 2},
    [23] = {PATTERN(3, 0, 0), .points = 2, .credits = 1},
    [24] = {PATTERN(3, 0, 0), .points = 2, .batteries = 1},
    [25] = {PATTERN(2, 2, 0), .points = 3},
    [26] = {PATTERN(2, 2, 0), .points = 3, .credits = 1},
    [27] = {PATTERN(2, 1, 1), .points = 3},
    [28] = {PATTERN(2, 1, 1), .points = 3, .credits = 1},
    [29] = {PATTERN(2, 1, 1), .points = 3, .batteries = 1},
    [30] = {PATTERN(3, 1, 0), .points = 3, .batteries = 1},
    [31] = {PATTERN(2, 2, 1), .points = 6},
    [32] = {PATTERN(2, 2, 1), .points = 5, .credits = 1},
};
