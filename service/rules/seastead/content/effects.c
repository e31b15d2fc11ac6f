/* The verbs of effects, and the effects of locations (rules 1.5.7). */
#include "rules/seastead/content/content.h"

const char *const op_words[OPS] = {
#define OP(NAME, word, first, second) [OP_##NAME] = word,
#include "rules/seastead/content/effects.def"
#undef OP
};

const uint8_t op_operands[OPS][2] = {
#define OP(NAME, word, first, second)                                          \
    [OP_##NAME] = {OPERAND_##first, OPERAND_##second},
#include "rules/seastead/content/effects.def"
#undef OP
};

enum { NOT_DEMANDED = 0, ANY = ALL_RESOURCES };

const struct effect location_effects[EFFECTS + 1][EFFECT_PARTS] = {
    [1] = {{.op = OP_CLEAN, .n = 1}},
    [2] = {{.op = OP_CLEAN, .n = 2}},
    [3] = {{.op = OP_RECYCLE, .times = 1}},
    [4] = {{.op = OP_RECYCLE, .times = 2}},
    [5] = {{.op = OP_TRADE, .times = 2, .n = 1}},
    [6] = {{.op = OP_TRADE, .times = 1, .n = 2}},
    [7] = {{.op = OP_TAKE, .n = 1, .types = NOT_DEMANDED}},
    [8] = {{.op = OP_TAKE, .n = 2, .types = NOT_DEMANDED}},
    [9] = {{.op = OP_TAKE, .n = 3, .types = NOT_DEMANDED}},
    [10] = {{.op = OP_KEEP, .n = 4}},
    [11] = {{.op = OP_COPY}},
    [12] = {{.op = OP_GATHER, .n = 1}},
    [13] = {{.op = OP_GATHER, .n = 2}},
    [14] = {{.op = OP_DRAW_DECREES}, {.op = OP_CLEAN, .n = 2}},
    [15] = {{.op = OP_DRAW_DECREES}, {.op = OP_TRADE, .times = 1, .n = 3}},
    [16] = {{.op = OP_RETIRE, .n = 2}},
    [17] = {{.op = OP_TAKE_EACH, .piece = PORT, .types = NOT_DEMANDED}},
    [18] = {{.op = OP_TAKE_EACH, .piece = ACADEMY, .types = NOT_DEMANDED}},
    [19] = {{.op = OP_TAKE_EACH, .piece = SHIPYARD, .types = NOT_DEMANDED}},
    [20] = {{.op = OP_CLEAN_EACH, .piece = PORT}},
    [21] = {{.op = OP_CLEAN_EACH, .piece = ACADEMY}},
    [22] = {{.op = OP_CLEAN_EACH, .piece = SHIPYARD}},
};
