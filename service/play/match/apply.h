/* Checking a command against the committed row and computing its update. */
#ifndef PLAY_APPLY_H
#define PLAY_APPLY_H

#include "play/error.h"
#include "play/match/match.h"

struct command;
struct play;
struct store_match;
struct undo_window;

/* Decide whether the command is allowed, and compute its update.  Sets the
 * command's update, after and reply, or the attempt's refusal, undo and
 * deadline_us.  The row does not change.  The undo window is that of the row;
 * only MATCH_UNDO uses it. */
enum play_err command_apply(struct play *play, const struct store_match *row,
                            const struct undo_window *undo_window,
                            struct command *command);
/* Return PLAY_OK for a running match, otherwise why it cannot be played. */
enum play_err running_err(enum match_status status);
/* Start the match: set state, status and to_act. */
enum play_err row_start(struct play *play, struct store_match *row);

#endif
