/* The rules of rated matches. */
#ifndef PLAY_RATED_H
#define PLAY_RATED_H

#include "play/error.h"
#include "rules/game.h"

struct match;
struct match_fault;
struct match_spec;
struct store_match;

/* Check whether a match of this spec may be rated.  Uses nothing else of the
 * spec's meaning. PLAY_UNFAIR: fault->unfair, index and why give the reason. */
enum play_err rated_check(const struct match_spec *spec,
                          struct match_fault *fault);
/* Return the seats of a running match that have not left it. */
seat_set rated_here(const struct store_match *row);
/* Return whether the match is rated and running, and a seat that has not left
 * has not made a decision yet. */
bool rated_is_opening(const struct store_match *row);
/* Return whether the match is over and counts for statistics or ratings. */
bool match_counts(const struct match *match);

#endif
