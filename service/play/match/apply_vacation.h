/* Applying a vacation to a running match. */
#ifndef PLAY_APPLY_VACATION_H
#define PLAY_APPLY_VACATION_H

#include "play/play.h"

struct command;
struct play;
struct store_match;

/* PLAY_TIME_NOT_UP: it is so already, or the match has no such clock. */
enum play_err apply_vacation(struct play *play, const struct store_match *row,
                             struct command *command);

#endif
