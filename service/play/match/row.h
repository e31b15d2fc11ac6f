/* Facts about a match that follow from its committed row. */
#ifndef PLAY_ROW_H
#define PLAY_ROW_H

#include "rules/game.h"

struct store_match;

/* Return whether this build cannot continue the match: it lacks the deck, or
 * its rules do not continue the match's rules version.  Such a match has no
 * state here. */
bool row_is_foreign(const struct store_match *row);
/* Like row_is_foreign, for a row as the store returns it, of a match of this
 * game. */
bool row_is_foreign_to(const struct store_match *row, const struct game *game);
/* Return whether the seat has left the running match. */
bool row_has_left(const struct store_match *row, int seat);
/* Return the seats of a running match that accounts hold and have not left. */
seat_set row_persons(const struct store_match *row);

#endif
