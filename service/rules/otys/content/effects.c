/* What divers, sponsors and reward tokens do (rules 2.6, 2.7). */
#include "rules/otys/content/content.h"

const char *const op_words[OPS] = {
#define OP(NAME, word, first, second, third) [OP_##NAME] = word,
#include "rules/otys/content/effects.def"
#undef OP
};

const uint8_t op_operands[OPS][OPERANDS_MAX] = {
#define OP(NAME, word, first, second, third)                                   \
    [OP_##NAME] = {OPERAND_##first, OPERAND_##second, OPERAND_##third},
#include "rules/otys/content/effects.def"
#undef OP
};

const char *const which_words[WHICHES] = {
    [WHICH_ANY] = "any",
    [WHICH_ACTIVATED] = "activated",
    [WHICH_SURFACED] = "surfaced",
};

#define EXPERT(colour, ...)                                                    \
    {                                                                          \
        {.effect = {{OP_TAKE, .colours = 1 << (colour)}}},                     \
        {                                                                      \
            .effect = { {OP_TAKE, .colours = 1 << (colour)}, __VA_ARGS__ }     \
        }                                                                      \
    }

const struct side diver_sides[DIVERS][2] = {
    [METAL] = EXPERT(METAL, {OP_NEUTRAL_KEY}),
    [PLANT] = EXPERT(PLANT, {OP_CREDITS, .n = 1}),
    [FUEL] = EXPERT(FUEL, {OP_BATTERIES, .n = 1}),
    [TECH] = EXPERT(TECH, {OP_RECALL}),
    [EXPLORER] = {{.effect = {{OP_EXPLORE, .credits = 2}}},
                  {.effect = {{OP_EXPLORE, .credits = 1}}}},
    [TRADER] = {{.effect = {{OP_TRADE, .n = 0}}},
                {.effect = {{OP_TRADE, .n = 1}}}},
    [ENGINEER] = {{.effect = {{OP_IMPROVE, .credits = 1}}},
                  {.effect = {{OP_IMPROVE, .credits = 0}}}},
    [SPY] = {{.is_choice = true,
              .effect = {{OP_DRAW, .n = DRAWN_CONTRACTS, .credits = 1},
                         {OP_COPY, .credits = 1}}},
             {.is_choice = true,
              .effect = {{OP_DRAW, .n = DRAWN_CONTRACTS}, {OP_COPY}}}},
};

const struct side sponsor_sides[SPONSORS + 1][2] = {
    [1] = {{.effect = {{OP_CREDITS, .n = 1}}}, {.effect = {{OP_FREE}}}},
    [2] = {{.effect = {{OP_DOUBLE}}}, {.effect = {{OP_USE_TOKEN}}}},
    [3] = {{.effect = {{OP_RECALL}}}, {.effect = {{OP_RESURFACE}}}},
    [4] = {{.effect = {{OP_UPGRADE, .credits = 2, .points = 1,
                        .which = WHICH_ACTIVATED}}},
           {.effect = {{OP_UPGRADE, .credits = 2, .points = 1,
                        .which = WHICH_SURFACED}}}},
    [5] = {{.effect = {{OP_BATTERIES, .n = 1}}},
           {.is_choice = true,
            .effect = {{OP_BATTERIES, .n = 1}, {OP_EXCHANGE, .batteries = 1}}}},
};

const struct effect front_effects[FRONTS] = {
    [FRONT_CUBE] = {OP_TAKE}, /* of the colours of the token */
    [FRONT_BATTERY] = {OP_BATTERIES, .n = 1},
    [FRONT_DRAW] = {OP_DRAW, .n = DRAWN_CONTRACTS},
    [FRONT_UPGRADE] = {OP_UPGRADE, .which = WHICH_ANY},
    [FRONT_POINT] = {OP_POINTS, .n = 1},
};

const struct effect back_effects[BACKS] = {
    [BACK_CREDITS] = {OP_CREDITS, .n = 2},
    [BACK_POINT] = {OP_POINTS, .n = 1},
};
