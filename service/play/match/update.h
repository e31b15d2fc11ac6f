/* The update that a command makes: the new row and its events. */
#ifndef PLAY_UPDATE_H
#define PLAY_UPDATE_H

#include "play/error.h"
#include "play/match/event.h"
#include "play/match/match.h"

struct command;
struct play;
struct store_match;

/* Return the current time of a match.  It never goes back, as the clock may. */
int64_t row_now_us(const struct play *play, const struct store_match *row);
/* Copy the row to command->after, which the next functions change. */
void update_begin(struct play *play, const struct store_match *row,
                  struct command *command);
/* Add an event and raise the seq of command->after.  The event is borrowed; its
 * hash is that of the state of command->after. */
struct match_event *update_add_event(struct command *command,
                                     enum event_kind kind, int seat);
/* End the match without a result. */
void update_abort(struct command *command, enum match_abort reason);
/* After a decision: set to_act, or end the match for this reason. */
void update_continue(struct command *command, enum match_reason reason);
/* The clock runs on from the row `before` to command->after by this event.
 * update_finish does this unless the events are moves. */
void update_clock(const struct store_match *before,
                  const struct match_event *cause, struct command *command);
/* Complete the update from command->after, and render the reply. */
enum play_err update_finish(struct play *play, const struct store_match *row,
                            struct command *command);
/* Set the result of a match that is over. */
void row_score(struct store_match *row, enum match_reason reason);

#endif
