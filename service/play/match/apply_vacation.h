/* Applying a vacation to a match: the deadlines of its seat move. */
#ifndef PLAY_APPLY_VACATION_H
#define PLAY_APPLY_VACATION_H

#include "play/error.h"

struct command;
struct play;
struct store_match;

/* Apply MATCH_VACATION (apply.h).  PLAY_TIME_NOT_UP: nothing changes, because
 * the seat is away as long already or the match has no clock of days. */
enum play_err apply_vacation(struct play *play, const struct store_match *row,
                             struct command *command);

#endif
