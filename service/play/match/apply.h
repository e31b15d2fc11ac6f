/* Checking a command against the committed row and computing its update. */
#ifndef PLAY_APPLY_H
#define PLAY_APPLY_H

#include "play/match/match.h"
#include "play/play.h"

struct attempt;
struct command;
struct play;
struct store_match;
struct undo_window;

/* May it be done, and what comes of it?  Fills in effect, after and reply, or
 * refusal, undo and deadline_us.  Nothing of row changes.  The
 * span is that of the row for MATCH_UNDO; other actions do not look at it. */
enum play_err command_apply(struct play *play, const struct store_match *row,
                            const struct undo_window *undo_window,
                            struct command *command);
/* PLAY_OK when it is being played. */
enum play_err running_err(enum match_status status);
/* Try a move in the row's state, and count the time.  out holds the row's state
 * and becomes the one after it.  text NULL is no move.  A refusal lists no
 * moves: it costs no more than judging the move twice. */
enum play_err row_try(struct play *play, const struct store_match *row,
                      int seat, const char *text, void *out,
                      struct attempt *attempt);
/* Begin the match: state, status and to_act. */
enum play_err row_start(struct play *play, struct store_match *row);

#endif
