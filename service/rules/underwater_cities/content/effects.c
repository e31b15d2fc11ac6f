/* The verbs of the effect language as tables. */
#include "rules/underwater_cities/content/effects.h"

#include <stddef.h>

const char *const op_words[OPS] = {
    [OP_END] = "end",
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    [OP_##NAME] = word,
#include "rules/underwater_cities/content/effects.def"
#undef VERB
};

const uint8_t op_traits[OPS] = {
#define KIND_SURE    SURE
#define KIND_PART    PART
#define KIND_LATER   (PART | LATER)
#define KIND_OPENS   (PART | LATER | OPENS)
#define KIND_INSIDE  0
#define KIND_PASSIVE PASSIVE
#define FORM_LEAF    0
#define FORM_BLOCK   BLOCK
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    [OP_##NAME] = KIND_##kind | FORM_##form,
#include "rules/underwater_cities/content/effects.def"
#undef VERB
};

/* clang-format off */
_Static_assert(1 == 0
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says, operands)     \
    + (KIND_##kind == SURE)
#include "rules/underwater_cities/content/effects.def"
#undef VERB
    , "frame_begin gives GAIN and no other verb");
/* clang-format on */

#define OPERAND(kind, field_name, ...)                                         \
    {.holds = HOLDS_##kind,                                                    \
     .field = offsetof(struct effect, field_name),                             \
     __VA_ARGS__},
#define A_NUMBER(field, name, first, last)                                     \
    OPERAND(NUMBER, field, .least = first, .most = last, .key = name)
#define A_LIMIT(field, name) OPERAND(LIMIT, field, .key = name)
#define A_RESOURCE(field, name, end)                                           \
    OPERAND(RESOURCE, field, .most = (end)-1, .key = name)
#define A_PIECES(field, any)       OPERAND(PIECES, field, .most = any)
#define A_COUNT(field)             OPERAND(COUNTABLE, field, .key = "count")
#define A_REACH(field)             OPERAND(REACH, field, .key = "slots")
#define A_FLAG(field, name)        OPERAND(FLAG, field, .key = name)
#define A_CREDIT_OR_SCIENCE(field) OPERAND(EITHER, field, .key = "one_of")
#define A_PRICE(field)             OPERAND(PRICE, field, .key = "price")
#define A_COST(field)              OPERAND(COST, field, .key = "price")
#define A_SWAPPED(field)           OPERAND(SWAPPED, field, .key = "instead_of")
#define A_CONDITION                {.holds = HOLDS_CONDITION},
#define A_TRADE                    {.holds = HOLDS_TRADE},

const struct operand *const op_operands[OPS] = {
    [OP_END] = (const struct operand[]){{.holds = HOLDS_NOTHING}},
#define VERB(NAME, name, word, kind, form, moves, judged, worth, says,         \
             operands)                                                         \
    [OP_##NAME] = (const struct operand[]){operands{.holds = HOLDS_NOTHING}},
#include "rules/underwater_cities/content/effects.def"
#undef VERB
};
