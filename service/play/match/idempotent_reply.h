/* The reply to a repeated request, written again from the event log. */
#ifndef PLAY_IDEMPOTENT_REPLY_H
#define PLAY_IDEMPOTENT_REPLY_H

#include "play/error.h"

struct command;
struct play;
struct store_key;

/* Write the reply to a move or undo again, into key->reply: the same bytes as
 * the first time.  Replays the match.  PLAY_OTHER_RULES, PLAY_DAMAGED,
 * PLAY_REPLAY_TOO_LONG, PLAY_UNAVAILABLE. */
enum play_err idempotent_reply(struct play *play, struct command *command,
                               struct store_key *key);

#endif
