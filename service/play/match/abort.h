/* Ending a match without a result. */
#ifndef PLAY_ABORT_H
#define PLAY_ABORT_H

#include "play/error.h"

struct command;
struct play;
struct store_match;

/* Apply MATCH_ABORT (apply.h).  The match may be in any status. */
enum play_err apply_abort(struct play *play, const struct store_match *row,
                          struct command *command);

#endif
