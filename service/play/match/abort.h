/* Ending a match without a result. */
#ifndef PLAY_ABORT_H
#define PLAY_ABORT_H

#include "play/play.h"

struct command;
struct play;
struct play_id;
struct store_match;

/* For judge; the match may be in any status. */
enum play_err apply_abort(struct play *play, const struct store_match *row,
                          struct command *command);
/* The account that set them up is gone: its matches without players end. */
void abort_empty(struct play *play, const struct play_id *creator);

#endif
