/* Preconditions: whether a command that expects an older seq may still be
 * applied. */
#ifndef PLAY_PRECONDITION_H
#define PLAY_PRECONDITION_H

#include "play/error.h"

struct command;
struct play;
struct store_match;

/* Check a command's expected seq.  PLAY_STALE when an event after
 * command->expected_seq changed what command->seat may do (for MATCH_UNDO also
 * what it may take back), or when there are too many such events to check.
 * PLAY_SLOW. */
enum play_err precondition_check(struct play *play,
                                 const struct store_match *row,
                                 const struct command *command);

#endif
