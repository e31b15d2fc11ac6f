/* Buildings on the flotillas, and what they cost. */
#ifndef SEASTEAD_BOARD_H
#define SEASTEAD_BOARD_H

#include "rules/seastead/engine/journal.h"

/* What a building of this type costs at this location (rules 1.5.2), without
 * the help of a specialist. */
int board_price(const struct state *s, int location, int piece);

/* An owner's building comes from its board to a location; the resource of the
 * Boss there returns to the supply.  The location has no building. */
void board_build(struct state *s, int owner, int piece, int location);

/* A building goes to a location without one. */
void board_move(struct state *s, int from, int to);

/* Two buildings change places. */
void board_exchange(struct state *s, int a, int b);

/* How many buildings of a type stand on the flotilla of a location. */
int board_count(const struct state *s, int location, int piece);

/* Whether some flotilla has buildings on all locations. */
bool board_has_full_flotilla(const struct state *s);

/* Whether a location holds a building of this owner that can be moved: no
 * ports. */
bool board_is_movable(const struct state *s, int location, int owner);

#endif
