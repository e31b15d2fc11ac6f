/* The contracts: 16 lists of two to four resources and 16 patterns.  In the
 * lists each colour occurs equally often. */
#include "rules/otys/content/content.h"

/* The resources of a list: metal, plant, fuel, tech. */
#define LIST(m, p, f, t) .need = {m, p, f, t}, .size = (m) + (p) + (f) + (t)
#define PATTERN(a, b, c) .group = {a, b, c}, .size = (a) + (b) + (c)

const struct contract contracts[CONTRACTS + 1] = {
    [1] = {LIST(1, 0, 1, 0), .points = 2, .credits = 1},
    [2] = {LIST(0, 1, 0, 1), .points = 2, .credits = 1},
    [3] = {LIST(1, 1, 0, 0), .points = 2, .batteries = 1},
    [4] = {LIST(0, 0, 1, 1), .points = 2, .batteries = 1},
    [5] = {LIST(1, 1, 1, 0), .points = 3},
    [6] = {LIST(0, 1, 1, 1), .points = 3},
    [7] = {LIST(1, 0, 1, 1), .points = 3},
    [8] = {LIST(1, 1, 0, 1), .points = 3},
    [9] = {LIST(2, 1, 0, 0), .points = 3, .credits = 1},
    [10] = {LIST(0, 2, 1, 0), .points = 3, .credits = 1},
    [11] = {LIST(0, 0, 2, 1), .points = 3, .batteries = 1},
    [12] = {LIST(1, 0, 0, 2), .points = 3, .batteries = 1},
    [13] = {LIST(1, 1, 1, 1), .points = 5},
    [14] = {LIST(2, 0, 0, 2), .points = 5},
    [15] = {LIST(0, 2, 2, 0), .points = 5},
    [16] = {LIST(1, 1, 1, 1), .points = 4, .credits = 1, .batteries = 1},
    [17] = {PATTERN(1, 1, 1), .points = 2, .credits = 1},
    [18] = {PATTERN(1, 1, 1), .points = 2, .batteries = 1},
    [19] = {PATTERN(1, 1, 1), .points = 3},
    [20] = {PATTERN(2, 1, 0), .points = 2, .credits = 1},
    [21] = {PATTERN(2, 1, 0), .points = 2, .batteries = 1},
    [22] = {PATTERN(2, 1, 0), .points = 3},
    [23] = {PATTERN(3, 0, 0), .points = 3},
    [24] = {PATTERN(3, 0, 0), .points = 3, .credits = 1},
    [25] = {PATTERN(2, 2, 0), .points = 4},
    [26] = {PATTERN(2, 2, 0), .points = 4, .credits = 1},
    [27] = {PATTERN(2, 1, 1), .points = 4},
    [28] = {PATTERN(2, 1, 1), .points = 4, .credits = 1},
    [29] = {PATTERN(2, 1, 1), .points = 4, .batteries = 1},
    [30] = {PATTERN(3, 1, 0), .points = 4, .batteries = 1},
    [31] = {PATTERN(2, 2, 1), .points = 6},
    [32] = {PATTERN(2, 2, 1), .points = 6},
};
