/* The update that a command makes: the new row and its events. */
#ifndef PLAY_UPDATE_H
#define PLAY_UPDATE_H

#include "play/match/match.h"
#include "play/play.h"

struct command;
struct match_event;
struct play;
struct store_match;

/* What time it is in a match: the clock may have been set back, the times of a
 * match never are. */
int64_t row_now_us(const struct play *play, const struct store_match *row);
/* The row as it was becomes task->after, where the effect is worked out. */
void update_begin(struct play *play, const struct store_match *row,
                  struct command *command);
/* Raise after's seq by an event, which is borrowed; its hash is of after's
 * state. */
struct match_event *update_add_event(struct command *command,
                                     enum event_kind kind, int seat);
/* The match ends without a result. */
void update_abort(struct command *command, enum match_abort reason);
/* After a decision: who is next, or is it over, and then why? */
void update_continue(struct command *command, enum match_reason reason);
/* The rest of the effect, and the reply, follow from what after has become. */
enum play_err update_finish(struct play *play, const struct store_match *row,
                            struct command *command);
void row_score(struct store_match *row, enum match_reason reason);

#endif
