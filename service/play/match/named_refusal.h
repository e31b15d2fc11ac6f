/* The players' names in the reason of a refusal. */
#ifndef PLAY_NAMED_REFUSAL_H
#define PLAY_NAMED_REFUSAL_H

#include "play/match/match.h"
#include "rules/game.h"

/* Games know seats only by number: replace each "seat 2" of the reason by the
 * name of that seat's player. */
void refusal_name_players(const struct match *match, struct refusal *refusal);

#endif
