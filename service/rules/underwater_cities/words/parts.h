/* The fields of moves as members of a document. */
#ifndef UNDERWATER_CITIES_PARTS_H
#define UNDERWATER_CITIES_PARTS_H

#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/state.h"

struct sink;

/* A move of a seat that is being described: its bits are those of some
 * notation. */
struct described {
    const struct uwc_state *s;
    int seat;
    struct move move;
    struct sink *sink;
};

/* Write the members of the move's fields, as its row in moves.def and
 * move_fields.def say. */
void parts_of_fields(const struct described *d);

#endif
