/* The kinds of moves as a table, and what a well-formed move is. */
#include "rules/seastead/engine/moves.h"

const struct move_kind move_kinds[MOVE_VERBS] = {
#define MOVE(NAME, word, a, b, c)                                              \
    [MOVE_##NAME] = {word, {FIELD_##a, FIELD_##b, FIELD_##c}},
#include "rules/seastead/engine/moves.def"
#undef MOVE
};

static bool is_value(enum move_field field, int value)
{
    switch (field) {
    case FIELD_NONE: return value == 0;
    case FIELD_PIECE: return value < PIECES;
    case FIELD_LOCATION: return value < LOCATIONS;
    case FIELD_HELP: return value <= SPECIALISTS;
    case FIELD_HALF: return value < 2;
    case FIELD_AMOUNTS: return true;
    case FIELD_COUNT: return value >= 1 && value <= 24;
    case FIELD_RESOURCE: return value < RESOURCES;
    case FIELD_DOCK: return value >= 1 && value <= DOCKS;
    case FIELD_SPECIALIST: return value >= 1 && value <= SPECIALISTS;
    case FIELD_DECREE: return value >= 1 && value <= DECREES;
    case FIELD_FLOTILLA:
    case FIELD_LOCK: return value < FLOTILLAS;
    }
    return false;
}

bool move_is_well_formed(struct move move)
{
    const uint32_t verb = move_verb(move);
    const struct move_kind *kind;

    if (verb >= MOVE_VERBS)
        return false;
    kind = &move_kinds[verb];
    if (kind->field[1] == FIELD_AMOUNTS)
        return move_a(move) == 0 && (move.bits & 0xffff) != 0;
    return is_value(kind->field[0], move_a(move)) &&
           is_value(kind->field[1], move_b(move)) &&
           is_value(kind->field[2], move_c(move));
}
