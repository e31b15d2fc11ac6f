/* The kinds of moves as a table, and what a well-formed move is. */
#include "rules/otys/engine/moves.h"

const struct move_kind move_kinds[MOVE_VERBS] = {
#define MOVE(NAME, word, a, b, c)                                              \
    [MOVE_##NAME] = {word, {FIELD_##a, FIELD_##b, FIELD_##c}},
#include "rules/otys/engine/moves.def"
#undef MOVE
};

static bool is_value(enum move_field field, int value)
{
    switch (field) {
    case FIELD_NONE: return value == 0;
    case FIELD_KEY: return value >= 1 && value <= KEY_NEUTRAL;
    case FIELD_KEY_LEVEL: return value <= LEVELS;
    case FIELD_OWN_KEY: return value >= 1 && value <= KEY_X;
    case FIELD_DIVER: return value < DIVERS;
    case FIELD_TOKEN: return value >= 1 && value <= TOKENS;
    case FIELD_COLOUR: return value < COLOURS;
    case FIELD_LEVEL: return value >= 1 && value <= LEVELS;
    case FIELD_PAYMENT: return value < 2;
    case FIELD_ROW: return value >= 1 && value <= STORE_ROWS;
    case FIELD_TECHNICIAN: return value < TECHNICIANS;
    case FIELD_SEAT: return value < SEATS;
    case FIELD_CONTRACT: return value >= 1 && value <= CONTRACTS;
    case FIELD_AMOUNTS: return true;
    }
    return false;
}

/* Only an X has a level of choice, only a pattern colours. */
static bool fields_agree(struct move m)
{
    if (move_verb(m) == MOVE_KEY)
        return (move_b(m) != 0) == (move_a(m) >= KEY_X);
    if (move_verb(m) == MOVE_COMPLETE)
        return (move_c(m) != 0) == contract_is_pattern(move_a(m));
    return true;
}

bool move_is_well_formed(struct move move)
{
    const uint32_t verb = move_verb(move);
    const struct move_kind *kind;

    if (verb >= MOVE_VERBS)
        return false;
    kind = &move_kinds[verb];
    return is_value((enum move_field)kind->field[0], move_a(move)) &&
           is_value((enum move_field)kind->field[1], move_b(move)) &&
           is_value((enum move_field)kind->field[2], move_c(move)) &&
           fields_agree(move);
}
