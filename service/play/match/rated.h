/* The rules of rated matches. */
#ifndef PLAY_RATED_H
#define PLAY_RATED_H

#include "play/error.h"
#include "rules/game.h"

struct match;
struct match_fault;
struct match_spec;
struct store_match;

/* May a match of this spec be rated?  Uses nothing else of the spec's meaning.
 * PLAY_UNFAIR: fault->unfair, index and why give the reason. */
enum play_err rated_check(const struct match_spec *spec,
                          struct match_fault *fault);
/* The seats of a running match that have not left it. */
seat_set rated_here(const struct store_match *row);
/* Is the match rated and running, and has a seat that is still there not
 * decided yet? */
bool rated_is_opening(const struct store_match *row);
/* Is the match over, and does it count for statistics or ratings? */
bool match_counts(const struct match *match);

#endif
