/* The rules of rated matches. */
#ifndef PLAY_RATED_H
#define PLAY_RATED_H

#include "play/play.h"
#include "rules/game.h"

struct match;
struct match_fault;
struct match_spec;
struct store_match;

/* May there be such a match, if it shall be rated?  PLAY_UNFAIR: fault->unfair,
 * index and why say why not; nothing else of the spec is looked at. */
enum play_err rated_check(const struct match_spec *spec,
                          struct match_fault *fault);
/* The seats of a running match that have not left it. */
seat_set rated_here(const struct store_match *row);
/* Is it a rated match that runs, and one of these has not decided yet? */
bool rated_is_opening(const struct store_match *row);
/* Is it over, and does it count for statistics or ratings? */
bool match_counts(const struct match *match);

#endif
