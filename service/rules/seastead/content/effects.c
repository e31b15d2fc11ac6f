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
    [1] = {{OP_CLEAN, .n = 1}},
    [2] = {{OP_CLEAN, .n = 2}},
    [3] = {{OP_RECYCLE, .times = 1}},
    [4] = {{OP_RECYCLE, .times = 2}},
    [5] = {{OP_TRADE, .times = 2, .n = 1}},
    [6] = {{OP_TRADE, .times = 1, .n = 2}},
    [7] = {{OP_TAKE, .n = 1, .types = NOT_DEMANDED}},
    [8] = {{OP_TAKE, .n = 2, .types = NOT_DEMANDED}},
    [9] = {{OP_TAKE, .n = 3, .types = NOT_DEMANDED}},
    [10] = {{OP_KEEP, .n = 4}},
    [11] = {{OP_COPY}},
    [12] = {{OP_GATHER, .n = 1}},
    [13] = {{OP_GATHER, .n = 2}},
    [14] = {{OP_DRAW_DECREES}, {OP_CLEAN, .n = 2}},
    [15] = {{OP_DRAW_DECREES}, {OP_TRADE, .times = 1, .n = 3}},
    [16] = {{OP_RETIRE, .n = 2}},
    [17] = {{OP_TAKE_EACH, .piece = PORT, .types = NOT_DEMANDED}},
    [18] = {{OP_TAKE_EACH, .piece = ACADEMY, .types = NOT_DEMANDED}},
    [19] = {{OP_TAKE_EACH, .piece = SHIPYARD, .types = NOT_DEMANDED}},
    [20] = {{OP_CLEAN_EACH, .piece = PORT}},
    [21] = {{OP_CLEAN_EACH, .piece = ACADEMY}},
    [22] = {{OP_CLEAN_EACH, .piece = SHIPYARD}},
};
