/* Judging and playing moves. */
#ifndef PLAY_APPLY_MOVES_H
#define PLAY_APPLY_MOVES_H

#include "play/error.h"

struct attempt;
struct command;
struct play;
struct store_match;

/* Try a move in the row's state, and measure the time.  out holds the row's
 * state and becomes the one after the move.  text NULL is not a move.  A
 * refusal costs at most as much as judging the move twice: no moves are
 * listed. */
enum play_err row_try(struct play *play, const struct store_match *row,
                      int seat, const char *text, void *out,
                      struct attempt *attempt);
/* Play the moves of a command, all in one update: none if one of them is
 * refused, which is then command->at.  They stop early where the seat learns
 * something or has no more decision: command->stop says why, and command->at is
 * the first move that is not played. */
enum play_err apply_moves(struct play *play, const struct store_match *row,
                          struct command *command);

#endif
