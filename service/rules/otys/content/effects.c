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
        {.effect = {{.op = OP_TAKE, .colours = 1 << (colour)}}},               \
        {                                                                      \
            .effect = {                                                        \
                {.op = OP_TAKE, .colours = 1 << (colour)},                     \
                __VA_ARGS__                                                    \
            }                                                                  \
        }                                                                      \
    }

const struct side diver_sides[DIVERS][2] = {
    [METAL] = EXPERT(METAL, {.op = OP_NEUTRAL_KEY}),
    [PLANT] = EXPERT(PLANT, {.op = OP_CREDITS, .n = 1}),
    [FUEL] = EXPERT(FUEL, {.op = OP_BATTERIES, .n = 1}),
    [TECH] = EXPERT(TECH, {.op = OP_RECALL}),
    [EXPLORER] = {{.effect = {{.op = OP_EXPLORE, .credits = 2}}},
                  {.effect = {{.op = OP_EXPLORE, .credits = 1}}}},
    [TRADER] = {{.effect = {{.op = OP_TRADE, .n = 0}}},
                {.effect = {{.op = OP_TRADE, .n = 1}}}},
    [ENGINEER] = {{.effect = {{.op = OP_IMPROVE, .credits = 1}}},
                  {.effect = {{.op = OP_IMPROVE, .credits = 0}}}},
    [SPY] = {{.is_choice = true,
              .effect = {{.op = OP_DRAW, .n = DRAWN_CONTRACTS, .credits = 1},
                         {.op = OP_COPY, .credits = 1}}},
             {.is_choice = true,
              .effect = {{.op = OP_DRAW, .n = DRAWN_CONTRACTS},
                         {.op = OP_COPY}}}},
};

const struct side sponsor_sides[SPONSORS + 1][2] = {
    [1] = {{.effect = {{.op = OP_CREDITS, .n = 1}}},
           {.effect = {{.op = OP_FREE}}}},
    [2] = {{.effect = {{.op = OP_DOUBLE}}}, {.effect = {{.op = OP_USE_TOKEN}}}},
    [3] = {{.effect = {{.op = OP_RECALL}}}, {.effect = {{.op = OP_RESURFACE}}}},
    [4] = {{.effect = {{.op = OP_UPGRADE,
                        .credits = 2,
                        .points = 1,
                        .which = WHICH_ACTIVATED}}},
           {.effect = {{.op = OP_UPGRADE,
                        .credits = 2,
                        .points = 1,
                        .which = WHICH_SURFACED}}}},
    [5] = {{.effect = {{.op = OP_BATTERIES, .n = 1}}},
           {.is_choice = true,
            .effect = {{.op = OP_BATTERIES, .n = 1},
                       {.op = OP_EXCHANGE, .batteries = 1}}}},
};

const struct effect front_effects[FRONTS] = {
    [FRONT_CUBE] = {.op = OP_TAKE}, /* of the colours of the token */
    [FRONT_BATTERY] = {.op = OP_BATTERIES, .n = 1},
    [FRONT_DRAW] = {.op = OP_DRAW, .n = DRAWN_CONTRACTS},
    [FRONT_UPGRADE] = {.op = OP_UPGRADE, .which = WHICH_ANY},
    [FRONT_POINT] = {.op = OP_POINTS, .n = 1},
};

const struct effect back_effects[BACKS] = {
    [BACK_CREDITS] = {.op = OP_CREDITS, .n = 2},
    [BACK_POINT] = {.op = OP_POINTS, .n = 1},
};
