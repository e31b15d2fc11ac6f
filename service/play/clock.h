/* Time for decisions: when the time of each seat is up.
 *
 * A match with turn_seconds gives a seat so much when it comes to owe a
 * decision, and again after each decision of its own while it still owes one.
 * Time that is up does nothing by itself: an opponent says so (MATCH_CLAIM).
 *
 * Taking back brings no time.  Who takes a choice back that had ended its part
 * owes it again by the deadline that it had; and after taking something back a
 * seat's decisions bring no new time until one of them is sealed, or nobody
 * would ever run out of time who goes back and forth. */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include "match.h"

/* Set after->deadline_us and after->took_back; the rest of after is as the
 * effect leaves it.  cause is the effect's first event, NULL when the match is
 * created; is_sealed: a move that cannot be taken back.  Depends on nothing
 * else. */
void clock_follow(const struct match *before, struct match *after,
                  const struct match_event *cause, bool is_sealed,
                  int64_t now_us);

#endif
