/* The cards that were played in a match, for statistics. */
#ifndef PLAY_CARDS_PLAYED_H
#define PLAY_CARDS_PLAYED_H

#include "play/store/error.h"

struct ladder_match;
struct store;
struct store_settlement;

/* Set the cards that were played in the match, by replaying its record.
 * Returns STORE_OK also when this build cannot replay it: then the match
 * is_foreign and keeps the cards that it has. */
enum store_err ladder_read_cards(struct store *store,
                                 struct store_settlement *ladder,
                                 struct ladder_match *match);

#endif
