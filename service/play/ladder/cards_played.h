/* The cards that were played in a match, for statistics. */
#ifndef PLAY_CARDS_PLAYED_H
#define PLAY_CARDS_PLAYED_H

#include "play/store.h"

struct ladder_match;
struct store;

/* Replay a match's record for the cards that were played.  STORE_OK also when
 * this build cannot: then it is_foreign, and has the cards that it had. */
enum store_err ladder_read_cards(struct store *store,
                                 struct store_settlement *ladder,
                                 struct ladder_match *match);

#endif
