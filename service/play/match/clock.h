/* Match clocks: the deadline and the time bank of each seat.
 *
 * Time runs for every seat that is to act, so for several seats when they
 * choose at the same time, but never for built-in bots.  When the time of a
 * seat is up, nothing happens until an opponent claims the timeout
 * (MATCH_CLAIM) or the service applies it (clock_due, MATCH_TIMEOUT).  Until
 * then the seat can still act.
 *
 * With time for each decision, a seat gets this time when it becomes to act,
 * and again after each decision of its own while it is still to act.  During a
 * vacation this time begins to run at the end of the vacation.
 *
 * With a time bank, the time in which the seat is to act is deducted from the
 * bank.  The increment is added when a turn of the seat begins, except the
 * first turn.  A turn begins when the seat becomes to act, or is still to act
 * after a decision of its own that ended a turn (IRREVERSIBLE_FINAL).
 *
 * An undo gives no time.  If a seat undoes the decision after which it was no
 * longer to act, it gets back the deadline or bank from before this decision.
 * After an undo the seat's decisions give no new time until one of them is
 * irreversible; otherwise a seat could avoid every timeout by undoing and
 * repeating a move. */
#ifndef PLAY_CLOCK_H
#define PLAY_CLOCK_H

#include "play/match/event.h"
#include "play/match/match.h"

/* Set after->deadline_us, after->bank_us and after->took_back.  The other
 * members of `after` are already those after the update.  cause is the update's
 * first event, or NULL when the match is created; seal is the bits of enum
 * irreversible of a move.  now_us is the match's time, which never
 * decreases. */
void clock_follow(const struct match *before, struct match *after,
                  const struct match_event *cause, unsigned seal,
                  int64_t now_us);

/* Without a clock a player who does not act for a long time counts as absent:
 * set the deadlines of a running match without a clock to this many days after
 * its last event (moved_us), or after the end of the player's vacation, if that
 * is later.  days 0: to none.  Does nothing in other matches. */
void clock_absences(struct match *match, int64_t moved_us, unsigned days);

/* Return whether the vacation of a player pauses the time of the player's seat:
 * of clocks with a day or more for each decision; and without a clock, where
 * absence counts, if others play in the match. */
bool clock_pauses(const struct match *match, int seat);

/* Return the seats whose time is up. */
seat_set clock_due(const struct match *match, int64_t now_us);

/* Return the earliest deadline that runs.  0: none runs, or timeouts of the
 * match must be claimed by an opponent. */
int64_t clock_next(const struct match *match);

/* Return when to check the deadlines again: the earliest deadline of all seats,
 * where a seat whose time does not run counts as if it began to run now.  Moves
 * played until then rarely cause an earlier deadline (clock_next finds it if
 * they do).  Time that does not run counts as CLOCK_LEAST_SECONDS at least, so
 * that an empty bank does not cause constant checks.  0: as clock_next. */
int64_t clock_look(const struct match *match, int64_t now_us);

enum { CLOCK_LEAST_SECONDS = 30 };

/* Apply a vacation of the seat's player that ends at until_us: move the seat's
 * deadline to later by the length of the vacation.  A vacation that already
 * runs is prolonged or shortened; now_us as until_us ends it. */
void clock_away(struct match *match, int seat, int64_t until_us,
                int64_t now_us);

#endif
