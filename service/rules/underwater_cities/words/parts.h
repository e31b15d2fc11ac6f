/* The fields of moves as members of a document. */
#ifndef UNDERWATER_CITIES_PARTS_H
#define UNDERWATER_CITIES_PARTS_H

#include "rules/underwater_cities/engine/moves.h"
#include "rules/underwater_cities/engine/state.h"

struct effect;
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

/* Whether the fields of a move can be written: its bits are those of some
 * notation, and the seat has the cards that it chooses. */
bool parts_are_known(const struct uwc_state *s, int seat, struct move move);

/* The open part of the top frame that a move of this seat names, or NULL. */
const struct effect *named_part(const struct uwc_state *s, int seat, int part);

/* Option n (from 1) of a CHOOSE or SWAP, or NULL. */
const struct effect *named_option(const struct effect *block, int n);

#endif
