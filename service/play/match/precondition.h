/* Whether the seq that a command expects is still good enough. */
#ifndef PLAY_PRECONDITION_H
#define PLAY_PRECONDITION_H

#include "play/play.h"

struct command;
struct play;
struct store_match;

/* PLAY_STALE when an event since task->expected_seq changed what task->seat may
 * do (for MATCH_UNDO also what it may take back), or when there are too many of
 * them to see that.  PLAY_SLOW. */
enum play_err precondition_check(struct play *play,
                                 const struct store_match *row,
                                 const struct command *command);

#endif
