/* Clocks: when the time of each seat is up.
 *
 * Time runs for every seat that owes a decision, for several seats when they
 * choose at the same time, but never for built-in bots.  A seat whose time is
 * up stays until an opponent claims it (MATCH_CLAIM) or the service finds it
 * (clock_due, MATCH_TIMEOUT).  Until then its decisions count.
 *
 * With time for each decision, a seat gets this time when it begins to owe a
 * decision, and again after each decision of its own while it still owes one.
 * During a vacation this time begins to run at the end of the vacation.
 *
 * With a bank, time is deducted from it while the seat owes a decision.  The
 * bank gains the increment when a turn of the seat begins, except the first:
 * when the seat begins to owe a decision, or continues to owe one after a
 * decision of its own that was declared final.
 *
 * An undo gives no time.  A seat that takes back the choice that ended its
 * part owes it again with the deadline or bank that it had.  After an undo the
 * seat's decisions give no new time until one of them is irreversible;
 * otherwise a seat could avoid every timeout by undoing and repeating a
 * move. */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include "play/match/event.h"
#include "play/match/match.h"

/* Set after->deadline_us, after->bank_us and after->took_back; the rest of
 * after is as the update leaves it.  cause is the update's first event, NULL
 * when the match is created; seal: bits of enum irreversible, of a move.
 * now_us is the match's time, which never decreases.  A pure function. */
void clock_follow(const struct match *before, struct match *after,
                  const struct match_event *cause, unsigned seal,
                  int64_t now_us);

/* Return the seats whose time is up. */
seat_set clock_due(const struct match *match, int64_t now_us);

/* Return when the first running deadline ends.  0: no time runs, or only an
 * opponent's claim can end it. */
int64_t clock_next(const struct match *match);

/* Return when to check the deadlines again: at the first one that runs, or
 * that could end if it began to run now.  So moves played until then rarely
 * bring a deadline forward (clock_next finds when they do).  A deadline that
 * does not run counts as CLOCK_LEAST_SECONDS at least, so that an empty bank
 * does not cause constant checks.  0: as clock_next. */
int64_t clock_look(const struct match *match, int64_t now_us);

enum { CLOCK_LEAST_SECONDS = 30 };

/* Apply a vacation of the seat's player that lasts until until_us, or ends
 * when that is now: move the deadlines of the seat's decisions by the
 * difference, later or earlier. */
void clock_away(struct match *match, int seat, int64_t until_us,
                int64_t now_us);

#endif
