/* Time for decisions: when the time of each seat is up.
 *
 * Time runs for every seat that owes a decision, for several at once when all
 * choose at once; never for bots that the service plays.  Time that is up does
 * nothing by itself: an opponent says so (MATCH_CLAIM), or the service finds
 * out (clock_due, MATCH_TIMEOUT).  Until then a decision counts.
 *
 * With time for each decision a seat gets it when it comes to owe one, and
 * again after each decision of its own while it still owes one.  On vacation
 * that time begins to run when the vacation is over.
 *
 * With a bank, time is taken from it while the seat owes a decision.  The bank
 * gains the increment when a turn of the seat begins, but its first: when it
 * comes to owe a decision, or goes on owing one after a decision of its own
 * that was declared final.
 *
 * Taking back brings no time.  Who takes a choice back that had ended its part
 * owes it again by the deadline that it had, or with the bank that it had; and
 * after taking something back a seat's decisions bring no new time until one
 * of them is sealed, or nobody would ever run out of time who goes back and
 * forth. */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include "play/match/event.h"
#include "play/match/match.h"

/* Set after->deadline_us, after->bank_us and after->took_back; the rest of
 * after is as the effect leaves it.  cause is the effect's first event, NULL
 * when the match is created; seal: bits of enum irreversible, of a move. now_us
 * is the match's time, which never goes back.  Depends on nothing else. */
void clock_follow(const struct match *before, struct match *after,
                  const struct match_event *cause, unsigned seal,
                  int64_t now_us);

/* The seats whose time is up. */
seat_set clock_due(const struct match *match, int64_t now_us);

/* When the first seat's time is up, as it runs now; 0: nobody's does, or it is
 * not for the service to settle. */
int64_t clock_next(const struct match *match);

/* When to look again whether somebody's time is up: the first that runs, or
 * could be by then if it began to run now.  So what is played until then
 * seldom makes anybody due earlier (clock_next says when it does), and a time
 * that does not run counts as CLOCK_LEAST_SECONDS at least, so that nobody
 * looks all the time for the sake of an empty bank.  0: as clock_next. */
int64_t clock_look(const struct match *match, int64_t now_us);

enum { CLOCK_LEAST_SECONDS = 30 };

/* The player of a seat is away until then, or back when that is now: what the
 * seat has yet to decide is due later, or earlier again, by as much. */
void clock_away(struct match *match, int seat, int64_t until_us,
                int64_t now_us);

#endif
